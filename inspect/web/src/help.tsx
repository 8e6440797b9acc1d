// The list of keys, with the legend.
import type { JSX } from "preact";
import { commands } from "./keys.ts";
import { Legend } from "./legend.tsx";
import { say } from "./say.ts";
import * as s from "./state.ts";

// does says what each command does.
const does: Readonly<Record<(typeof commands)[number]["keys"], string>> = {
  "↑ ↓": say("previous, next row"),
  "Page ↑ ↓": say("ten rows up, down"),
  "← →": say("a tick back, ahead; with Shift ten"),
  "[ ]": say("to the previous, next begin or end of the row"),
  "Home End": say("to the first known tick, to the present"),
  Enter: say("fold or unfold the row; of a leaf, its source"),
  Space: say("pause, go on"),
  L: say("the present"),
  F: say("follow the active node"),
  S: say("fold or show the silent rows"),
  "+ −": say("zoom in, out"),
  H: say("show or hide the history"),
  "1 2 3 4": say("Why, Values, Source, Boards"),
  E: say("edit the chosen row, or the file under Source"),
  "/  Ctrl K": say("find an agent, node, file or field"),
  "Ctrl Z": say("take the last act back"),
  "?": say("these keys"),
  Esc: say("close what is open"),
};

// editing are the keys of the editor; see editor.tsx.
const editing = [
  ["Alt ↑ ↓", say("moves the row with all below it")],
  ["Alt → ←", say("puts it below the row above, after its parent; so do Tab and Shift Tab before a row")],
  ["Ctrl /", say("disables the row, or enables it")],
  ["Ctrl Space", say("offers names")],
  ["Ctrl S", say("saves")],
  ["Ctrl Z  Ctrl Y", say("takes a change back, and makes it again")],
  ["Ctrl F", say("searches")],
  [say("right button"), say("of a row or a card: its menu; also the key for menus")],
  [say("drag a card"), say("onto another one: before it, after it, or on its right half to be its child")],
] as const;

// Keys is the list of keys, with the legend.
export function Keys(): JSX.Element | null {
  if (!s.helping.value) return null;
  return (
    <dialog
      class="sheet wide"
      aria-label={say("keys")}
      ref={(d) => {
        if (d && !d.open) d.showModal();
      }}
      onClose={() => void (s.helping.value = false)}
      onClick={(e) => {
        if (e.target === e.currentTarget) s.helping.value = false;
      }}
    >
      <h2>{say("Keys")}</h2>
      <div class="sheet-halves">
        <dl>
          {commands.map((c) => (
            <div key={c.keys}>
              <dt>
                <kbd>{c.keys}</kbd>
              </dt>
              <dd>{does[c.keys]}</dd>
            </div>
          ))}
        </dl>
        <Legend />
      </div>
      {s.hello.value?.edits ? (
        <>
          <h2>{say("In a tree file")}</h2>
          <dl class="row-keys">
            {editing.map(([keys, text]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      <p class="soft">{say("Ctrl and the wheel zoom the history; a drag over it moves the cursor.")}</p>
      <form method="dialog">
        <button type="submit" class="button">
          {say("Close")}
        </button>
      </form>
    </dialog>
  );
}
