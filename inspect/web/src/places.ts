// Where agents are: what the drawing of the land computes.
import type { Box } from "./camera.ts";
import type { Grid, Member } from "./crowd.ts";

// nearest returns the agent that is nearest to a point, and not further away than a distance.
export function nearest(members: Iterable<Member>, x: number, y: number, distance: number): Member | null {
  let best: Member | null = null;
  let least = distance * distance;
  for (const m of members) {
    if (!m.placed) continue;
    const d = (m.x - x) ** 2 + (m.y - y) ** 2;
    if (d > least) continue;
    best = m;
    least = d;
  }
  return best;
}

// bounds returns the smallest box with all agents that have a place, or null.
export function bounds(members: Iterable<Member>): Box | null {
  let box: Box | null = null;
  for (const m of members) {
    if (!m.placed) continue;
    if (!box) box = { left: m.x, top: m.y, right: m.x, bottom: m.y };
    box.left = Math.min(box.left, m.x);
    box.right = Math.max(box.right, m.x);
    box.top = Math.min(box.top, m.y);
    box.bottom = Math.max(box.bottom, m.y);
  }
  return box;
}

// inBox returns the number of agents in the cells of a grid that touch a box.
export function inBox(grid: Grid, box: Box): number {
  const column = (x: number) => ((x - grid.left) / (grid.right - grid.left)) * grid.columns;
  const row = (y: number) => ((y - grid.top) / (grid.bottom - grid.top)) * grid.rows;
  let sum = 0;
  for (let r = Math.max(0, Math.floor(row(box.top))); r < Math.min(grid.rows, Math.ceil(row(box.bottom))); r++) {
    for (let c = Math.max(0, Math.floor(column(box.left))); c < Math.min(grid.columns, Math.ceil(column(box.right))); c++) sum += grid.cells[r * grid.columns + c] ?? 0;
  }
  return sum;
}

// cellAt returns the number of agents in the cell of a grid at a point, and the middle of the cell; null outside of the grid.
export function cellAt(grid: Grid, x: number, y: number): { count: number; x: number; y: number } | null {
  const w = (grid.right - grid.left) / grid.columns;
  const h = (grid.bottom - grid.top) / grid.rows;
  const c = Math.floor((x - grid.left) / w);
  const r = Math.floor((y - grid.top) / h);
  if (c < 0 || r < 0 || c >= grid.columns || r >= grid.rows) return null;
  return { count: grid.cells[r * grid.columns + c] ?? 0, x: grid.left + (c + 0.5) * w, y: grid.top + (r + 0.5) * h };
}

// shade returns how dark a cell is, 0 to 1. One agent can be seen beside a thousand.
export function shade(count: number, most: number): number {
  return count <= 0 ? 0 : 0.15 + 0.85 * Math.sqrt(Math.min(1, count / Math.max(1, most)));
}

// ruler returns the longest length of 1, 2 or 5 times a power of ten that is at most so many pixels long.
export function ruler(scale: number, pixels: number): number {
  const most = pixels / scale;
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2].map((f) => f * power).find((l) => l <= most) ?? power;
}

// hues is the number of colors for trees.
export const hues = 8;

// Hues gives each tree a color, which it keeps while the page is open: other versions of the tree have the same.
export class Hues {
  private readonly slots = new Map<string, number>();

  // of returns the number of the color of a tree. Its parameters do not count.
  of(name: string): number {
    const base = name.split(" ", 1)[0] ?? "";
    let slot = this.slots.get(base);
    if (slot === undefined) this.slots.set(base, (slot = this.slots.size));
    return slot % hues;
  }
}
