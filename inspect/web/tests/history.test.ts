import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, firstAt, flickers, History, ranAt, union } from "../src/history.ts";
import { reaching } from "../src/paint.ts";
import type { Span } from "../src/history.ts";
import type { Frame, Ran, State } from "../src/wire.ts";

const stamp = { schema: 1, start: "s", version: 1, tick: 100, clock: 5 };

function ran(from: number, to: number, nodes: Record<number, [number, number, number][]>, tree = "t@1"): Ran {
  return { ...stamp, agent: 1, parts: [{ from, to, tree, level: 1, nodes: Object.entries(nodes).map(([node, spans]) => ({ node: Number(node), spans })) }], lanes: [{ tick: from, lane: "says", text: "a", node: 0 }], ends: { from, to } };
}

function frame(tick: number, runs: number[], ended: [number, string][] = [], tree = "t@1"): Frame {
  const rows: State[] = runs.map((node) => ({ node, mark: ended.find((e) => e[0] === node)?.[1] ?? "runs" }));
  return { ...stamp, type: "frame", tick, agent: 1, label: "a#1", tree, live: true, sentence: "", rows, ended: ended.map(([node, how]) => ({ node, how })), fields: [] };
}

const spans = (h: History, node: number) => h.parts.flatMap((p) => p.spans.get(node) ?? []).map((s) => [s.from, s.to, s.end]);

test("frames continue the history", () => {
  const h = new History(1);
  assert.equal(h.append(frame(5, [0])), false, "nothing is known yet");
  h.put(ran(1, 10, { 0: [[1, 10, 0]], 1: [[2, 4, 1], [8, 10, 0]] }), { from: 1, to: 10 });
  assert.equal(h.append(frame(11, [0, 1])), true);
  assert.equal(h.append(frame(12, [0, 1], [[1, "success"]])), true);
  assert.equal(h.append(frame(13, [0, 1])), true, "it begins again");
  assert.equal(h.append(frame(14, [0], [[1, "aborted"]])), true);
  assert.equal(h.append(frame(16, [0])), false, "a tick is missing");
  assert.deepEqual(spans(h, 0), [[1, 14, 0]]);
  assert.deepEqual(spans(h, 1), [[2, 4, 1], [8, 12, 1], [13, 13, 3]]);
  assert.deepEqual(h.missing({ from: 1, to: 16 }), { from: 15, to: 16 });
  assert.equal(h.ends.to, 14);
});

test("a hole is filled and joined", () => {
  const h = new History(1);
  h.put(ran(1, 10, { 1: [[8, 10, 0]] }), { from: 1, to: 10 });
  h.put(ran(11, 20, { 1: [[11, 13, 2], [15, 20, 0]] }), { from: 11, to: 20 });
  assert.equal(h.parts.length, 1);
  assert.deepEqual(spans(h, 1), [[8, 13, 2], [15, 20, 0]]);
  // What is asked again replaces what was there.
  h.put(ran(12, 16, { 1: [[12, 16, 0]] }), { from: 12, to: 16 });
  assert.deepEqual(spans(h, 1), [[8, 20, 0]]);
  assert.deepEqual([h.from, h.to], [1, 20]);
  // An older range is joined in front.
  h.put(ran(-9, 0, { 1: [[-5, -4, 1]] }), { from: -9, to: 0 });
  assert.deepEqual(spans(h, 1), [[-5, -4, 1], [8, 20, 0]]);
  assert.equal(h.lanes.length, 4);
});

test("ends that are not known are asked for again", () => {
  const h = new History(1);
  assert.equal(h.unended({ from: 1, to: 10 }), null, "no spans are here");
  h.put({ ...ran(1, 20, { 1: [[2, 4, 0], [8, 20, 0]] }), ends: { from: 1, to: 0 } }, { from: 1, to: 20 });
  assert.deepEqual(h.unended({ from: -5, to: 30 }), { from: 1, to: 20 });
  h.put({ ...ran(1, 20, { 1: [[2, 4, 0], [8, 20, 0]] }), ends: { from: 11, to: 20 } }, { from: 1, to: 20 });
  assert.deepEqual(h.unended({ from: 1, to: 20 }), { from: 1, to: 20 });
  h.put(ran(1, 10, { 1: [[2, 4, 3], [8, 10, 0]] }), { from: 1, to: 10 });
  assert.equal(h.unended({ from: 1, to: 20 }), null);
  assert.deepEqual(spans(h, 1), [[2, 4, 3], [8, 20, 0]]);
});

