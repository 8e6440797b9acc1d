// The acts on the chosen agent, the notice that follows an act, and the list of the last acts.
import { effect, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { acts, held, perform, refused, told, undo } from "./acts.ts";
import type { Deed, Done } from "./acts.ts";
import { count, sentence } from "./format.ts";
import * as s from "./state.ts";

// ActButton is a button for an act. If the act is not possible now, its title says why; it stays in the order of Tab, so that
// everyone learns it.
export function ActButton(props: { act: string; title: string; class?: string; id?: string; pressed?: boolean; expanded?: boolean; run: () => void; children: ComponentChildren }): JSX.Element {
  const why = refused(props.act);
  return (
    <button
      type="button"
      id={props.id}
      class={props.class}
      title={why === "" ? props.title : `${props.title} (${why})`}
      aria-disabled={why !== ""}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      onClick={() => (why === "" ? props.run() : void (s.notice.value = sentence(why)))}
    >
      {props.children}
    </button>
  );
}

async function run(deed: Deed): Promise<void> {
  s.notice.value = sentence(await perform(deed));
}

// close closes what asks something, and gives the focus back to the button that has opened it.
function close(button: string): void {
  s.asking.value = "";
  document.getElementById(button)?.focus();
}

function Popup(props: { label: string; button: string; children: ComponentChildren }): JSX.Element {
  return (
    <div
      class="popup asks"
      role="dialog"
      aria-label={props.label}
      onKeyDown={(e) => {
        if (e.key !== "Escape") return;
        e.preventDefault();
        close(props.button);
      }}
    >
      {props.children}
    </div>
  );
}

// The form of a stimulus.
const stimulus = signal({ name: "", data: "" });
const posted = signal({ text: "", bad: false });

effect(() => {
  void s.agent.value;
  posted.value = { text: "", bad: false };
  if (s.asking.peek() !== "acts") s.asking.value = "";
});

function Post({ label }: { label: string }): JSX.Element {
  const f = s.frame.value;
  const names = new Set([...(s.tree.value?.stimuli ?? []), ...(f?.stimuli ?? []).map((h) => h.name)]);
  for (const l of s.history.lanes) if (l.lane === "stimuli") names.add(l.text.split(" ")[0] ?? "");
  const { name, data } = stimulus.value;
  const post = async () => {
    const why = name === "" ? "write the name of a stimulus" : await perform({ act: "post", agent: s.agent.value, name, value: data.trim() });
    posted.value = why === "" ? { text: told.value?.text ?? "", bad: false } : { text: why, bad: true };
  };
  return (
    <Popup label={`post a stimulus to ${label}`} button="act-post">
      <form
        class="fill"
        onSubmit={(e) => {
          e.preventDefault();
          void post();
        }}
      >
        <label>
          <span>Stimulus</span>
          <input class="mono" list="stimuli" autocomplete="off" spellcheck={false} value={name} ref={focusFirst} onInput={(e) => void (stimulus.value = { name: e.currentTarget.value.trim(), data })} />
        </label>
        <datalist id="stimuli">
          {[...names].filter(Boolean).map((n) => (
            <option key={n} value={n} />
          ))}
        </datalist>
        <label>
          <span>Data</span>
          <input class="mono" autocomplete="off" spellcheck={false} placeholder={'none, 12, "text" or x=3 y=4'} value={data} onInput={(e) => void (stimulus.value = { name, data: e.currentTarget.value })} />
        </label>
        <p class={posted.value.bad ? "bad" : "soft"} role="status">
          {posted.value.text}
        </p>
        <div class="ends-of-form">
          <button type="submit" class="button main">
            Post to {label}
          </button>
          <button type="button" class="button" onClick={() => close("act-post")}>
            Close
          </button>
        </div>
      </form>
    </Popup>
  );
}

// focusFirst moves the focus into a form when it opens.
function focusFirst(el: HTMLElement | null): void {
  if (!el || el.dataset.seen) return;
  el.dataset.seen = "1";
  el.focus();
}

function Reset({ label }: { label: string }): JSX.Element {
  return (
    <Popup label={`reset ${label}`} button="act-reset">
      <p>
        Resets <b>{label}</b>: exits its nodes and forgets everything but its fields. Quarantines of behaviors in its tree end.
      </p>
      <div class="ends-of-form">
        <button
          type="button"
          class="button main"
          ref={focusFirst}
          onClick={() => {
            close("act-reset");
            void run({ act: "reset", agent: s.agent.value });
          }}
        >
          Reset {label}
        </button>
        <button type="button" class="button" onClick={() => close("act-reset")}>
          Cancel
        </button>
      </div>
    </Popup>
  );
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
    <span class="acts" role="group" aria-label={`acts on ${label}`}>
      <ActButton act={act} class={is ? "on" : ""} pressed={is} title={is ? `release ${label}: it goes on` : `hold ${label}: it takes no part in ticks`} run={() => void run({ act, agent: s.agent.value })}>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <path d="M7 1A6 6 0 1 1 7 13A6 6 0 1 1 7 1M5.500 4.500V9.500M8.500 4.500V9.500" />
        </svg>
        <span class="unseen">{is ? "release" : "hold"}</span>
      </ActButton>
      <ActButton act="post" id="act-post" title={`post a stimulus to ${label}`} expanded={asking === "post"} run={() => open("post")}>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <path d="M8 1L3 8H6.500L6 13L11 6H7.500Z" />
        </svg>
        <span class="unseen">post a stimulus</span>
      </ActButton>
      {row ? (
        <ActButton act="abort" title={`abort ${row.name} of ${label}: it exits, and the next tick decides again`} run={() => void run({ act: "abort", agent: s.agent.value, name: row.path })}>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <path d="M2.500 2.500H11.500V11.500H2.500Z" />
          </svg>
          <span class="unseen">abort</span>
        </ActButton>
      ) : null}
      <ActButton act="reset" id="act-reset" title={`reset ${label}`} expanded={asking === "reset"} run={() => open("reset")}>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <path d="M2.500 5A5 5 0 1 1 2 8.500M2 1.500V5.500H6" />
        </svg>
        <span class="unseen">reset</span>
      </ActButton>
      {asking === "post" ? <Post label={label} /> : asking === "reset" ? <Reset label={label} /> : null}
    </span>
  );
}

// UndoButton takes an act back.
function UndoButton({ of, done }: { of: Done; done?: () => void }): JSX.Element | null {
  if (!of.undo) return null;
  return (
    <ActButton
      act={of.undo.act}
      class="plain undo"
      title={`undo ${of.text} (Ctrl Z)`}
      run={() => {
        done?.();
        void undo(of);
      }}
    >
      Undo
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
      <button type="button" class="plain" aria-label="close" onClick={leave}>
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
      <button type="button" class="plain" id="acts" aria-expanded={open} title="the last acts of pages" onClick={() => void (s.asking.value = open ? "" : "acts")}>
        {count(list.length, "act")}
      </button>
      {open ? (
        <Popup label="the last acts" button="acts">
          <ul>
            {list.map((a, i) => (
              <li key={i} class="act">
                <button
                  type="button"
                  class="link plain-ink"
                  title="go to this tick"
                  onClick={() => {
                    if (a.agent) s.choose(a.agent);
                    s.seek(a.tick > s.now.value ? "live" : a.tick);
                  }}
                >
                  {a.text}
                </button>
                <small class="mono">tick {a.tick}</small>
                {a.mine ? <UndoButton of={a.mine} /> : null}
              </li>
            ))}
          </ul>
        </Popup>
      ) : null}
    </span>
  );
}
