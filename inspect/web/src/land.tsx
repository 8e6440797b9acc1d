// The land with its agents: the zoom out of the whole game.
import { computed, effect, signal } from "@preact/signals";
import type { JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { cover, drawingX, drawingY, fit, inSight, reveal, screenX, screenY, within, zoomAt } from "./camera.ts";
import type { Box, Camera, Size } from "./camera.ts";
import { color, soon, useSize } from "./canvas.ts";
import type { Member } from "./crowd.ts";
import { round, seconds, thousands, word } from "./format.ts";
import { gestures } from "./gestures.ts";
import { byLabel, doing, hue, label, met, refOf } from "./lookup.ts";
import { prepare } from "./paint.ts";
import { dark } from "./parts.tsx";
import { bounds, cellAt, inBox, nearest, ruler, shade } from "./places.ts";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { Thing } from "./wire.ts";

const most = 2000; // agents that are drawn one by one

const size = signal<Size>({ width: 0, height: 0 });
const camera = signal<Camera | null>(null); // null until the size is known
// free is set as soon as a hand has moved the camera. Before that it shows all of the land in the large view, and follows the
// chosen agent in the strip.
const free = signal(false);
const over = signal<{ px: number; py: number; id: number; cell: number } | null>(null);
const open = signal(true);
const large = computed(() => s.tab.value === "agents");

let known: { start: string; box: Box } | null = null;
// land is the box of the land; of a game that gives none, it has all agents so far.
const land = computed<Box | null>(() => {
  const l = s.hello.value?.land;
  if (l && l.width > 0 && l.height > 0) return { left: l.left, top: l.top, right: l.left + l.width, bottom: l.top + l.height };
  const b = s.crowd.value && (s.crowd.value.grid ?? bounds(s.crowd.value.members.values()));
  const start = s.hello.value?.start ?? "";
  const was = known?.start === start ? known.box : null;
  if (!b) return was;
  if (was && was.left <= b.left && was.top <= b.top && was.right >= b.right && was.bottom >= b.bottom) return was;
  const wide = Math.max(1, (b.right - b.left) * 0.08);
  const high = Math.max(1, (b.bottom - b.top) * 0.08);
  const box = { left: Math.min(was?.left ?? Infinity, b.left - wide), top: Math.min(was?.top ?? Infinity, b.top - high), right: Math.max(was?.right ?? -Infinity, b.right + wide), bottom: Math.max(was?.bottom ?? -Infinity, b.bottom + high) };
  known = { start, box };
  return box;
});

const dense = computed(() => s.crowd.value?.grid ?? null);
// single is the box in which agents are drawn one by one, or null if only their density is.
const single = computed<Box | null>(() => {
  const c = camera.value;
  const l = land.value;
  if (!c || !l) return null;
  const box = inSight(c, size.value);
  return !dense.value || inBox(dense.value, box) <= most ? box : null;
});

// lost says why the places at the cursor are not known, or "".
const lost = computed(() => (s.placed.value ? "" : (s.status.value?.lost ?? "")));
// home shows the land anew, without what a hand has moved.
function home(): void {
  const l = land.peek();
  const z = size.peek();
  if (!l || z.width === 0) return;
  free.value = false;
  const m = s.crowd.peek()?.members.get(s.agent.peek());
  const all = large.peek() || !m?.placed;
  camera.value = all ? within(fit(l, z, 10), z, l) : cover(l, z, m.x, m.y);
}

function zoomBy(factor: number, px = size.peek().width / 2, py = size.peek().height / 2): void {
  const c = camera.peek();
  const l = land.peek();
  const z = size.peek();
  if (!c || !l) return;
  const all = fit(l, z, 10).scale;
  free.value = true;
  over.value = null;
  camera.value = within(zoomAt(c, z, px, py, factor, all, all * 400), z, l);
}

// follow keeps the chosen agent in sight as long as no hand has moved the camera.
function follow(): void {
  const c = camera.peek();
  const l = land.peek();
  const m = s.crowd.peek()?.members.get(s.agent.peek());
  if (free.peek() || !c || !l || !m?.placed || large.peek()) return;
  const z = size.peek();
  if (c.scale < cover(l, z, m.x, m.y).scale) return home(); // it had no place before
  const next = within(reveal(c, z, { left: m.x, top: m.y, right: m.x, bottom: m.y }, Math.min(z.width, z.height) / 4), z, l);
  if (next.x !== c.x || next.y !== c.y) camera.value = next;
}

const soft = new Set(["house", "tree", "water"]);

function drawThings(g: CanvasRenderingContext2D, c: Camera, z: Size, things: readonly Thing[]): void {
  const box = inSight(c, z);
  for (const kind of ["water", "", "house", "tree"]) {
    g.beginPath();
    for (const t of things) {
      if (kind === "" ? soft.has(t.kind) : t.kind !== kind) continue;
      if (t.x > box.right || t.y > box.bottom || t.x + t.w < box.left || t.y + t.h < box.top) continue;
      const x = screenX(c, z, t.x);
      const y = screenY(c, z, t.y);
      const w = Math.max(2, t.w * c.scale);
      const h = Math.max(2, t.h * c.scale);
      if (kind === "tree") {
        g.moveTo(x + w, y + h / 2);
        g.ellipse(x + w / 2, y + h / 2, w / 2, h / 2, 0, 0, 2 * Math.PI);
      } else g.roundRect(x, y, w, h, kind === "water" ? Math.min(w, h) / 2.5 : Math.min(4, w / 4, h / 4));
    }
    g.fillStyle = color(kind === "water" ? "water" : kind === "tree" ? "bush" : kind === "house" ? "hut" : "thing");
    g.fill();
  }
}

function drawDensity(g: CanvasRenderingContext2D, c: Camera, z: Size): void {
  const grid = dense.peek();
  if (!grid) return;
  const w = ((grid.right - grid.left) / grid.columns) * c.scale;
  const h = ((grid.bottom - grid.top) / grid.rows) * c.scale;
  let top = 1;
  for (const n of grid.cells) if (n > top) top = n;
  g.fillStyle = color("run");
  for (let r = 0; r < grid.rows; r++) {
    const y = screenY(c, z, grid.top) + r * h;
    if (y > z.height || y + h < 0) continue;
    for (let k = 0; k < grid.columns; k++) {
      const n = grid.cells[r * grid.columns + k] ?? 0;
      if (n === 0) continue;
      const x = screenX(c, z, grid.left) + k * w;
      if (x > z.width || x + w < 0) continue;
      g.globalAlpha = shade(n, top);
      g.fillRect(x + 0.5, y + 0.5, Math.max(1, w - 1), Math.max(1, h - 1));
    }
  }
  g.globalAlpha = 1;
}

// Labels writes words beside points, and leaves out those that would cover others. The first ones come first.
class Labels {
  private readonly taken: Box[] = [];
  private readonly g: CanvasRenderingContext2D;
  private readonly z: Size;
  constructor(g: CanvasRenderingContext2D, z: Size) {
    this.g = g;
    this.z = z;
  }

  // put writes words at a distance from a point, on one side of it or else on the other.
  put(words: string, x: number, y: number, away: number, ink: string, left = false): void {
    const { g, z } = this;
    if (x < 0 || y < 0 || x > z.width || y > z.height) return;
    const w = g.measureText(words).width;
    for (const at of left ? [x - away - w, x + away] : [x + away, x - away - w]) {
      const box = { left: at - 2, top: y - 10, right: at + w + 2, bottom: y + 4 };
      // The buttons are at the right, above.
      if (box.left < 0 || box.right > z.width - (box.top < 80 ? 38 : 0) || this.taken.some((t) => t.left < box.right && t.right > box.left && t.top < box.bottom && t.bottom > box.top)) continue;
      this.taken.push(box);
      g.lineWidth = 3;
      g.strokeStyle = color("land");
      g.lineJoin = "round";
      g.strokeText(words, at, y);
      g.fillStyle = ink;
      g.fillText(words, at, y);
      return;
    }
  }
}

function draw(canvas: HTMLCanvasElement): void {
  const z = size.peek();
  const c = camera.peek();
  const l = land.peek();
  const crowd = s.crowd.peek();
  const g = z.width > 0 ? prepare(canvas, z.width, z.height) : null;
  if (!g || !c || !l) return;
  g.fillStyle = color("land");
  g.beginPath();
  g.roundRect(screenX(c, z, l.left) - 6, screenY(c, z, l.top) - 6, (l.right - l.left) * c.scale + 12, (l.bottom - l.top) * c.scale + 12, 6);
  g.fill();
  drawThings(g, c, z, s.hello.peek()?.land?.things ?? []);
  if (!crowd || lost.peek()) return;
  const chosen = crowd.members.get(s.agent.peek());
  const see = single.peek();
  g.globalAlpha = s.stale.peek() ? 0.45 : 1;
  const byHue = new Map<number, Member[]>();
  let shown = 0;
  if (!see) drawDensity(g, c, z);
  else {
    for (const m of crowd.members.values()) {
      if (!m.placed || m === chosen || m.x < see.left || m.x > see.right || m.y < see.top || m.y > see.bottom) continue;
      shown++;
      const list = byHue.get(hue(m.tree));
      if (list) list.push(m);
      else byHue.set(hue(m.tree), [m]);
    }
  }
  const r = shown > 600 ? 2.5 : shown > 200 ? 3.2 : 4;
  for (const [h, list] of byHue) {
    g.beginPath();
    for (const m of list) {
      const x = screenX(c, z, m.x);
      const y = screenY(c, z, m.y);
      if (shown <= 600) {
        g.moveTo(x, y);
        g.lineTo(x + Math.cos(m.heading) * r * 2.1, y + Math.sin(m.heading) * r * 2.1);
      }
      if (m.asleep || m.held) {
        g.moveTo(x + r - 0.7, y);
        g.arc(x, y, r - 0.7, 0, 2 * Math.PI);
      }
    }
    g.strokeStyle = color("hue-" + h);
    g.lineWidth = 1.5;
    g.stroke();
    g.beginPath();
    for (const m of list) {
      if (m.asleep || m.held) continue;
      const x = screenX(c, z, m.x);
      const y = screenY(c, z, m.y);
      g.moveTo(x + r, y);
      g.arc(x, y, r, 0, 2 * Math.PI);
    }
    g.fillStyle = color("hue-" + h);
    g.fill();
  }
  g.font = "11.5px " + getComputedStyle(canvas).fontFamily;
  g.textBaseline = "alphabetic";
  g.beginPath();
  for (const list of byHue.values()) {
    for (const m of list) {
      const x = screenX(c, z, m.x);
      const y = screenY(c, z, m.y);
      if (m.fault) {
        g.moveTo(x + r + 3, y);
        g.arc(x, y, r + 3, 0, 2 * Math.PI);
      }
    }
  }
  g.strokeStyle = color("bad");
  g.lineWidth = 1.8;
  g.stroke();
  g.globalAlpha = 1;
  const labels = new Labels(g, z);
  const named = chosen?.placed ? drawChosen(g, c, z, chosen, labels) : new Set<Member>();
  // Where few agents are in sight, all have their label.
  if (shown <= 16 && !s.stale.peek()) for (const list of byHue.values()) for (const m of list) if (!named.has(m)) labels.put(label(m), screenX(c, z, m.x), screenY(c, z, m.y) - 6, 8, color(m.fault ? "bad" : "soft"));
  const o = over.peek();
  const m = o && crowd.members.get(o.id);
  if (m && m !== chosen) {
    g.beginPath();
    g.arc(screenX(c, z, m.x), screenY(c, z, m.y), r + 3.5, 0, 2 * Math.PI);
    g.strokeStyle = color("ink");
    g.lineWidth = 1.2;
    g.stroke();
  }
}

// drawChosen draws the chosen agent with its heading, and lines to the agents that its fields name. It returns these.
function drawChosen(g: CanvasRenderingContext2D, c: Camera, z: Size, m: Member, labels: Labels): Set<Member> {
  const named = new Set<Member>();
  const x = screenX(c, z, m.x);
  const y = screenY(c, z, m.y);
  // The beam has a length in pixels: it shows the heading, and not how far the agent sees.
  g.globalAlpha = 0.07;
  g.fillStyle = color("run");
  for (let length = 16; length <= 56; length += 8) {
    g.beginPath();
    g.moveTo(x, y);
    g.arc(x, y, length, m.heading - 0.42, m.heading + 0.42);
    g.closePath();
    g.fill();
  }
  g.globalAlpha = 1;
  labels.put([label(m), !s.stale.peek() ? word(doing(m)) : ""].filter(Boolean).join(" "), x, y + 17, 12, color("ink"));
  const members = s.crowd.peek()?.members;
  const f = s.frame.peek();
  const path = !s.stale.peek() && f?.agent === m.id ? (f.path ?? []) : [];
  if (path.length > 0) {
    g.beginPath();
    g.moveTo(x, y);
    for (const [px, py] of path) g.lineTo(screenX(c, z, px), screenY(c, z, py));
    g.strokeStyle = color("run");
    g.lineWidth = 1.3;
    g.stroke();
    const [gx, gy] = path[path.length - 1] ?? [0, 0];
    g.strokeRect(screenX(c, z, gx) - 3.5, screenY(c, z, gy) - 3.5, 7, 7);
  }
  for (const field of !s.stale.peek() && f?.agent === m.id ? f.fields : []) {
    const other = field.kind === "agent" ? members?.get(byLabel(field.text)) : undefined;
    if (!other?.placed || other === m) continue;
    named.add(other);
    const ox = screenX(c, z, other.x);
    const oy = screenY(c, z, other.y);
    g.setLineDash([4, 3]);
    g.beginPath();
    g.moveTo(x, y);
    g.lineTo(ox, oy);
    g.strokeStyle = color("soft");
    g.lineWidth = 1.3;
    g.stroke();
    g.setLineDash([]);
    g.beginPath();
    g.arc(ox, oy, 7.5, 0, 2 * Math.PI);
    g.stroke();
    labels.put(`${field.name}: ${label(other)}`, ox, oy - 7, 10, color("soft"), ox < x);
  }
  g.beginPath();
  g.arc(x, y, 4.5, 0, 2 * Math.PI);
  g.fillStyle = color("hue-" + hue(m.tree));
  g.fill();
  g.beginPath();
  g.arc(x, y, 9, 0, 2 * Math.PI);
  g.strokeStyle = color(m.fault ? "bad" : "run");
  g.lineWidth = 2;
  g.stroke();
  return named;
}

function move(by: number): void {
  const list = s.agents.value?.list ?? [];
  const i = list.findIndex((a) => a.id === s.agent.value);
  const next = list[Math.min(list.length - 1, Math.max(0, i + by))];
  if (next) s.choose(next.id);
}

function onKey(e: TargetedKeyboardEvent<HTMLElement>): void {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target !== e.currentTarget) return;
  if (e.key === "ArrowDown" || e.key === "ArrowRight") move(1);
  else if (e.key === "ArrowUp" || e.key === "ArrowLeft") move(-1);
  else if (e.key === "+" || e.key === "=") zoomBy(1.4);
  else if (e.key === "-") zoomBy(1 / 1.4);
  else if (e.key === "0") home();
  else return;
  e.preventDefault();
}

