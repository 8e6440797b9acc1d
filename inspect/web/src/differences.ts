// Where two histories differ.
import type { Limits } from "./columns.ts";

// Runs are the runs of nodes by Row.key, in the order of ticks.
export type Runs = ReadonlyMap<string, readonly Limits[]>;

// differences returns the ranges of ticks in which the nodes that ran are not the same, in their order.
export function differences(a: Runs, b: Runs, range: Limits): Limits[] {
  const list: Limits[] = [];
  for (const key of new Set([...a.keys(), ...b.keys()])) list.push(...either(a.get(key) ?? [], b.get(key) ?? [], range));
  list.sort((x, y) => x.from - y.from);
  const out: Limits[] = [];
  for (const r of list) {
    const last = out.at(-1);
    if (last && r.from <= last.to + 1) last.to = Math.max(last.to, r.to);
    else out.push({ ...r });
  }
  return out;
}

// either returns the ticks that are in exactly one of two lists of runs.
function either(a: readonly Limits[], b: readonly Limits[], range: Limits): Limits[] {
  const edges: number[] = [];
  for (const list of [a, b]) {
    for (const r of list) {
      const from = Math.max(r.from, range.from);
      const to = Math.min(r.to, range.to);
      if (from <= to) edges.push(from, to + 1);
    }
  }
  edges.sort((x, y) => x - y);
  const out: Limits[] = [];
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const from = edges[i] as number;
    const to = (edges[i + 1] as number) - 1;
    const last = out.at(-1);
    if (from > to) continue;
    if (last && last.to === from - 1) last.to = to;
    else out.push({ from, to });
  }
  return out;
}

// ticksIn returns the number of ticks of a list of ranges.
export function ticksIn(list: readonly Limits[]): number {
  return list.reduce((sum, r) => sum + r.to - r.from + 1, 0);
}
