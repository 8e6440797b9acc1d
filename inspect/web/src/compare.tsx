// The scores of two agents, one above the other in each row, and where they part.
import { computed, effect, signal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useSize } from "./canvas.ts";
import { tickAt, x } from "./columns.ts";
import type { Limits, View } from "./columns.ts";
import { differences, ticksIn } from "./differences.ts";
import type { Runs } from "./differences.ts";
import { indentOf, parentsOf } from "./folding.ts";
import { clock, count, round, seconds } from "./format.ts";
import { pump, wantTree } from "./load.ts";
import { label } from "./lookup.ts";
import { Glyph } from "./marks.tsx";
import { prepare, readInk } from "./paint.ts";
import { dark } from "./parts.tsx";
import { rich, say } from "./say.ts";
import * as s from "./state.ts";
import type { AgentRow, Ran, Row } from "./wire.ts";

const rowHeight = 26;
const most = 2400; // ticks that are compared

const other = signal(0);
const choices = signal<{ tree: string; list: AgentRow[] } | null>(null);
const size = signal({ width: 600, height: 400 });
const scores = signal<{ range: Limits; a: Ran; b: Ran } | null>(null);

const left = computed(() => Math.round(Math.min(380, Math.max(190, size.value.width * 0.4))));
const view = computed<View>(() => ({ ...s.view.value, width: Math.max(1, size.value.width - left.value - 8) }));
const tooLong = computed(() => s.view.value.to - s.view.value.from + 1 > most);

const askChoices = pump(
  () => 3000,
  () => {
    const t = s.tree.value;
    if (!t) return;
    const key = s.refs.value.find((r) => r.name === t.name)?.key ?? t.key;
    return s
      .talk()
      .agents({ tree: key })
      .then((a) => {
        choices.value = { tree: t.name, list: a.list };
        if (other.value !== 0 && other.value !== s.agent.value && a.list.some((r) => r.id === other.value)) return;
        other.value = a.list.find((r) => r.id !== s.agent.value)?.id ?? 0;
      });
  },
);
effect(() => {
  void [s.tree.value, s.agent.value];
  if (s.tab.value === "compare") askChoices();
});

const ask = pump(
  () => 400,
  () => {
    const a = s.agent.value;
    const b = other.value;
    const range = { from: Math.max(s.view.value.from, s.limits.value.from), to: Math.min(s.view.value.to, s.now.value) };
    if (a === 0 || b === 0 || a === b || tooLong.value || range.from > range.to || s.link.value.kind !== "open") return;
    return Promise.all([s.talk().ran({ agent: a, ...range, level: 1 }), s.talk().ran({ agent: b, ...range, level: 1 })]).then(([x, y]) => {
      for (const p of [...x.parts, ...y.parts]) wantTree(p.tree);
      scores.value = { range, a: x, b: y };
    });
  },
);
effect(() => {
  void [s.agent.value, other.value, s.view.value, s.now.value];
  if (s.tab.value === "compare") ask();
});

// runsOf returns the runs of an agent by the keys of rows, over all versions.
function runsOf(r: Ran): Runs {
  const map = new Map<string, Limits[]>();
  for (const p of r.parts) {
    const rows = s.trees.value.get(p.tree)?.rows;
    for (const n of p.nodes) {
      const key = rows?.[n.node]?.key;
      if (key === undefined) continue;
      const list = map.get(key) ?? [];
      map.set(key, list);
      for (const [from, to] of n.spans ?? []) list.push({ from, to });
    }
  }
  return map;
}

const compared = computed(() => {
  const got = scores.value;
  if (!got || got.a.agent !== s.agent.value || got.b.agent !== other.value) return null;
  const a = runsOf(got.a);
  const b = runsOf(got.b);
  return { range: got.range, a, b, parts: differences(a, b, got.range) };
});

// shown are the rows of the chosen agent's tree in which either ran, and those above them.
const shown = computed<Row[]>(() => {
  const c = compared.value;
  const t = s.tree.value;
  if (!c || !t) return [];
  const parents = parentsOf(t.rows);
  const keep = new Uint8Array(t.rows.length);
  for (const r of t.rows) if (c.a.has(r.key) || c.b.has(r.key)) for (let p = r.node; p >= 0 && !keep[p]; p = parents[p] ?? -1) keep[p] = 1;
  return t.rows.filter((r) => keep[r.node]);
});

