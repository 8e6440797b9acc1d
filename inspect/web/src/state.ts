// What the page knows and shows, as signals. Components read them; only the functions of this file and of load.ts write them.
import { batch, computed, effect, signal } from "@preact/signals";
import { applyCrowd } from "./crowd.ts";
import type { Crowd } from "./crowd.ts";
import { reveal, slide, zoom } from "./columns.ts";
import type { Limits } from "./columns.ts";
import { History } from "./history.ts";
import type { Listener, LinkState, Source } from "./link.ts";
import { SourceError } from "./link.ts";
import type { Picture } from "./paint.ts";
import { say } from "./say.ts";
import type { Act, Agents, Field, Frame, Hello, Mark, Problem, Row, Series, State, Status, Tree, TreeRef } from "./wire.ts";

// The game.
export const hello = signal<Hello | null>(null);
export const status = signal<Status | null>(null);
export const link = signal<LinkState>({ kind: "connecting", text: "" });
export const now = signal(0); // the newest tick that is known
export const clockNow = signal(0); // the time of the game at now
export const version = signal(0);
export const marks = signal<Mark[]>([]); // in the order of ticks
export const problems = signal<Problem[]>([]);
export const refs = signal<TreeRef[]>([]);
export const trees = signal<ReadonlyMap<string, IndexedTree>>(new Map());
export const crowd = signal<Crowd | null>(null);
export const agents = signal<Agents | null>(null);
export const notice = signal(""); // the last refusal or answer of the game, as a sentence

// IndexedTree is a tree with its rows by key.
export interface IndexedTree extends Tree {
  byKey: ReadonlyMap<string, Row>;
}

// What is chosen.
export const agent = signal(0); // 0: none
export const node = signal(""); // Row.key, so that it lasts over versions and agents of one tree; "": none
export const cursor = signal<number | "live">("live");
export const span = signal(15); // seconds that the score shows
export const query = signal(""); // filter of the list of agents
export const tab = signal<"score" | "cards" | "population" | "compare" | "agents" | "costs" | "edit">("score");
// unsaved reports whether a file has changes that are not saved.
export const unsaved = signal(false);

// Under paints what is below the histories of rows, and has words for it.
export interface Under {
  title: string;
  paint(c: CanvasRenderingContext2D, p: Picture, row: Row, isFolded: boolean, top: number, height: number): void;
  tip(row: Row, tick: number): string;
  close(): void;
}
export const under = signal<Under | null>(null);

export const side = signal<"why" | "values" | "source" | "boards">("why");
export const source = signal<{ path: string; line: number } | null>(null); // of the tab Source; null: of the chosen node
export const editing = signal<{ path: string; line: number } | null>(null); // of the tab Edit
export const finding = signal(false); // the find box is open
export const helping = signal(false); // the list of keys is open
export const listing = signal(false); // the list of problems is open
export const asking = signal<"" | "post" | "reset" | "acts">(""); // what is open of the acts
export const acted = signal(0); // counts the acts, after which a paused game is another one
export const following = signal(false); // the active node is kept in sight
export const playing = signal(false); // the cursor runs through the past
export const historyOpen = signal(true);
export const silence = signal<"auto" | "fold" | "show">("auto");
export const folded = signal<ReadonlySet<string>>(new Set());
export const opened = signal<ReadonlySet<string>>(new Set());
export const hover = signal<number | null>(null); // tick under the pointer
const frozen = signal<Limits>({ from: 1, to: 1 });
const newest = signal<Frame | null>(null); // the last frame of the chosen agent that the running game sent

// step is the length of a tick in seconds.
export const step = computed(() => status.value?.step || hello.value?.step || 0.05);
// at is the tick at the cursor. At the present it is that of the newest frame, so that all that is shown belongs to one tick.
export const at = computed(() => {
  if (cursor.value !== "live") return cursor.value;
  const last = newest.value;
  return last && last.agent === agent.value && !last.gone && now.value - last.tick <= 40 ? last.tick : now.value;
});
export const live = computed(() => cursor.value === "live");
export const known = computed(() => status.value?.known ?? hello.value?.known ?? null);
export const paused = computed(() => status.value?.paused ?? false);
export const accepts = (act: string) => hello.value?.acts.includes(act) ?? false;

