import assert from "node:assert/strict";
import { test } from "node:test";
import { agentsOf, Shares } from "../src/shares.ts";
import type { Population } from "../src/wire.ts";

const everything = { from: 0, to: 1e9 };

// answer makes the answer of a game in which node n runs in the ticks that are divisible by n, in a third of 12 agents.
function answer(from: number, to: number, level: number, nodes = [1, 2, 50]): Population {
  const agents: number[] = [];
  const shares = nodes.map((node) => ({ node, list: [] as number[] }));
  for (let t = from; t <= to; t += level) {
    agents.push(12);
    for (const s of shares) {
      let ran = 0;
      for (let u = t; u < t + level && u <= to; u++) if (u % s.node === 0) ran++;
      s.list.push(ran ? Math.max(1, Math.floor((ran * 85) / level)) : 0);
    }
  }
  const list = shares.filter((s) => s.list.some(Boolean)).map((s) => ({ node: s.node, share: Buffer.from(s.list).toString("base64") }));
  return { schema: 1, start: "", version: 1, tick: to, clock: 0, from, to, tree: "t", level, nodes: list, agents };
}

for (const level of [1, 4]) {
  test(`answers at level ${level} are put together in any order`, () => {
    const s = new Shares("t", level);
    // Without a hole, and as the page asks: later, earlier, both, and again later.
    for (const range of [{ from: 100, to: 150 }, { from: 100, to: 163 }, { from: 41, to: 163 }, { from: 20, to: 190 }, { from: 120, to: 201 }, { from: 150, to: 160 }]) {
      for (let miss = s.missing(range), i = 0; miss; miss = s.missing(range), i++) {
        assert.ok(i < 3, "it is never content");
        s.put(answer(miss.from, miss.to, level), everything);
      }
      for (let t = Math.ceil(range.from / level) * level; t <= range.to; t++) {
        const column = s.column(t);
        assert.ok(column >= 0, `tick ${t} is there`);
        const full = Math.floor(t / level) * level + level - 1 <= s.to;
        if (full) for (const n of [1, 2, 50]) assert.equal((s.nodes.get(n)?.[column] ?? 0) > 0, [...Array(level).keys()].some((k) => (Math.floor(t / level) * level + k) % n === 0), `node ${n} in tick ${t}`);
      }
    }
    assert.equal(s.column(202), -1);
    assert.equal(s.column(0), -1);
  });
}

test("an answer that does not touch what is known takes its place", () => {
  const s = new Shares("t", 1);
  s.put(answer(10, 20, 1), everything);
  s.put(answer(100, 120, 1), everything);
  assert.equal(s.column(15), -1);
  assert.equal(s.column(100), 0);
  assert.equal(s.to, 120);
  assert.deepEqual(s.missing({ from: 10, to: 20 }), { from: 10, to: 20 });
});

test("what is out of sight is forgotten", () => {
  const s = new Shares("t", 1);
  s.put(answer(10, 20, 1), everything);
  s.put(answer(21, 40, 1), { from: 18, to: 40 });
  assert.equal(s.first, 18);
  assert.equal(s.agents.length, 23);
  assert.equal(s.column(17), -1);
  assert.ok(s.ran(1, { from: 18, to: 18 }));
});

test("a new answer for a tick replaces the old one", () => {
  const s = new Shares("t", 4);
  s.put(answer(0, 9, 4), everything); // the last column has two ticks
  assert.deepEqual(s.missing({ from: 0, to: 13 }), { from: 8, to: 13 });
  s.put({ ...answer(8, 13, 4), nodes: [] }, everything);
  assert.equal(s.nodes.get(1)?.[2], 0);
  assert.ok((s.nodes.get(1)?.[1] ?? 0) > 0);
});

test("ran looks only at a range", () => {
  const s = new Shares("t", 1);
  s.put(answer(1, 120, 1), everything);
  assert.ok(s.ran(50, { from: 100, to: 100 }));
  assert.ok(!s.ran(50, { from: 101, to: 120 }));
  assert.ok(!s.ran(7, everything));
});

test("a share of up to 255 agents stands for their exact number", () => {
  for (let all = 1; all <= 255; all++) for (let k = 0; k <= all; k++) assert.equal(agentsOf(k ? Math.max(1, Math.floor((k * 255) / all)) : 0, all), k, `${k} of ${all}`);
  assert.ok(Math.abs(agentsOf(Math.floor((3000 * 255) / 10000), 10000) - 3000) <= 20);
  assert.equal(agentsOf(1, 10000) > 0, true);
});
