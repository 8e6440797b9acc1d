// Paints histories on a canvas: what a row of the score has at its right.
import { unplaced } from "./format.ts";
import { firstAt, union } from "./history.ts";
import type { History, Span } from "./history.ts";
import { x } from "./columns.ts";
import type { Limits, View } from "./columns.ts";
import type { Coarse } from "./load.ts";
import type { IndexedTree } from "./state.ts";
import type { LaneMark, Mark, Row } from "./wire.ts";

// Ink is the colors of the style sheet.
export interface Ink {
  run: string;
  soft: string;
  ok: string;
  end: string;
  faint: string;
  ink: string;
  bad: string;
  mark: string;
  line: string;
  font: string;
}

// readInk reads the colors that apply to an element.
export function readInk(element: Element): Ink {
  const style = getComputedStyle(element);
  const get = (name: string) => style.getPropertyValue(name).trim();
  return {
    run: get("--run"),
    soft: get("--run-soft"),
    ok: get("--ok"),
    end: get("--end"),
    faint: get("--faint"),
    ink: get("--soft"),
    bad: get("--bad"),
    mark: get("--mark"),
    line: get("--hatch"),
    font: `11px ${style.fontFamily}`,
  };
}

// Picture is what is painted.
export interface Picture {
  view: View;
  ink: Ink;
  history: History;
  coarse: Coarse | null; // instead of history, if a column has several ticks
  trees: ReadonlyMap<string, IndexedTree>;
  tree: string; // key of the tree to which the rows belong
  at: number;
  limits: Limits;
  marks: readonly Mark[];
  agent: number;
  // running are the nodes of the tree that run at the present, with the tick since which they do.
  running: ReadonlyMap<number, number>;
}

// late is how many ticks may be missing behind the history of a node that runs.
const late = 10;

// prepare gives a canvas its size in pixels of the device and returns its context, cleared. A pixel there is one of CSS.
export function prepare(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const scale = devicePixelRatio || 1;
  const w = Math.max(1, Math.round(width * scale));
  const h = Math.max(1, Math.round(height * scale));
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const c = canvas.getContext("2d");
  if (!c) return null;
  c.setTransform(scale, 0, 0, scale, 0, 0);
  c.clearRect(0, 0, width, height);
  return c;
}

// paintGround paints what goes through all rows: time that is not kept, gaps, idle time, versions and marks.
export function paintGround(c: CanvasRenderingContext2D, p: Picture, height: number): void {
  const { view, ink } = p;
  if (p.limits.from > view.from) hatch(c, ink.line, 0, x(view, p.limits.from), height);
  const parts = p.coarse ? p.coarse.parts : p.history.parts;
  for (const part of parts) for (const r of part.idle) if (r.to >= view.from && r.from <= view.to) hatch(c, ink.line, x(view, r.from), x(view, r.to + 1), height, true);
  for (const m of p.marks) {
    if (m.tick < view.from || m.tick > view.to || (m.agent && m.agent !== p.agent)) continue;
    const left = x(view, m.tick);
    if (m.kind === "gap") hatch(c, ink.line, left, x(view, m.tick + 1), height);
    c.fillStyle = markColor(ink, m.kind);
    c.globalAlpha = m.kind === "version" || m.kind === "fault" ? 0.75 : 0.35;
    c.fillRect(Math.round(left), 0, 1, height);
    c.globalAlpha = 1;
  }
}

// paintUnknown paints ticks of which nothing is known.
export function paintUnknown(c: CanvasRenderingContext2D, p: Picture, range: { from: number; to: number }, height: number): void {
  if (range.from <= range.to) hatch(c, p.ink.line, x(p.view, range.from), x(p.view, range.to + 1), height);
}

// markColor returns the color of a kind of Mark.
export function markColor(ink: Ink, kind: string): string {
  return kind === "version" ? ink.mark : kind === "fault" ? ink.bad : kind === "act" ? ink.end : ink.faint;
}

// hatch fills a range with slanted lines: rising ones where nothing is known, falling ones where the agent took no part.
function hatch(c: CanvasRenderingContext2D, color: string, from: number, to: number, height: number, falling = false): void {
  c.save();
  c.beginPath();
  c.rect(from, 0, to - from, height);
  c.clip();
  c.strokeStyle = color;
  c.lineWidth = 1;
  c.beginPath();
  for (let i = Math.floor((from - height) / 7) * 7; i < to; i += 7) {
    c.moveTo(i, falling ? 0 : height);
    c.lineTo(i + height, falling ? height : 0);
  }
  c.stroke();
  c.restore();
}

