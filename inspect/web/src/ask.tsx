// What buttons open: the form of a stimulus, the question whether to reset an agent, the last acts, and the problems.
import { effect, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { acts, perform, told } from "./acts.ts";
import { ActButton, UndoButton, run } from "./acts.tsx";
import { sentence } from "./format.ts";
import { rich, say } from "./say.ts";
import * as s from "./state.ts";

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

let of = s.agent.peek();
effect(() => {
  if (s.agent.value === of) return;
  of = s.agent.value;
  posted.value = { text: "", bad: false };
  if (s.asking.peek() !== "acts") s.asking.value = "";
});

function Post({ label }: { label: string }): JSX.Element {
  const f = s.frame.value;
  const names = new Set([...(s.tree.value?.stimuli ?? []), ...(f?.stimuli ?? []).map((h) => h.name)]);
  for (const l of s.history.lanes) if (l.lane === "stimuli") names.add(l.text.split(" ")[0] ?? "");
  const { name, data } = stimulus.value;
  const post = async () => {
    const why = name === "" ? say("write the name of a stimulus") : await perform({ act: "post", agent: s.agent.value, name, value: data.trim() });
    posted.value = why === "" ? { text: told.value?.text ?? "", bad: false } : { text: why, bad: true };
  };
  return (
    <Popup label={say("post a stimulus to {label}", { label })} button="act-post">
      <form
        class="fill"
        onSubmit={(e) => {
          e.preventDefault();
          void post();
        }}
      >
        <label>
          <span>{say("Stimulus")}</span>
          <input class="mono" list="stimuli" autocomplete="off" spellcheck={false} value={name} ref={focusFirst} onInput={(e) => void (stimulus.value = { name: e.currentTarget.value.trim(), data })} />
        </label>
        <datalist id="stimuli">
          {[...names].filter(Boolean).map((n) => (
            <option key={n} value={n} />
          ))}
        </datalist>
        <label>
          <span>{say("Data")}</span>
          <input class="mono" autocomplete="off" spellcheck={false} placeholder={say("none, 12, \"text\" or x=3 y=4")} value={data} onInput={(e) => void (stimulus.value = { name, data: e.currentTarget.value })} />
        </label>
        <p class={posted.value.bad ? "bad" : "soft"} role="status">
          {posted.value.text}
        </p>
        <div class="ends-of-form">
          <button type="submit" class="button main">
            {say("Post to {label}", { label })}
          </button>
          <button type="button" class="button" onClick={() => close("act-post")}>
            {say("Close")}
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
    <Popup label={say("reset {label}", { label })} button="act-reset">
      <p>
        {rich("Resets {label}: exits its nodes and forgets everything but its fields. Quarantines of behaviors in its tree end.", { label: <b>{label}</b> })}
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
          {say("Reset {label}", { label })}
        </button>
        <button type="button" class="button" onClick={() => close("act-reset")}>
          {say("Cancel")}
        </button>
      </div>
    </Popup>
  );
}

function Acts(): JSX.Element {
  return (
    <Popup label={say("the last acts")} button="acts">
      <ul>
        {acts.value.map((a, i) => (
          <li key={i} class="act">
            <button
              type="button"
              class="link plain-ink"
              title={say("go to this tick")}
              onClick={() => {
                if (a.agent) s.choose(a.agent);
                s.seek(a.tick > s.now.value ? "live" : a.tick);
              }}
            >
              {a.text}
            </button>
            <small class="mono">{say("tick {tick}", { tick: a.tick })}</small>
            {a.mine ? <UndoButton of={a.mine} /> : null}
          </li>
        ))}
      </ul>
    </Popup>
  );
}

// Ask is the part of the button that was pressed.
export function Ask(): JSX.Element | null {
  const label = s.frame.value?.label ?? "";
  return s.asking.value === "post" ? <Post label={label} /> : s.asking.value === "reset" ? <Reset label={label} /> : s.asking.value === "acts" ? <Acts /> : null;
}

async function lift(behavior: string): Promise<void> {
  s.notice.value = sentence(await perform({ act: "clear", name: behavior }));
}

// ProblemList is the list of the problems in files and of the errors of scripts.
export function ProblemList(): JSX.Element {
  return (
    <div class="popup" role="dialog" aria-label={say("problems")}>
      <ul>
        {s.problems.value.map((p) => (
          <li key={`${p.pos} ${p.text} ${p.agent ?? 0}`}>
            <button
              type="button"
              class="whole"
              onClick={() => {
                s.listing.value = false;
                if (p.agent) {
                  s.chooseIndex(p.agent, p.node);
                  if (p.tick && p.tick >= s.limits.value.from) s.seek(p.tick);
                }
                const [path, line] = p.pos.split(":");
                if (path) s.source.value = { path, line: Number(line ?? 1) };
                s.side.value = "source";
              }}
            >
              <span class={`mono ${p.error ? "bad" : ""}`}>{p.pos}</span> <span>{p.text}</span>
              <small>
                {[p.error ? say("error") : say("warning"), p.label ?? "", p.tick ? say("tick {tick}", { tick: p.tick }) : "", (p.count ?? 0) > 1 ? say("{n} times", { n: p.count ?? 0 }) : "", p.behind ? say("{behavior} is in quarantine", { behavior: p.behind }) : ""].filter(Boolean).join(" · ")}
              </small>
            </button>
            {p.behind ? (
              <ActButton act="clear" class="button lift" title={say("{behavior} is used again, until it fails again", { behavior: p.behind })} run={() => void lift(p.behind ?? "")}>
                {rich("Lift the quarantine of {behavior}", { behavior: <span class="mono">{p.behind}</span> })}
              </ActButton>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
