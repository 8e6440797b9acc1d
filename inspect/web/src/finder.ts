// What the find box and its list share.
import { signal } from "@preact/signals";

export const text = signal("");
export const chosen = signal(0);
// finder is the list, when it is loaded.
export const finder = signal<{ count(): number; go(i: number): void } | null>(null);
