// The line at the bottom: all of the time of which anything is known, and the part that the score shows.
import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import { tickAt, x } from "./columns.ts";
import type { View } from "./columns.ts";
import { clock, seconds, unplaced } from "./format.ts";
import { whole } from "./load.ts";
import { say } from "./say.ts";
import { chief, dots, words } from "./signs.ts";
import * as s from "./state.ts";

const height = 64;
const foot = 46; // bottom of the columns
const width = signal(1000);
const pad = 14;
const wide = /[\u2e80-\uffef]/g; // signs of double width

const view = computed<View>(() => ({ ...s.limits.value, width: Math.max(1, width.value - 2 * pad) }));

// columns has of each column how often leaves began to run.
const bars = computed(() => {
  const all = whole.value;
  if (!all || all.agent !== s.agent.value) return { d: "", max: 0 };
  const v = view.value;
  const sums: [number, number, number][] = [];
  let max = 1;
  for (const part of all.parts) {
    const tree = s.trees.value.get(part.tree);
    const length = Math.ceil((part.to - part.from + 1) / all.level);
    const sum = new Uint16Array(length);
    for (const [n, data] of part.nodes) {
      const row = tree?.rows[n];
      if (row && row.end > n + 1) continue;
      for (let i = 0; i < length; i++) sum[i] = (sum[i] as number) + (data.starts[i] ?? 0);
    }
    sum.forEach((n, i) => {
      const from = part.from + i * all.level;
      sums.push([from, Math.min(part.to + 1, from + all.level), n]);
      max = Math.max(max, n);
    });
  }
  let d = "";
  for (const [from, to, n] of sums) {
    if (n === 0 || to <= v.from) continue;
    const left = pad + x(v, Math.max(from, v.from));
    const w = Math.max(1, x(v, to) - x(v, Math.max(from, v.from)) - 0.8);
    const h = 3 + (n / max) * 21;
    d += `M${left.toFixed(1)} ${foot}v${(-h).toFixed(1)}h${w.toFixed(1)}v${h.toFixed(1)}z`;
  }
  return { d, max };
});

