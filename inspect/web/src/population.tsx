// The population score of a tree: which share of its agents is in each node, over time. It is the middle zoom.
import { computed, effect, signal, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSize } from "./canvas.ts";
import { grades, level, tickAt, x } from "./columns.ts";
import type { View } from "./columns.ts";
import { indentOf, lines, parentsOf } from "./folding.ts";
import type { Line } from "./folding.ts";
import { brief, clock, count, seconds, thousands } from "./format.ts";
import { History } from "./history.ts";
import { rows as keys } from "./keys.ts";
import { pump, wantTree } from "./load.ts";
import { hue, meet, refOf } from "./lookup.ts";
import { Glyph, stateWord } from "./marks.tsx";
import { paintGround, prepare, readInk } from "./paint.ts";
import { dark } from "./parts.tsx";
import { rich, say } from "./say.ts";
import { agentsOf, Shares } from "./shares.ts";
import * as s from "./state.ts";
import type { Agents, AgentRow, Row } from "./wire.ts";

const rowHeight = 24;
const nobody = new History(0);

const picked = signal(""); // name of a tree; "": that of the chosen agent
const filter = signal<"all" | "ran" | "never">("all");
const size = signal({ width: 600, height: 400 });
const scrolled = signal(0);
const pointer = signal<{ x: number; y: number; node: number } | null>(null);
// shares are those of each version of the tree that the page has met, by Tree.key.
const shares = signal<{ start: string; name: string; level: number; by: Map<string, Shares> } | null>(null);
const inNode = signal<{ key: string; node: number; tick: number; agents: Agents } | null>(null);
const byTime = signal(true); // the list has the longest first

// The columns before the strips: names, who has been longest in a node, and numbers. Of a crowd it is not known who that is.
const columns = computed(() => {
  const names = Math.round(Math.min(420, Math.max(200, size.value.width * 0.44)));
  const long = s.crowd.value?.grid ? 0 : 56;
  const digits = thousands(tree.value ? (s.refs.value.find((r) => r.key === tree.value?.key)?.agents ?? 0) : 0).length;
  return { names: names + (long ? 0 : 30), long, share: Math.max(64, Math.round(34 + 13.4 * digits)) };
});
const left = computed(() => columns.value.names + columns.value.long + columns.value.share);
const indent = computed(() => indentOf(tree.value?.rows ?? [], columns.value.names));
const view = computed<View>(() => ({ ...s.view.value, width: Math.max(1, size.value.width - left.value - 8) }));

effect(() => {
  void s.agent.value;
  picked.value = "";
});

const tree = computed<s.IndexedTree | null>(() => {
  if (picked.value === "") return s.tree.value;
  const key = s.refs.value.find((r) => r.name === picked.value)?.key ?? "";
  return s.trees.value.get(key) ?? null;
});
effect(() => {
  if (picked.value !== "" && s.tab.value === "population") wantTree(s.refs.value.find((r) => r.name === picked.value)?.key ?? "");
});

// versions are the keys of the tree and of its other versions that the page has met.
const versions = computed<string[]>(() => {
  const t = tree.value;
  return t ? [...s.trees.value.values()].filter((o) => o.name === t.name).map((o) => o.key) : [];
});

const ask = pump(
  () => (s.running.value ? 250 : 60),
  () => {
    const t = tree.value;
    if (!t || s.now.value === 0 || s.link.value.kind !== "open") return;
    const l = level(view.value);
    const was = shares.value;
    const start = s.hello.value?.start ?? "";
    const by = was && was.start === start && was.name === t.name && was.level === l ? was.by : new Map<string, Shares>();
    const range = { from: Math.max(view.value.from, Math.ceil(s.limits.value.from / l) * l), to: Math.min(view.value.to, s.now.value) };
    const length = view.value.to - view.value.from;
    const questions = versions.value.flatMap((key) => {
      const of = by.get(key) ?? new Shares(key, l);
      const miss = of.missing(range);
      // A version that no agent runs any more does not come back.
      if (!miss || miss.from > miss.to || (miss.from > of.to && of.to > 0 && key !== t.key && of.agents.at(-1) === 0)) return [];
      return s
        .talk()
        .population({ tree: key, ...miss, level: l })
        .then((p) => {
          of.put(p, { from: range.from - length, to: range.to });
          by.set(key, of);
        })
        .catch(() => undefined); // an old version may be forgotten
    });
    if (questions.length === 0) return;
    return Promise.all(questions).then(() => void (shares.value = { start, name: t.name, level: l, by }));
  },
);
effect(() => {
  void [tree.value, view.value, s.now.value, versions.value];
  if (s.tab.value === "population") ask();
});

