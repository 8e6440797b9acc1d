import assert from "node:assert/strict";
import { test } from "node:test";
import { cover, drawingX, drawingY, fit, inSight, reveal, screenX, screenY, within, zoomAt } from "../src/camera.ts";

const size = { width: 800, height: 200 };
const land = { left: -10, top: 5, right: 38, bottom: 32 };
const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);

test("pixels and points are inverse", () => {
  const c = { x: 12, y: 9, scale: 7 };
  for (const p of [0, 33, 800]) {
    near(screenX(c, size, drawingX(c, size, p)), p);
    near(screenY(c, size, drawingY(c, size, p)), p);
  }
});

test("fit shows all of a box, and cover nothing else", () => {
  const f = inSight(fit(land, size), size);
  assert.ok(f.left <= land.left + 1e-9 && f.right >= land.right - 1e-9 && f.top <= land.top + 1e-9 && f.bottom >= land.bottom - 1e-9);
  assert.equal(fit(land, size, 0, 2).scale, 2, "no larger than asked");
  for (const [x, y] of [[0, 10], [-10, 5], [38, 32], [500, -500]] as const) {
    const c = inSight(cover(land, size, x, y), size);
    assert.ok(c.left >= land.left - 1e-6 && c.right <= land.right + 1e-6 && c.top >= land.top - 1e-6 && c.bottom <= land.bottom + 1e-6);
  }
  assert.ok(Number.isFinite(fit({ left: 3, top: 3, right: 3, bottom: 3 }, size).scale), "a box without an extent");
});

test("zoomAt keeps what is under the pointer, within the limits of the scale", () => {
  const c = { x: 3, y: 4, scale: 10 };
  const z = zoomAt(c, size, 650, 20, 1.7, 1, 100);
  near(drawingX(z, size, 650), drawingX(c, size, 650));
  near(drawingY(z, size, 20), drawingY(c, size, 20));
  assert.equal(zoomAt(c, size, 0, 0, 1e6, 1, 100).scale, 100);
  assert.equal(zoomAt(c, size, 0, 0, 1e-6, 1, 100).scale, 1);
});

test("within centers a box that is smaller than the screen", () => {
  const c = within({ x: 900, y: 900, scale: 1 }, size, land);
  assert.equal(c.x, 14);
  assert.equal(c.y, 18.5);
});

test("reveal moves only if it must, and shows the corner of what is too large", () => {
  const c = { x: 0, y: 0, scale: 2 };
  assert.deepEqual(reveal(c, size, { left: -10, top: -10, right: 10, bottom: 10 }, 20), c);
  const far = reveal(c, size, { left: 300, top: 0, right: 320, bottom: 10 }, 20);
  near(screenX(far, size, 320), 780);
  assert.equal(far.y, 0);
  const large = reveal(c, size, { left: 1000, top: 1000, right: 9000, bottom: 9000 }, 0);
  near(screenX(large, size, 1000), 0);
  near(screenY(large, size, 1000), 0);
});
