// Which rows of a tree have a line: what is folded by hand, and what is silent.
import type { Row } from "./wire.ts";

// Line is a line of the score. A row with open null has nothing below it.
export type Line =
  | { kind: "row"; row: Row; open: boolean | null }
  | { kind: "silent"; parent: string; first: Row; rows: Row[]; count: number };

// Folding says what to fold.
export interface Folding {
  folded: ReadonlySet<string>; // keys of rows whose children are folded
  silence: boolean; // fold silent rows
  opened: ReadonlySet<string>; // keys of parents whose silent children are shown all the same
  loud(row: Row): boolean; // a row that is not silent by itself
}

// lines returns the lines of a tree in their order. A row is silent if neither it nor any row below it is loud. Neighbors that
// are silent become one line; a single row is never folded, since that saves nothing.
export function lines(rows: readonly Row[], f: Folding): Line[] {
  const list: Line[] = [];
  const parents = parentsOf(rows);
  const loud = new Uint8Array(rows.length);
  if (f.silence) {
    for (let i = rows.length - 1; i >= 0; i--) {
      if (loud[i] || f.loud(rows[i] as Row)) {
        loud[i] = 1;
        const p = parents[i] as number;
        if (p >= 0) loud[p] = 1;
      }
    }
  }
  for (let i = 0; i < rows.length; ) {
    const row = rows[i] as Row;
    const p = parents[i] as number;
    if (f.silence && !loud[i] && p >= 0) {
      const parent = (rows[p] as Row).key;
      const heads: Row[] = [];
      let end = i;
      while (end < rows.length && !loud[end] && (rows[end] as Row).depth === row.depth) {
        heads.push(rows[end] as Row);
        end = (rows[end] as Row).end;
      }
      if (end - i > 1 && !f.opened.has(parent)) {
        list.push({ kind: "silent", parent, first: row, rows: heads, count: end - i });
        i = end;
        continue;
      }
    }
    const folded = f.folded.has(row.key);
    list.push({ kind: "row", row, open: row.end === i + 1 ? null : !folded });
    i = folded ? row.end : i + 1;
  }
  return list;
}

// indentOf returns how many pixels a level of a tree is indented, so that all levels take at most a fifth of a width.
export function indentOf(rows: readonly Row[], width: number): number {
  let depth = 1;
  for (const r of rows) if (r.depth > depth) depth = r.depth;
  return Math.max(5, Math.min(14, Math.floor((width * 0.2) / depth)));
}

// parentsOf returns of each row the index of its parent, -1 for the root.
export function parentsOf(rows: readonly Row[]): Int32Array {
  const parents = new Int32Array(rows.length).fill(-1);
  const stack: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const depth = (rows[i] as Row).depth;
    stack.length = depth;
    if (depth > 0) parents[i] = stack[depth - 1] ?? -1;
    stack[depth] = i;
  }
  return parents;
}

// ancestors returns the rows above a row, the root first.
export function ancestors(rows: readonly Row[], node: number): Row[] {
  const list: Row[] = [];
  let depth = rows[node]?.depth ?? 0;
  for (let i = node - 1; i >= 0 && depth > 0; i--) {
    const row = rows[i] as Row;
    if (row.depth < depth) {
      list.push(row);
      depth = row.depth;
    }
  }
  return list.reverse();
}