// nodeIn returns the node of a row in another version of its tree, -1 if it has none.
export function nodeIn(p: Pick<Picture, "trees" | "tree">, key: string, row: Row): number {
  if (key === p.tree) return row.node;
  return p.trees.get(key)?.byKey.get(row.key)?.node ?? -1;
}

// paintRow paints the history of a row into the band from top on.
export function paintRow(c: CanvasRenderingContext2D, p: Picture, row: Row, isFolded: boolean, top: number, height: number): void {
  if (p.coarse) return paintCoarse(c, p, p.coarse, row, top, height);
  const middle = top + height / 2;
  bars(c, p, reaching(p, spansOf(p, row), row.node), middle - 5, 10, isFolded ? 0.55 : 1);
  if (isFolded) {
    // The rows below a folded one: where any of them ran, and where another one began.
    for (const part of p.history.parts) {
      if (part.to < p.view.from || part.from > p.view.to) continue;
      const n = nodeIn(p, part.tree, row);
      if (n < 0) continue;
      const end = p.trees.get(part.tree)?.rows[n]?.end ?? n + 1;
      const below: Span[][] = [];
      for (let i = n + 1; i < end; i++) {
        const own = part.spans.get(i);
        if (own) below.push(own);
      }
      bars(c, p, union(below, p.view), middle - 2, 4, 1);
      c.fillStyle = p.ink.end;
      for (const list of below) {
        for (let i = firstAt(list, p.view.from); i < list.length; i++) {
          const s = list[i] as Span;
          if (s.from > p.view.to) break;
          if (s.from > part.from) c.fillRect(x(p.view, s.from), middle - 2, 1, 4);
        }
      }
    }
  }
  // Faults of the node.
  for (const l of p.history.lanes) {
    if (l.lane !== "faults" || l.tick < p.view.from || l.tick > p.view.to) continue;
    const part = p.history.partAt(l.tick);
    if (!part || nodeIn(p, part.tree, row) !== l.node) continue;
    dot(c, p.ink.bad, x(p.view, l.tick + 0.5), middle, 4);
  }
}

// spansOf returns the spans of a row in the view. A node that goes on over an edit has one span.
export function spansOf(p: Pick<Picture, "view" | "history" | "trees" | "tree">, row: Row): Span[] {
  const all: Span[] = [];
  for (const part of p.history.parts) {
    if (part.to < p.view.from || part.from > p.view.to) continue;
    const spans = part.spans.get(nodeIn(p, part.tree, row)) ?? [];
    for (let i = firstAt(spans, p.view.from); i < spans.length; i++) {
      const s = spans[i] as Span;
      if (s.from > p.view.to) break;
      const last = all.at(-1);
      if (last && last.end === 0 && last.to === s.from - 1) all[all.length - 1] = { from: last.from, to: s.to, end: s.end };
      else all.push(s);
    }
  }
  return all;
}

// reaching continues the spans of a node that runs up to the present, over ticks that are still on their way.
export function reaching(p: Pick<Picture, "view" | "history" | "running" | "at">, spans: Span[], node: number): Span[] {
  const since = p.running.get(node);
  const known = p.history.to;
  const to = p.view.to - p.at <= late ? p.view.to : p.at;
  if (since === undefined || known >= to) return spans;
  const last = spans.at(-1);
  if (last && last.to === known && last.end === 0 && since <= known + 1) return [...spans.slice(0, -1), { from: last.from, to, end: 0 }];
  return [...spans, { from: Math.max(since, known + 1), to, end: 0 }];
}

function bars(c: CanvasRenderingContext2D, p: Picture, spans: readonly Span[], top: number, height: number, alpha: number): void {
  const { view, ink } = p;
  const thin = height < 10;
  for (let i = firstAt(spans, view.from); i < spans.length; i++) {
    const s = spans[i] as Span;
    if (s.from > view.to) break;
    const left = Math.max(-4, x(view, s.from));
    const right = Math.min(view.width + 4, x(view, s.to + 1));
    c.globalAlpha = alpha;
    c.fillStyle = thin ? ink.run : s.from <= p.at && p.at <= s.to ? ink.run : ink.soft;
    const w = Math.max(2, right - left);
    if (w > 6 && !thin) {
      c.beginPath();
      c.roundRect(left, top, w, height, 2);
      c.fill();
    } else c.fillRect(left, top, w, height);
    c.globalAlpha = 1;
    if (thin || s.end === 0 || s.to > view.to) continue;
    if (s.end === 3) {
      c.strokeStyle = ink.faint;
      c.lineWidth = 1.8;
      c.beginPath();
      c.moveTo(right - 2.5, top + height + 2.5);
      c.lineTo(right + 2.5, top - 2.5);
      c.stroke();
    } else {
      c.fillStyle = s.end === 1 ? ink.ok : ink.end;
      c.fillRect(right - 1.2, top - 2, 2.4, height + 4);
    }
  }
}

