// Values that a click turns into an input.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { literal, perform, refused } from "./acts.ts";
import type { Deed } from "./acts.ts";
import { sentence } from "./format.ts";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { Field } from "./wire.ts";

// editing is the input that is open. Id is the key of its value, or of the form for another one.
const editing = signal<{ id: string; text: string; was: string; error: string; busy: boolean } | null>(null);
const typed = signal<readonly string[]>([]); // names in the form for another value
let back = ""; // the button that gets the focus when it is shown again

function leave(id: string): void {
  back = id;
  editing.value = null;
}

// give asks the game to set the value that was typed.
async function give(id: string, deed: Deed): Promise<void> {
  const e = editing.peek();
  if (!e || e.id !== id || e.busy) return;
  editing.value = { ...e, busy: true, error: "" };
  const why = await perform({ ...deed, value: e.text.trim() });
  const now = editing.peek();
  if (now?.id !== id) return;
  if (why === "") leave(id);
  else editing.value = { ...now, busy: false, error: why };
}

const placeholder = '12, "text", true, nil';

// Literal is the input of a value. Enter sets it and Esc leaves it.
function Literal(props: { id: string; label: string; deed: () => Deed; focus: boolean }): JSX.Element | null {
  const e = editing.value;
  if (e?.id !== props.id) return null;
  return (
    <input
      class="mono literal"
      aria-label={props.label}
      aria-invalid={e.error !== ""}
      aria-describedby={e.error ? "literal-error" : undefined}
      autocomplete="off"
      spellcheck={false}
      placeholder={placeholder}
      value={e.text}
      readOnly={e.busy}
      ref={(el) => {
        if (!props.focus || !el || el.dataset.seen) return;
        el.dataset.seen = "1";
        el.focus();
        el.select();
      }}
      onInput={(x) => void (editing.value = { ...e, text: x.currentTarget.value, error: "" })}
      onKeyDown={(x) => {
        if (x.key === "Enter" && !x.isComposing) {
          x.preventDefault();
          void give(props.id, props.deed());
        }
      }}
      onBlur={() => {
        const now = editing.peek();
        if (props.focus && now?.id === props.id && !now.busy && now.error === "" && now.text === now.was) editing.value = null;
      }}
    />
  );
}

function escapes(id: string) {
  return (x: KeyboardEvent) => {
    if (x.key !== "Escape") return;
    x.preventDefault();
    leave(id);
  };
}

function Failed({ id }: { id: string }): JSX.Element | null {
  const e = editing.value;
  if (e?.id !== id || e.error === "") return null;
  return (
    <span id="literal-error" class="bad refused" role="alert">
      {sentence(e.error)}
    </span>
  );
}

// Editable is a value. A click or Enter makes it an input with the literal, if the game accepts that.
export function Editable(props: { id: string; field: Field; deed: Deed; class: string }): JSX.Element {
  const f = props.field;
  const why = refused(props.deed.act);
  const text = f.text.replace(/^-(?=\d)/, "−");
  if (editing.value?.id === props.id)
    return (
      <span class="editing" onKeyDown={escapes(props.id)}>
        <Literal id={props.id} label={say("value of {name}", { name: f.name })} deed={() => props.deed} focus />
        <Failed id={props.id} />
      </span>
    );
  return (
    <button
      type="button"
      class={`mono field-text ${props.class}`}
      title={`${f.exact ?? f.text}\n${why === "" ? say("click to set it") : why}`}
      aria-label={`${f.name} = ${f.text}`}
      aria-disabled={why !== ""}
      ref={(el) => {
        if (!el || back !== props.id) return;
        back = "";
        el.focus();
      }}
      onClick={() => {
        if (why === "") editing.value = { id: props.id, text: literal(f), was: literal(f), error: "", busy: false };
        else s.notice.value = sentence(why);
      }}
    >
      {text}
    </button>
  );
}

// Another is a button that becomes a form for a value that is not shown yet. Ask are the names of what the form asks for, before
// the value.
export function Another(props: { id: string; title: string; ask: readonly string[]; known: readonly string[]; deed: (names: readonly string[]) => Deed }): JSX.Element {
  const why = refused(props.deed([]).act);
  const e = editing.value;
  if (e?.id !== props.id)
    return (
      <p class="another">
        <button
          type="button"
          class="link"
          title={why === "" ? undefined : why}
          aria-disabled={why !== ""}
          ref={(el) => {
            if (!el || back !== props.id) return;
            back = "";
            el.focus();
          }}
          onClick={() => {
            typed.value = [];
            if (why === "") editing.value = { id: props.id, text: "", was: "", error: "", busy: false };
            else s.notice.value = sentence(why);
          }}
        >
          {props.title}
        </button>
      </p>
    );
  return (
    <form
      class="another editing"
      aria-label={props.title}
      onKeyDown={escapes(props.id)}
      onSubmit={(x) => {
        x.preventDefault();
        void give(props.id, props.deed(typed.peek()));
      }}
    >
      {props.ask.map((name, i) => (
        <input
          key={name}
          class="mono literal"
          aria-label={name}
          placeholder={name}
          list={i === props.ask.length - 1 ? "names-" + props.id : undefined}
          autocomplete="off"
          spellcheck={false}
          value={typed.value[i] ?? ""}
          ref={(el) => {
            if (i > 0 || !el || el.dataset.seen) return;
            el.dataset.seen = "1";
            el.focus();
          }}
          onInput={(x) => {
            const next = [...typed.peek()];
            next[i] = x.currentTarget.value.trim();
            typed.value = next;
            editing.value = { ...e, error: "" };
          }}
        />
      ))}
      <datalist id={"names-" + props.id}>
        {props.known.map((n) => (
          <option key={n} value={n} />
        ))}
      </datalist>
      <Literal id={props.id} label={say("value")} deed={() => props.deed(typed.peek())} focus={false} />
      <button type="submit" class="button">
        {say("Set")}
      </button>
      <Failed id={props.id} />
    </form>
  );
}