export function Timeline(): JSX.Element {
  const svg = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const el = svg.current;
    if (!el) return;
    const measure = () => void (width.value = el.clientWidth || el.getBoundingClientRect().width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(el);
    return () => observer.disconnect();
  }, []);

  const v = view.value;
  const known = s.known.value;
  const shown = s.view.value;
  const clip = (t: number) => pad + Math.min(v.width, Math.max(0, x(v, t)));
  const left = clip(shown.from);
  const right = Math.max(left + 4, clip(shown.to + 1));
  const past = known && known.past.from <= known.past.to ? known.past : null;
  const at = clip(s.live.value ? v.to + 1 : s.at.value + 0.5);
  const own = s.marks.value.filter((m) => m.tick >= v.from);
  const signs = dots(own, clip, 8);
  const texts = words(
    signs,
    (i) => {
      const d = signs[i];
      if (!d) return [];
      const m = chief(d);
      const first = m.text.split(" ")[0] ?? "";
      return [unplaced(m.text), m.kind === "fault" ? say("error: {text}", { text: first.replace(/[:：]$/, "") }) : first];
    },
    s.live.value ? [left] : [left, right],
    (text) => text.length * 6.6 + (text.match(wide)?.length ?? 0) * 5.4,
    0,
    v.width + 2 * pad,
  );

  const down = (e: PointerEvent) => {
    if (e.button !== 0) return;
    const el = svg.current;
    if (!el) return;
    e.preventDefault();
    el.focus();
    const box = el.getBoundingClientRect();
    const tick = (m: PointerEvent) => tickAt(view.peek(), m.clientX - box.left - pad);
    const px = e.clientX - box.left;
    const first = tick(e);
    const range = s.view.peek();
    // The edges of the brush stretch it, its middle moves it, and elsewhere a click moves it there.
    const edge = Math.abs(px - left) < 6 ? "from" : Math.abs(px - right) < 6 && !s.live.peek() ? "to" : px > left && px < right ? "move" : "jump";
    let moved = false;
    if (edge === "jump") {
      const half = Math.round((range.to - range.from) / 2);
      s.look({ from: first - half, to: first - half + (range.to - range.from) });
      s.seek(first);
    }
    const base = s.view.peek();
    const drag = (m: PointerEvent) => {
      if (Math.abs(m.clientX - e.clientX) > 2) moved = true;
      if (!moved) return;
      const by = tick(m) - first;
      if (edge === "from") s.look({ from: Math.min(base.from + by, base.to - 20), to: base.to });
      else if (edge === "to") s.look({ from: base.from, to: Math.max(base.to + by, base.from + 20) });
      else s.look({ from: base.from + by, to: base.to + by });
    };
    const up = () => {
      el.removeEventListener("pointermove", drag);
      el.removeEventListener("pointerup", up);
      if (!moved && edge === "move") s.seek(first >= s.now.peek() ? "live" : first);
    };
    el.setPointerCapture(e.pointerId);
    el.addEventListener("pointermove", drag);
    el.addEventListener("pointerup", up);
  };

  return (
    <footer class="time" aria-label={say("time line")}>
      <svg
        ref={svg}
        width="100%"
        height={height}
        role="slider"
        tabIndex={0}
        aria-label={say("tick that is shown")}
        aria-valuemin={v.from}
        aria-valuemax={v.to}
        aria-valuenow={s.at.value}
        aria-valuetext={s.live.value ? say("the present") : `${say("tick {tick}", { tick: s.at.value })}, ${seconds((s.at.value - s.now.value) * s.step.value)}`}
        onPointerDown={down}
        onWheel={(e) => {
          e.preventDefault();
          s.magnify(e.deltaY > 0 ? 1.2 : 1 / 1.2, s.at.value);
        }}
      >
        <path class="columns" d={bars.value.d} />
        <rect class="kept" x={pad} y={foot + 1} width={v.width} height="2" />
        {known && past ? <rect class="kept past" x={clip(past.from)} y={foot + 1} width={Math.max(0, clip(past.to < known.bits.to ? past.to + 1 : v.to + 1) - clip(past.from))} height="3" /> : null}
        <rect class="brush" x={left} y="3" width={right - left} height={foot - 1} rx="3" />
        <path class="grip" d={`M${left} 16V34`} />
        {s.live.value ? null : <path class="grip" d={`M${right} 16V34`} />}
        {signs.map((d, i) => {
          const word = texts[i];
          const n = d.marks.length;
          return (
            <g key={i} class={`sign mark-kind-${chief(d).kind}`}>
              <title>{[...d.marks.slice(0, 8).map((m) => `${m.text} · ${say("tick {tick}", { tick: m.tick })}`), n > 8 ? say("{n} more", { n: n - 8 }) : ""].filter(Boolean).join("\n")}</title>
              <path d={`M${d.px} 10V${foot}`} />
              <circle cx={d.px} cy="9" r={n > 1 ? 6 : 3.5} />
              {n > 1 ? (
                <text class="count" x={d.px} y="12" text-anchor="middle">
                  {n < 100 ? n : "…"}
                </text>
              ) : null}
              {word ? (
                <text x={word.px + (n > 1 ? 2 : 0)} y="13">
                  {word.text}
                </text>
              ) : null}
            </g>
          );
        })}
        <path class="at" d={`M${at} 0V${foot + 4}`} />
        {s.hover.value !== null && s.hover.value >= v.from ? <path class="hover" d={`M${clip(s.hover.value + 0.5)} 4V${foot}`} /> : null}
        <text class="small" x={pad} y="60">
          {`${clock(Math.max(0, s.clockAt(v.from)))} · ${s.frame.value ? say("changes of plan of {label}", { label: s.frame.value.label }) : say("changes of plan")}`}
        </text>
        {past && clip(past.from) - pad > 330 ? (
          <text class="small" x={clip(past.from)} y="60">
            {say("values and why from {time} on", { time: clock(Math.max(0, s.clockAt(past.from))) })}
          </text>
        ) : null}
        <text class="small" x={pad + v.width} y="60" text-anchor="end">
          {s.live.value ? say("now") : say("now, {time} later", { time: seconds((s.now.value - s.at.value) * s.step.value) })}
        </text>
      </svg>
    </footer>
  );
}