// paintCoarse paints columns of several ticks: the height is the share of ticks, and a darker foot says how often the node
// began to run.
function paintCoarse(c: CanvasRenderingContext2D, p: Picture, coarse: Coarse, row: Row, top: number, height: number): void {
  const { view, ink } = p;
  const bottom = top + height - 5;
  const room = height - 9;
  const since = p.running.get(row.node);
  if (since !== undefined && coarse.to < view.to && view.to - coarse.to <= Math.max(late, 4 * coarse.level)) {
    const left = Math.round(x(view, Math.max(since, coarse.to + 1)));
    c.fillStyle = ink.run;
    c.fillRect(left, bottom - room, Math.max(1, x(view, view.to + 1) - left), room);
  }
  for (const part of coarse.parts) {
    if (part.to < view.from || part.from > view.to) continue;
    const n = nodeIn(p, part.tree, row);
    const data = n >= 0 ? part.nodes.get(n) : undefined;
    if (!data) continue;
    const l = coarse.level;
    const first = Math.max(0, Math.floor((view.from - part.from) / l));
    for (let i = first; i < data.share.length; i++) {
      const from = part.from + i * l;
      if (from > view.to) break;
      const share = data.share[i] as number;
      if (share === 0) continue;
      const left = Math.round(x(view, from));
      const w = Math.max(1, Math.round(x(view, Math.min(part.to + 1, from + l))) - left);
      const h = Math.max(2, (share / 255) * room);
      const here = from <= p.at && p.at < from + l;
      c.fillStyle = here ? ink.run : ink.soft;
      c.fillRect(left, bottom - h, w, h);
      const starts = data.starts[i] ?? 0;
      if (starts >= flapping(l)) {
        c.fillStyle = ink.run;
        const foot = Math.min(room, 2 + starts);
        c.fillRect(left, bottom - foot, Math.max(1, w), foot);
      }
    }
  }
}

// flapping returns the number of begins in a column of so many ticks from which on a node counts as flapping.
export function flapping(l: number): number {
  return Math.max(2, l / 8);
}

function dot(c: CanvasRenderingContext2D, color: string, cx: number, cy: number, r: number): void {
  c.fillStyle = color;
  c.beginPath();
  c.arc(cx, cy, r, 0, 7);
  c.fill();
}

// Sign is a dot with words on a lane. From is set for a request: the tick in which it was made.
export interface Sign {
  tick: number;
  from?: number;
  text: string;
  color: string;
}

// signs returns what one lane shows.
export function signs(lanes: readonly LaneMark[], lane: string, ink: Ink): Sign[] {
  const list: Sign[] = [];
  for (const l of lanes) {
    if (l.lane !== lane) continue;
    const answer = lane === "requests" && (l.state === "ended" || l.state === "replaced");
    const color = lane === "faults" ? ink.bad : answer && l.state === "ended" ? ink.ok : lane === "requests" && l.state === "made" ? ink.run : ink.faint;
    list.push({ tick: l.tick, from: answer && l.ticks ? l.tick - l.ticks : undefined, text: lane === "faults" ? unplaced(l.text) : l.text, color });
  }
  return list;
}

// paintLane paints dots with as many of their words as fit.
export function paintLane(c: CanvasRenderingContext2D, view: View, ink: Ink, list: readonly Sign[], top: number, height: number): void {
  const middle = top + height / 2;
  c.font = ink.font;
  c.textBaseline = "middle";
  const seen = list.filter((s) => s.tick >= view.from && (s.from ?? s.tick) <= view.to);
  seen.forEach((s, i) => {
    const cx = x(view, s.tick + 0.5);
    if (s.from !== undefined) {
      c.fillStyle = s.color;
      c.globalAlpha = 0.45;
      const left = x(view, s.from + 0.5);
      c.fillRect(left, middle - 1, Math.max(1, cx - left), 2);
      c.globalAlpha = 1;
    }
    dot(c, s.color, cx, middle, 3.5);
    const next = seen[i + 1];
    const room = (next ? Math.min(x(view, (next.from ?? next.tick) + 0.5), x(view, next.tick + 0.5)) - 5 : view.width) - cx - 7;
    if (room < 14) return;
    let text = s.text;
    if (c.measureText(text).width > room) {
      while (text.length > 1 && c.measureText(text + "…").width > room) text = text.slice(0, -1);
      if (text.length < 4) return; // too little to say anything
      text += "…";
    }
    c.fillStyle = ink.ink;
    c.fillText(text, cx + 7, middle + 0.5);
  });
}
