// What the page asks the game for, because of what is chosen and shown.
import { computed, effect, signal, untracked } from "@preact/signals";
import { level, slide } from "./columns.ts";
import type { Limits } from "./columns.ts";
import { bytes } from "./history.ts";
import { failure } from "./link.ts";
import * as s from "./state.ts";
import type { Boards, File, LaneMark, Row, Why } from "./wire.ts";

// columns is the width of the score in pixels; the score sets it.
export const columns = signal(400);

// Coarse is the score of the chosen agent in columns of several ticks.
export interface Coarse extends Limits {
  agent: number;
  level: number;
  lanes: LaneMark[];
  ends: Limits; // where lanes are known
  parts: { from: number; to: number; tree: string; idle: Limits[]; nodes: Map<number, { share: Uint8Array; starts: Uint8Array }> }[];
}
export const coarse = signal<Coarse | null>(null);
// whole is the same for all that is known, for the time line.
export const whole = signal<Coarse | null>(null);

export const why = signal<Why | null>(null); // of the chosen node at the cursor
export const whyFailed = signal(""); // why there is none
// asked is the row that why is about: the chosen one, otherwise the active one if its run waits, which has local variables.
const asked = computed<Row | null>(() => s.row.value ?? (s.states.value.get(s.active.value?.node ?? -1)?.waits ? s.active.value : null));
export const boards = signal<Boards | null>(null);
export const files = signal<ReadonlyMap<string, File | string>>(new Map()); // a string is the reason why there is none
// wanted are the fields whose history is shown.
export const wanted = signal<readonly string[]>([]);

// pump returns a function that runs a question at once, or after the one that is under way and a pause. Another agent is not
// kept waiting by a pause.
export function pump(pause: () => number, run: () => Promise<void> | undefined): () => void {
  let state: "free" | "asking" | "pausing" = "free";
  let more = false;
  let agent = 0;
  let timer: ReturnType<typeof setTimeout>;
  const go = () => {
    if (state === "asking" || (state === "pausing" && agent === s.agent.peek())) {
      more = true;
      return;
    }
    clearTimeout(timer);
    state = "free";
    more = false;
    agent = s.agent.peek();
    const done = untracked(run);
    if (!done) return;
    state = "asking";
    void done
      .catch(() => undefined) // the link reports a game that does not answer
      .then(() => {
        state = "pausing";
        timer = setTimeout(next, untracked(pause));
        if (more && agent !== s.agent.peek()) go();
      });
  };
  const next = () => {
    state = "free";
    if (more) go();
  };
  return go;
}

const asking = new Set<string>();

// wantTree asks for a tree that is not here yet.
export function wantTree(key: string): void {
  if (key === "" || s.trees.peek().has(key) || asking.has(key)) return;
  asking.add(key);
  s.talk()
    .tree(key)
    .then((t) => {
      s.trees.value = new Map(s.trees.peek()).set(key, { ...t, byKey: new Map(t.rows.map((r: Row) => [r.key, r])) });
    })
    .catch(() => undefined)
    .finally(() => setTimeout(() => asking.delete(key), 500));
}

// wantFile asks for a file that is not here yet. After an edit, the answer for the old version is not kept.
export function wantFile(path: string): void {
  const version = s.version.peek();
  const asked = `${version} ${path}`;
  if (path === "" || files.peek().has(path) || asking.has(asked) || s.link.peek().kind !== "open") return;
  asking.add(asked);
  const put = (f: File | string) => {
    asking.delete(asked);
    if (s.version.peek() === version) files.value = new Map(files.peek()).set(path, f);
  };
  s.talk().file(below(path)).then(put, (e: unknown) => put(failure(e)));
}

