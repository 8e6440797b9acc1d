// What behaviors cost: a table of instructions and calls, for all agents.
import { computed, effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { count, round, sentence, short, thousands } from "./format.ts";
import { failure } from "./link.ts";
import { pump } from "./load.ts";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { Cost, Costs as Reply } from "./wire.ts";

type Column = "behavior" | "steps" | "perTick" | "calls" | "perCall";
const columns: readonly { name: Column; title: string; about: string }[] = [
  { name: "behavior", title: say("behavior"), about: say("a click shows its script") },
  { name: "steps", title: say("share"), about: say("its share of all instructions") },
  { name: "perTick", title: say("instructions a tick"), about: say("instructions of Lua in a tick, of all agents together") },
  { name: "calls", title: say("calls a tick"), about: say("calls of its hooks in a tick, of all agents together") },
  { name: "perCall", title: say("instructions a call"), about: say("instructions of Lua in a call of a hook") },
];
const order = signal<{ by: Column; down: boolean }>({ by: "steps", down: true });
const costs = signal<Reply | null>(null);
const none = signal(""); // why there are no costs

const ask = pump(
  () => 2000,
  () =>
    s
      .talk()
      .costs()
      .then((c) => {
        costs.value = c;
        none.value = "";
      })
      .catch((e: unknown) => {
        costs.value = null;
        none.value = failure(e);
      }),
);
effect(() => {
  void s.now.value;
  if (s.tab.value === "costs" && s.hello.value) ask();
});

const steps = (n: number) => (n < 999.5 ? round(n) : short(Math.round(n)));
const perCall = (c: Cost) => (c.calls > 0 ? c.steps / c.calls : 0);
const names = new Intl.Collator("en", { numeric: true }).compare;

const sorted = computed(() => {
  const { by, down } = order.value;
  const value = (c: Cost) => (by === "calls" ? c.calls : by === "perCall" ? perCall(c) : c.steps);
  const rise = (a: Cost, b: Cost) => (by === "behavior" ? names(a.behavior, b.behavior) : value(a) - value(b));
  return [...(costs.value?.list ?? [])].sort((a, b) => (down ? -1 : 1) * rise(a, b) || names(a.behavior, b.behavior));
});

function Line({ c, ticks, all, most }: { c: Cost; ticks: number; all: number; most: number }): JSX.Element {
  const share = all > 0 ? c.steps / all : 0;
  const file = c.file ?? "";
  const open = () => {
    s.source.value = { path: file, line: 1 };
    s.side.value = "source";
  };
  const shown = s.side.value === "source" && file !== "" && s.source.value?.path === file;
  return (
    <tr aria-selected={shown} class={shown ? "chosen" : ""} onClick={file ? open : undefined}>
      <td class="mono">{file ? <button type="button" class="link plain-ink" title={file}>{c.behavior}</button> : c.behavior}</td>
      <td>
        <span class="share">
          <meter min={0} max={most} value={c.steps} aria-label={say("share of all instructions")} />
          <span class="number">{share > 0 && share < 0.001 ? "< 0.1" : (share * 100).toFixed(1)} %</span>
        </span>
      </td>
      <td class="number" title={say("{n} instructions in all", { n: thousands(c.steps) })}>{steps(c.steps / ticks)}</td>
      <td class="number" title={say("{n} calls in all", { n: thousands(c.calls) })}>{round(c.calls / ticks)}</td>
      <td class="number">{steps(perCall(c))}</td>
    </tr>
  );
}

// Costs is the content of the tab Costs.
export function Costs(): JSX.Element {
  const c = costs.value;
  if (!c) return <p class="empty">{none.value ? sentence(none.value) : say("The costs are being asked for.")}</p>;
  const ticks = Math.max(1, c.to - c.from + 1);
  const all = c.list.reduce((sum, x) => sum + x.steps, 0);
  const most = c.list.reduce((max, x) => Math.max(max, x.steps), 1);
  const sort = (by: Column) => {
    const o = order.value;
    order.value = { by, down: o.by === by ? !o.down : by !== "behavior" };
  };
  return (
    <div class="table costs" role="group" aria-label={say("costs of {behaviors}", { behaviors: count(c.list.length, "behavior") })} tabIndex={0}>
      <p class="soft">
        {say("Ticks {from} to {to}, measured in a re-run: all agents together take {all} instructions of Lua a tick.", { from: thousands(c.from), to: thousands(c.to), all: steps(all / ticks) })}
      </p>
      <table>
        <thead>
          <tr>
            {columns.map((x) => (
              <th key={x.name} scope="col" class={x.name} aria-sort={order.value.by === x.name ? (order.value.down ? "descending" : "ascending") : "none"}>
                <button type="button" title={x.about} onClick={() => sort(x.name)}>
                  {x.title} <span aria-hidden="true">{order.value.by === x.name ? (order.value.down ? "↓" : "↑") : ""}</span>
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.value.map((x) => (
            <Line key={x.behavior} c={x} ticks={ticks} all={all} most={most} />
          ))}
        </tbody>
      </table>
      {c.list.length === 0 ? <p class="empty">{say("No behavior in Lua has run in these ticks.")}</p> : null}
    </div>
  );
}
