// A recording in a file as a Source: the answers were computed when the file was made, so nothing else can be known.
import { complete } from "./frames.ts";
import { SourceError } from "./link.ts";
import type { Listener, Source } from "./link.ts";
import { say } from "./say.ts";
import { schema } from "./wire.ts";
import type { AgentRow, Ask, Frame, PageData, NodeRan, Part, Point, Ran, Status } from "./wire.ts";

const none = (what: string) => Promise.reject(new SourceError(say("{what} is not in this file", { what }), 404));
const noActs = () => Promise.reject(new SourceError(say("a recording in a file cannot be changed"), 403));

// fileSource returns the source of a file.
export function fileSource(data: PageData): Source {
  const { hello } = data;
  const range = hello.known.past;
  const scores = new Map(data.scores.map((s) => [s.agent, s]));
  const whole = new Map<number, Map<number, Frame>>(); // by agent and tick
  let listener: Listener | null = null;
  const asked: Ask = {};

  // framesOf completes the frames of an agent when they are first wanted.
  function framesOf(agent: number): Map<number, Frame> {
    let all = whole.get(agent);
    if (!all) {
      all = new Map();
      let last: Frame | undefined;
      for (const f of scores.get(agent)?.frames ?? []) {
        last = complete(f, last) ?? undefined;
        if (last) all.set(last.tick, last);
      }
      whole.set(agent, all);
    }
    return all;
  }

  const status: Status = { schema, start: hello.start, version: hello.version, tick: hello.tick, clock: hello.clock, type: "status", paused: false, speed: 1, hash: hello.hash, known: hello.known, step: hello.step, viewers: 1 };

  function show(): void {
    const tick = asked.seek || hello.tick;
    for (const agent of asked.watch ?? []) {
      const f = framesOf(agent).get(tick);
      if (f) listener?.frame({ ...f, live: !asked.seek });
    }
  }

  return {
    open(l) {
      listener = l;
      l.link({ kind: "open", text: "" });
      l.greeted(hello);
      l.status(status);
    },
    close() {
      listener = null;
    },
    ask(ask) {
      Object.assign(asked, ask);
      queueMicrotask(show);
    },
    tree: (key) => {
      const t = data.trees.find((x) => x.key === key);
      return t ? Promise.resolve(t) : none(say("this version of the tree"));
    },
    agents: ({ q = "", tick = hello.tick }) => {
      const list = data.agents.list.filter((a) => a.label.toLowerCase().includes(q.toLowerCase())).map((a) => rowAt(a, tick));
      return Promise.resolve({ ...data.agents, tick, list, total: list.length });
    },
    ran: ({ agent, from, to, level }) => {
      const r = scores.get(agent)?.ran;
      return r ? Promise.resolve(level > 1 ? coarse(r, from, to, level) : r) : none(say("this agent"));
    },
    population: () => none(say("what all agents ran")),
    fields: ({ agent, name, from, to }) => Promise.resolve({ ...stampOf(), agent, name, points: pointsOf(framesOf(agent), name), known: { from: Math.max(from, range.from), to: Math.min(to, range.to) } }),
    why: ({ agent, node, tick }) => {
      const tree = framesOf(agent).get(tick)?.tree;
      const at = scores.get(agent)?.explained.find((w) => w.node === node && w.tree === tree && w.from <= tick && tick <= w.to);
      const y = at && data.whys[at.why];
      return y ? Promise.resolve({ ...y, ...stampOf(), tick, ...countOf(scores.get(agent)?.ran, tree, node) }) : none(say("the answer for tick {tick}", { tick }));
    },
    boards: ({ tick = hello.tick }) => Promise.resolve({ ...stampOf(), tick, boards: data.boards.find((b) => b.from <= tick && tick <= b.to)?.boards ?? [] }),
    costs: () => Promise.resolve(data.costs),
    coverage: () => none(say("what has run")),
    file: (path) => {
      const f = data.files?.find((x) => x.path === path || path.endsWith("/" + x.path));
      return f ? Promise.resolve(f) : Promise.reject(new SourceError(say("this file has no sources: bough replay --html --sources puts them there"), 404));
    },
    act: noActs,
    savedFiles: noActs,
    saved: noActs,
    lastGood: noActs,
    save: noActs,
    takeOut: noActs,
    check: noActs,
    change: noActs,
    row: noActs,
    palette: noActs,
    used: noActs,
    ghost: noActs,
  };

  // rowAt returns an agent of the list as it was after a tick.
  function rowAt(a: AgentRow, tick: number): AgentRow {
    const f = framesOf(a.id).get(tick);
    if (!f || tick === hello.tick) return a;
    const active = f.rows.filter((r) => r.mark === "runs").at(-1);
    const rows = data.trees.find((t) => t.key === f.tree)?.rows;
    return { ...a, node: active?.node ?? -1, since: active?.since ?? 0, doing: rows?.[active?.node ?? -1]?.name.split(" ")[0] ?? "nothing" };
  }

  function stampOf() {
    return { schema, start: hello.start, version: hello.version, tick: hello.tick, clock: hello.clock };
  }

  // countOf says in how many of the ticks a node ran, and when it last did.
  function countOf(r: Ran | undefined, tree: string | undefined, node: number): { last: number; count: number; of: number } {
    let [last, count, of] = [0, 0, 0];
    for (const p of r?.parts ?? []) {
      if (p.tree !== tree) continue;
      of += p.to - p.from + 1;
      for (const [from, to] of p.nodes.find((n) => n.node === node)?.spans ?? []) {
        count += to - from + 1;
        last = Math.max(last, to);
      }
    }
    return { last, count, of };
  }
}

// pointsOf returns the changes of a field.
function pointsOf(frames: ReadonlyMap<number, Frame>, name: string): Point[] {
  const list: Point[] = [];
  for (const [tick, f] of frames) {
    const x = f.fields.find((y) => y.name === name);
    const text = x?.exact ?? x?.text ?? "nil";
    if (list.at(-1)?.text !== text) list.push({ tick, text, number: x?.number ?? 0, by: x?.by });
  }
  return list;
}

// coarse returns a score in buckets of so many ticks, as a game does; see Ran.
export function coarse(r: Ran, from: number, to: number, level: number): Ran {
  const parts: Part[] = [];
  for (const p of r.parts) {
    const begin = Math.max(p.from, from);
    const end = Math.min(p.to, to);
    if (begin > end) continue;
    const size = Math.ceil((end - begin + 1) / level);
    const nodes: NodeRan[] = [];
    for (const n of p.nodes) {
      const ticks = new Float64Array(size);
      const starts = new Uint8Array(size);
      let any = false;
      for (const [a, b] of n.spans ?? []) {
        if (a >= begin && a <= end) starts[Math.floor((a - begin) / level)]!++;
        for (let t = Math.max(a, begin); t <= Math.min(b, end); t++) {
          ticks[Math.floor((t - begin) / level)]!++;
          any = true;
        }
      }
      const share = Uint8Array.from(ticks, (k, i) => Math.round((255 * k) / Math.min(level, end - begin + 1 - i * level)));
      if (any) nodes.push({ node: n.node, share: base64(share), starts: base64(starts) });
    }
    parts.push({ ...p, from: begin, to: end, level, nodes });
  }
  return { ...r, parts };
}

const base64 = (list: Uint8Array): string => btoa(String.fromCharCode(...list));