// placed reports whether the crowd is of the tick at the cursor.
export const placed = computed(() => live.value || crowd.value?.tick === at.value);

// stale is set while the crowd is of quite another tick than the cursor, or that of the cursor does not come soon.
export const stale = signal(false);
effect(() => {
  const c = crowd.value;
  stale.value = !placed.value && !!c && Math.abs(c.tick - at.value) > 20;
  if (placed.value) return;
  const timer = setTimeout(() => void (stale.value = true), 300);
  return () => clearTimeout(timer);
});

// view is the range of ticks that the score shows. It follows the present, and stands still while the cursor is in the past.
export const view = computed<Limits>(() => {
  if (!live.value) return frozen.value;
  const length = Math.max(20, Math.round(span.value / step.value));
  return { from: now.value - length + 1, to: now.value };
});

// limits are the ticks of which anything is known.
export const limits = computed<Limits>(() => {
  const bits = known.value?.bits;
  // What is known may be heard before its tick is, at the start of a game.
  return { from: bits && bits.from <= bits.to ? Math.min(bits.from, now.value) : now.value, to: now.value };
});

// seconds of the game at a tick. Steps may vary, so it is exact only near the present.
export function clockAt(tick: number): number {
  const f = frames.get(agent.peek(), tick);
  // The estimate is rounded to microseconds, so that it reads the same as the clock of the frame that comes later.
  return f ? f.clock : Math.max(0, Math.round((clockNow.value - (now.value - tick) * step.value) * 1e6) / 1e6);
}

// Frames keeps the frames of watched agents, the newest ones if there are many.
class Frames {
  readonly changed = signal(0);
  private readonly kept = new Map<number, Map<number, Frame>>();
  private readonly most = 2000;

  get(id: number, tick: number): Frame | undefined {
    return this.kept.get(id)?.get(tick);
  }

  put(frame: Frame): void {
    let all = this.kept.get(frame.agent);
    if (!all) {
      if (this.kept.size >= 4) this.kept.delete(this.kept.keys().next().value as number);
      this.kept.set(frame.agent, (all = new Map()));
    }
    all.set(frame.tick, frame);
    if (all.size > this.most) all.delete(all.keys().next().value as number);
    this.changed.value++;
  }

  // all returns the frames of an agent in the order in which they came.
  all(id: number): Iterable<Frame> {
    return this.kept.get(id)?.values() ?? [];
  }

  clear(): void {
    this.kept.clear();
    this.changed.value++;
  }
}
export const frames = new Frames();

// history is the score of the chosen agent. It is changed in place; historyChanged counts the changes.
export let history = new History(0);
export const historyChanged = signal(0);

// Asked is a history that may begin later than it was asked for: the game answers before it takes too long. stuck is the tick from
// which on it was asked for and did not get any longer, or 0.
export type Asked = Series & { stuck: number };
// series are the histories of fields of the chosen agent, by name.
export const series = signal<ReadonlyMap<string, Asked>>(new Map());

// frame is the frame of the chosen agent at the cursor, or null while it is not here. At the present, the last frame of an agent
// that is gone stays.
export const frame = computed<Frame | null>(() => {
  void frames.changed.value;
  const last = newest.value;
  return frames.get(agent.value, at.value) ?? (live.value && last?.gone && last.agent === agent.value ? last : null);
});

// changed reports whether the text of a field of the chosen agent became another one in the last ticks up to a tick. A change
// that rounding hides is none.
export function changed(field: Field, tick: number, ticks: number): boolean {
  if (!field.set || tick - field.set >= ticks) return false;
  let known = false;
  for (let t = tick - 1; t >= tick - ticks; t--) {
    const before = frames.get(agent.value, t);
    if (!before) continue;
    known = true;
    if (before.fields.find((x) => x.name === field.name)?.text !== field.text) return true;
  }
  return !known && field.by?.was !== field.text;
}