test("a range that does not touch replaces all, and other versions are parts of their own", () => {
  const h = new History(1);
  h.put(ran(1, 10, { 0: [[1, 10, 0]] }), { from: 1, to: 10 });
  assert.deepEqual(h.missing({ from: 50, to: 60 }), { from: 50, to: 60 });
  h.put(ran(50, 60, { 0: [[50, 60, 0]] }), { from: 50, to: 60 });
  assert.deepEqual([h.from, h.to, h.parts.length], [50, 60, 1]);
  assert.equal(h.append(frame(61, [0], [], "t@2")), true);
  assert.equal(h.parts.length, 2);
  assert.equal(h.partAt(61)?.tree, "t@2");
  assert.equal(h.partAt(60)?.tree, "t@1");
  h.forget(55);
  assert.deepEqual(spans(h, 0), [[55, 60, 0], [61, 61, 0]]);
  assert.equal(h.missing({ from: 55, to: 61 }), null);
  assert.deepEqual(h.missing({ from: 40, to: 70 }), { from: 40, to: 70 });
});

test("random cuts give what one question gives", () => {
  const seed = 1 + (Date.now() % 100000);
  let r = seed;
  const random = (n: number) => (r = (r * 1103515245 + 12345) & 0x7fffffff) % n;
  const length = 200;
  const on = Array.from({ length: length + 1 }, () => random(3) > 0);
  const cut = (from: number, to: number): [number, number, number][] => {
    const list: [number, number, number][] = [];
    for (let t = from; t <= to; t++) {
      if (!on[t]) continue;
      const last = list.at(-1);
      if (last && last[1] === t - 1) last[1] = t;
      else list.push([t, t, 0]);
    }
    return list;
  };
  const h = new History(1);
  h.put(ran(90, 110, { 0: cut(90, 110) }), { from: 90, to: 110 });
  for (let i = 0; i < 200; i++) {
    const from = Math.max(1, h.from - random(9));
    const to = Math.min(length, from + random(60));
    h.put(ran(from, to, { 0: cut(from, to) }), { from, to });
    assert.deepEqual(spans(h, 0), cut(h.from, h.to), `seed ${seed}`);
  }
});

test("search and union", () => {
  const list: Span[] = [{ from: 1, to: 3, end: 1 }, { from: 7, to: 9, end: 0 }];
  assert.equal(firstAt(list, 3), 0);
  assert.equal(firstAt(list, 4), 1);
  assert.equal(firstAt(list, 10), 2);
  assert.equal(ranAt(list, 8), true);
  assert.equal(ranAt(list, 5), false);
  assert.equal(ranAt(undefined, 5), false);
  const u = union([list, [{ from: 2, to: 6, end: 3 }, { from: 20, to: 30, end: 0 }]], { from: 0, to: 25 });
  assert.deepEqual(u.map((s) => [s.from, s.to]), [[1, 6], [7, 9], [20, 30]]);
  assert.deepEqual(list[0], { from: 1, to: 3, end: 1 }, "the lists are not changed");
});

test("flickers are short runs that begin again at once", () => {
  const every = (n: number, run: number, gap: number): Span[] => Array.from({ length: n }, (_, i) => ({ from: i * (run + gap), to: i * (run + gap) + run - 1, end: 3 }));
  assert.equal(flickers(every(8, 2, 2)), 7);
  assert.equal(flickers(every(8, 1, 30)), 0, "a behavior that cools down does not flicker");
  assert.equal(flickers(every(8, 40, 1)), 0);
});

test("bytes", () => {
  assert.deepEqual([...bytes("AAH/")], [0, 1, 255]);
  assert.equal(bytes(undefined).length, 0);
});

test("the bar of a node that runs reaches the present over ticks that are on their way", () => {
  const h = new History(1);
  h.to = 90;
  const at = (now: number, at: number, since: number) => ({ view: { from: 1, to: now, width: 100 }, history: h, at, running: new Map([[3, since]]) });
  const open = [{ from: 70, to: 90, end: 0 }];
  assert.deepEqual(reaching(at(100, 97, 70), open, 3), [{ from: 70, to: 100, end: 0 }]);
  assert.deepEqual(reaching(at(120, 97, 70), open, 3), [{ from: 70, to: 97, end: 0 }]); // too far away to say
  assert.deepEqual(reaching(at(100, 97, 94), open, 3), [...open, { from: 94, to: 100, end: 0 }]); // it began anew
  assert.deepEqual(reaching(at(100, 97, 70), [{ from: 70, to: 90, end: 1 }], 3)[1], { from: 91, to: 100, end: 0 });
  assert.equal(reaching(at(100, 97, 70), open, 4), open);
  assert.equal(reaching(at(90, 90, 70), open, 3), open);
});
