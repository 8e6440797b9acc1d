// What the find box and its list share.
import { signal } from "@preact/signals";

export const text = signal("");
export const chosen = signal(0);
// entered says that Enter was pressed before there was anything to go to.
export const entered = signal(false);
// finder is the list, when it is loaded.
export const finder = signal<{ count(): number; go(i: number): void } | null>(null);
