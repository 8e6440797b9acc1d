// The score of an agent: the rows of its tree with their state at the cursor, and their history to the right.
import { computed, effect, signal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import { grades, level, tickAt, x } from "./columns.ts";
import type { View } from "./columns.ts";
import { ancestors, indentOf, lines } from "./folding.ts";
import type { Line } from "./folding.ts";
import { clock, count, round, seconds, short, thousands, unplaced } from "./format.ts";
import { firstAt, flickers, ranAt } from "./history.ts";
import { rows as keys } from "./keys.ts";
import { coarse, columns, edit } from "./load.ts";
import { Glyph, Mark, markWord, signWord, stateWord } from "./marks.tsx";
import { flapping, markColor, nodeIn, paintGround, paintLane, paintRow, paintUnknown, prepare, readInk, signs, spansOf } from "./paint.ts";
import type { Ink, Picture, Sign } from "./paint.ts";
import { dark, Splitter } from "./parts.tsx";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { Field, Row, State } from "./wire.ts";

const rowHeight = 24;
const laneHeight = 21;

const split = signal(0); // width of the left part; 0 until a hand sets it
const size = signal({ width: 700, height: 460 }); // width of the rows, and height of the score
const scrolled = signal(0); // in rows
const pointer = signal<{ x: number; y: number; key: string; lane: string } | null>(null);
const lanesOpen = signal(true);

const left = computed(() => {
  const w = size.value.width;
  if (!s.historyOpen.value) return w;
  return Math.round(Math.min(w - 120, Math.max(180, split.value || Math.min(620, w * 0.56))));
});
const width = computed(() => Math.max(0, size.value.width - left.value));
effect(() => {
  columns.value = Math.max(50, width.value);
});
const view = computed<View>(() => ({ ...s.view.value, width: Math.max(1, width.value - 8) }));
// indent is the width of a level. In deep trees it is less, so that names and values have room.
const indent = computed(() => indentOf(s.tree.value?.rows ?? [], left.value));
const many = computed(() => level(view.value) > 1);

// heard are the nodes that ran or were asked within the view, by key. A row outside of it is silent.
const heard = computed<ReadonlySet<string>>(() => {
  void s.historyChanged.value;
  const set = new Set<string>();
  const tree = s.tree.value;
  if (!tree) return set;
  const v = s.view.value;
  const parts = many.value && coarse.value ? coarse.value.parts : s.history.parts;
  for (const part of parts) {
    if (part.to < v.from || part.from > v.to) continue;
    const of = s.trees.value.get(part.tree);
    const ran: Iterable<number> = "nodes" in part ? part.nodes.keys() : [...part.spans].filter(([, list]) => (list[firstAt(list, v.from)]?.from ?? Infinity) <= v.to).map(([n]) => n);
    for (const n of ran) {
      const key = of?.rows[n]?.key;
      if (key !== undefined) set.add(key);
    }
  }
  return set;
});
// asked are the nodes that were lately asked at the cursor. They stay for a while, so that rows do not come and go each tick.
const asked = new Map<string, number>();
const askedChanged = signal(0);
effect(() => {
  const tree = s.tree.value;
  const f = s.frame.value;
  if (!f || f.tree !== tree?.key) return;
  let changed = false;
  for (const st of f.rows) {
    const key = tree.rows[st.node]?.key;
    if (key === undefined || st.mark === "") continue;
    if (!asked.has(key)) changed = true;
    asked.set(key, f.tick);
  }
  for (const [key, tick] of asked) {
    if (Math.abs(f.tick - tick) > 200) {
      asked.delete(key);
      changed = true;
    }
  }
  if (changed) askedChanged.value = askedChanged.peek() + 1;
});

const folding = computed(() => {
  const tree = s.tree.value;
  const mode = s.silence.value;
  return mode === "fold" || (mode === "auto" && (tree?.rows.length ?? 0) * rowHeight > room.value);
});
const shown = computed<Line[]>(() => {
  const tree = s.tree.value;
  if (!tree) return [];
  void askedChanged.value;
  const ran = heard.value;
  const chosen = s.node.value;
  return lines(tree.rows, {
    folded: s.folded.value,
    silence: folding.value,
    opened: s.opened.value,
    loud: (r) => ran.has(r.key) || asked.has(r.key) || r.key === chosen,
  });
});
// The lines change each tick only if a row begins or ceases to be silent; equal ones keep their identity.
const list = signal<Line[]>([]);
effect(() => {
  const next = shown.value;
  const was = list.peek();
  const same = was.length === next.length && was.every((l, i) => {
    const n = next[i];
    if (!n || l.kind !== n.kind) return false;
    if (l.kind === "row" && n.kind === "row") return l.row === n.row && l.open === n.open;
    return l.kind === "silent" && n.kind === "silent" && l.first === n.first && l.count === n.count;
  });
  if (!same) list.value = next;
});
const chosenIndex = computed(() => list.value.findIndex((l) => l.kind === "row" && l.row.key === s.node.value));

// room is the height that rows may take: all but the axis and the lanes.
const room = computed(() => Math.max(5 * rowHeight, size.value.height - 24 - lanesHeight.value));
// visible is the range of lines that stand in the page.
const visible = computed(() => {
  const first = Math.max(0, scrolled.value - 6);
  return { first, end: Math.min(list.value.length, scrolled.value + Math.ceil(room.value / rowHeight) + 7) };
});

// stuck are the ancestors of the first visible row, which stay at the top.
const stuck = computed<Row[]>(() => {
  const tree = s.tree.value;
  if (!tree) return [];
  let above: Row[] = [];
  // Each ancestor that sticks hides a line, so that the row below them counts.
  for (let k = 0; k < 12; k++) {
    const l = list.value[scrolled.value + k];
    if (!l) break;
    const row = l.kind === "row" ? l.row : l.first;
    above = ancestors(tree.rows, row.node);
    if (above.length <= k) break;
  }
  // Only those that are scrolled away.
  return above.filter((r) => list.value.findIndex((l) => l.kind === "row" && l.row === r) < scrolled.value).slice(-6);
});

function picture(ink: Ink): Picture {
  void s.historyChanged.value;
  return {
    view: view.value,
    ink,
    history: s.history,
    coarse: many.value && coarse.value?.agent === s.agent.value ? coarse.value : null,
    trees: s.trees.value,
    tree: s.tree.value?.key ?? "",
    at: s.at.value,
    limits: s.limits.value,
    marks: s.marks.value,
    agent: s.agent.value,
    running: running(),
  };
}

// running are the nodes that run at the present, and since which tick. The ticks between the history and the newest frame may
// still be on their way.
function running(): ReadonlyMap<number, number> {
  const map = new Map<number, number>();
  if (!s.live.value) return map;
  for (const [n, st] of s.states.value) if (st.mark === "runs") map.set(n, s.at.value - Math.round((st.since ?? 0) / s.step.value));
  return map;
}

// paintOn paints on a canvas of the width of the histories, and again when the system turns light or dark.
function paintOn(canvas: HTMLCanvasElement | null, height: number, draw: (c: CanvasRenderingContext2D, p: Picture) => void): void {
  void dark.value;
  const w = view.value.width;
  if (!canvas) return;
  const c = prepare(canvas, w, height);
  if (c) draw(c, picture(readInk(canvas)));
}

function paintBoth(c: CanvasRenderingContext2D, p: Picture, row: Row, isFolded: boolean, top: number): void {
  s.under.value?.paint(c, p, row, isFolded, top, rowHeight);
  paintRow(c, p, row, isFolded, top, rowHeight);
}

// begins returns how often a row began to run in the view, and whether it flaps: so often that hardly anything can come of it.
function begins(row: Row): { times: number; flaps: boolean } {
  let times = 0;
  const v = s.view.value;
  const p = { trees: s.trees.value, tree: s.tree.value?.key ?? "" };
  if (many.value && coarse.value) {
    let flaps = false;
    for (const part of coarse.value.parts) {
      const data = part.nodes.get(nodeIn(p, part.tree, row));
      for (const n of data?.starts ?? []) {
        times += n;
        if (n >= flapping(coarse.value.level) && n >= 3) flaps = true;
      }
    }
    return { times, flaps };
  }
  const spans = spansOf({ ...p, view: view.value, history: s.history }, row);
  return { times: spans.filter((sp) => sp.from >= v.from).length, flaps: flickers(spans) >= 4 };
}

function changed(fields: readonly Field[], text: string, tick: number): boolean {
  const f = fields.find((y) => y.name === text || "agent." + y.name === text);
  return f !== undefined && s.changed(f, tick, s.running.value ? 0.4 / s.step.value : 1);
}

// best returns the highest score among the siblings of a row.
function best(row: Row): number {
  const all = s.tree.value?.rows ?? [];
  const parent = row.depth > 0 ? ancestors(all, row.node).at(-1) : undefined;
  let most = 1e-9;
  for (let i = (parent?.node ?? 0) + 1; parent && i < parent.end; i = all[i]?.end ?? parent.end) most = Math.max(most, s.states.value.get(i)?.score ?? 0);
  return most;
}

function State(props: { row: Row; state: State | undefined; parent: string }): JSX.Element {
  const { row, state: st, parent } = props;
  const mark = st?.mark ?? "";
  const f = s.frame.value;
  const chips: JSX.Element[] = [];
  if (s.quarantined(row)) chips.push(<span class="chip fault quarantine">{say("in quarantine")}</span>);
  if (st?.error) chips.push(<span class="chip fault" title={`${st.pos ? st.pos + ": " : ""}${unplaced(st.error)}`}><span>{unplaced(st.error)}</span></span>);
  if (mark === "refused" || mark === "asleep") {
    if (st?.why) {
      chips.push(
        <span class="chip refusal" title={st.detail ?? st.why}>
          {st.of ? <meter class="drain" min={0} max={st.of} value={st.left ?? 0} aria-label={say("time left")} /> : null}
          <span>{st.why}</span>
        </span>,
      );
    }
  } else {
    for (const [i, t] of (st?.terms ?? []).entries()) {
      chips.push(
        <span style={{ flexShrink: String(10 ** (4 + 4 * Math.min(i, 2))) }} class={`chip term ${f && changed(f.fields, t.text, f.tick) ? "changed" : ""}`} title={say("{term} in tick {tick}", { term: `${t.text} = ${t.value}`, tick: f?.tick ?? "" })}>
          <span>
            {t.text} = {t.value}
          </span>
        </span>,
      );
    }
    if (st?.waits || st?.of) {
      const text = st.waits ?? say("{time} left", { time: seconds(st.left ?? 0) });
      chips.push(
        <span class="chip wait" title={text}>
          {st.of ? <meter class="drain" min={0} max={st.of} value={st.left ?? 0} aria-label={say("time left")} /> : null}
          <span>{text}</span>
        </span>,
      );
    }
  }
  if (st?.score !== undefined && st.score !== null) {
    chips.push(
      <span class="chip term" title={say("score {score}; the bar is full at the best one here", { score: st.score })}>
        <meter class="worth" min={0} max={best(row)} value={Math.max(0, st.score)} aria-label={say("score")} />
        {round(st.score)}
      </span>,
    );
  }
  const notes: string[] = [];
  if (st?.count) notes.push(st.count);
  if (row.also && (mark === "runs" || mark === "success" || mark === "failure")) notes.push(say("runs alongside"));
  if (row.disabled) notes.push(say("disabled"));
  if (mark === "ready") notes.push(say("ready"));
  if (f && !st && !f.left && parent !== "" && parent !== "refused" && parent !== "asleep") notes.push(say("not asked"));
  return (
    <>
      {chips}
      {notes.length > 0 ? <span class="remark">{notes.join(" · ")}</span> : null}
    </>
  );
}

function Name({ row }: { row: Row }): JSX.Element {
  // A name of a tree file is its path and its values: the values are softer.
  const cut = row.name.startsWith("tree ") ? row.name.indexOf(" ", 5) : row.name.indexOf(" ");
  return (
    <span class="name mono">
      {cut < 0 ? row.name : row.name.slice(0, cut)}
      {cut < 0 ? null : <span class="args">{row.name.slice(cut)}</span>}
      {row.also ? <span class="args"> +</span> : null}
    </span>
  );
}

function RowLine(props: { row: Row; open: boolean | null; index: number; top: number; sticky?: boolean }): JSX.Element {
  const { row, open } = props;
  const states = s.states.value;
  const st = states.get(row.node);
  const known = (s.frame.value?.rows.length ?? 0) > 0;
  // If neither values nor why are known of this tick, the bits say at least whether the node ran.
  const part = s.history.partAt(s.at.value);
  const mark = known ? (st?.mark ?? "") : part && ranAt(part.spans.get(nodeIn({ trees: s.trees.value, tree: s.tree.value?.key ?? "" }, part.tree, row)), s.at.value) ? "runs" : "";
  const chosen = row.key === s.node.value;
  const parents = s.tree.value?.rows ?? [];
  const above = row.depth > 0 ? ancestors(parents, row.node).at(-1) : undefined;
  const b = begins(row);
  const title = [row.path, row.doc ?? "", row.note ?? "", row.pos ?? "", st?.detail ?? ""].filter(Boolean).join("\n");
  const running = mark === "runs" || mark === "success" || mark === "failure" || mark === "fault";
  return (
    <div
      id={props.sticky ? undefined : `row-${row.node}`}
      role={props.sticky ? undefined : "row"}
      aria-level={props.sticky ? undefined : row.depth + 1}
      aria-expanded={props.sticky || open === null ? undefined : open}
      aria-selected={props.sticky ? undefined : chosen}
      aria-rowindex={props.sticky ? undefined : props.index + 1}
      class={`row ${props.index % 2 ? "odd" : ""} ${chosen ? "chosen" : ""} ${running ? "running" : ""} ${row.disabled ? "disabled" : ""} ${row.tree ? "boundary" : ""}`}
      style={{ top: `${props.top}px` }}
      data-key={row.key}
    >
      <span role={props.sticky ? undefined : "gridcell"} class="cell-mark">
        <Mark mark={mark} />
      </span>
      <span role={props.sticky ? undefined : "gridcell"} class="cell-name" title={title}>
        <span class="indent" style={{ width: `${row.depth * indent.value}px` }} />
        {open === null ? <span class="twisty none" /> : <span class={`twisty ${open ? "open" : ""}`} data-fold={row.key} />}
        <Glyph glyph={row.glyph} />
        <Name row={row} />
        {row.tree ? <span class="included mono">{row.tree}</span> : null}
        {row.when ? (
          <span class="when mono">
            <b>when</b> {row.when}
          </span>
        ) : null}
        <State row={row} state={st} parent={above ? (states.get(above.node)?.mark ?? "") : ""} />
        {row.note ? <span class="note">{row.note}</span> : null}
        <span class="grow" />
        <span class="trail">
          {b.flaps ? (
            <span class="flaps" title={say("began {n} times in the time shown, and hardly ever lasted", { n: b.times })}>
              {b.times}×
            </span>
          ) : null}
          {st?.steps ? <span class="cost" title={say("{n} instructions in this tick", { n: st.steps })}>{short(st.steps)}</span> : null}
          {row.pos ? <span class="pos mono">{row.pos}</span> : null}
          {running && st?.since !== undefined && row.end === row.node + 1 ? <span class="for">{seconds(st.since)}</span> : null}
        </span>
      </span>
      <span role={props.sticky ? undefined : "gridcell"} class="cell-history" aria-label={props.sticky ? undefined : b.times > 0 ? say("began {n} times in the time shown", { n: b.times }) : say("did not begin in the time shown")} />
    </div>
  );
}

function SilentLine(props: { line: Line & { kind: "silent" }; index: number }): JSX.Element {
  const { line } = props;
  const names = line.rows.map((r) => r.name.replace(/^tree /, "").split(" ")[0]).join(", ");
  return (
    <div role="row" aria-level={line.first.depth + 1} aria-expanded={false} aria-rowindex={props.index + 1} class={`row silent ${props.index % 2 ? "odd" : ""}`} style={{ top: `${props.index * rowHeight}px` }} data-open={line.parent} title={say("did not run and were not asked in the time shown: {names}", { names })}>
      <span role="gridcell" class="cell-mark" />
      <span role="gridcell" class="cell-name">
        <span class="indent" style={{ width: `${line.first.depth * indent.value}px` }} />
        <span class="twisty" />
        <span class="remark">
          {count(line.count, "silent row")}{say(": ")}{names}
        </span>
      </span>
      <span role="gridcell" class="cell-history" />
    </div>
  );
}

function Axis(): JSX.Element {
  const v = view.value;
  const zero = s.live.value ? v.to : null;
  const unsaid = s.frame.value?.left ?? 0;
  const u = s.under.value;
  const marksAt = zero === null ? grades(v, s.now.value - Math.round(s.clockNow.value / s.step.value), s.step.value, 64) : grades(v, v.to, s.step.value, 56);
  return (
    <div class="axis" style={{ gridTemplateColumns: `${left.value}px 1fr` }}>
      {unsaid > 0 ? (
        <span class="legend" title={say("what ran has its state; of the others, the first ones")}>
          {say("So many rows are asked that {n} of them have no state here.", { n: thousands(unsaid) })}
        </span>
      ) : (
        <span class="legend">
          {u ? (
            <span class="would">
              <i /> {u.title}{" "}
              <button type="button" class="plain" aria-label={say("hide it")} onClick={u.close}>
                ✕
              </button>
            </span>
          ) : null}
          <span><Mark mark="runs" /> {markWord("runs")}</span>
          <span><Mark mark="refused" /> {markWord("refused")}</span>
          <span><Mark mark="" /> {markWord("")}</span>
          <span class="ends" hidden={!!u}>
            {say("ends:")} <i class="end-success" /> {signWord("success")} <i class="end-failure" /> {signWord("failure")} <i class="end-aborted" /> {signWord("aborted")}
          </span>
        </span>
      )}
      {s.historyOpen.value ? (
        <svg class="grades" aria-hidden="true">
          {marksAt.map((g) => {
            const px = x(v, g.tick + (zero === null ? 0 : 1));
            const last = zero !== null && g.seconds === 0;
            return (
              <g key={g.seconds}>
                <path d={`M${px} 18V24`} />
                {(zero !== null || g.seconds >= 0) && px > (last ? 0 : 20) && px < v.width - (last ? -10 : zero === null ? 20 : 36) ? (
                  <text x={last ? px - 1 : px} y="14" text-anchor={last ? "end" : "middle"}>
                    {last ? say("now") : zero === null ? clock(g.seconds).replace(/\.0$/, "") : seconds(g.seconds).replace(/\.0 /, " ")}
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      ) : null}
    </div>
  );
}

// turnSilence folds the silent rows, all of them, or shows them.
function turnSilence(): void {
  s.silence.value = folding.value ? "show" : "fold";
  s.opened.value = new Set();
}

// Tools are the switches of the score.
export function Tools(): JSX.Element {
  const c = folding.value;
  return (
    <span class="tools">
      <button type="button" class="plain small" aria-pressed={c} title={say("fold rows that neither ran nor were asked in the time shown (S)")} onClick={turnSilence}>
        {say("fold silent")}
      </button>
      <button type="button" class="plain small" aria-pressed={s.following.value} title={say("keep the active node in sight (F)")} onClick={() => void (s.following.value = !s.following.value)}>
        {say("follow")}
      </button>
      <button type="button" class="plain small" aria-pressed={s.historyOpen.value} title={say("show or hide the history (H)")} onClick={() => void (s.historyOpen.value = !s.historyOpen.value)}>
        {say("history")}
      </button>
    </span>
  );
}

const laneNames: readonly [string, string][] = [
  ["stimuli", say("stimuli")],
  ["requests", say("requests, answers")],
  ["says", say("says")],
  ["faults", say("errors")],
  ["boards", say("boards")],
  ["inputs", say("inputs")],
];

// laneMarks are the marks on lanes, of the whole view also if a column has several ticks.
const laneMarks = computed(() => {
  void s.historyChanged.value;
  return (many.value && coarse.value?.agent === s.agent.value ? coarse.value.lanes : null) ?? [...s.history.lanes];
});

const usedLanes = computed(() => {
  const used = new Set(laneMarks.value.map((l) => l.lane));
  const f = s.frame.value;
  if (f?.stimuli?.length) used.add("stimuli");
  if (f?.requests?.length) used.add("requests");
  return laneNames.filter(([lane]) => used.has(lane));
});

// marked reports whether a version or a mark is in the time shown. Without one, its lane is left out.
const marked = computed(() => s.marks.value.some((m) => m.tick >= s.view.value.from && m.tick <= s.view.value.to && (!m.agent || m.agent === s.agent.value)));

const lanesHeight = computed(() => {
  const used = usedLanes.value.length;
  return (lanesOpen.value ? used + (marked.value ? 1 : 0) : used > 0 || marked.value ? 1 : 0) * laneHeight;
});

function laneNow(lane: string): string {
  const f = s.frame.value;
  if (!f) return "";
  if (lane === "stimuli") return (f.stimuli ?? []).map((h) => `${h.name} ${h.taken ? `→ ${h.taken}` : seconds(h.left)}`).join(", ");
  if (lane === "requests") return (f.requests ?? []).map((r) => `${r.kind} ${seconds(r.since)}`).join(", ");
  return (f.events ?? []).filter((e) => e.lane === lane).map((e) => e.text).join(", ");
}

function markSigns(ink: Ink): Sign[] {
  return s.marks.value
    .filter((m) => !m.agent || m.agent === s.agent.value)
    .map((m) => ({ tick: m.tick, text: unplaced(m.text), color: markColor(ink, m.kind) }));
}

function Lanes(): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const names = usedLanes.value;
  const open = lanesOpen.value;
  const height = lanesHeight.value;
  const marks = marked.value;
  useSignalEffect(() => {
    const all = usedLanes.value;
    const isOpen = lanesOpen.value;
    const h = lanesHeight.value;
    paintOn(canvas.current, h, (c, p) => {
      paintGround(c, p, h);
      const ends = p.coarse?.ends ?? p.history.ends;
      const from = ends.from <= ends.to ? Math.min(ends.from, p.view.to + 1) : s.now.value + 1;
      // What was on lanes is known for less time than what ran.
      paintUnknown(c, p, { from: Math.max(p.view.from, p.limits.from), to: from - 1 }, h - (marked.value ? laneHeight : 0));
      if (isOpen) all.forEach(([lane], i) => paintLane(c, p.view, p.ink, signs(laneMarks.value, lane, p.ink), i * laneHeight, laneHeight));
      if (marked.value) paintLane(c, p.view, p.ink, markSigns(p.ink), h - laneHeight, laneHeight);
    });
  });
  const turn = (
    <button type="button" class="plain small" aria-expanded={open} onClick={() => void (lanesOpen.value = !open)}>
      {open ? say("hide lanes") : say("show lanes")}
    </button>
  );
  return (
    <div class={`lanes ${height === 0 ? "none" : ""}`} style={{ height: `${height}px` }}>
      {open
        ? names.map(([lane, title], i) => (
            <div key={lane} class="lane" data-lane={lane} style={{ top: `${i * laneHeight}px`, gridTemplateColumns: `${left.value}px 1fr` }}>
              <span>
                {title} <span class="soft mono">{laneNow(lane)}</span>
                {!marks && i === names.length - 1 ? turn : null}
              </span>
            </div>
          ))
        : null}
      {marks || (!open && height > 0) ? (
        <div class="lane" data-lane="marks" style={{ top: `${height - laneHeight}px`, gridTemplateColumns: `${left.value}px 1fr` }}>
          <span>
            {marks ? say("versions, marks") : say("lanes")}
            {turn}
          </span>
        </div>
      ) : null}
      {s.historyOpen.value ? <canvas ref={canvas} style={{ left: `${left.value}px`, width: `${view.value.width}px`, height: `${height}px` }} aria-hidden="true" /> : null}
    </div>
  );
}

function Tip(): JSX.Element | null {
  const p = pointer.value;
  if (!p) return null;
  const t = tickAt(view.value, p.x - left.value);
  const off = (t - s.now.value) * s.step.value;
  const out: string[] = [];
  const row = s.tree.value?.byKey.get(p.key);
  if (row) {
    const part = s.history.partAt(t);
    const tree = part && s.trees.value.get(part.tree);
    const n = part ? nodeIn({ trees: s.trees.value, tree: s.tree.value?.key ?? "" }, part.tree, row) : -1;
    const f = s.frames.get(s.agent.value, t);
    const st = f?.tree === part?.tree ? f?.rows.find((y) => y.node === n) : undefined;
    if (part && n < 0) out.push(say("{name} is not in this version", { name: row.name }));
    else if (st) out.push(`${row.name}${say(": ")}${markWord(st.mark)}${st.why ? say(", ") + st.why : ""}`, ...(st.terms ?? []).map((y) => `${y.text} = ${y.value}`));
    else if (part && tree) {
      const spans = part.spans.get(n);
      const sp = spans?.[firstAt(spans, t)];
      if (sp && sp.from <= t) out.push(`${row.name}${say(": ")}${say("ran for {time}", { time: seconds((sp.to - sp.from + 1) * s.step.value) })}${["", ...["success", "failure", "aborted"].map((m) => say(", ") + markWord(m))][sp.end] ?? ""}`);
      else out.push(say("{name}: did not run", { name: row.name }));
    }
    const would = s.under.value?.tip(row, t);
    if (would) out.push(would);
  }
  if (p.lane !== "") {
    const reach = Math.max(1, (6 / view.value.width) * (view.value.to - view.value.from + 1));
    const near = p.lane === "marks" ? s.marks.value.filter((m) => !m.agent || m.agent === s.agent.value).map((m) => ({ tick: m.tick, text: m.text, more: "" })) : laneMarks.value.filter((l) => l.lane === p.lane).map((l) => ({ tick: l.tick, text: l.text, more: [stateWord(l.state), l.ticks ? say("after {ticks}", { ticks: count(l.ticks, "tick") }) : ""].filter(Boolean).join(" ") }));
    for (const m of near.filter((y) => Math.abs(y.tick - t) <= reach).slice(0, 4)) out.push(`${m.text}${m.more ? ` (${m.more})` : ""} · ${say("tick {tick}", { tick: m.tick })}`);
  }
  const right = p.x > size.value.width - 190;
  return (
    <div class="tip" style={{ left: right ? "auto" : `${p.x + 12}px`, right: right ? `${size.value.width - p.x + 12}px` : "auto", top: `${p.y + 14}px` }}>
      <b>
        {say("tick {tick}", { tick: t })} · {off === 0 ? say("now") : seconds(off)} · {clock(s.clockAt(t))}
      </b>
      {out.map((line, i) => (
        <div key={i}>{line}</div>
      ))}
    </div>
  );
}

// flagHalf is half the width of the time at the cursor, which stays above the history.
const flagHalf = 28;
const within = (x: number, low: number, high: number) => Math.max(low, Math.min(x, high));

// Lines are the cursor, and the line under the pointer, through axis, rows and lanes.
function Cursor(): JSX.Element | null {
  if (!s.historyOpen.value) return null;
  const v = view.value;
  const t = s.at.value;
  const p = pointer.value;
  const inside = t >= v.from && t <= v.to;
  const cx = left.value + (s.live.value ? v.width : x(v, t + 0.5));
  return (
    <>
      {p ? <div class="hairline" style={{ transform: `translateX(${p.x}px)` }} /> : null}
      {inside ? (
        <div class={`cursor ${s.live.value ? "live" : ""}`} style={{ transform: `translateX(${cx}px)` }}>
          {s.live.value ? null : (
            <span class="flag" style={{ translate: `${within(cx, left.value + flagHalf, left.value + v.width - flagHalf) - cx}px` }}>
              {clock(s.clockAt(t))}
            </span>
          )}
        </div>
      ) : null}
    </>
  );
}

export function Score(): JSX.Element {
  if (s.agent.value === 0) return <p class="empty">{s.link.value.kind === "open" ? say("Choose an agent.") : ""}</p>;
  return <Sheet />;
}

function Sheet(): JSX.Element {
  const body = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stickyCanvas = useRef<HTMLCanvasElement>(null);
  const drags = useSignal(false);

  useLayoutEffect(() => {
    const el = scroller.current;
    const outer = body.current;
    if (!el || !outer) return;
    const measure = () => {
      const next = { width: el.clientWidth, height: outer.clientHeight };
      if (next.width !== size.peek().width || next.height !== size.peek().height) size.value = next;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(el);
    observer.observe(outer);
    return () => observer.disconnect();
  }, []);

  // The histories of the visible rows.
  useSignalEffect(() => {
    const { first, end } = visible.value;
    const all = list.value;
    const h = (end - first) * rowHeight;
    paintOn(canvas.current, h, (c, p) => {
      paintGround(c, p, h);
      for (let i = first; i < end; i++) {
        const l = all[i];
        if (l?.kind === "row") paintBoth(c, p, l.row, l.open === false, (i - first) * rowHeight);
      }
    });
  });
  useSignalEffect(() => {
    const above = stuck.value;
    paintOn(stickyCanvas.current, above.length * rowHeight, (c, p) => {
      paintGround(c, p, above.length * rowHeight);
      above.forEach((r, i) => paintBoth(c, p, r, false, i * rowHeight));
    });
  });

  const show = (i: number) => {
    const el = scroller.current;
    if (!el || i < 0) return;
    const top = i * rowHeight;
    const hidden = stuck.peek().length * rowHeight;
    if (top < el.scrollTop + hidden) el.scrollTop = Math.max(0, top - hidden - rowHeight);
    else if (top + rowHeight > el.scrollTop + el.clientHeight) el.scrollTop = top + 2 * rowHeight - el.clientHeight;
  };

  // The chosen row is kept in sight when it is chosen; the active one while following.
  useSignalEffect(() => {
    void s.node.value;
    show(chosenIndex.peek());
  });
  useSignalEffect(() => {
    const a = s.active.value;
    if (!s.following.value || !a) return;
    if (s.node.peek() !== a.key) s.chooseNode(a.key);
  });

  useEffect(() => {
    keys.move = (by) => {
      const all = list.peek();
      let i = chosenIndex.peek();
      i = i < 0 ? (by > 0 ? -1 : all.length) : i;
      let next = Math.min(all.length - 1, Math.max(0, i + by));
      while (all[next]?.kind === "silent" && next + Math.sign(by) >= 0 && next + Math.sign(by) < all.length) next += Math.sign(by);
      const l = all[next];
      if (l?.kind === "row") {
        s.following.value = false;
        s.chooseNode(l.row.key);
      }
      scroller.current?.focus({ preventScroll: true });
    };
    keys.enter = () => {
      const l = list.peek()[chosenIndex.peek()];
      if (l?.kind !== "row") return;
      if (l.open === null) s.side.value = "source";
      else s.folded.value = s.toggle(s.folded.value, l.row.key);
    };
    keys.silence = turnSilence;
    keys.run = (ahead) => {
      const row = s.row.peek();
      if (!row) return;
      const t = s.at.peek();
      const edges: number[] = [];
      for (const part of s.history.parts) {
        const n = nodeIn({ trees: s.trees.peek(), tree: s.tree.peek()?.key ?? "" }, part.tree, row);
        for (const sp of part.spans.get(n) ?? []) edges.push(sp.from, sp.to);
      }
      const next = ahead ? edges.filter((e) => e > t).sort((a, b) => a - b)[0] : edges.filter((e) => e < t).sort((a, b) => b - a)[0];
      if (next !== undefined) s.seek(next);
    };
  }, []);

  const keyAt = (e: PointerEvent): { key: string; lane: string } => {
    const target = e.target instanceof Element ? e.target : null;
    return { key: target?.closest<HTMLElement>("[data-key]")?.dataset.key ?? "", lane: target?.closest<HTMLElement>("[data-lane]")?.dataset.lane ?? "" };
  };
  const place = (e: PointerEvent) => {
    const r = body.current?.getBoundingClientRect();
    return { x: e.clientX - (r?.left ?? 0), y: e.clientY - (r?.top ?? 0) };
  };
  const scrub = (px: number) => {
    const t = tickAt(view.peek(), px - left.peek());
    s.playing.value = false;
    if (t >= s.now.peek()) s.seek("live");
    else s.seek(t);
  };
  const onDown = (e: PointerEvent) => {
    if (e.button !== 0 || (e.target instanceof Element && e.target.closest("button, [role=separator]"))) return;
    const at = place(e);
    const { key } = keyAt(e);
    const target = e.target instanceof Element ? e.target : null;
    const fold = target?.closest<HTMLElement>("[data-fold]")?.dataset.fold;
    const open = target?.closest<HTMLElement>("[data-open]")?.dataset.open;
    if (fold !== undefined) s.folded.value = s.toggle(s.folded.value, fold);
    else if (open !== undefined) s.opened.value = s.toggle(s.opened.value, open);
    else if (key !== "") {
      s.following.value = false;
      s.chooseNode(key);
    }
    if (at.x > left.value && s.historyOpen.value) {
      drags.value = true;
      body.current?.setPointerCapture(e.pointerId);
      scrub(at.x);
    }
  };
  const onMove = (e: PointerEvent) => {
    const at = place(e);
    if (drags.value) scrub(at.x);
    pointer.value = at.x > left.value && at.x < size.value.width && s.historyOpen.value ? { ...at, ...keyAt(e) } : null;
    s.hover.value = pointer.value ? tickAt(view.value, at.x - left.value) : null;
  };
  const onUp = () => void (drags.value = false);

  const { first, end } = visible.value;
  const above = stuck.value;
  const grid = { "--split": `${left.value}px` } as Record<string, string>;
  return (
    <div class="score" style={grid} ref={body} onPointerDown={onDown} onPointerMove={onMove} onPointerUp={onUp} onPointerCancel={onUp} onPointerLeave={() => { pointer.value = null; s.hover.value = null; }} onDblClick={() => pointer.value || edit(s.row.value?.pos ?? "")} onWheel={(e) => {
      if (!e.ctrlKey && !e.metaKey) return;
      e.preventDefault();
      s.magnify(e.deltaY > 0 ? 1.2 : 1 / 1.2, tickAt(view.value, place(e as unknown as PointerEvent).x - left.value));
    }}>
      <Axis />
      <div class="scroller" ref={scroller} role="treegrid" tabIndex={0} aria-label={say("tree of {agent}", { agent: s.frame.value?.label ?? "" })} aria-rowcount={list.value.length} aria-activedescendant={chosenIndex.value >= first && chosenIndex.value < end && s.row.value ? `row-${s.row.value.node}` : undefined} onScroll={(e) => void (scrolled.value = Math.floor(e.currentTarget.scrollTop / rowHeight))}>
        <div class="sticky" role="presentation" aria-hidden="true">
          <div class="sticky-rows" style={{ height: `${above.length * rowHeight}px` }}>
            {above.map((r, i) => (
              <RowLine key={r.key} row={r} open={true} index={i * 2} top={i * rowHeight} sticky />
            ))}
            {s.historyOpen.value ? <canvas ref={stickyCanvas} style={{ left: `${left.value}px`, width: `${view.value.width}px`, height: `${above.length * rowHeight}px` }} /> : null}
          </div>
        </div>
        <div class="sheet-of-rows" role="presentation" style={{ height: `${list.value.length * rowHeight}px` }}>
          {list.value.slice(first, end).map((l, i) =>
            l.kind === "row" ? <RowLine key={l.row.key} row={l.row} open={l.open} index={first + i} top={(first + i) * rowHeight} /> : <SilentLine key={"silent " + l.first.key} line={l} index={first + i} />,
          )}
          {s.historyOpen.value ? <canvas ref={canvas} style={{ left: `${left.value}px`, top: `${first * rowHeight}px`, width: `${view.value.width}px`, height: `${(end - first) * rowHeight}px` }} aria-hidden="true" /> : null}
        </div>
        {s.tree.value ? null : <p class="empty">{s.link.value.kind === "open" ? say("The tree is being loaded.") : ""}</p>}
      </div>
      <Lanes />
      {s.historyOpen.value ? <Splitter label={say("width of the rows")} at={left.value} set={(px) => void (split.value = px)} from={180} to={Math.max(200, size.value.width - 120)} /> : null}
      <Cursor />
      <Tip />
    </div>
  );
}
