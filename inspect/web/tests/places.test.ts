import assert from "node:assert/strict";
import { test } from "node:test";
import type { Member } from "../src/crowd.ts";
import { bounds, cellAt, Hues, hues, inBox, nearest, ruler, shade } from "../src/places.ts";

const at = (id: number, x: number, y: number, placed = true): Member => ({ id, tree: 0, node: 0, ticks: 0, fault: false, held: false, asleep: false, placed, heading: 0, x, y });

test("nearest hits the nearest agent with a place, within the distance", () => {
  const list = [at(1, 0, 0), at(2, 5, 0), at(3, 4.5, 0, false)];
  assert.equal(nearest(list, 4, 0, 3)?.id, 2);
  assert.equal(nearest(list, 2, 0, 3)?.id, 1);
  assert.equal(nearest(list, 20, 0, 3), null);
  assert.equal(nearest([], 0, 0, 3), null);
});

test("bounds leaves out agents without a place", () => {
  assert.deepEqual(bounds([at(1, 2, 9), at(2, -1, 3), at(3, 100, 100, false)]), { left: -1, top: 3, right: 2, bottom: 9 });
  assert.equal(bounds([at(3, 100, 100, false)]), null);
});

const land = { left: 100, top: 0, right: 140, bottom: 20 };
const grid = { ...land, columns: 4, rows: 2, cells: Uint16Array.from([1, 2, 3, 4, 10, 20, 30, 40]) };

test("inBox sums the cells that a box touches", () => {
  assert.equal(inBox(grid, land), 110);
  assert.equal(inBox(grid, { left: 101, top: 1, right: 109, bottom: 9 }), 1);
  assert.equal(inBox(grid, { left: 105, top: 5, right: 115, bottom: 15 }), 33);
  assert.equal(inBox(grid, { left: -50, top: -50, right: 500, bottom: 500 }), 110);
  assert.equal(inBox(grid, { left: 300, top: 0, right: 310, bottom: 10 }), 0);
});

test("cellAt finds a cell and its middle", () => {
  assert.deepEqual(cellAt(grid, 139.9, 19.9), { count: 40, x: 135, y: 15 });
  assert.deepEqual(cellAt(grid, 100, 0), { count: 1, x: 105, y: 5 });
  assert.equal(cellAt(grid, 140, 5), null);
  assert.equal(cellAt(grid, 99.9, 5), null);
});

test("one agent can be seen beside a thousand, and none cannot", () => {
  assert.equal(shade(0, 1000), 0);
  assert.ok(shade(1, 1000) > 0.1);
  assert.equal(shade(1000, 1000), 1);
  assert.ok(shade(10, 1000) < shade(100, 1000));
});

test("the ruler has a round length that fits", () => {
  for (const scale of [0.0013, 0.7, 1, 17, 4321]) {
    const l = ruler(scale, 90);
    assert.ok(l * scale <= 90 + 1e-9 && l * scale > 90 / 2.51, `${l} at ${scale}`);
    assert.match(String(Number(l.toPrecision(6))), /^(0\.)?0*[125]0*$/);
  }
});

test("a tree keeps its color over versions and parameters, and neighbors differ", () => {
  const h = new Hues();
  const guard = h.of("guard");
  const list = Array.from({ length: hues - 1 }, (_, i) => h.of("t" + i));
  assert.equal(new Set([guard, ...list]).size, hues);
  assert.equal(h.of("guard range=3"), guard);
  assert.equal(h.of("guard"), guard);
  assert.equal(h.of("one more"), guard, "colors repeat");
});