// own are the shares of the version at the cursor.
const own = computed(() => {
  const t = tree.value;
  return (t && shares.value?.name === t.name && shares.value.by.get(t.key)) || null;
});

// each are the shares of all versions, with the node of a row in each.
function each(): { of: Shares; node(row: Row): number }[] {
  const t = tree.value;
  const got = shares.value;
  if (!t || got?.name !== t.name) return [];
  return [...got.by].map(([key, of]) => ({ of, node: (row: Row) => (key === t.key ? row.node : (s.trees.value.get(key)?.byKey.get(row.key)?.node ?? -1)) }));
}

// now are the shares of the tick at the cursor. If a column has several ticks, that tick is asked for by itself.
const exact = signal<Shares | null>(null);
const askExact = pump(
  () => (s.running.value ? 300 : 60),
  () => {
    const t = tree.value;
    const tick = s.at.value;
    if (!t || tick === 0 || s.link.value.kind !== "open" || own.value?.level === 1) return;
    return s
      .talk()
      .population({ tree: t.key, from: tick, to: tick, level: 1 })
      .then((p) => {
        const one = new Shares(t.key, 1);
        one.put(p, { from: tick, to: tick });
        exact.value = one;
      });
  },
);
effect(() => {
  void [tree.value, s.at.value, own.value];
  if (s.tab.value === "population") askExact();
});
const now = computed(() => {
  const t = tree.value?.key;
  const all = own.value;
  const of = all?.level === 1 ? all : exact.value;
  if (!t || !of || of.tree !== t) return null;
  // At the present the newest known tick counts, which may be some ticks old.
  const column = s.live.value ? of.agents.length - 1 : of.column(s.at.value);
  if (column < 0 || (s.live.value && s.at.value - of.to > 60)) return null;
  const agents = of.agents[column] ?? 0;
  return { agents, of: (node: number) => agentsOf(of.nodes.get(node)?.[column] ?? 0, agents) };
});

const askList = pump(
  () => (s.running.value ? 600 : 60),
  () => {
    const t = tree.value;
    const tick = s.at.value;
    if (!t || tick === 0 || s.link.value.kind !== "open") return;
    const row = t.byKey.get(s.node.value);
    return s
      .talk()
      .agents({ tree: t.key, node: row?.node, tick: s.live.value ? undefined : tick })
      .then((agents) => {
        meet(agents.list);
        inNode.value = { key: t.key, node: row?.node ?? -1, tick, agents };
      });
  },
);
effect(() => {
  void [tree.value, s.at.value, s.node.value];
  if (s.tab.value === "population") askList();
});

// longest are, of each node, the agent that has been longest in it as its deepest one, and for how many ticks.
const longest = computed(() => {
  const map = new Map<number, { id: number; ticks: number }>();
  const t = tree.value;
  // Of a large crowd only the agents in sight are known.
  if (!t || s.stale.value || s.crowd.value?.grid) return map;
  for (const m of s.crowd.value?.members.values() ?? []) {
    if (m.node < 0 || refOf.value.get(m.tree)?.key !== t.key) continue;
    const have = map.get(m.node);
    if (!have || m.ticks > have.ticks) map.set(m.node, { id: m.id, ticks: m.ticks });
  }
  return map;
});

const dead = computed<ReadonlySet<number>>(() => {
  const set = new Set<number>();
  const t = tree.value;
  const all = each();
  if (!t || all.length === 0) return set;
  for (const r of t.rows) if (!all.some((v) => v.of.ran(v.node(r), s.view.value))) set.add(r.node);
  return set;
});

