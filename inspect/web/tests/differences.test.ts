import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, ticksIn } from "../src/differences.ts";

const all = { from: 1, to: 100 };
const runs = (o: Record<string, [number, number][]>) => new Map(Object.entries(o).map(([k, l]) => [k, l.map(([from, to]) => ({ from, to }))]));

test("equal runs do not differ, however they are cut", () => {
  const a = runs({ x: [[1, 50]], y: [] });
  const b = runs({ x: [[1, 20], [21, 50]] });
  assert.deepEqual(differences(a, b, all), []);
  assert.deepEqual(differences(new Map(), new Map(), all), []);
});

test("differences of several nodes join, and stay within the range", () => {
  const a = runs({ x: [[1, 30]], y: [[31, 200]] });
  const b = runs({ x: [[1, 35]], y: [[40, 200]] });
  assert.deepEqual(differences(a, b, all), [{ from: 31, to: 39 }]);
  assert.deepEqual(differences(runs({ x: [[90, 300]] }), runs({}), all), [{ from: 90, to: 100 }]);
  assert.equal(ticksIn(differences(a, b, all)), 9);
});

test("they agree with a count tick by tick", () => {
  let seed = 11;
  const random = (n: number) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
  for (let round = 0; round < 200; round++) {
    const make = () => {
      const o: Record<string, [number, number][]> = {};
      for (const k of ["x", "y", "z"]) {
        o[k] = [];
        for (let t = random(30); t < 110; ) {
          const to = t + random(20);
          o[k].push([t, to]);
          t = to + 1 + random(3);
        }
      }
      return runs(o);
    };
    const a = make();
    const b = make();
    const inside = (m: ReturnType<typeof runs>, k: string, t: number) => (m.get(k) ?? []).some((r) => r.from <= t && t <= r.to);
    const want: number[] = [];
    for (let t = all.from; t <= all.to; t++) if (["x", "y", "z"].some((k) => inside(a, k, t) !== inside(b, k, t))) want.push(t);
    const got = differences(a, b, all).flatMap((r) => Array.from({ length: r.to - r.from + 1 }, (_, i) => r.from + i));
    assert.deepEqual(got, want, `round ${round}`);
  }
});
