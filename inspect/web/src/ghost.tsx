// What a change would have changed: the last ticks, run again with another text of a file.
import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { x } from "./columns.ts";
import { drafts, others } from "./drafts.ts";
import { count, round, sentence } from "./format.ts";
import { failure } from "./link.ts";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { Ghost, Other } from "./wire.ts";

interface State {
  path: string;
  text: string; // with which the ticks are run again
  reply: Ghost | null; // null while they run
  failed: string;
}
const ghost = signal<State | null>(null);

// again runs the last ticks again with the text of a draft.
// After a save it is told only if there is something to tell.
export async function again(path: string, saved = false): Promise<void> {
  const text = drafts.peek().get(path)?.text;
  if (text === undefined) return;
  const mine: State = { path, text, reply: null, failed: "" };
  ghost.value = mine;
  const put = (part: Partial<State>) => {
    if (ghost.peek() === mine) ghost.value = { ...mine, ...part };
  };
  try {
    const reply = await s.talk().ghost({ path, text, hash: "", drafts: others(path) });
    if (saved && reply.total === 0 && ghost.peek() === mine) ghost.value = null;
    else put({ reply });
  } catch (e) {
    if (saved && ghost.peek() === mine) ghost.value = null;
    else put({ failed: failure(e) });
  }
}

// heard says what a ghost has shown, in a sentence.
export function heard(g: Ghost, step: number): string {
  const ticks = g.to - g.from + 1;
  if (ticks <= 0) return g.why ? say("Nothing can be said about the past: {why}.", { why: g.why }) : say("Nothing can be said about the past.");
  const when = g.from === g.to ? say("in tick {tick}", { tick: g.to }) : say("in ticks {from} to {to} ({seconds} s)", { from: g.from, to: g.to, seconds: round(ticks * step) });
  const end = g.why ? say(" Only these are compared: {why}.", { why: g.why }) : "";
  if (g.total === 0) return say("All agents would have done the same {when}.", { when }) + end;
  return say("{agents} would have done something else {when}.", { agents: g.total === 1 ? say("One agent") : count(g.total, "agent"), when }) + end;
}

const within = (list: readonly [number, number][], tick: number) => list.some(([from, to]) => from <= tick && tick <= to);

// The rows of the score show what the chosen agent would have run, in the ticks in which that differs from what it ran.
effect(() => {
  const g = ghost.value;
  const o = g?.reply?.list.find((l) => l.agent === s.agent.value);
  if (!g || !o) return void (s.under.value = null);
  const rows = new Map(o.rows.map((r) => [r.key, r]));
  s.under.value = {
    title: say("with the new {path}", { path: g.path }),
    close: () => void (ghost.value = null),
    tip: (row, tick) => (!within(o.differs, tick) ? "" : within(rows.get(row.key)?.spans ?? [], tick) ? say("{name}: would have run", { name: row.name }) : say("{name}: would not have run", { name: row.name })),
    paint(c, p, row, isFolded, top, height) {
      const color = getComputedStyle(c.canvas).getPropertyValue("--ghost");
      const fill = (spans: readonly [number, number][], from: number, h: number, alpha: number) => {
        c.fillStyle = color;
        c.globalAlpha = alpha;
        for (const [a, b] of spans) {
          const left = Math.max(0, x(p.view, a));
          const right = Math.min(p.view.width, x(p.view, b + 1));
          if (right > left) c.fillRect(left, top + from, Math.max(1.5, right - left), h);
        }
        c.globalAlpha = 1;
      };
      fill(o.differs, 0, height, 0.1);
      const own = rows.get(row.key)?.spans ?? [];
      const below = isFolded ? o.rows.filter((r) => r.key.startsWith(`${row.key}/`)).flatMap((r) => r.spans) : [];
      fill(below, height - 5, 4, 0.5);
      fill(own, height - 5, 4, 1);
    },
  };
});

function show(o: Other): void {
  s.choose(o.agent);
  s.seek(o.tick);
  s.tab.value = "score";
}

const most = 8;

// Would is what the last ghost of a file has shown.
export function Would({ path }: { path: string }): JSX.Element | null {
  const g = ghost.value;
  if (g?.path !== path) return null;
  const old = drafts.value.get(path)?.text !== g.text;
  return (
    <section class="ghost" aria-label={say("what would have changed")} aria-busy={g.reply === null && g.failed === ""}>
      <button type="button" class="plain close" aria-label={say("close")} onClick={() => void (ghost.value = null)}>
        ✕
      </button>
      {g.failed ? <p class="soft">{sentence(g.failed)}</p> : null}
      {g.reply === null && g.failed === "" ? <p class="soft">{say("The last seconds are run again with this text.")}</p> : null}
      {g.reply ? (
        <>
          <p>
            {heard(g.reply, s.step.value)}
            {old ? <span class="soft"> {say("This is of an earlier text.")}</span> : null}
          </p>
          <ul>
            {g.reply.list.slice(0, most).map((o) => (
              <li key={o.agent}>
                <button type="button" class="link" title={say("shows the agent at that tick, as it was")} onClick={() => show(o)}>
                  {say("{label}, tick {tick}", { label: o.label, tick: o.tick })}
                </button>{" "}
                {o.text}
              </li>
            ))}
            {g.reply.total > most ? <li class="soft">{say("and {n} more", { n: g.reply.total - most })}</li> : null}
          </ul>
        </>
      ) : null}
    </section>
  );
}