const list = computed<Line[]>(() => {
  const t = tree.value;
  if (!t) return [];
  if (filter.value !== "never") return lines(t.rows, { folded: s.folded.value, silence: filter.value === "ran", opened: s.opened.value, loud: (r) => !dead.value.has(r.node) });
  // What never ran, with what is above it.
  const parents = parentsOf(t.rows);
  const keep = new Uint8Array(t.rows.length);
  for (const n of dead.value) for (let p = n; p >= 0 && !keep[p]; p = parents[p] ?? -1) keep[p] = 1;
  return t.rows.filter((r) => keep[r.node]).map((row) => ({ kind: "row", row, open: null }));
});

function paint(canvas: HTMLCanvasElement, first: number, end: number): void {
  void dark.value;
  const v = view.value;
  const h = (end - first) * rowHeight;
  const c = prepare(canvas, v.width, h);
  const t = tree.value;
  if (!c || !t) return;
  const ink = readInk(canvas);
  const at = s.at.value;
  paintGround(c, { view: v, ink, history: nobody, coarse: null, trees: s.trees.value, tree: t.key, at, limits: s.limits.value, marks: s.marks.value, agent: 0, running: new Map() }, h);
  const all = each();
  // Answers come some ticks late; until then the newest ones go on.
  const late = s.live.value && own.value && v.to - own.value.to <= 1 / s.step.value ? own.value.to : 0;
  for (let k = first; k < end; k++) {
    const l = list.value[k];
    if (l?.kind !== "row") continue;
    const bottom = (k - first + 1) * rowHeight - 3;
    const room = rowHeight - 6;
    c.fillStyle = ink.line;
    c.fillRect(0, bottom, v.width, 0.5);
    for (const version of all) {
      const { of } = version;
      const data = of.nodes.get(version.node(l.row));
      if (!data) continue;
      const base = Math.max(0, Math.floor(v.from / of.level) - of.first);
      const stop = Math.min(of.agents.length, Math.floor(v.to / of.level) - of.first + 1);
      const px = (i: number) => (i === stop && of.to === late ? v.width : x(v, Math.min(of.to + 1, (of.first + i) * of.level)));
      // Neighbors of one height are one rectangle.
      let from = base;
      const put = (to: number) => {
        const share = data[from] ?? 0;
        if (share > 0) {
          const left = px(from);
          const high = Math.max(1.5, (share / 255) * room);
          c.fillStyle = ink.soft;
          c.fillRect(left, bottom - high, px(to) - left + 0.2, high);
          c.fillStyle = ink.run;
          c.fillRect(left, bottom - high, px(to) - left + 0.2, 1.5);
        }
        from = to;
      };
      for (let i = base + 1; i < stop; i++) if (data[i] !== data[from]) put(i);
      if (stop > base) put(stop);
    }
  }
}

function Line({ line, top, odd }: { line: Line; top: number; odd: boolean }): JSX.Element {
  if (line.kind === "silent") {
    const names = line.rows.map((r) => r.name.replace(/^tree /, "").split(" ")[0]).join(", ");
    return (
      <div class={`row silent ${odd ? "odd" : ""}`} style={{ top: `${top}px` }} data-open={line.parent} title={names}>
        <span class="cell-name">
          <span class="indent" style={{ width: `${line.first.depth * indent.value}px` }} />
          <span class="twisty" />
          <span class="remark">
            {say("{rows} never ran: {names}", { rows: count(line.count, "row"), names })}
          </span>
        </span>
      </div>
    );
  }
  const { row, open } = line;
  const n = now.value;
  const k = n?.of(row.node) ?? 0;
  const never = dead.value.has(row.node);
  const long = longest.value.get(row.node);
  return (
    <div class={`row ${odd ? "odd" : ""} ${row.key === s.node.value ? "chosen" : ""} ${k > 0 ? "running" : ""} ${never ? "never" : ""}`} style={{ top: `${top}px` }} data-key={row.key} title={[row.path, row.doc ?? "", row.pos ?? ""].filter(Boolean).join("\n")}>
      <span class="cell-name">
        <span class="indent" style={{ width: `${row.depth * indent.value}px` }} />
        {open === null ? <span class="twisty none" /> : <span class={`twisty ${open ? "open" : ""}`} data-fold={row.key} />}
        <Glyph glyph={row.glyph} />
        <button type="button" class="name mono" aria-pressed={row.key === s.node.value}>
          {row.name}
          {row.also ? <span class="args"> +</span> : null}
        </button>
        {row.when ? (
          <span class="when mono">
            <b>when</b> {row.when}
          </span>
        ) : null}
      </span>
      <span class="cell-longest">
        {long && long.ticks * s.step.value >= 1 ? (
          <button type="button" class="link plain-ink" title={say("longest in this node: choose this agent")} onClick={() => s.choose(long.id, row.key)}>
            {brief(long.ticks * s.step.value)}
          </button>
        ) : null}
      </span>
      <span class="cell-share">
        {never ? (
          <span class="remark">{say("never")}</span>
        ) : n ? (
          <>
            {rich("{part} of {total}", { part: <b>{thousands(k)}</b>, total: thousands(n.agents) })}
          </>
        ) : null}
      </span>
    </div>
  );
}