function Tip(): JSX.Element | null {
  const o = over.value;
  if (!o) return null;
  void met.value;
  const m = s.crowd.value?.members.get(o.id);
  const z = size.value;
  const style = { left: Math.min(o.px + 14, Math.max(0, z.width - 240)) + "px", top: (o.py > z.height - 60 ? o.py - 54 : o.py + 14) + "px" };
  if (!m) {
    return o.cell > 0 ? (
      <div class="tip" style={style}>
        {say("{n} agents here", { n: thousands(o.cell) })} <small>{say("click to come nearer")}</small>
      </div>
    ) : null;
  }
  return (
    <div class="tip" style={style}>
      <b>{label(m)}</b> <small>{refOf.value.get(m.tree)?.name}</small>
      <br />
      <span class="mono">{doing(m) || say("nothing")}</span> <small>{say("for {time}", { time: seconds(m.ticks * s.step.value) })}</small>
      {m.fault ? <em class="bad"> {say("error")}</em> : null}
      {m.held ? <small> {say("held")}</small> : m.asleep ? <small> {say("asleep")}</small> : null}
    </div>
  );
}

function Legend(): JSX.Element {
  // Other versions of a tree have the same color, and one place here.
  const trees = new Map<string, { hue: number; agents: number }>();
  for (const r of s.refs.value) {
    if (r.agents === 0) continue;
    const base = r.name.split(" ", 1)[0] ?? r.name;
    const have = trees.get(base);
    if (have) have.agents += r.agents;
    else trees.set(base, { hue: hue(r.index), agents: r.agents });
  }
  const kinds = [...new Set((s.hello.value?.land?.things ?? []).map((t) => t.kind))].slice(0, 6);
  return (
    <ul class="land-legend" aria-label={say("legend")}>
      {[...trees].slice(0, 10).map(([name, t]) => (
        <li key={name}>
          <i class="spot" style={{ background: `var(--hue-${t.hue})` }} />
          {name} <small>{thousands(t.agents)}</small>
        </li>
      ))}
      {trees.size > 10 ? <li>{say("{n} more", { n: trees.size - 10 })}</li> : null}
      {kinds.map((k) => (
        <li key={"=" + k}>
          <i class={`spot thing-${soft.has(k) ? k : "other"}`} />
          {k}
        </li>
      ))}
    </ul>
  );
}

