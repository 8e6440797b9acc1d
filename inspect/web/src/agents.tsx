// The list of agents: errors first, then by tree.
import { computed, signal } from "@preact/signals";
import type { JSX } from "preact";
import { brief, count, seconds, thousands, word } from "./format.ts";
import { hue } from "./lookup.ts";
import { stateWord } from "./marks.tsx";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { AgentRow } from "./wire.ts";

const shut = signal<ReadonlySet<string>>(new Set());

interface Group {
  key: string;
  title: string;
  total: number;
  bad: boolean;
  list: AgentRow[];
}

const groups = computed<Group[]>(() => {
  const list = s.agents.value?.list ?? [];
  const all: Group[] = [];
  const bad = list.filter((a) => a.fault);
  if (bad.length > 0) all.push({ key: "!", title: say("with errors"), total: bad.length, bad: true, list: bad });
  for (const ref of s.refs.value) {
    const own = list.filter((a) => a.tree === ref.index && !a.fault);
    if (own.length > 0) all.push({ key: ref.name, title: ref.name, total: s.query.value === "" ? ref.agents : own.length, bad: false, list: own });
  }
  return all;
});

// treeClass returns the class of the color of a tree.
export function treeClass(index: number): string {
  return "hue-" + hue(index);
}

function Item({ a }: { a: AgentRow }): JSX.Element {
  const chosen = a.id === s.agent.value;
  const title = [a.label, a.fault ? `${a.doing}: ${a.fault}` : a.doing, stateWord(a.state), say("for {time}", { time: seconds(a.since) })].filter(Boolean).join(" · ");
  return (
    <div id={`agent-${a.id}`} role="option" aria-selected={chosen} class={`agent ${chosen ? "chosen" : ""} ${a.fault ? "bad" : ""} ${a.state ? "idle" : ""}`} title={title} onClick={() => s.choose(a.id)}>
      <i class={`${treeClass(a.tree)} ${a.state === "held" ? "held-dot" : ""}`} />
      <span class="label">
        {a.label} <small class="mono">{stateWord(a.state) || (a.node < 0 ? stateWord(a.doing) : word(a.doing)) || (a.fault ? say("error") : say("nothing"))}</small>
      </span>
      <span class="since">{a.since > 0 ? brief(a.since) : ""}</span>
    </div>
  );
}

// inOpen are the agents of the groups that are open, in their order.
const inOpen = computed<AgentRow[]>(() => groups.value.flatMap((g) => (shut.value.has(g.key) ? [] : g.list)));

function move(by: number): void {
  const flat = inOpen.value;
  const i = flat.findIndex((a) => a.id === s.agent.value);
  const next = flat[Math.min(flat.length - 1, Math.max(0, i + by))];
  if (!next) return;
  s.choose(next.id);
  document.getElementById(`agent-${next.id}`)?.scrollIntoView({ block: "nearest" });
}

export function AgentList(): JSX.Element {
  const a = s.agents.value;
  const total = a?.total ?? 0;
  return (
    <nav class="agents" aria-label={say("agents")}>
      <div class="title">
        <span>
          {!a ? say("agents") : s.live.value || a.tick === s.at.value ? count(total, "agent") : say("{total} at tick {tick}", { total: thousands(total), tick: a.tick })}
        </span>
        <span>{say("for")}</span>
      </div>
      <input
        type="search"
        placeholder={say("filter: guard, hp < 20 …")}
        aria-label={say("filter agents by text, tree, behavior or a condition")}
        value={s.query.value}
        onInput={(e) => void (s.query.value = e.currentTarget.value)}
      />
      <div
        class="list"
        role="listbox"
        aria-label={say("agents")}
        tabIndex={0}
        aria-activedescendant={inOpen.value.some((x) => x.id === s.agent.value) ? `agent-${s.agent.value}` : undefined}
        onKeyDown={(e) => {
          if (e.target !== e.currentTarget) return;
          const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[e.key];
          if (by === undefined) return;
          e.preventDefault();
          move(by);
        }}
      >
        {groups.value.map((g) => {
          const open = !shut.value.has(g.key);
          return (
            <div key={g.key} role="group" aria-label={`${g.title}, ${g.total}`}>
              <div role="presentation" class={`group ${g.bad ? "bad" : ""}`} onClick={() => void (shut.value = s.toggle(shut.value, g.key))}>
                <span class={`twisty ${open ? "open" : ""}`} />
                {g.title} <span class="number">{thousands(g.total)}</span>
              </div>
              {open ? g.list.map((x) => <Item key={x.id} a={x} />) : null}
            </div>
          );
        })}
        {a && total === 0 ? <p class="empty">{s.query.value === "" ? say("No agents.") : say("No agent fits the filter.")}</p> : null}
        {a && total > a.list.length ? <p class="empty">{say("{n} of {total}; a filter shows others.", { n: thousands(a.list.length), total: thousands(total) })}</p> : null}
      </div>
    </nav>
  );
}
