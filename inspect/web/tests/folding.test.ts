import assert from "node:assert/strict";
import { test } from "node:test";
import { ancestors, lines, parentsOf } from "../src/folding.ts";
import type { Row } from "../src/wire.ts";

// tree makes rows of names with their depths as indentation.
function tree(text: string): Row[] {
  const rows: Row[] = text.split("\n").filter((l) => l.trim() !== "").map((l, node) => ({ node, end: 0, depth: (l.length - l.trimStart().length) / 2, key: l.trim(), path: l.trim(), glyph: "one", name: l.trim() }));
  rows.forEach((r, i) => {
    let end = i + 1;
    while (end < rows.length && rows[end]!.depth > r.depth) end++;
    r.end = end;
  });
  return rows;
}

const rows = tree(`
root
  a
    a1
    a2
  b
  c
    c1
  d
`);
const none: ReadonlySet<string> = new Set();
const text = (loud: string[], folded: ReadonlySet<string> = none, opened: ReadonlySet<string> = none, silence = true) =>
  lines(rows, { folded, opened, silence, loud: (r) => loud.includes(r.key) }).map((l) => (l.kind === "row" ? l.row.key + (l.open === false ? "…" : "") : `(${l.count}: ${l.rows.map((r) => r.key).join(" ")})`)).join(" ");

test("neighbors that are silent become one line", () => {
  assert.equal(text(["a1"]), "root a a1 a2 (4: b c d)");
  assert.equal(text(["d"]), "root (6: a b c) d");
  assert.equal(text(["c1"]), "root (4: a b) c c1 d");
  assert.equal(text(["a", "b", "c", "d"]), "root a (2: a1 a2) b c c1 d");
});

test("opened parents and folds by hand", () => {
  assert.equal(text(["a1"], none, new Set(["root"])), "root a a1 a2 b c c1 d");
  assert.equal(text(["a1", "b", "d"], new Set(["a"])), "root a… b (2: c) d");
  assert.equal(text([], new Set(["root"])), "root…");
  assert.equal(text([], none, none, false), "root a a1 a2 b c c1 d");
});

test("an empty tree has no lines", () => {
  assert.deepEqual(lines([], { folded: none, opened: none, silence: true, loud: () => false }), []);
});

test("parents and ancestors agree", () => {
  const parents = parentsOf(rows);
  for (const r of rows) assert.equal(ancestors(rows, r.node).at(-1)?.node ?? -1, parents[r.node]);
  assert.deepEqual(ancestors(rows, 6).map((r) => r.key), ["root", "c"]);
});

test("each row is on exactly one line or behind one", () => {
  for (let mask = 0; mask < 1 << rows.length; mask++) {
    const list = lines(rows, { folded: none, opened: none, silence: true, loud: (r) => (mask & (1 << r.node)) !== 0 });
    const seen: number[] = [];
    for (const l of list) {
      if (l.kind === "row") seen.push(l.row.node);
      else for (const r of l.rows) for (let i = r.node; i < r.end; i++) seen.push(i);
    }
    assert.deepEqual(seen, rows.map((r) => r.node));
  }
});
