// Who an agent of the crowd is, and what it does.
import { computed, effect, signal } from "@preact/signals";
import type { Member } from "./crowd.ts";
import { wantTree } from "./load.ts";
import { Hues } from "./places.ts";
import * as s from "./state.ts";
import type { AgentRow, TreeRef } from "./wire.ts";

const known = new Map<number, AgentRow>();
let game = "";
// met counts the changes of what is known about agents.
export const met = signal(0);

// meet remembers agents of a list, for their labels.
export function meet(list: readonly AgentRow[]): void {
  const start = s.hello.peek()?.start ?? "";
  if (start !== game) known.clear();
  game = start;
  for (const a of list) known.set(a.id, a);
  met.value = met.peek() + 1;
}
effect(() => {
  if (s.agents.value) meet(s.agents.value.list);
});

// byLabel returns the id of an agent with a label, or 0.
export function byLabel(label: string): number {
  for (const a of known.values()) if (a.label === label) return a.id;
  return 0;
}

// refOf finds a tree by its number.
export const refOf = computed<ReadonlyMap<number, TreeRef>>(() => new Map(s.refs.value.map((r) => [r.index, r])));

const colors = new Hues();
// hue returns the number of the color of a tree, by its number.
export function hue(index: number): number {
  const ref = refOf.value.get(index);
  return ref ? colors.of(ref.name) : 0;
}
effect(() => {
  // In the order of their names, so that a tree has the same color in each page and after each edit.
  for (const name of s.refs.value.map((r) => r.name).sort()) colors.of(name);
});

// label returns the label of an agent.
export function label(m: Pick<Member, "id" | "tree">): string {
  return known.get(m.id)?.label ?? `${refOf.value.get(m.tree)?.name ?? "agent"} ${m.id}`;
}

// doing returns the name of the deepest active node of an agent.
export function doing(m: Pick<Member, "id" | "tree" | "node">): string {
  if (m.node < 0) return "";
  const key = refOf.value.get(m.tree)?.key ?? "";
  const tree = s.trees.value.get(key);
  if (tree) return tree.rows[m.node]?.name ?? "";
  wantTree(key);
  return known.get(m.id)?.doing ?? "";
}
