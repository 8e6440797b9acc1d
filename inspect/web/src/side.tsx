// The right part: why the chosen node does what it does, the values, the source and the boards, all of the cursor's tick.
import { computed, effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { added, boardKey, fieldKey, overlay } from "./acts.ts";
import { ActButton, run } from "./acts.tsx";
import { Another, Editable } from "./edit.tsx";
import { ancestors } from "./folding.ts";
import { pieces } from "./code.ts";
import { round, seconds, short, unplaced } from "./format.ts";
import { boards, edit, files, wanted, wantFile, why, whyFailed } from "./load.ts";
import { Mark, markWord, signWord, stateWord } from "./marks.tsx";
import { isName, rest, wordsOf } from "./name.ts";
import { nodeIn } from "./paint.ts";
import { rich, say } from "./say.ts";
import * as s from "./state.ts";
import type { Board, Field, Frame, Row, Run, Series, State, Term, Why, Writer } from "./wire.ts";
import { Breaks } from "./words.tsx";

const sides = [
  ["why", say("Why")],
  ["values", say("Values")],
  ["source", say("Source")],
  ["boards", say("Boards")],
] as const;

// The row that the pane is about: the chosen one, otherwise the active one.
const about = computed<Row | null>(() => s.row.value ?? s.active.value);

// Place is a place in a file. A click shows it.
function Place({ pos }: { pos: string }): JSX.Element {
  const [path, line] = pos.split(":");
  const show = () => {
    s.source.value = { path: path ?? "", line: Number(line ?? 1) };
    s.side.value = "source";
  };
  // A button of HTML is a box of its own and would not break with the sentence around it.
  return (
    <span
      role="button"
      tabIndex={0}
      class="link mono"
      onClick={show}
      onKeyDown={(e) => {
        if (e.key !== "Enter" && e.key !== " ") return;
        e.preventDefault();
        show();
      }}
    >
      <Breaks path={pos} />
    </span>
  );
}

// Placed is a text in which each place of a file can be clicked.
function Placed({ text }: { text: string }): JSX.Element {
  return <>{text.split(places).map((part, i) => (i % 2 ? <Place key={i} pos={part} /> : part))}</>;
}
const places = RegExp(`([${rest}./-]+\\.(?:lua|bt)(?::\\d+){1,2})`, "u");

// Chips are names with their values.
function Chips({ list }: { list: readonly Term[] | undefined }): JSX.Element {
  return (
    <>
      {(list ?? []).map((t, i) => (
        <span key={i} class="chip mono" title={`${t.text} = ${t.value}`}>
          {t.text} = {t.value}
        </span>
      ))}
    </>
  );
}

// When is a tick. A click goes there.
function When({ tick }: { tick: number }): JSX.Element {
  return (
    <button type="button" class="link" title={say("go to this tick")} onClick={() => s.seek(tick)}>
      {say("tick {tick}", { tick })}
    </button>
  );
}

// NodeLink is the name of a node. A click chooses it.
function NodeLink({ row }: { row: Row }): JSX.Element {
  return (
    <button type="button" class="link mono plain-ink" onClick={() => s.chooseNode(row.key)}>
      {row.name}
    </button>
  );
}

function Sentence({ text }: { text: string }): JSX.Element {
  // Names of fields and nodes are set as code, and a place can be clicked.
  const names = new Set((s.frame.value?.fields ?? []).map((f) => f.name));
  for (const r of s.tree.value?.rows ?? []) names.add(r.name.split(" ")[0] ?? "");
  const words = text.split(/(\s+|[，。：；（）]+)/);
  return (
    <p class="sentence">
      {words.map((w, i) => {
        const lead = /^[("]*/.exec(w)?.[0] ?? "";
        const bare = w.slice(lead.length).replace(/[.,:;)"]+$/, "");
        if (/^tick$|第$/.test(words[i - 2] ?? "") && /^\d+$/.test(bare)) return <button key={i} type="button" class="link" onClick={() => s.seek(Number(bare))}>{bare}</button>;
        const rest = w.slice(lead.length + bare.length);
        if (/\.\w+:\d+(:\d+)?$/.test(bare)) return <span key={i}>{lead}<Place pos={bare} />{rest}</span>;
        if (bare.includes("/")) return <span key={i}><Breaks path={w} /></span>;
        if (names.has(bare) && bare.length > 1) return <span key={i}>{lead}<b class="mono">{bare}</b>{rest}</span>;
        return w;
      })}
    </p>
  );
}

// The decision: what was asked at the chooser above the row, in order.
function Decision({ row }: { row: Row }): JSX.Element | null {
  const t = s.tree.value;
  if (!t) return null;
  const above = [...ancestors(t.rows, row.node)].reverse();
  const parent = above.find((r) => r.glyph === "one" || r.glyph === "tree" || r.glyph === "order" || r.glyph === "all") ?? above[0];
  if (!parent) return null;
  // The child of parent through which the row is reached.
  const children: Row[] = [];
  for (let i = parent.node + 1; i < parent.end; i = t.rows[i]?.end ?? parent.end) children.push(t.rows[i] as Row);
  const own = children.findIndex((c) => c.node <= row.node && row.node < c.end);
  const from = Math.max(0, own - 6);
  const shown = children.slice(from, own + 3);
  return (
    <ol class="steps" aria-label={say("what {name} asked", { name: parent.name })}>
      {from > 0 ? <li class="soft"><span />{say("{from} more before", { from })}</li> : null}
      {shown.map((c) => {
        const st = s.states.value.get(c.node);
        return (
          <li key={c.key} class={c === children[own] ? "own" : ""}>
            <Mark mark={st?.mark ?? ""} />
            <span>
              <NodeLink row={c} /> {s.quarantined(c) ? <span class="chip fault">{say("in quarantine")}</span> : null} {st ? <Reason st={st} row={c} /> : <span class="soft">{say("not asked")}</span>}
            </span>
          </li>
        );
      })}
      {own + 3 < children.length ? <li class="soft"><span />{say("{n} more after", { n: children.length - own - 3 })}</li> : null}
    </ol>
  );
}

function Reason({ st, row }: { st: State; row: Row }): JSX.Element {
  if (st.mark === "refused" || st.mark === "asleep") {
    const hook = places.exec(st.detail ?? "")?.[0]; // of the precondition that refuses
    return (
      <span class="soft">
        <span title={st.detail}>{st.why ?? say("refused")}</span> {hook ? <Place pos={hook} /> : null}
      </span>
    );
  }
  return (
    <>
      {row.also ? <span class="soft">{say("runs alongside")} </span> : null}
      {row.when ? <span class="when mono">when {row.when} </span> : null}
      <Chips list={st.terms} />
    </>
  );
}

// own says what a node does by the states alone, until the game has said why.
function own(row: Row, st: State | undefined): string {
  const mark = st?.mark ?? "";
  const t = s.tree.value;
  if (mark === "" && t) {
    for (const r of [...ancestors(t.rows, row.node)].reverse()) {
      const above = s.states.value.get(r.node);
      if (above?.mark !== "refused" && above?.mark !== "asleep") continue;
      return say("{name} does not run because of {above} above it: {why}.", { name: row.name, above: r.name, why: above.detail ?? above.why ?? markWord(above.mark) });
    }
  }
  const does = { refused: say("does not run"), ready: say("is ready"), fault: st?.since ? say("has an error") : say("does not run"), asleep: say("is asleep"), aborted: say("was aborted"), "": say("was not asked") }[mark] ?? markWord(mark);
  const because = st?.detail ?? st?.why ?? st?.error ?? "";
  return `${row.name} ${does}${mark === "runs" && st?.since ? say(" for {time}", { time: seconds(st.since) }) : ""}${because ? say(": ") + because : ""}${say(".")}`;
}

// Rather is what the agent does instead of the chosen node, or since when that one runs.
function Rather({ row, st, sentence }: { row: Row; st: State | undefined; sentence: string }): JSX.Element | null {
  if (st?.mark !== "runs") return <p class="soft instead">{say("Instead it {does}", { does: sentence })}</p>;
  if (row !== s.active.value) return <p class="soft instead">{say("The agent {does}", { does: sentence })}</p>;
  return st.since ? <p class="soft instead">{say("It has run for {time}.", { time: seconds(st.since) })}</p> : null;
}

// Waiting is where a run waits, with its local variables.
function Waiting({ run }: { run: Run }): JSX.Element {
  return (
    <div class="waiting">
      <p>
        {rich("Its run {waits}", { waits: <Placed text={run.waits} /> })}
      </p>
      <p>
        <Chips list={run.locals} />
      </p>
      {(run.calls ?? []).map((c, i) => (
        <p key={i}>
          <span class="soft">{say("in")}</span> <span class="mono">{c.function || say("a function")}</span> <Place pos={c.pos} /> <Chips list={c.locals} />
        </p>
      ))}
    </div>
  );
}

// fits reports whether a reason holds in a tick: it is of this tick or, while the game runs, of one of the last ones, in which
// the row was in the same state.
function fits(w: Why, row: Row, f: Frame): boolean {
  if (w.tick === f.tick) return true;
  if (!s.running.value || Math.abs(w.tick - f.tick) > 40) return false;
  const [then, now] = [s.frames.get(f.agent, w.tick), f].map((x) => x?.rows.find((r) => r.node === row.node));
  return !then || (then.mark === now?.mark && then.why === now.why && then.detail === now.detail && then.error === now.error);
}

function Because(): JSX.Element {
  const f = s.frame.value;
  const row = about.value;
  const w = why.value;
  const right = w && row && f && w.agent === s.agent.value && w.node === row.node && fits(w, row, f) ? w : null;
  if (!f) {
    const past = s.known.value?.past;
    const at = s.at.value;
    const outside = past && (past.from > past.to || at < past.from || (at > past.to && !s.live.value));
    return (
      <div class="pane">
        <p class="soft">
          {outside
            ? [
                say("Of tick {tick} only what ran is known.", { tick: at }),
                past.from > past.to ? say("Values and why are not kept.") : at > past.to ? say("Values and why are known from tick {from} to {to}.", { from: past.from, to: past.to }) : say("Values and why are known from tick {from} on.", { from: past.from }),
                s.known.value?.why ?? "",
              ].join(" ")
            : s.agent.value
              ? say("This tick is being worked out.")
              : say("Choose an agent.")}
        </p>
        {outside && past.from <= past.to ? <p><When tick={past.from} /></p> : null}
      </div>
    );
  }
  const st = row ? s.states.value.get(row.node) : undefined;
  const chosen = s.row.value !== null;
  const reads = [...(st?.reads ?? [])];
  const quarantined = row ? s.quarantined(row) : "";
  const ended = st?.mark === "success" || st?.mark === "failure"; // it ran, and does not any more
  const head = !chosen || !row ? f.sentence : right ? (ended ? `${right.text.replace(" runs", " ran").replace(/[.。]$/, "")}${st.mark === "success" ? say("; it ended in this tick with success.") : say("; it ended in this tick with failure.")}` : right.text) : own(row, st);
  const error = unplaced(st?.error ?? "");
  const near = row && right ? (ended || st?.mark === "runs" ? f.tick : nearest(row, f.tick) || (right.last ?? 0)) : 0;
  const needs = chosen && right?.needs ? right.needs : [];
  return (
    <>
      <div class="pane">
        <Sentence text={head} />
        {chosen && row && !ended ? <Rather row={row} st={st} sentence={f.sentence} /> : null}
        {f.state ? <p class="soft">{stateWord(f.state)}</p> : null}
        {st && error && !head.includes(error) ? (
          <p class="bad">
            {st.pos ? <Place pos={st.pos} /> : null} {error}
          </p>
        ) : null}
        {quarantined ? (
          <p>
            <ActButton act="clear" class="button" title={say("{behavior} is used again, until it fails again", { behavior: quarantined })} run={() => void run({ act: "clear", name: quarantined })}>
              {rich("Lift the quarantine of {behavior}", { behavior: <span class="mono">{quarantined}</span> })}
            </ActButton>
          </p>
        ) : null}
        {row ? <Decision row={row} /> : null}
        {needs.length > 1 || needs.some((n) => !head.includes(n.text)) ? (
          <>
            <h3>{say("Blocked by")}</h3>
            <ul class="needs">
              {needs.map((n) => {
                const r = s.tree.value?.rows[n.node];
                return (
                  <li key={n.node}>
                    {r ? <NodeLink row={r} /> : <span class="mono">{n.name}</span>} <span class="soft"><Placed text={error && n.text.includes(error) && head.includes(error) ? say("has an error") : n.text} /></span>
                  </li>
                );
              })}
            </ul>
          </>
        ) : null}
        {right?.run ? <Waiting run={right.run} /> : null}
        {reads.length > 0 ? (
          <p>
            <span class="soft">{say("read")} </span>
            <Chips list={reads} />
          </p>
        ) : null}
        {right && row ? (
          <p class="soft stats">
            {lastRan(near, f.tick, right.count, right.of)}
            {right.steps ? say(" · {n} instructions", { n: short(right.steps) }) : ""}
            {near && near !== f.tick ? <> · <button type="button" class="link" onClick={() => s.seek(near)}>{say("jump")}</button></> : null}
          </p>
        ) : chosen && whyFailed.value ? (
          <p class="soft">{whyFailed.value}</p>
        ) : null}
        {f.ended?.length ? (
          <p class="soft">
            {say("ended in this tick: ")}
            {f.ended.slice(0, 8).map((e, i) => {
              const r = s.tree.value?.rows[e.node];
              return (
                <span key={e.node}>
                  {i > 0 ? say(", ") : ""}
                  {r ? <NodeLink row={r} /> : e.node} ({signWord(e.how)}
                  {e.by ? say(" by {by}", { by: e.by }) : ""})
                </span>
              );
            })}
            {f.ended.length > 8 ? say(" and {n} more", { n: f.ended.length - 8 }) : ""}
          </p>
        ) : null}
      </div>
      {f.gone ? null : (
        <>
          <h2>{say("Values")}</h2>
          <Values only={relevant.value} />
        </>
      )}
      {row?.pos ? (
        <>
          <h2 class="own-case mono"><Breaks path={row.pos} /></h2>
          <Listing pos={row.pos} around={3} />
        </>
      ) : null}
      {row?.file && right?.run ? <Listing pos={right.run.pos} around={2} /> : null}
    </>
  );
}

// nearest returns the next tick in which a row runs or, if there is none, the last one before, as far as its history is here.
function nearest(row: Row, tick: number): number {
  let [next, last] = [Infinity, 0];
  for (const part of s.history.parts) {
    for (const sp of part.spans.get(nodeIn({ trees: s.trees.value, tree: s.tree.value?.key ?? "" }, part.tree, row)) ?? []) {
      if (sp.to < tick) last = Math.max(last, sp.to);
      else next = Math.min(next, Math.max(sp.from, tick));
    }
  }
  return next < Infinity ? next : last;
}

function lastRan(last: number, tick: number, times: number, of: number): string {
  if (last === 0) return say("has not run in the {n} known ticks", { n: of });
  const time = seconds(Math.abs(tick - last) * s.step.value);
  const when = last === tick ? say("ran in this tick") : last > tick ? say("runs again {time} later", { time }) : s.live.value ? say("last ran {time} ago", { time }) : say("last ran {time} before", { time });
  return `${when} · ${say("in {n} of {total} ticks", { n: times, total: of })}`;
}

// relevant are the names of the fields that the row's conditions and hooks name, and of those that have just changed. Until
// another row is chosen, a name stays, so that no value goes away under the mouse.
let shown = { of: "", names: new Set<string>() };
const relevant = computed<ReadonlySet<string>>(() => {
  const f = s.frame.value;
  const t = s.tree.value;
  const row = about.value;
  const names = new Set<string>();
  if (!f || !t) return names;
  const text: string[] = [];
  for (const r of row ? [...ancestors(t.rows, row.node), row] : []) {
    text.push(r.when ?? "");
    const st = s.states.value.get(r.node);
    for (const x of [...(st?.terms ?? []), ...(st?.reads ?? [])]) text.push(x.text);
  }
  const all = new Set(wordsOf(text.join(" ")));
  for (const x of f.fields) if (all.has(x.name)) names.add(x.name);
  const recent = [...f.fields].filter((x) => x.set !== undefined && x.set > f.tick - 200).sort((a, b) => (b.set ?? 0) - (a.set ?? 0));
  for (const x of recent) {
    if (names.size >= 5) break;
    names.add(x.name);
  }
  const of = `${s.agent.value} ${s.row.value?.key ?? ""}`;
  for (const name of shown.of === of ? shown.names : []) if (names.size < 8) names.add(name);
  shown = { of, names };
  return names;
});

// writer says who wrote a value. The value before is left out if it reads like the new one.
function writer(w: Writer, text = ""): JSX.Element {
  // The path of a script says its behavior: combat/strike.lua is combat.strike.
  const said = w.pos?.split(":")[0]?.replace(/\.lua$/, "").replaceAll("/", ".") === w.behavior;
  return (
    <>
      {w.behavior && w.pos ? <Place pos={w.pos} /> : <span>{w.behavior || (w.hook === "page" ? say("a page") : say("Go code"))}</span>}
      {w.behavior && w.pos && !said ? <span> · {w.behavior}</span> : null}
      {w.agent ? <span> · {w.agent}</span> : null} · <When tick={w.tick} />
      {w.again ? <span title={say("who gave it this value is not known")}> · {say("writes it again")}</span> : w.was && w.was !== text ? <span class="mono"> · {say("was {value}", { value: w.was })}</span> : null}
      {w.doubt ? <span title={w.doubt}> · {say("perhaps")}</span> : null}
    </>
  );
}

// Spark is the history of a value in the time that the score shows.
function Spark({ field }: { field: Field }): JSX.Element {
  const v = s.view.value;
  const w = 96;
  const h = 16;
  void s.frames.changed.value;
  const { points, to } = sparkPoints(s.series.value.get(field.name), field.name, v);
  if (field.kind !== "number" && field.kind !== "boolean") {
    // Of other values, when they changed.
    return (
      <svg class="spark" width={w} height={h} aria-hidden="true">
        {points.slice(1).map(([t]) => (
          <path key={t} d={`M${(((t - v.from) / (v.to - v.from + 1)) * w).toFixed(1)} 4V12`} />
        ))}
      </svg>
    );
  }
  let low = Infinity;
  let high = -Infinity;
  for (const [, y] of points) {
    if (y < low) low = y; // not if it is unknown
    if (y > high) high = y;
  }
  const px = (t: number) => (((Math.max(v.from, t) - v.from) / (v.to - v.from + 1)) * w).toFixed(1);
  const py = (y: number) => (high > low ? h - 2 - ((y - low) / (high - low)) * (h - 4) : h / 2).toFixed(1);
  let d = "";
  let pen = false;
  for (const [t, y] of points) {
    if (Number.isNaN(y)) d += `H${px(t)}`;
    else d += pen ? `H${px(t)}V${py(y)}` : `M${px(t)} ${py(y)}`;
    pen = !Number.isNaN(y);
  }
  if (pen) d += `H${px(Math.min(v.to, s.now.value, to) + 1)}`;
  const cx = px(s.at.value + 1);
  return (
    <svg class="spark" width={w} height={h} role="img" aria-label={points.length > 0 ? say("from {low} to {high} in the time shown", { low: round(low), high: round(high) }) : say("no history")}>
      <path d={d} />
      {s.live.value ? null : <path class="at" d={`M${cx} 0V${h}`} />}
    </svg>
  );
}

// sparkPoints joins the history that was asked for with the frames that came since. From a point with NaN on, nothing is known; to
// is the last tick that is.
function sparkPoints(series: Series | undefined, name: string, v: { from: number; to: number }): { points: [number, number][]; to: number } {
  const list: [number, number][] = [];
  const put = (tick: number, y: number) => {
    const last = list.at(-1);
    if (last && last[0] >= tick) return;
    if (!last || last[1] !== y) list.push([tick, y]);
  };
  for (const p of series?.points ?? []) {
    if (p.tick > v.to) break;
    if (p.tick < v.from) list.length = 0;
    put(p.tick, p.number);
  }
  const since = series ? series.known.to : v.from - 1;
  let to = since;
  for (const f of s.frames.all(s.agent.value)) {
    if (f.tick <= since || f.tick > v.to) continue;
    const field = f.fields.find((x) => x.name === name);
    if (!field) continue;
    if (list.length > 0 && field.kind === "number" && f.tick > to + 2 / s.step.value) put(to + 1, NaN);
    put(f.tick, field.number ?? 0);
    to = Math.max(to, f.tick);
  }
  return { points: list, to };
}

function Value({ f, tick }: { f: Field; tick: number }): JSX.Element {
  const fresh = s.changed(f, tick, s.running.value ? 0.5 / s.step.value : 1);
  const was = s.frames.get(s.agent.value, (f.set ?? 0) - 1)?.fields.find((x) => x.name === f.name);
  const title = `${f.name} = ${f.exact ?? f.text}${f.set && was ? `, ${say("was {value}", { value: was.exact ?? was.text })}` : ""}`;
  return (
    <div class="value" id={"field-" + f.name}>
      <span class="mono field-name" title={title}>{f.name}{f.unit && <small> {f.unit}</small>}</span>
      <Editable id={fieldKey(s.agent.value, f.name)} field={f} deed={{ act: "set", agent: s.agent.value, name: f.name }} class={`${fresh ? "changed" : ""} kind-${f.kind}`} />
      <Spark field={f} />
      <small>{f.by ? writer(f.by, f.text) : f.set ? rich("changed in {tick}", { tick: <When tick={f.set} /> }) : ""}</small>
    </div>
  );
}

const filter = signal("");

function Values({ only }: { only?: ReadonlySet<string> }): JSX.Element {
  const f = s.frame.value;
  const typed = filter.value.toLowerCase();
  const all = f ? fieldsOf(f) : [];
  const list = all.filter((x) => (only ? only.has(x.name) : x.name.toLowerCase().includes(typed)));
  return (
    <>
      {only ? null : <input type="search" class="filter" placeholder={say("filter")} aria-label={say("filter fields")} value={filter.value} onInput={(e) => void (filter.value = e.currentTarget.value)} />}
      <div class="values">
        {f ? list.map((x) => <Value key={x.name} f={x} tick={f.tick} />) : <p class="empty">{say("Values of this tick are not here.")}</p>}
        {f && list.length === 0 ? <p class="empty">{only ? say("No field is read here.") : say("No field fits.")}</p> : null}
      </div>
      {only || !f ? null : (
        <Another id="another field" title={say("set another field")} ask={[say("field")]} known={otherFields()} deed={([name = ""]) => ({ act: "set", agent: s.agent.value, name })} />
      )}
      {only ? null : <Holds />}
    </>
  );
}

// fieldsOf returns the fields of a frame, with what the page has set since.
function fieldsOf(f: Frame): Field[] {
  const have = new Set(f.fields.map((x) => x.name));
  const nil: Field[] = []; // fields that a condition reads, and that the agent lacks
  for (const st of f.rows) {
    for (const t of [...(st.terms ?? []), ...(st.reads ?? [])]) {
      if (t.value !== "nil" || have.has(t.text) || !isName(t.text)) continue;
      have.add(t.text);
      nil.push({ name: t.text, text: "nil", kind: "nil" });
    }
  }
  const list = [...f.fields, ...nil].map((x) => overlay(fieldKey(f.agent, x.name), x, f.tick));
  return [...list, ...added(fieldKey(f.agent, ""), f.fields.map((x) => x.name), f.tick)].sort((a, b) => (a.name < b.name ? -1 : 1));
}

// otherFields are names that conditions of the tree have, and that may be fields which the agent lacks.
function otherFields(): string[] {
  const have = new Set(s.frame.value?.fields.map((f) => f.name));
  const names = new Set<string>();
  for (const r of s.tree.value?.rows ?? []) for (const w of wordsOf((r.when ?? "").replace(/"[^"]*"/g, ""))) if (isName(w) && !have.has(w) && !words.has(w)) names.add(w);
  return [...names].sort();
}
const words = new Set(["and", "or", "not", "nil", "true", "false"]);

// Stimuli and requests are values of the agent, too.
function Holds(): JSX.Element | null {
  const f = s.frame.value;
  if (!f) return null;
  return (
    <>
      {f.stimuli?.length ? (
        <>
          <h2>{say("Stimuli")}</h2>
          <div class="values">
            {f.stimuli.map((h, i) => (
              <p key={i} class="held">
                <b class="mono">{h.name}</b> <span class="mono">{h.data}</span> <span class="soft">{h.taken ? say("taken by {taken}", { taken: h.taken }) : say("dropped in {left}", { left: seconds(h.left) })}</span>
              </p>
            ))}
          </div>
        </>
      ) : null}
      {f.requests?.length ? (
        <>
          <h2>{say("Requests")}</h2>
          <div class="values">
            {f.requests.map((r) => {
              const row = s.tree.value?.rows[r.node];
              return (
                <p key={r.channel} class="held">
                  <b class="mono">{r.kind}</b> <span class="mono">{r.data}</span>{" "}
                  <span class="soft">
                    {r.channel} · {seconds(r.since)}
                  </span>{" "}
                  {row ? <NodeLink row={row} /> : null}
                </p>
              );
            })}
          </div>
        </>
      ) : null}
    </>
  );
}

effect(() => {
  const side = s.side.value;
  const f = s.frame.value;
  if (!f || (side !== "values" && side !== "why")) return;
  const names = f.fields.map((x) => x.name).filter((n) => side === "values" || relevant.value.has(n));
  const was = wanted.peek();
  if (names.length !== was.length || names.some((n, i) => n !== was[i])) wanted.value = names;
});

// Listing shows lines of a file around a place, or all of it.
function Listing({ pos, around }: { pos: string; around?: number }): JSX.Element {
  const [path = "", lineText] = pos.split(":");
  const line = Number(lineText ?? 0);
  const file = files.value.get(path);
  if (file === undefined && s.link.value.kind === "open") queueMicrotask(() => wantFile(path));
  if (typeof file === "string") return <p class="empty">{file}</p>;
  if (!file) return <p class="empty">{say("{path} is being loaded.", { path })}</p>;
  const all = file.text.replace(/\n$/, "").split("\n");
  const from = around === undefined ? 1 : Math.max(1, line - around);
  const to = around === undefined ? all.length : Math.min(all.length, line + around);
  const shown = all.slice(from - 1, to);
  // An excerpt needs no indentation that all of its lines have.
  const indent = around === undefined ? 0 : Math.min(...shown.filter((t) => t.trim() !== "").map((t) => t.length - t.trimStart().length));
  const old = s.frame.value && s.frame.value.version !== s.version.value;
  return (
    <>
      {old ? <p class="warn">{say("The file as it is now, v{now}; the cursor is in v{then}.", { now: s.version.value, then: s.frame.value?.version ?? 0 })}</p> : null}
      <pre class="listing mono" tabIndex={0} aria-label={path}>
        {shown.map((text, i) => (
          <div
            key={i}
            class={from + i === line ? "here" : ""}
            ref={
              around === undefined && from + i === line
                ? (el) => {
                    if (el && el.dataset.seen !== pos) {
                      el.dataset.seen = pos;
                      el.scrollIntoView({ block: "center" });
                    }
                  }
                : undefined
            }
          >
            <i>{from + i}</i>
            <Code tree={/\.bt$/.test(path)} text={Number.isFinite(indent) ? text.slice(indent) : text} />
          </div>
        ))}
      </pre>
    </>
  );
}

// Code sets comments and strings softer, and conditions of trees in their color.
function Code({ text, tree }: { text: string; tree: boolean }): JSX.Element {
  return (
    <>
      {pieces(text, tree).map((p, i) => (p.kind === "" ? p.text : <span key={i} class={p.kind === "when" ? "when" : "soft"}>{p.text}</span>))}
      {text === "" ? " " : ""}
    </>
  );
}

function Source(): JSX.Element {
  const row = about.value;
  const chosen = s.source.value;
  const pos = chosen ? `${chosen.path}:${chosen.line}` : (row?.pos ?? s.tree.value?.file ?? "");
  const list = [row?.pos, row?.file, row?.tree, s.tree.value?.file].filter((p): p is string => !!p && /\.\w+(:\d+)?$/.test(p));
  const paths = [...new Map(list.map((p) => [p.split(":")[0], p])).values()];
  if (chosen && !paths.some((p) => p.split(":")[0] === chosen.path)) paths.push(chosen.path);
  return (
    <>
      <div class="files">
        {paths.map((p) => {
          const path = p.split(":")[0] ?? "";
          return (
            <button
              key={path}
              type="button"
              class={`plain mono ${pos.startsWith(path) ? "on" : ""}`}
              onClick={() => void (s.source.value = { path, line: Number(p.split(":")[1] ?? 0) })}
            >
              {path}
            </button>
          );
        })}
        {pos && s.hello.value?.edits ? (
          <button
            type="button"
            class="link"
            title={say("in the tab Edit (E)")}
            onClick={() => edit(pos)}
          >
            {say("edit")}
          </button>
        ) : null}
      </div>
      {pos ? <Listing pos={pos} /> : <p class="empty">{say("The game has no file for this node.")}</p>}
    </>
  );
}

// entriesOf returns the entries of a board, with what the page has set since.
function entriesOf(b: Board, tick: number): Field[] {
  return b.entries.map((f) => overlay(boardKey(b.name, f.name), f, tick));
}

function Boards(): JSX.Element {
  const b = boards.value;
  const tick = b?.tick ?? s.at.value;
  return (
    <>
      {(b?.boards ?? []).map((board) => (
        <section key={board.name}>
          <h2 class="own-case">{board.name}</h2>
          <div class="values">
            {entriesOf(board, tick).map((f) => (
              <div class="value wide" key={f.name}>
                <span class="mono field-name" title={f.name}>{f.name}{f.unit && <small> {f.unit}</small>}</span>
                <Editable
                  id={boardKey(board.name, f.name)}
                  field={f}
                  deed={{ act: "board", name: board.name, key: f.name }}
                  class={f.set !== undefined && f.set > 0 && tick - f.set < (s.running.value ? 0.5 / s.step.value : 1) ? "changed" : ""}
                />
                <small>{f.by ? writer(f.by, f.text) : ""}</small>
              </div>
            ))}
          </div>
        </section>
      ))}
      {b && b.boards.length === 0 ? <p class="empty">{say("The game has no boards.")}</p> : null}
      {b ? <Another id="another entry" title={say("set another entry")} ask={[say("board"), say("key")]} known={[]} deed={([name = "", key = ""]) => ({ act: "board", name, key })} /> : null}
    </>
  );
}

export function Side(): JSX.Element {
  const side = s.side.value;
  return (
    <aside class="side" aria-label={say("details")}>
      <div class="bar">
        <div role="tablist" aria-label={say("details")}>
          {sides.map(([name, title]) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={"tab-" + name}
              aria-selected={side === name}
              aria-controls="side-panel"
              tabIndex={side === name ? 0 : -1}
              onClick={() => void (s.side.value = name)}
              onKeyDown={(e) => {
                const by = { ArrowLeft: sides.length - 1, ArrowRight: 1 }[e.key];
                if (by === undefined) return;
                e.preventDefault();
                const next = sides[(sides.findIndex((x) => x[0] === name) + by) % sides.length];
                if (!next) return;
                s.side.value = next[0];
                document.getElementById("tab-" + next[0])?.focus();
              }}
            >
              {title}
            </button>
          ))}
        </div>
        <span class="grow" />
        <span class="soft mono about" title={about.value?.path}>{about.value?.name ?? ""}</span>
      </div>
      <div class="panel" id="side-panel" role="tabpanel" aria-labelledby={"tab-" + side} tabIndex={0}>
        {side === "why" ? <Because /> : side === "values" ? <Values /> : side === "source" ? <Source /> : <Boards />}
      </div>
    </aside>
  );
}