function paint(canvas: HTMLCanvasElement): void {
  void dark.value;
  const v = view.value;
  const list = shown.value;
  const c = prepare(canvas, v.width, list.length * rowHeight);
  const got = compared.value;
  if (!c || !got) return;
  const ink = readInk(canvas);
  const second = getComputedStyle(canvas).getPropertyValue("--ghost");
  list.forEach((r, i) => {
    const top = i * rowHeight;
    // The ticks in which one of them ran the node, and the other did not.
    c.fillStyle = ink.line;
    c.globalAlpha = 0.5;
    for (const d of differences(new Map([["", got.a.get(r.key) ?? []]]), new Map([["", got.b.get(r.key) ?? []]]), got.range)) c.fillRect(x(v, d.from), top + 1, Math.max(1, x(v, d.to + 1) - x(v, d.from)), rowHeight - 2);
    c.globalAlpha = 1;
    for (const [runs, y, color] of [[got.a, 4, ink.run], [got.b, 14, second]] as const) {
      c.fillStyle = color;
      for (const run of runs.get(r.key) ?? []) {
        const from = Math.max(0, x(v, run.from));
        const to = Math.min(v.width, x(v, run.to + 1));
        if (to > from) c.fillRect(from, top + y, Math.max(1.5, to - from - 0.5), 8);
      }
    }
  });
  const first = got.parts[0];
  if (first) {
    c.fillStyle = ink.mark;
    c.fillRect(Math.round(x(v, first.from)), 0, 1, list.length * rowHeight);
  }
}

function Words(): JSX.Element {
  const c = compared.value;
  if (tooLong.value) return <span>{say("Show at most {time} to compare (+ zooms in).", { time: seconds(most * s.step.value) })}</span>;
  if (!c) return <span class="soft">{other.value === 0 ? "" : say("The scores are being loaded.")}</span>;
  const total = c.range.to - c.range.from + 1;
  const first = c.parts[0];
  const next = c.parts.find((p) => p.from > s.at.value);
  if (!first) return <span>{say("The same nodes ran in all {ticks} shown.", { ticks: count(total, "tick") })}</span>;
  const at = (tick: number) => (
    <button type="button" class="link" onClick={() => s.seek(tick)}>
      {say("tick {tick}", { tick })}
    </button>
  );
  return (
    <span>
      {first.from === c.range.from ? say("They differ from the first tick shown on") : rich("They first differ at {tick}", { tick: at(first.from) })}
      {next && next !== first ? rich(", next at {tick}", { tick: at(next.from) }) : null}
      {say("; the same in {share} % of the time.", { share: round((100 * (total - ticksIn(c.parts))) / total) })}
    </span>
  );
}

export function Compare(): JSX.Element {
  const body = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useSize(body, (z) => void (size.value = z));
  useSignalEffect(() => {
    if (canvas.current) paint(canvas.current);
  });
  const v = view.value;
  const indent = indentOf(s.tree.value?.rows ?? [], left.value);
  const t = s.at.value;
  const list = choices.value?.list ?? [];
  const a = list.find((r) => r.id === s.agent.value)?.label ?? s.frame.value?.label ?? "";
  const scrub = (e: PointerEvent) => {
    const px = e.clientX - (body.current?.getBoundingClientRect().left ?? 0);
    if (px <= left.value || (e.type === "pointermove" && e.buttons !== 1)) return;
    const tick = tickAt(view.value, px - left.value);
    s.playing.value = false;
    s.seek(tick >= s.now.value ? "live" : tick);
  };
  return (
    <div class="compare">
      <div class="compare-top">
        <span class="compare-name first">{a}</span>
        <span class="compare-name second">
          <select aria-label={say("compare with")} value={other.value} onChange={(e) => void (other.value = Number(e.currentTarget.value))}>
            {list.filter((r) => r.id !== s.agent.value).map((r) => (
              <option key={r.id} value={r.id}>
                {r.label}
              </option>
            ))}
          </select>
        </span>
        <Words />
      </div>
      <div class="scroller" ref={body} tabIndex={0} role="group" aria-label={say("scores of {a} and {b}", { a, b: other.value ? label({ id: other.value, tree: -1 }) : say("another agent") })} onPointerDown={scrub} onPointerMove={scrub} style={{ "--names": `${left.value}px` } as Record<string, string>}>
        <div class="sheet-of-rows" style={{ height: `${shown.value.length * rowHeight}px` }}>
          {shown.value.map((r, i) => (
            <div key={r.key} class={`row ${i % 2 ? "odd" : ""} ${r.key === s.node.value ? "chosen" : ""}`} style={{ top: `${i * rowHeight}px` }} onPointerDown={() => s.chooseNode(r.key)}>
              <span class="cell-name">
                <span class="indent" style={{ width: `${r.depth * indent}px` }} />
                <span class="twisty none" />
                <Glyph glyph={r.glyph} />
                <span class="name mono">{r.name}</span>
                {r.when ? <span class="when mono">when {r.when}</span> : null}
              </span>
            </div>
          ))}
          <canvas ref={canvas} style={{ left: `${left.value}px`, top: 0, width: `${v.width}px`, height: `${shown.value.length * rowHeight}px` }} aria-hidden="true" />
        </div>
        {choices.value && list.length < 2 ? <p class="empty">{say("No other agent runs this tree.")}</p> : null}
        {t >= v.from && t <= v.to ? (
          <div class={`cursor ${s.live.value ? "live" : ""}`} style={{ transform: `translateX(${left.value + (s.live.value ? v.width : x(v, t + 0.5))}px)` }}>
            {s.live.value ? null : <span class="flag">{clock(s.clockAt(t))}</span>}
          </div>
        ) : null}
      </div>
    </div>
  );
}
