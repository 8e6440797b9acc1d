// What the find box finds: agents, nodes, files and fields by a few letters.
import { computed, effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { chosen, entered, finder, text } from "./finder.ts";
import { edit } from "./load.ts";
import { rank } from "./rank.ts";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { AgentRow } from "./wire.ts";

interface Hit {
  kind: string; // in words
  text: string;
  more: string;
  go: () => void;
}

const found = signal<AgentRow[]>([]); // agents that the game found, which may not be in the list

const all = computed<Hit[]>(() => {
  const list: Hit[] = [];
  const seen = new Set<number>();
  for (const a of [...(s.agents.value?.list ?? []), ...found.value]) {
    if (seen.has(a.id)) continue;
    seen.add(a.id);
    list.push({ kind: say("agent"), text: a.label, more: a.doing, go: () => s.choose(a.id) });
  }
  const paths = new Set<string>();
  const t = s.tree.value;
  for (const r of t?.rows ?? []) {
    list.push({ kind: say("node"), text: r.name + (r.when ? ` when ${r.when}` : ""), more: r.pos ?? "", go: () => s.chooseNode(r.key) });
    if (r.pos) paths.add(r.pos.split(":")[0] ?? "");
    if (r.file) paths.add(r.file);
  }
  for (const other of s.trees.value.values()) if (other.file) paths.add(other.file);
  for (const p of s.problems.value) paths.add(p.pos.split(":")[0] ?? "");
  for (const path of [...paths].filter(Boolean).sort()) {
    list.push({
      kind: say("file"),
      text: path,
      more: "",
      go: () => {
        if (s.tab.peek() === "edit") return edit(`${path}:1`);
        s.source.value = { path, line: 1 };
        s.side.value = "source";
      },
    });
  }
  for (const f of s.frame.value?.fields ?? []) {
    list.push({
      kind: say("field"),
      text: f.name,
      more: f.text,
      go: () => {
        s.side.value = "values";
        requestAnimationFrame(() => document.getElementById("field-" + f.name)?.scrollIntoView({ block: "center" }));
      },
    });
  }
  return list;
});

const hits = computed<Hit[]>(() => {
  const scored: [number, Hit][] = [];
  for (const h of all.value) {
    const r = rank(text.value, h.text);
    if (r > 0) scored.push([r, h]);
  }
  return scored.sort((a, b) => b[0] - a[0]).slice(0, 40).map(([, h]) => h);
});

let timer = 0;
effect(() => {
  const q = text.value;
  chosen.value = 0;
  clearTimeout(timer);
  if (q.length < 2) {
    found.value = [];
    return;
  }
  timer = window.setTimeout(() => {
    s.talk()
      .agents({ q })
      .then((a) => {
        if (text.value === q) found.value = a.list.slice(0, 40);
      })
      .catch(() => undefined);
  }, 150);
});

function go(hit: Hit | undefined): void {
  s.finding.value = false;
  hit?.go();
}

effect(() => {
  if (!entered.value || hits.value.length === 0) return;
  entered.value = false;
  go(hits.value[0]);
});

finder.value = { count: () => hits.value.length, go: (i) => go(hits.value[i]) };

// Hits is the list of what is found.
export function Hits(): JSX.Element {
  return (
    <div id="hits" role="listbox" aria-label={say("found")} tabIndex={-1}>
      {hits.value.map((h, i) => (
        <div key={`${h.kind} ${h.text} ${h.more} ${i}`} id={`hit-${i}`} role="option" aria-selected={i === chosen.value} class={i === chosen.value ? "chosen" : ""} onClick={() => go(h)}>
          <small>{h.kind}</small>
          <span class="mono">{h.text}</span>
          <span class="soft mono">{h.more}</span>
        </div>
      ))}
      {hits.value.length === 0 ? <p class="empty">{say("Nothing of that name.")}</p> : null}
    </div>
  );
}