function Ruler(): JSX.Element | null {
  const c = camera.value;
  if (!c) return null;
  const length = ruler(c.scale, 90);
  const unit = s.hello.value?.land?.unit;
  return (
    <span class="ruler" style={{ width: length * c.scale + "px" }}>
      {round(length)} {unit || (length === 1 ? say("unit") : say("units"))}
    </span>
  );
}

// Land is the strip above the score, and larger above the table of agents. It is null if the game gives no places.
export function Land(): JSX.Element | null {
  const here = land.value !== null;
  return here ? <Drawing /> : null;
}

function Drawing(): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useSize(box, (z) => {
    const was = size.value;
    size.value = z;
    if (!camera.value || !free.value || was.width === 0) home();
  });
  useEffect(() => {
    const el = box.current;
    const c = canvas.current;
    if (!el || !c) return;
    const again = soon(() => draw(c));
    const offs = [
      effect(() => {
        void [s.crowd.value, s.agent.value, s.frame.value, s.stale.value, lost.value, s.refs.value, s.trees.value, s.hello.value, camera.value, size.value, over.value, dark.value, met.value, single.value];
        again();
      }),
      effect(() => {
        void [s.crowd.value, s.agent.value];
        follow();
      }),
      effect(() => {
        void [large.value, s.hello.value?.start];
        home();
      }),
      gestures(el, {
        pan(dx, dy) {
          const c = camera.peek();
          const l = land.peek();
          if (!c || !l) return;
          free.value = true;
          camera.value = within({ x: c.x - dx / c.scale, y: c.y - dy / c.scale, scale: c.scale }, size.peek(), l);
        },
        zoom: (factor, px, py) => zoomBy(factor, px, py),
        tap(px, py) {
          const hit = find(px, py);
          if (hit?.id) s.choose(hit.id);
          else if (hit?.cell) zoomBy(3, px, py);
        },
        hover(px, py) {
          const hit = find(px, py);
          over.value = hit && { px, py, ...hit };
        },
        leave: () => void (over.value = null),
      }),
    ];
    home();
    return () => offs.forEach((f) => f());
  }, []);
  const total = s.crowd.value?.total ?? 0;
  const note = lost.value
    ? say("No places of this tick: {why}.", { why: lost.value })
    : s.stale.value
      ? say("The places of this tick are coming.")
      : dense.value && !single.value
        ? say("density of {total} agents · zoom in for single ones", { total: thousands(total) })
        : "";
  return (
    <section class={`land ${large.value ? "large" : ""} ${open.value || large.value ? "" : "folded"}`} aria-label={say("land")}>
      <div
        ref={box}
        class={`land-view ${over.value?.id ? "hits" : ""}`}
        tabIndex={0}
        role="group"
        aria-label={say("the land with {total} agents; arrow keys choose the next agent, + and − zoom, 0 shows all; the tab Agents has them as a table", { total: thousands(total) })}
        onKeyDown={onKey}
        onDblClick={(e) => {
          const r = e.currentTarget.getBoundingClientRect();
          if (!(e.target as Element).closest("button")) zoomBy(2, e.clientX - r.left, e.clientY - r.top);
        }}
      >
        <canvas ref={canvas} aria-hidden="true" />
        {note ? <span class="badge">{note}</span> : null}
        <span class="zooms">
          <button type="button" title={say("nearer (+)")} aria-label={say("nearer")} onClick={() => zoomBy(1.5)}>
            +
          </button>
          <button type="button" title={say("further (−)")} aria-label={say("further")} onClick={() => zoomBy(1 / 1.5)}>
            −
          </button>
          <button type="button" title={large.value ? say("all of the land (0)") : say("follow the chosen agent (0)")} aria-label={large.value ? say("all of the land") : say("follow the chosen agent")} aria-pressed={!free.value} onClick={home}>
            {large.value ? "⤢" : "◎"}
          </button>
        </span>
        <Tip />
      </div>
      <div class="land-foot">
        {large.value ? null : <button type="button" class={`twisty ${open.value ? "open" : ""}`} aria-expanded={open.value} aria-label={say("land")} title={open.value ? say("hide the land") : say("show the land")} onClick={() => void (open.value = !open.value)} />}
        <Legend />
        <Ruler />
      </div>
    </section>
  );
}

function find(px: number, py: number): { id: number; cell: number } | null {
  const c = camera.peek();
  const l = land.peek();
  const crowd = s.crowd.peek();
  if (!c || !l || !crowd || lost.peek()) return null;
  const x = drawingX(c, size.peek(), px);
  const y = drawingY(c, size.peek(), py);
  if (single.peek()) {
    const m = nearest(crowd.members.values(), x, y, 12 / c.scale);
    return m && { id: m.id, cell: 0 };
  }
  const cell = crowd.grid && cellAt(crowd.grid, x, y);
  return cell && cell.count > 0 ? { id: 0, cell: cell.count } : null;
}

// Of a large crowd, the agents in sight are asked for one by one.
let asked = "";
effect(() => {
  if (!dense.value) return;
  const see = single.value;
  const view: [number, number, number, number] = see ? [see.left, see.top, see.right, see.bottom] : [0, 0, 0, 0];
  const key = view.map((n) => n.toPrecision(5)).join();
  if (key === asked) return;
  asked = key;
  s.talk().ask({ view });
});
