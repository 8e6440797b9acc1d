// The acts on the chosen agent, and the notice that follows an act.
import { effect, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { acts, held, perform, refused, told, undo } from "./acts.ts";
import type { Deed, Done } from "./acts.ts";
import { count, sentence } from "./format.ts";
import { inViews } from "./later.tsx";
import { say } from "./say.ts";
import * as s from "./state.ts";

// Ask is what the button that was pressed asks, or tells.
const Ask = inViews((m) => m.Ask);

// ActButton is a button for an act. If the act is not possible now, its title says why; it stays in the order of Tab, so that
// everyone learns it.
export function ActButton(props: { act: string; title: string; class?: string; id?: string; pressed?: boolean; expanded?: boolean; run: () => void; children: ComponentChildren }): JSX.Element {
  const why = refused(props.act);
  return (
    <button
      type="button"
      id={props.id}
      class={props.class}
      title={why === "" ? props.title : say("{title} ({why})", { title: props.title, why })}
      aria-disabled={why !== ""}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      onClick={() => (why === "" ? props.run() : void (s.notice.value = sentence(why)))}
    >
      {props.children}
    </button>
  );
}

export async function run(deed: Deed): Promise<void> {
  s.notice.value = sentence(await perform(deed));
}

// AgentActs are the buttons at the name of the chosen agent.
export function AgentActs({ label }: { label: string }): JSX.Element | null {
  if (!s.agent.value || label === "" || s.frame.value?.gone) return null;
  const is = held.value;
  const row = s.row.value ?? s.active.value;
  const asking = s.asking.value;
  const open = (what: "post" | "reset") => void (s.asking.value = asking === what ? "" : what);
  const act = is ? "release" : "hold";
  return (
    <span class="acts" role="group" aria-label={say("acts on {label}", { label })}>
      <ActButton act={act} class={is ? "on" : ""} pressed={is} title={is ? say("release {label}: it goes on", { label }) : say("hold {label}: it takes no part in ticks", { label })} run={() => void run({ act, agent: s.agent.value })}>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <path d="M7 1A6 6 0 1 1 7 13A6 6 0 1 1 7 1M5.500 4.500V9.500M8.500 4.500V9.500" />
        </svg>
        <span class="unseen">{is ? say("release") : say("hold")}</span>
      </ActButton>
      <ActButton act="post" id="act-post" title={say("post a stimulus to {label}", { label })} expanded={asking === "post"} run={() => open("post")}>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <path d="M8 1L3 8H6.500L6 13L11 6H7.500Z" />
        </svg>
        <span class="unseen">{say("post a stimulus")}</span>
      </ActButton>
      {row ? (
        <ActButton act="abort" title={say("abort {name} of {label}: it exits, and the next tick decides again", { name: row.name, label })} run={() => void run({ act: "abort", agent: s.agent.value, name: row.path })}>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <path d="M2.500 2.500H11.500V11.500H2.500Z" />
          </svg>
          <span class="unseen">{say("abort")}</span>
        </ActButton>
      ) : null}
      <ActButton act="reset" id="act-reset" title={say("reset {label}", { label })} expanded={asking === "reset"} run={() => open("reset")}>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <path d="M2.500 5A5 5 0 1 1 2 8.500M2 1.500V5.500H6" />
        </svg>
        <span class="unseen">{say("reset")}</span>
      </ActButton>
      {asking === "post" || asking === "reset" ? <Ask /> : null}
    </span>
  );
}

// UndoButton takes an act back.
export function UndoButton({ of, done }: { of: Done; done?: () => void }): JSX.Element | null {
  if (!of.undo) return null;
  return (
    <ActButton
      act={of.undo.act}
      class="plain undo"
      title={say("undo {text} (Ctrl Z)", { text: of.text })}
      run={() => {
        done?.();
        void undo(of);
      }}
    >
      {say("Undo")}
    </ActButton>
  );
}

// The notice after an act goes away by itself, unless a hand or the focus is on it. The list of acts stays.
const stays = signal(false);
effect(() => {
  const d = told.value;
  if (!d || stays.value) return;
  const timer = setTimeout(() => told.peek() === d && (told.value = null), 8000);
  return () => clearTimeout(timer);
});

// Told is the notice after an act.
export function Told(): JSX.Element | null {
  const d = told.value;
  if (!d) return null;
  const leave = () => {
    stays.value = false;
    told.value = null;
  };
  return (
    <div
      class="banner notice told"
      role="status"
      onPointerEnter={() => void (stays.value = true)}
      onPointerLeave={() => void (stays.value = false)}
      onFocusIn={() => void (stays.value = true)}
      onFocusOut={() => void (stays.value = false)}
    >
      <span>{d.text}</span>
      <UndoButton of={d} done={leave} />
      <button type="button" class="plain" aria-label={say("close")} onClick={leave}>
        ✕
      </button>
    </div>
  );
}

// ActList is the list of the last acts, of this page and of others.
export function ActList(): JSX.Element | null {
  const list = acts.value;
  if (list.length === 0) return null;
  const open = s.asking.value === "acts";
  return (
    <span class="problems">
      <button type="button" class="plain" id="acts" aria-expanded={open} title={say("the last acts of pages")} onClick={() => void (s.asking.value = open ? "" : "acts")}>
        {count(list.length, "act")}
      </button>
      {open ? <Ask /> : null}
    </span>
  );
}
