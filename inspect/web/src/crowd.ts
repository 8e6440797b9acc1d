// The binary message for all agents; its layout is in wire.go.
import type { Box } from "./camera.ts";
import { schema } from "./wire.ts";

// Member is an agent of the crowd.
export interface Member {
  id: number;
  tree: number; // TreeRef.index
  node: number; // deepest active node, or -1
  ticks: number; // for which node has been active
  fault: boolean;
  held: boolean;
  asleep: boolean;
  placed: boolean; // x, y and heading are set
  heading: number; // radians, 0 is +x
  x: number;
  y: number;
}

// Grid is a density grid of a part of the land: cells has the number of agents in each cell, row by row.
export interface Grid extends Box {
  columns: number;
  rows: number;
  cells: Uint16Array;
}

// Crowd is all agents after the last message.
export interface Crowd {
  version: number;
  tick: number;
  clock: number;
  total: number; // agents in the world; members may have fewer if there are many
  members: Map<number, Member>;
  grid: Grid | null;
}

const head = 24;
const entry = 24;

// applyCrowd returns the crowd after a message. The map of was is changed and handed on; the value is new. It throws if the
// message is cut short or of another schema.
export function applyCrowd(was: Crowd | null, message: ArrayBuffer): Crowd {
  const d = new DataView(message);
  if (d.byteLength < head || d.getUint8(0) !== schema) throw new Error("a crowd message has another schema or is cut short");
  const flags = d.getUint8(1);
  const count = d.getUint32(20, true);
  let at = head + count * entry;
  if (d.byteLength < at + (flags & 2 ? 20 : 0)) throw new Error(`a crowd message of ${count} entries has only ${d.byteLength} bytes`);
  const members = flags & 1 || !was ? new Map<number, Member>() : was.members;
  for (let i = 0, o = head; i < count; i++, o += entry) {
    const id = d.getUint32(o, true);
    const f = d.getUint8(o + 12);
    if (f & 8) {
      members.delete(id);
      continue;
    }
    members.set(id, {
      id,
      tree: d.getUint16(o + 4, true),
      node: d.getInt16(o + 6, true),
      ticks: d.getUint32(o + 8, true),
      fault: (f & 1) !== 0,
      held: (f & 2) !== 0,
      asleep: (f & 4) !== 0,
      placed: (f & 16) !== 0,
      heading: (d.getUint8(o + 13) / 256) * 2 * Math.PI,
      x: d.getFloat32(o + 16, true),
      y: d.getFloat32(o + 20, true),
    });
  }
  let grid: Grid | null = null;
  if (flags & 2) {
    const columns = d.getUint16(at, true);
    const rows = d.getUint16(at + 2, true);
    const [left = 0, top = 0, right = 0, bottom = 0] = [4, 8, 12, 16].map((o) => d.getFloat32(at + o, true));
    at += 20;
    if (d.byteLength < at + 2 * columns * rows) throw new Error(`a density grid of ${columns} by ${rows} is cut short`);
    const cells = new Uint16Array(columns * rows);
    for (let i = 0; i < cells.length; i++) cells[i] = d.getUint16(at + 2 * i, true);
    grid = { left, top, right, bottom, columns, rows, cells };
  }
  return {
    version: d.getUint16(2, true),
    tick: d.getUint32(4, true) + d.getUint32(8, true) * 2 ** 32,
    clock: d.getFloat32(12, true),
    total: d.getUint32(16, true),
    members,
    grid,
  };
}
