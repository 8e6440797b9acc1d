// The table of all agents, below the land.
import { computed, effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useSize } from "./canvas.ts";
import { count, seconds, thousands } from "./format.ts";
import { pump } from "./load.ts";
import { hue, meet, refOf } from "./lookup.ts";
import { say } from "./say.ts";
import { stateWord } from "./marks.tsx";
import * as s from "./state.ts";
import type { AgentRow } from "./wire.ts";

const high = 26; // pixels of a row
const most = 2000; // agents that are asked for

type Column = "label" | "tree" | "doing" | "since" | "state" | "fault";
const columns: readonly { name: Column; title: string }[] = [
  { name: "label", title: say("agent") },
  { name: "tree", title: say("tree") },
  { name: "doing", title: say("does") },
  { name: "since", title: say("for") },
  { name: "state", title: say("state") },
  { name: "fault", title: say("error") },
];
const order = signal<{ by: Column; down: boolean }>({ by: "fault", down: true });
const all = signal<{ q: string; list: AgentRow[]; total: number } | null>(null);
const height = signal(400);
const scrolled = signal(0);

const treeName = (a: AgentRow) => refOf.value.get(a.tree)?.name ?? "";
const nameOrder = new Intl.Collator("en", { numeric: true }).compare;

// compare orders agents by a column. Agents without a value come last, whatever the direction.
function compare(a: AgentRow, b: AgentRow, by: Column, down: boolean): number {
  const sign = down ? -1 : 1;
  let order = 0;
  if (by === "since") order = sign * (a.since - b.since);
  else {
    const x = by === "tree" ? treeName(a) : (a[by] ?? "");
    const y = by === "tree" ? treeName(b) : (b[by] ?? "");
    if ((x === "") !== (y === "")) return x === "" ? 1 : -1;
    order = sign * nameOrder(x, y);
  }
  return order || nameOrder(a.label, b.label) || a.id - b.id;
}

const sorted = computed(() => {
  const list = all.value?.q === s.query.value ? all.value.list : (s.agents.value?.list ?? []);
  const { by, down } = order.value;
  return [...list].sort((a, b) => compare(a, b, by, down));
});

const fetchAll = pump(
  () => 1000,
  () => {
    const q = s.query.value;
    const tick = s.live.value ? undefined : s.at.value;
    return (async () => {
      const list: AgentRow[] = [];
      let total = 0;
      do {
        const page = await s.talk().agents({ q, tick, after: list.at(-1)?.id });
        total = page.total;
        list.push(...page.list);
        meet(page.list);
        if (page.list.length === 0) break;
      } while (list.length < Math.min(total, most));
      all.value = { q, list, total };
    })();
  },
);
effect(() => {
  void [s.query.value, s.at.value, s.hello.value];
  if (s.tab.value === "agents" && s.hello.value) fetchAll();
});

function choose(by: number): void {
  const list = sorted.value;
  const i = list.findIndex((a) => a.id === s.agent.value);
  const next = list[Math.min(list.length - 1, Math.max(0, i + by))];
  if (next) s.choose(next.id);
}

function Row({ a, index }: { a: AgentRow; index: number }): JSX.Element {
  const chosen = a.id === s.agent.value;
  const open = () => {
    s.choose(a.id);
    s.tab.value = "score";
  };
  return (
    <tr aria-rowindex={index + 2} aria-selected={chosen} class={`${chosen ? "chosen" : ""} ${a.fault ? "faulty" : ""}`} onClick={() => s.choose(a.id)} onDblClick={open}>
      <td>
        <i class="spot" style={{ background: `var(--hue-${hue(a.tree)})` }} />
        {a.label}
      </td>
      <td>{treeName(a)}</td>
      <td class="mono">{a.doing || <span class="faint">{say("nothing")}</span>}</td>
      <td class="number">{a.since > 0 ? seconds(a.since) : ""}</td>
      <td>{stateWord(a.state)}</td>
      <td title={a.fault}>{a.fault ? <span class="bad">{a.fault}</span> : null}</td>
    </tr>
  );
}

// AgentTable is the content of the tab Agents. It needs no places, and is what the land says to those who cannot see it.
export function AgentTable(): JSX.Element {
  const ref = useRef<HTMLDivElement>(null);
  useSize(ref, (z) => void (height.value = z.height));
  const list = sorted.value;
  const total = all.value?.q === s.query.value ? all.value.total : (s.agents.value?.total ?? 0);
  const from = Math.max(0, Math.min(list.length, Math.floor(scrolled.value / high) - 6));
  const to = Math.min(list.length, from + Math.ceil(height.value / high) + 12);
  const sort = (by: Column) => {
    const o = order.value;
    order.value = { by, down: o.by === by ? !o.down : by === "since" || by === "fault" };
  };
  return (
    <div
      ref={ref}
      class="table"
      tabIndex={0}
      role="group"
      aria-label={say("{agents}; arrow keys choose, Enter opens the score", { agents: count(total, "agent") })}
      onScroll={(e) => void (scrolled.value = e.currentTarget.scrollTop)}
      onKeyDown={(e) => {
        if (e.target !== e.currentTarget) return;
        const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[e.key];
        if (e.key === "Enter") s.tab.value = "score";
        else if (by !== undefined) {
          choose(by);
          const i = sorted.value.findIndex((a) => a.id === s.agent.value);
          const el = e.currentTarget;
          if (i * high < el.scrollTop) el.scrollTop = i * high;
          else if ((i + 2) * high > el.scrollTop + el.clientHeight) el.scrollTop = (i + 2) * high - el.clientHeight;
        } else return;
        e.preventDefault();
      }}
    >
      <table aria-rowcount={list.length + 1}>
        <thead>
          <tr>
            {columns.map((c) => (
              <th key={c.name} scope="col" class={c.name} aria-sort={order.value.by === c.name ? (order.value.down ? "descending" : "ascending") : "none"}>
                <button type="button" onClick={() => sort(c.name)}>
                  {c.title} <span aria-hidden="true">{order.value.by === c.name ? (order.value.down ? "↓" : "↑") : ""}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {from > 0 ? <tr class="space" aria-hidden="true" style={{ height: from * high + "px" }} /> : null}
          {list.slice(from, to).map((a, i) => (
            <Row key={a.id} a={a} index={from + i} />
          ))}
          {to < list.length ? <tr class="space" aria-hidden="true" style={{ height: (list.length - to) * high + "px" }} /> : null}
        </tbody>
      </table>
      {list.length === 0 ? <p class="empty">{s.query.value === "" ? say("No agents.") : say("No agent fits the filter.")}</p> : null}
      {total > list.length && list.length > 0 ? <p class="empty">{say("{n} of {total} agents; a filter shows others.", { n: thousands(list.length), total: thousands(total) })}</p> : null}
    </div>
  );
}
