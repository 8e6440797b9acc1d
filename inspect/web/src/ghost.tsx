// What a change would have changed: the last ticks, run again with another text of a file.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { drafts } from "./drafts.ts";
import { round, sentence } from "./format.ts";
import { SourceError } from "./link.ts";
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
export async function again(path: string): Promise<void> {
  const text = drafts.peek().get(path)?.text;
  if (text === undefined) return;
  const mine: State = { path, text, reply: null, failed: "" };
  ghost.value = mine;
  const put = (part: Partial<State>) => {
    if (ghost.peek() === mine) ghost.value = { ...mine, ...part };
  };
  try {
    put({ reply: await s.talk().ghost({ path, text, hash: "" }) });
  } catch (e) {
    put({ failed: e instanceof SourceError ? e.message : "the game does not answer" });
  }
}

// heard says what a ghost has shown, in a sentence.
export function heard(g: Ghost, step: number): string {
  const ticks = g.to - g.from + 1;
  if (ticks <= 0) return "Nothing can be said about the past" + (g.why ? `: ${g.why}.` : ".");
  const when = g.from === g.to ? `in tick ${g.to}` : `in ticks ${g.from} to ${g.to} (${round(ticks * step)} s)`;
  const end = g.why ? ` Only these are compared: ${g.why}.` : "";
  if (g.total === 0) return `All agents would have done the same ${when}.${end}`;
  return `${g.total === 1 ? "One agent" : `${g.total} agents`} would have done something else ${when}.${end}`;
}

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
    <section class="ghost" aria-label="what would have changed" aria-busy={g.reply === null && g.failed === ""}>
      {g.failed ? <p class="soft">{sentence(g.failed)}</p> : null}
      {g.reply === null && g.failed === "" ? <p class="soft">The last seconds are run again with this text.</p> : null}
      {g.reply ? (
        <>
          <p>
            {heard(g.reply, s.step.value)}
            {old ? <span class="soft"> This is of an earlier text.</span> : null}
          </p>
          <ul>
            {g.reply.list.slice(0, most).map((o) => (
              <li key={o.agent}>
                <button type="button" class="link" title="shows the agent at that tick, as it was" onClick={() => show(o)}>
                  {o.label}, tick {o.tick}
                </button>{" "}
                {o.text}
              </li>
            ))}
            {g.reply.total > most ? <li class="soft">and {g.reply.total - most} more</li> : null}
          </ul>
        </>
      ) : null}
    </section>
  );
}
