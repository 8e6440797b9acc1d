// When the nodes of one agent ran, tick by tick: what GET v1/ran says, continued by the frames that arrive.
import type { Limits } from "./columns.ts";
import type { Frame, LaneMark, Ran } from "./wire.ts";

// Span is a run of a node without a pause. End is 0 (unknown, or it still runs), 1 (success), 2 (failure) or 3 (aborted).
export interface Span {
  from: number;
  to: number;
  end: number;
}

// Part is the time in which the agent ran one program.
export interface Part {
  from: number;
  to: number;
  tree: string; // Tree.key
  spans: Map<number, Span[]>; // by node, oldest first
  idle: Limits[];
}

// History is one range of ticks without holes. Its methods change it in place.
export class History {
  readonly agent: number;
  parts: Part[] = []; // oldest first
  lanes: LaneMark[] = [];
  from = 1;
  to = 0; // before from: nothing is known
  // ends is where the ends of spans and lanes are known.
  ends: Limits = { from: 1, to: 0 };

  constructor(agent: number) {
    this.agent = agent;
  }

  // missing returns the part of a range that is not here and can be asked for at once, or null. If the range does not touch
  // what is here, all of it is missing.
  missing(range: Limits): Limits | null {
    if (range.to < range.from) return null;
    if (this.to < this.from || range.from > this.to + 1 || range.to < this.from - 1) return range;
    const before = range.from < this.from;
    const after = range.to > this.to;
    if (before && after) return range;
    if (before) return { from: range.from, to: this.from - 1 };
    if (after) return { from: this.to + 1, to: range.to };
    return null;
  }

  // unended returns the part of a range in which the ends of spans are not known although spans are, or null.
  unended(range: Limits): Limits | null {
    const from = Math.max(range.from, this.from);
    const to = Math.min(range.to, this.to);
    if (from > to || (this.ends.from <= from && this.ends.to >= to)) return null;
    return this.ends.from <= from && this.ends.to >= from ? { from: this.ends.to + 1, to } : { from, to };
  }

  // put takes over the answer to a question for a range at level 1.
  put(ran: Ran, range: Limits): void {
    if (this.to < this.from || range.from > this.to + 1 || range.to < this.from - 1) {
      this.parts = [];
      this.lanes = [];
      this.from = range.from;
      this.to = range.to;
      this.ends = { from: 1, to: 0 };
    } else {
      this.parts = [...clip(this.parts, -Infinity, range.from - 1), ...clip(this.parts, range.to + 1, Infinity)];
      this.lanes = this.lanes.filter((l) => l.tick < range.from || l.tick > range.to);
      this.from = Math.min(this.from, range.from);
      this.to = Math.max(this.to, range.to);
    }
    for (const p of ran.parts) {
      const spans = new Map<number, Span[]>();
      for (const n of p.nodes) spans.set(n.node, (n.spans ?? []).map(([from, to, end]) => ({ from, to, end })));
      this.parts.push({ from: p.from, to: p.to, tree: p.tree, spans, idle: [...(p.idle ?? [])] });
    }
    this.parts.sort((a, b) => a.from - b.from);
    this.join();
    this.lanes.push(...(ran.lanes ?? []));
    this.lanes.sort((a, b) => a.tick - b.tick);
    const known = ran.ends;
    if (known.from > known.to) return;
    const touches = this.ends.from <= this.ends.to && known.from <= this.ends.to + 1 && known.to >= this.ends.from - 1;
    this.ends = touches ? { from: Math.min(known.from, this.ends.from), to: Math.max(known.to, this.ends.to) } : { from: known.from, to: known.to };
  }

  // append continues the history by a frame, and reports whether it fits behind the last tick.
  append(frame: Frame): boolean {
    if (this.to < this.from || frame.tick !== this.to + 1) return false;
    const t = frame.tick;
    let part = this.parts.at(-1);
    if (!part || part.tree !== frame.tree || part.to !== t - 1) {
      part = { from: t, to: t, tree: frame.tree, spans: new Map(), idle: [] };
      this.parts.push(part);
    }
    part.to = t;
    this.to = t;
    let ran = false;
    for (const s of frame.rows) {
      if (s.mark !== "runs" && s.mark !== "success" && s.mark !== "failure" && s.mark !== "fault") continue;
      // A behavior in quarantine is at fault in each tick, and does not run.
      if (s.mark === "fault" && s.since === undefined && !frame.ended?.some((e) => e.node === s.node)) continue;
      ran = true;
      const list = part.spans.get(s.node);
      const last = list?.at(-1);
      if (last && last.to === t - 1 && last.end === 0) last.to = t;
      else if (list) list.push({ from: t, to: t, end: 0 });
      else part.spans.set(s.node, [{ from: t, to: t, end: 0 }]);
    }
    for (const e of frame.ended ?? []) {
      const last = part.spans.get(e.node)?.at(-1);
      if (last && last.to >= t - 1 && last.end === 0) last.end = e.how === "success" ? 1 : e.how === "failure" ? 2 : 3;
    }
    if (!ran && frame.state) {
      const idle = part.idle.at(-1);
      if (idle && idle.to === t - 1) idle.to = t;
      else part.idle.push({ from: t, to: t });
    }
    if (frame.events) this.lanes.push(...frame.events);
    if (this.ends.to >= t - 1) this.ends.to = t;
    return true;
  }