// load begins to keep everything up to date.
export function load(): void {
  effect(() => {
    void s.now.value; // asks again if it failed
    wantTree(s.treeKey.value);
    void s.historyChanged.value;
    if (s.history.agent === s.agent.value) for (const p of s.history.parts) wantTree(p.tree);
    for (const p of coarse.value?.parts ?? []) wantTree(p.tree);
  });

  effect(() => {
    const a = s.awaited.value;
    const f = s.frame.value;
    if (!a || !f || f.agent !== a.agent || s.tree.value?.key !== f.tree) return;
    s.awaited.value = null;
    const row = s.tree.value.rows[a.index];
    if (row) s.node.value = row.key; // the place that is shown stays
  });

  let asks = { agent: 0, times: 0 }; // for ends of bars that were not known
  const most = 50;
  const ran = pump(
    () => (asks.times > 0 && asks.times < most ? 400 : 60),
    () => {
      const agent = s.agent.value;
      if (agent === 0 || s.now.value === 0) return;
      const view = s.view.value;
      const range = { from: Math.max(view.from, s.limits.value.from), to: Math.min(view.to, s.now.value) };
      if (range.from > range.to) return;
      const l = level({ ...view, width: columns.value });
      if (l > 1) return fetchCoarse(agent, range, l).then((c) => void (coarse.value = c ?? coarse.value));
      const miss = s.history.missing(range);
      // The game learns how bars ended before anyone looked, when it has run the past again.
      const past = s.known.value?.past;
      const late = miss || !past || s.history.agent !== agent ? null : s.history.unended({ from: Math.max(range.from, past.from), to: Math.min(range.to, past.to) });
      if (!late || asks.agent !== agent) asks = { agent, times: 0 };
      if (late && asks.times < most) {
        asks.times++;
        return fetchRan(agent, late);
      }
      // The newest ticks come as frames; only a hole is asked for.
      if (!miss || (miss.from > s.history.to && miss.to - miss.from < 4 && s.live.value && !s.paused.value)) return;
      // A little more at the past side saves many small questions while a hand drags.
      const ask = miss.from < s.history.from ? slide({ from: Math.max(s.limits.value.from, miss.from - 200), to: miss.to }, s.limits.value) : miss;
      return fetchRan(agent, ask);
    },
  );
  effect(() => {
    void [s.agent.value, s.view.value, columns.value, s.historyChanged.value];
    ran();
  });

  const all = pump(
    () => 2000,
    () => {
      const agent = s.agent.value;
      const range = s.limits.value;
      if (agent === 0 || s.now.value === 0) return;
      let l = 1;
      while ((range.to - range.from + 1) / l > 360) l *= 2;
      return fetchCoarse(agent, { from: Math.ceil(range.from / l) * l, to: range.to }, Math.max(2, l)).then((c) => void (whole.value = c ?? whole.value));
    },
  );
  effect(() => {
    void [s.agent.value, s.now.value];
    all();
  });

  const list = pump(
    () => ((s.agents.value?.list.length ?? 0) > 100 ? 1500 : 500),
    () => {
      if (!s.hello.value) return;
      const q = s.query.value;
      return s
        .talk()
        .agents({ q, tick: s.live.value ? undefined : s.at.value })
        .then((a) => {
          s.agents.value = a;
          const first = a.list[0];
          if (s.agent.value === 0 && first && q === "") s.choose(first.id);
        });
    },
  );
  effect(() => {
    void [s.hello.value, s.query.value, s.at.value, s.live.value && s.now.value, s.acted.value];
    list();
  });

  const because = pump(
    () => (s.running.value ? 400 : 60),
    () => {
      const f = s.frame.value;
      const row = asked.value;
      const agent = s.agent.value;
      if (!f || !row || s.link.value.kind !== "open") return;
      const tick = f.tick;
      return s
        .talk()
        .why({ agent, node: row.node, tick })
        .then((w) => {
          why.value = w;
          whyFailed.value = "";
        })
        .catch((e: unknown) => {
          why.value = null;
          whyFailed.value = failure(e);
        });
    },
  );
  effect(() => {
    void [s.frame.value, asked.value];
    if (s.side.value === "why") because();
  });

  const board = pump(
    () => 500,
    () =>
      s
        .talk()
        .boards({ tick: s.live.value ? undefined : s.at.value })
        .then((b) => void (boards.value = b)),
  );
  effect(() => {
    void [s.at.value, s.hello.value, s.acted.value];
    if (s.side.value === "boards" && s.hello.value) board();
  });

  const values = pump(
    () => 1500,
    () => {
      const agent = s.agent.value;
      const view = s.view.value;
      const from = Math.max(1, view.from, s.known.value?.past.from ?? 1);
      const names = wanted.value.filter((n) => {
        const have = s.series.value.get(n);
        return !have || (have.known.from > from && have.stuck !== from) || have.known.to < Math.min(view.to, s.now.value) - 40;
      });
      if (agent === 0 || names.length === 0) return;
      // One after another: for the first one the game runs that time again, and then it knows the others.
      return (async () => {
        const begin = performance.now();
        for (const name of names.sort((a, b) => Number(s.series.value.has(a)) - Number(s.series.value.has(b)))) {
          const r = await s.talk().fields({ agent, name, from, to: Math.max(1, view.to) });
          if (s.agent.value !== agent) return;
          const known = { from: Math.max(r.known.from, from), to: view.to };
          const stuck = s.series.value.get(name)?.known.from === known.from ? from : 0;
          s.series.value = new Map(s.series.value).set(name, { ...r, known, stuck });
          if (performance.now() - begin > 1000) return;
        }
      })();
    },
  );
  effect(() => {
    void [s.agent.value, s.view.value, wanted.value, s.series.value];
    values();
  });

  effect(() => {
    void s.version.value; // after an edit all files may be others
    files.value = new Map();
  });

  // The cursor runs through the past.
  let last = 0;
  let rest = 0;
  const runs = (t: number) => {
    if (!s.playing.value) return;
    rest += ((t - last) / 1000 / s.step.value) * (s.status.value?.speed || 1);
    last = t;
    const ticks = Math.min(20, Math.floor(rest));
    rest -= ticks;
    if (ticks > 0) {
      if (s.at.value + ticks >= s.now.value) s.seek("live");
      else s.seek(s.at.value + ticks);
    }
    requestAnimationFrame(runs);
  };
  effect(() => {
    if (!s.playing.value) return;
    last = performance.now();
    rest = 0;
    requestAnimationFrame(runs);
  });
}