function Top(): JSX.Element {
  const v = view.value;
  const zero = s.live.value ? v.to : s.now.value - Math.round(s.clockNow.value / s.step.value);
  const names = [...new Set(s.refs.value.filter((r) => r.agents > 0).map((r) => r.name))];
  const shown = tree.value?.name ?? "";
  return (
    <div class="axis" style={{ gridTemplateColumns: "var(--columns)" }}>
      <span class="legend">
        <select aria-label={say("tree")} value={shown} onChange={(e) => void (picked.value = e.currentTarget.value)}>
          {names.includes(shown) ? null : <option>{shown}</option>}
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <span role="group" aria-label={say("rows")}>
          {(["all", "ran", "never"] as const).map((f) => (
            <button key={f} type="button" class="plain small" aria-pressed={filter.value === f} onClick={() => void (filter.value = f)} title={{ all: say("all rows"), ran: say("rows that ran in the time shown"), never: say("dead branches: rows that never ran in the time shown") }[f]}>
              {{ all: say("all"), ran: say("ran"), never: say("never ran {n}", { n: dead.value.size }) }[f]}
            </button>
          ))}
        </span>
      </span>
      <span class="cell-longest" title={say("how long the agent that is longest in the node has been in it")}>
        {columns.value.long ? say("longest") : ""}
      </span>
      <span class="cell-share">{s.live.value ? say("now") : say("at cursor")}</span>
      <svg class="grades" aria-hidden="true">
        {grades(v, zero, s.step.value, 60).map((g) => {
          const px = x(v, g.tick + (s.live.value ? 1 : 0));
          const last = s.live.value && g.seconds === 0;
          return (
            <g key={g.seconds}>
              <path d={`M${px} 18V24`} />
              {px > 20 && (last || px < v.width - 36) ? (
                <text x={last ? px - 1 : px} y="14" text-anchor={last ? "end" : "middle"}>
                  {last ? say("now") : s.live.value ? seconds(g.seconds).replace(/\.0 /, " ") : clock(g.seconds).replace(/\.0$/, "")}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function Members(): JSX.Element {
  const t = tree.value;
  const got = inNode.value;
  const row = t?.byKey.get(s.node.value) ?? null;
  const fresh = got && got.key === t?.key && got.node === (row?.node ?? -1) ? got : null;
  const sorted = [...(fresh?.agents.list ?? [])];
  if (byTime.value) sorted.sort((a, b) => b.since - a.since || a.id - b.id);
  const item = (a: AgentRow) => (
    <li key={a.id}>
      <button type="button" class={`agent ${a.id === s.agent.value ? "chosen" : ""} ${a.fault ? "bad" : ""}`} onClick={() => s.choose(a.id)} title={[a.doing, a.fault ?? "", stateWord(a.state)].filter(Boolean).join(" · ")}>
        <i class={"hue-" + hue(a.tree)} />
        <span class="label">
          {a.label} {row && a.node === row.node ? null : <small class="mono">{a.doing}</small>}
        </span>
        <span class="since">{a.since > 0 ? brief(a.since) : ""}</span>
      </button>
    </li>
  );
  return (
    <section class="members" aria-label={say("agents in the node")}>
      <p>
        {row ? (
          <>
            <b class="mono">{row.name}</b>
            <button type="button" class="plain small" title={say("list all agents of the tree")} onClick={() => s.chooseNode("")}>
              ✕
            </button>
          </>
        ) : (
          <b>{say("all of {tree}", { tree: t?.name ?? "" })}</b>
        )}
        <br />
        <small>
          {fresh ? `${count(fresh.agents.total, "agent")}` + (!row ? "" : s.live.value ? say(" in it now") : say(" in it at tick {tick}", { tick: fresh.tick })) : "…"}
        </small>
        <button type="button" class="plain small" aria-pressed={byTime.value} title={say("sort by how long agents have been in their deepest node: stuck ones are first")} onClick={() => void (byTime.value = !byTime.value)}>
          {say("longest first")}
        </button>
      </p>
      <ul>{sorted.map(item)}</ul>
      {fresh && sorted.length === 0 ? <p class="soft">{say("None.")} {s.live.value ? say("Choose another tick on its strip to see who was in it.") : ""}</p> : null}
      {fresh && fresh.agents.total > sorted.length ? <p class="soft">{say("the first {n}", { n: sorted.length })}</p> : null}
    </section>
  );
}

function Tip(): JSX.Element | null {
  const p = pointer.value;
  const t = tree.value;
  if (!p || !t) return null;
  const tick = tickAt(view.value, p.x - left.value);
  const row = t.rows[p.node];
  let agents = 0;
  let k = 0;
  let about = false;
  for (const version of row ? each() : []) {
    const column = version.of.column(tick);
    const n = version.of.agents[column] ?? 0;
    agents += n;
    about ||= version.of.level > 1;
    if (row) k += agentsOf(version.of.nodes.get(version.node(row))?.[column] ?? 0, n);
  }
  const right = p.x > size.value.width - 170;
  return (
    <div class="tip" style={{ left: right ? "auto" : `${p.x + 12}px`, right: right ? `${size.value.width - p.x + 12}px` : "auto", top: `${p.y + 14}px` }}>
      <b>
        {say("tick {tick}", { tick })} · {tick === s.now.value ? say("now") : seconds((tick - s.now.value) * s.step.value)}
      </b>
      {row ? <div>{agents === 0 ? say("no agent ran this tree") : `${row.name}${say(": ")}${about ? say("about {part} of {total}", { part: thousands(k), total: thousands(agents) }) : say("{part} of {total}", { part: thousands(k), total: thousands(agents) })}`}</div> : null}
    </div>
  );
}

export function Population(): JSX.Element {
  const body = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drags = useSignal(false);
  useSize(scroller, (z) => void (size.value = z));
  const first = Math.max(0, Math.floor(scrolled.value / rowHeight) - 4);
  const end = Math.min(list.value.length, first + Math.ceil(size.value.height / rowHeight) + 8);
  useSignalEffect(() => {
    const from = Math.max(0, Math.floor(scrolled.value / rowHeight) - 4);
    if (canvas.current) paint(canvas.current, from, Math.min(list.value.length, from + Math.ceil(size.value.height / rowHeight) + 8));
  });
  useEffect(() => {
    const step = (by: number, edge = false) => {
      const all = list.peek().flatMap((l) => (l.kind === "row" ? [l.row] : []));
      const i = all.findIndex((r) => r.key === s.node.peek());
      const next: Row | undefined = edge ? all.at(by) : all[Math.min(all.length - 1, Math.max(0, i + by))];
      if (!next) return;
      s.chooseNode(next.key);
      const el = scroller.current;
      const top = list.peek().findIndex((l) => l.kind === "row" && l.row === next) * rowHeight;
      if (el && top < el.scrollTop) el.scrollTop = top;
      else if (el && top + rowHeight > el.scrollTop + el.clientHeight) el.scrollTop = top + rowHeight - el.clientHeight;
    };
    keys.move = (by) => step(by);
    keys.enter = () => {
      const row = tree.peek()?.byKey.get(s.node.peek());
      if (row && row.end > row.node + 1) s.folded.value = s.toggle(s.folded.value, row.key);
    };
    keys.run = () => undefined;
  }, []);

  const place = (e: PointerEvent) => {
    const r = body.current?.getBoundingClientRect();
    return { x: e.clientX - (r?.left ?? 0), y: e.clientY - (r?.top ?? 0) };
  };
  const data = (e: PointerEvent, name: string) => (e.target instanceof Element ? e.target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] : undefined);
  const scrub = (px: number) => {
    const t = tickAt(view.peek(), px - left.peek());
    s.playing.value = false;
    s.seek(t >= s.now.peek() ? "live" : t);
  };
  const onDown = (e: PointerEvent) => {
    if (e.button !== 0 || (e.target instanceof Element && e.target.closest("select, .members, .axis .legend, .cell-longest button"))) return;
    const at = place(e);
    const fold = data(e, "fold");
    const open = data(e, "open");
    const key = data(e, "key");
    if (fold !== undefined) s.folded.value = s.toggle(s.folded.value, fold);
    else if (open !== undefined) s.opened.value = s.toggle(s.opened.value, open);
    else if (key !== undefined) s.chooseNode(key);
    if (at.x > left.value && at.x < size.value.width) {
      drags.value = true;
      body.current?.setPointerCapture(e.pointerId);
      scrub(at.x);
    }
  };
  const onMove = (e: PointerEvent) => {
    const at = place(e);
    if (drags.value) scrub(at.x);
    const inside = at.x > left.value && at.x < size.value.width;
    pointer.value = inside ? { ...at, node: tree.value?.byKey.get(data(e, "key") ?? "")?.node ?? -1 } : null;
    s.hover.value = inside ? tickAt(view.value, at.x - left.value) : null;
  };
  const out = () => {
    pointer.value = null;
    s.hover.value = null;
  };
  const v = view.value;
  const t = s.at.value;
  const p = pointer.value;
  const up = () => void (drags.value = false);
  return (
    <div class="population" style={{ "--names": `${columns.value.names}px`, "--columns": `${columns.value.names}px ${columns.value.long}px ${columns.value.share}px 1fr` } as Record<string, string>} ref={body} onPointerDown={onDown} onPointerMove={onMove} onPointerUp={up} onPointerCancel={up} onPointerLeave={out}>
      <div class="strips">
        <Top />
        <div class="scroller" ref={scroller} tabIndex={0} role="group" aria-label={say("nodes of the tree {name} with the share of its agents", { name: tree.value?.name ?? "" })} onScroll={(e) => void (scrolled.value = e.currentTarget.scrollTop)}>
          <div class="sheet-of-rows" style={{ height: `${list.value.length * rowHeight}px` }}>
            {list.value.slice(first, end).map((l, i) => (
              <Line key={l.kind === "row" ? l.row.key : "silent " + l.first.key} line={l} top={(first + i) * rowHeight} odd={(first + i) % 2 === 1} />
            ))}
            <canvas ref={canvas} style={{ left: `${left.value}px`, top: `${first * rowHeight}px`, width: `${v.width}px`, height: `${(end - first) * rowHeight}px` }} aria-hidden="true" />
          </div>
          {tree.value ? (
            filter.value === "never" && list.value.length === 0 ? <p class="empty">{say("All nodes ran in the time shown.")}</p> : null
          ) : (
            <p class="empty">{say("The tree is being loaded.")}</p>
          )}
        </div>
        {p ? <div class="hairline" style={{ transform: `translateX(${p.x}px)` }} /> : null}
        {t >= v.from && t <= v.to ? (
          <div class={`cursor ${s.live.value ? "live" : ""}`} style={{ transform: `translateX(${left.value + (s.live.value ? v.width : x(v, t + 0.5))}px)` }}>
            {s.live.value ? null : <span class="flag">{clock(s.clockAt(t))}</span>}
          </div>
        ) : null}
        <Tip />
      </div>
      <Members />
    </div>
  );
}