  // forget drops what is before a tick.
  forget(tick: number): void {
    if (tick <= this.from) return;
    this.parts = clip(this.parts, tick, Infinity);
    this.lanes = this.lanes.filter((l) => l.tick >= tick);
    this.from = tick;
  }

  // partAt returns the part with a tick.
  partAt(tick: number): Part | undefined {
    return this.parts.findLast((p) => p.from <= tick && tick <= p.to);
  }

  private join(): void {
    const list: Part[] = [];
    for (const p of this.parts) {
      const last = list.at(-1);
      if (!last || last.tree !== p.tree || last.to !== p.from - 1) {
        list.push(p);
        continue;
      }
      last.to = p.to;
      last.idle = [...last.idle, ...p.idle];
      for (const [node, spans] of p.spans) {
        const before = last.spans.get(node);
        if (!before) {
          last.spans.set(node, spans);
          continue;
        }
        const end = before.at(-1);
        const first = spans[0];
        if (end && first && end.end === 0 && end.to === first.from - 1) {
          before[before.length - 1] = { from: end.from, to: first.to, end: first.end };
          before.push(...spans.slice(1));
        } else before.push(...spans);
      }
    }
    this.parts = list;
  }
}

// clip returns the parts between two ticks, both included, as new parts.
function clip(parts: Part[], from: number, to: number): Part[] {
  const list: Part[] = [];
  for (const p of parts) {
    if (p.to < from || p.from > to) continue;
    if (p.from >= from && p.to <= to) {
      list.push(p);
      continue;
    }
    const spans = new Map<number, Span[]>();
    for (const [node, all] of p.spans) {
      const kept = all
        .filter((s) => s.to >= from && s.from <= to)
        .map((s) => ({ from: Math.max(s.from, from), to: Math.min(s.to, to), end: s.to > to ? 0 : s.end }));
      if (kept.length > 0) spans.set(node, kept);
    }
    const idle = p.idle.filter((r) => r.to >= from && r.from <= to).map((r) => ({ from: Math.max(r.from, from), to: Math.min(r.to, to) }));
    list.push({ from: Math.max(p.from, from), to: Math.min(p.to, to), tree: p.tree, spans, idle });
  }
  return list;
}

// firstAt returns the index of the first span that ends at or after a tick.
export function firstAt(spans: readonly Span[], tick: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((spans[mid] as Span).to < tick) low = mid + 1;
    else high = mid;
  }
  return low;
}

// ranAt reports whether a node ran in a tick.
export function ranAt(spans: readonly Span[] | undefined, tick: number): boolean {
  if (!spans) return false;
  const s = spans[firstAt(spans, tick)];
  return s !== undefined && s.from <= tick;
}

// flickers counts how often a node began again at once after a short run: within half a second of a game with 20 ticks a second.
export function flickers(spans: readonly Span[], short = 10): number {
  let n = 0;
  for (let i = 1; i < spans.length; i++) {
    const was = spans[i - 1] as Span;
    if (was.to - was.from < short && (spans[i] as Span).from - was.to <= short) n++;
  }
  return n;
}

// union returns the spans in which any of several nodes ran within a range. Their ends are those of the last one to end.
export function union(lists: readonly (readonly Span[])[], range: Limits): Span[] {
  const all: Span[] = [];
  for (const list of lists) {
    for (let i = firstAt(list, range.from); i < list.length; i++) {
      const s = list[i] as Span;
      if (s.from > range.to) break;
      all.push(s);
    }
  }
  all.sort((a, b) => a.from - b.from || a.to - b.to);
  const out: Span[] = [];
  for (const s of all) {
    const last = out.at(-1);
    if (last && s.from <= last.to + 1 && (last.end === 0 || s.from <= last.to)) {
      if (s.to >= last.to) {
        last.to = s.to;
        last.end = s.end;
      }
    } else out.push({ ...s });
  }
  return out;
}

// bytes reads a list of bytes in base64.
export function bytes(base64: string | undefined): Uint8Array {
  if (!base64) return new Uint8Array(0);
  const text = atob(base64);
  const list = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) list[i] = text.charCodeAt(i);
  return list;
}