async function fetchRan(agent: number, range: Limits): Promise<void> {
  const r = await s.talk().ran({ agent, ...range, level: 1 });
  if (s.history.agent !== agent) return;
  s.history.put(r, range);
  s.historyChanged.value++;
  s.catchUp();
}

async function fetchCoarse(agent: number, range: Limits, l: number): Promise<Coarse | null> {
  const r = await s.talk().ran({ agent, ...range, level: l });
  if (s.agent.value !== agent) return null;
  return {
    agent,
    ...range,
    level: l,
    lanes: r.lanes ?? [],
    ends: r.ends,
    parts: r.parts.map((p) => ({
      from: p.from,
      to: p.to,
      tree: p.tree,
      idle: p.idle ?? [],
      nodes: new Map(p.nodes.map((n) => [n.node, { share: bytes(n.share), starts: bytes(n.starts) }])),
    })),
  };
}

// below returns a path of a position as one below the scripts.
export function below(path: string): string {
  const prefix = s.hello.peek()?.prefix ?? "";
  return prefix !== "" && path.startsWith(prefix + "/") ? path.slice(prefix.length + 1) : path;
}

// edit opens the file of a position in the tab Edit, if the game permits that.
export function edit(pos: string): void {
  if (!s.hello.peek()?.edits || pos === "") return;
  const [path = "", line] = pos.split(":");
  s.editing.value = { path: below(path), line: Number(line ?? 1) };
  s.tab.value = "edit";
}
