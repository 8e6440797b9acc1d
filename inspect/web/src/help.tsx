// The list of keys, with the legend.
import type { JSX } from "preact";
import { commands } from "./keys.ts";
import { Legend } from "./legend.tsx";
import * as s from "./state.ts";

// editing are the keys of the editor; see editor.tsx.
const editing = [
  ["Alt ↑ ↓", "moves the row with all below it"],
  ["Alt → ←", "puts it below the row above, after its parent; so do Tab and Shift Tab before a row"],
  ["Ctrl /", "disables the row, or enables it"],
  ["Ctrl Space", "offers names"],
  ["Ctrl S", "saves"],
  ["Ctrl Z  Ctrl Y", "takes a change back, and makes it again"],
  ["Ctrl F", "searches"],
  ["right button", "of a row or a card: its menu; also the key for menus"],
  ["drag a card", "onto another one: before it, after it, or on its right half to be its child"],
] as const;

// Keys is the list of keys, with the legend.
export function Keys(): JSX.Element | null {
  if (!s.helping.value) return null;
  return (
    <dialog
      class="sheet wide"
      aria-label="keys"
      ref={(d) => {
        if (d && !d.open) d.showModal();
      }}
      onClose={() => void (s.helping.value = false)}
      onClick={(e) => {
        if (e.target === e.currentTarget) s.helping.value = false;
      }}
    >
      <h2>Keys</h2>
      <div class="sheet-halves">
        <dl>
          {commands.map((c) => (
            <div key={c.keys}>
              <dt>
                <kbd>{c.keys}</kbd>
              </dt>
              <dd>{c.does}</dd>
            </div>
          ))}
        </dl>
        <Legend />
      </div>
      {s.hello.value?.edits ? (
        <>
          <h2>In a tree file</h2>
          <dl class="row-keys">
            {editing.map(([keys, does]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      <p class="soft">Ctrl and the wheel zoom the history; a drag over it moves the cursor.</p>
      <form method="dialog">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
