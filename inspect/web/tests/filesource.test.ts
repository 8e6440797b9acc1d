import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes } from "../src/history.ts";
import { coarse } from "../src/filesource.ts";
import type { Ran } from "../src/wire.ts";

const stamp = { schema: 1, start: "s", version: 1, tick: 30, clock: 1.5 };
const exact: Ran = {
  ...stamp,
  agent: 1,
  ends: { from: 1, to: 30 },
  parts: [
    { from: 1, to: 20, tree: "a", level: 1, nodes: [{ node: 0, spans: [[1, 20, 0]] }, { node: 2, spans: [[3, 4, 1], [6, 6, 2], [18, 20, 0]] }] },
    { from: 21, to: 30, tree: "b", level: 1, nodes: [{ node: 0, spans: [[21, 30, 0]] }] },
  ],
};

test("a score in buckets has the share of ticks, and how often a node began", () => {
  const r = coarse(exact, 3, 22, 4);
  assert.deepEqual(r.parts.map((p) => [p.tree, p.from, p.to, p.level]), [["a", 3, 20, 4], ["b", 21, 22, 4]]);
  const node = (part: number, n: number) => r.parts[part]?.nodes.find((x) => x.node === n);
  assert.deepEqual([...bytes(node(0, 0)?.share)], [255, 255, 255, 255, 255]); // the last bucket has two ticks
  assert.deepEqual([...bytes(node(0, 2)?.share)], [191, 0, 0, 64, 255]);
  assert.deepEqual([...bytes(node(0, 2)?.starts)], [2, 0, 0, 1, 0]);
  assert.deepEqual([...bytes(node(1, 0)?.share)], [255]);
});

test("a part that is not in the range is left out", () => {
  assert.deepEqual(coarse(exact, 21, 30, 2).parts.map((p) => p.tree), ["b"]);
});
