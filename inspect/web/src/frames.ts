// Frames as they come: whole, or as the difference to the one before.
import type { Frame, State } from "./wire.ts";

// complete returns a frame with all of its rows. has is the frame of the agent that came before. It returns null if the frame
// cannot be completed.
export function complete(f: Frame, has: Frame | undefined): Frame | null {
  if (!f.base) return f;
  if (has?.tick !== f.base || has.start !== f.start) return null;
  const passed = f.clock - has.clock;
  const rows = new Map<number, State>();
  for (const s of has.rows) rows.set(s.node, s.since ? { ...s, since: s.since + passed } : s);
  for (const n of f.quiet ?? []) rows.delete(n);
  for (const s of f.rows) rows.set(s.node, s);
  return { ...f, rows: [...rows.values()].sort((a, b) => a.node - b.node) };
}