// treeKey is the program of the chosen agent at the cursor.
export const treeKey = computed(() => {
  const f = frame.value;
  if (f) return f.tree;
  void historyChanged.value;
  const part = history.agent === agent.value ? history.partAt(at.value) : undefined;
  if (part) return part.tree;
  const index = agents.value?.list.find((a) => a.id === agent.value)?.tree;
  return refs.value.find((r) => r.index === index)?.key ?? "";
});

// tree has the rows of the version at the cursor.
export const tree = computed<IndexedTree | null>(() => trees.value.get(treeKey.value) ?? null);

// states are the states of the rows at the cursor, by node. They are empty while the frame is not here.
export const states = computed<ReadonlyMap<number, State>>(() => {
  const f = frame.value;
  if (!f || f.tree !== tree.value?.key) return new Map();
  return new Map(f.rows.map((s) => [s.node, s]));
});

// row is the chosen row in the version at the cursor.
export const row = computed<Row | null>(() => tree.value?.byKey.get(node.value) ?? null);

// quarantined returns the behavior of a row if it is in quarantine now, and otherwise "".
export function quarantined(r: Row): string {
  const name = r.name.split(" ")[0] ?? "";
  return live.value && problems.value.some((p) => p.behind === name) ? name : "";
}

// active is the deepest active node, of those that are not only beside the rest.
export const active = computed<Row | null>(() => {
  const t = tree.value;
  if (!t) return null;
  let best: Row | null = null;
  let beside = 0; // end of the subtree with the mark + that is being passed
  for (const r of t.rows) {
    if (r.node < beside) continue;
    const mark = states.value.get(r.node)?.mark;
    if (r.also) {
      beside = r.end;
      continue;
    }
    if (mark === "runs" || mark === "fault") best = r;
  }
  return best;
});

let game: Source | null = null;
// talk returns the source of the page.
export function talk(): Source {
  if (!game) throw new Error("the page has no source yet");
  return game;
}

// start connects the page with a game.
export function start(s: Source): void {
  game = s;
  s.open(listener);
  effect(() => {
    s.ask({ watch: agent.value ? [agent.value] : [], rate: 30, crowd: true, seek: cursor.value === "live" ? 0 : cursor.value });
  });
}

// merged returns marks with those of a status, in the order of ticks. The first status after a hello has its marks again.
function merged(list: Mark[], more: Mark[]): Mark[] {
  const key = (m: Mark) => JSON.stringify([m.tick, m.kind, m.agent, m.text]);
  const known = new Set(list.map(key));
  return [...list, ...more.filter((m) => !known.has(key(m)))].sort((a, b) => a.tick - b.tick);
}

const listener: Listener = {
  greeted(h) {
    batch(() => {
      if (hello.value && hello.value.start !== h.start) reset();
      hello.value = h;
      refs.value = h.trees;
      marks.value = h.marks;
      problems.value = h.problems;
      status.value = null;
      heardTick(h.tick, h.clock, h.version);
    });
  },
  status(s) {
    if (s.start !== hello.value?.start) return again(s.start);
    batch(() => {
      status.value = s;
      if (s.marks?.length) marks.value = merged(marks.value, s.marks);
      if (s.trees) refs.value = s.trees;
      if (s.problems) problems.value = s.problems;
      heardTick(s.tick, s.clock, s.version);
      if (s.known.bits.from > history.from + 400) history.forget(s.known.bits.from);
    });
  },
  frame(f) {
    if (f.start !== hello.value?.start) return again(f.start);
    batch(() => {
      frames.put(f);
      if (!f.live) return;
      if (!newest.value || f.tick >= newest.value.tick || f.agent !== newest.value.agent) newest.value = f;
      catchUp();
      heardTick(f.tick, f.clock, f.version);
    });
  },
  crowd(message) {
    try {
      crowd.value = applyCrowd(crowd.value, message);
    } catch (e) {
      notice.value = String(e);
    }
  },
  link(state) {
    link.value = state;
  },
};

function heardTick(tick: number, clock: number, v: number): void {
  if (tick < now.value) return;
  now.value = tick;
  clockNow.value = clock;
  version.value = v;
}

