import assert from "node:assert/strict";
import { test } from "node:test";
import { grades, level, reveal, slide, tickAt, x, zoom } from "../src/columns.ts";

test("x and tickAt are inverse", () => {
  const view = { from: 513, to: 812, width: 337 };
  for (let t = view.from; t <= view.to; t++) assert.equal(tickAt(view, (x(view, t) + x(view, t + 1)) / 2), t);
  assert.equal(tickAt(view, -50), 513);
  assert.equal(tickAt(view, 5000), 812);
  assert.equal(x(view, 513), 0);
  assert.equal(x(view, 813), 337);
});

test("a column never has less than a pixel, and exact ticks stay as long as they can be seen", () => {
  assert.equal(level({ from: 1, to: 300, width: 340 }), 1);
  assert.equal(level({ from: 1, to: 800, width: 340 }), 1);
  assert.equal(level({ from: 1, to: 1200, width: 340 }), 4);
  for (const ticks of [1, 20, 5000, 1_000_000]) {
    const l = level({ from: 1, to: ticks, width: 200 });
    assert.ok(l === 1 ? ticks <= 500 : ticks / l <= 200, `${ticks} ticks, level ${l}`);
  }
  assert.equal(level({ from: 1, to: 100, width: 0 }), 64 * 2);
});

test("zoom keeps the tick under the pointer in its place", () => {
  const limits = { from: 1, to: 2000 };
  const was = { from: 501, to: 800 };
  const is = zoom(was, 0.5, 650, limits);
  assert.equal(is.to - is.from + 1, 150);
  const share = (r: { from: number; to: number }) => (650 - r.from) / (r.to - r.from + 1);
  assert.ok(Math.abs(share(was) - share(is)) < 0.01);
  assert.deepEqual(zoom(was, 100, 650, limits), { from: 1, to: 2000 });
  assert.equal(zoom(was, 0.001, 650, limits).to - zoom(was, 0.001, 650, limits).from + 1, 20);
});

test("slide and reveal move as little as needed", () => {
  assert.deepEqual(slide({ from: -10, to: 89 }, { from: 1, to: 500 }), { from: 1, to: 100 });
  assert.deepEqual(slide({ from: 450, to: 549 }, { from: 1, to: 500 }), { from: 401, to: 500 });
  assert.deepEqual(slide({ from: 5, to: 9 }, { from: 1, to: 500 }), { from: 5, to: 9 });
  assert.deepEqual(slide({ from: 1, to: 300 }, { from: 400, to: 500 }), { from: 201, to: 500 });
  assert.deepEqual(reveal({ from: 100, to: 199 }, 150), { from: 100, to: 199 });
  assert.deepEqual(reveal({ from: 100, to: 199 }, 99), { from: 99, to: 198 });
  assert.deepEqual(reveal({ from: 100, to: 199 }, 200), { from: 101, to: 200 });
});

test("grades are round, include zero and keep their distance", () => {
  const view = { from: 513, to: 812, width: 337 };
  const list = grades(view, 812, 0.05, 56);
  assert.equal(list.at(-1)?.seconds, 0);
  assert.equal(list.at(-1)?.tick, 812);
  assert.deepEqual(list.map((g) => g.seconds), [-12, -9, -6, -3, 0]);
  for (let i = 1; i < list.length; i++) assert.ok(x(view, list[i]!.tick) - x(view, list[i - 1]!.tick) >= 56);
  assert.deepEqual(grades(view, 812, 0, 56), []);
});
