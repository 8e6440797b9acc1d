import assert from "node:assert/strict";
import { test } from "node:test";
import { applyCrowd } from "../src/crowd.ts";

interface Entry { id: number; tree?: number; node?: number; ticks?: number; flags?: number; heading?: number; x?: number; y?: number }

// encode writes a message as wire.go says.
function encode(flags: number, entries: Entry[], grid?: { columns: number; rows: number; cells: number[] }, tick = 2 ** 33 + 5): ArrayBuffer {
  const d = new DataView(new ArrayBuffer(24 + entries.length * 24 + (grid ? 20 + grid.cells.length * 2 : 0)));
  d.setUint8(0, 1);
  d.setUint8(1, flags);
  d.setUint16(2, 14, true);
  d.setUint32(4, tick % 2 ** 32, true);
  d.setUint32(8, Math.floor(tick / 2 ** 32), true);
  d.setFloat32(12, 40.5, true);
  d.setUint32(16, 99, true);
  d.setUint32(20, entries.length, true);
  entries.forEach((e, i) => {
    const o = 24 + i * 24;
    d.setUint32(o, e.id, true);
    d.setUint16(o + 4, e.tree ?? 0, true);
    d.setInt16(o + 6, e.node ?? -1, true);
    d.setUint32(o + 8, e.ticks ?? 0, true);
    d.setUint8(o + 12, e.flags ?? 0);
    d.setUint8(o + 13, e.heading ?? 0);
    d.setFloat32(o + 16, e.x ?? 0, true);
    d.setFloat32(o + 20, e.y ?? 0, true);
  });
  if (grid) {
    let o = 24 + entries.length * 24;
    d.setUint16(o, grid.columns, true);
    d.setUint16(o + 2, grid.rows, true);
    [-1, 2.5, 9, 12].forEach((f, i) => d.setFloat32(o + 4 + 4 * i, f, true));
    o += 16;
    for (const c of grid.cells) d.setUint16((o += 2) + 2, c, true);
  }
  return d.buffer as ArrayBuffer;
}

test("a full frame and a change", () => {
  const full = applyCrowd(null, encode(1, [{ id: 1, tree: 2, node: 7, ticks: 300, flags: 16 | 1, heading: 64, x: 1.5, y: -2 }, { id: 2 }]));
  assert.equal(full.tick, 2 ** 33 + 5);
  assert.deepEqual([full.version, full.clock, full.total, full.members.size], [14, 40.5, 99, 2]);
  assert.deepEqual(full.members.get(1), { id: 1, tree: 2, node: 7, ticks: 300, fault: true, held: false, asleep: false, placed: true, heading: Math.PI / 2, x: 1.5, y: -2 });
  assert.equal(full.members.get(2)?.node, -1);
  const next = applyCrowd(full, encode(0, [{ id: 2, flags: 8 }, { id: 3, flags: 2 | 4 }]));
  assert.notEqual(next, full);
  assert.deepEqual([...next.members.keys()], [1, 3]);
  assert.deepEqual([next.members.get(3)?.held, next.members.get(3)?.asleep], [true, true]);
  assert.equal(applyCrowd(next, encode(1, [])).members.size, 0, "a full frame forgets the others");
});

test("a density grid", () => {
  const c = applyCrowd(null, encode(3, [{ id: 1 }], { columns: 2, rows: 2, cells: [0, 65535, 3, 4] }));
  assert.deepEqual({ ...c.grid, cells: [...(c.grid?.cells ?? [])] }, { left: -1, top: 2.5, right: 9, bottom: 12, columns: 2, rows: 2, cells: [0, 65535, 3, 4] });
});

test("what is cut short is refused", () => {
  const whole = encode(3, [{ id: 1 }, { id: 2 }], { columns: 2, rows: 2, cells: [1, 2, 3, 4] });
  for (let n = 0; n < whole.byteLength; n++) assert.throws(() => applyCrowd(null, whole.slice(0, n)), /cut short|only/, `${n} bytes`);
  const other = whole.slice(0);
  new DataView(other).setUint8(0, 2);
  assert.throws(() => applyCrowd(null, other), /schema/);
});