// again loads everything anew, since the game is another one.
function again(startID: string): void {
  if (hello.value === null || startID === hello.value.start) return;
  const s = game;
  reset();
  s?.close();
  s?.open(listener);
}

// reset forgets all of the game. What a person has chosen stays as far as it can mean the same.
export function reset(): void {
  batch(() => {
    hello.value = status.value = crowd.value = agents.value = newest.value = null;
    now.value = clockNow.value = 0;
    marks.value = problems.value = refs.value = [];
    trees.value = new Map();
    series.value = new Map();
    frames.clear();
    history = new History(0);
    historyChanged.value++;
    cursor.value = "live";
    playing.value = false;
    agent.value = 0;
  });
}

// catchUp continues the history by the frames that are here.
export function catchUp(): void {
  let fits = false;
  for (;;) {
    const next = frames.get(history.agent, history.to + 1);
    if (!next || !history.append(next)) break;
    fits = true;
  }
  if (fits) historyChanged.value++;
}

// chooseIndex selects an agent and the node with an index in its present tree, once that is known.
export function chooseIndex(id: number, index: number): void {
  choose(id, "");
  awaited.value = { agent: id, index };
}
export const awaited = signal<{ agent: number; index: number } | null>(null);

// choose selects an agent, and keeps the chosen node if its tree has it.
export function choose(id: number, key?: string): void {
  batch(() => {
    if (id !== agent.value) {
      agent.value = id;
      history = new History(id);
      historyChanged.value++;
      series.value = new Map();
    }
    if (key !== undefined) {
      node.value = key;
      source.value = null;
    }
  });
}

// chooseNode selects a row by its key.
export function chooseNode(key: string): void {
  node.value = key;
  source.value = null;
}

// seek moves the cursor to a tick of the past, or to the present. The view moves only if the tick is not in it.
export function seek(tick: number | "live"): void {
  batch(() => {
    if (tick === "live") {
      cursor.value = "live";
      playing.value = false;
      return;
    }
    const was = view.value;
    const t = Math.min(limits.value.to, Math.max(limits.value.from, Math.round(tick)));
    cursor.value = t;
    frozen.value = reveal(was, t);
  });
}

// look shows a range of ticks. The cursor comes along if it would be out of sight.
export function look(range: Limits): void {
  batch(() => {
    const r = slide(range, limits.value);
    span.value = (r.to - r.from + 1) * step.value;
    if (live.value && r.to >= now.value) return;
    if (live.value) cursor.value = r.to;
    else cursor.value = Math.min(r.to, Math.max(r.from, at.value));
    frozen.value = r;
  });
}

// magnify zooms the view about a tick.
export function magnify(factor: number, center: number): void {
  look(zoom(view.value, factor, live.value ? now.value : center, limits.value));
}

// stop holds the game if it accepts that, and otherwise only the cursor.
export function stop(): void {
  playing.value = false;
  if (live.value && accepts("pause") && !paused.value) void act({ act: "pause", tick: now.value });
  else if (live.value) seek(now.value);
}

// play goes on: the game if it was paused at the present, otherwise the cursor through the past.
export function play(): void {
  if (live.value || at.value >= now.value) {
    seek("live");
    if (paused.value && accepts("resume")) void act({ act: "resume", tick: now.value });
  } else playing.value = true;
}

// running reports whether what is shown moves by itself.
export const running = computed(() => (live.value ? !paused.value : playing.value));

// stepBy moves the cursor by some ticks. At the present of a paused game a step ahead lets the game take it.
export function stepBy(ticks: number): void {
  playing.value = false;
  if (ticks > 0 && live.value) {
    if (paused.value && accepts("step")) void act({ act: "step", tick: now.value });
    return;
  }
  const t = at.value + ticks;
  if (ticks > 0 && t >= now.value && (paused.value || at.value >= now.value)) seek("live");
  else seek(t);
}

// act asks the game for an act, and shows its answer.
export async function act(a: Act): Promise<void> {
  try {
    await talk().act(a);
    notice.value = "";
  } catch (e) {
    notice.value = e instanceof SourceError ? e.message : say("The game does not answer.");
  }
}

// toggle adds a key to a set or takes it out.
export function toggle(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
