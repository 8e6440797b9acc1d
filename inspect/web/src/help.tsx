// The list of keys, with the legend.
import type { JSX } from "preact";
import { commands } from "./keys.ts";
import { Legend } from "./legend.tsx";
import * as s from "./state.ts";

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
      <p class="soft">Ctrl and the wheel zoom the history; a drag over it moves the cursor.</p>
      <form method="dialog">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
}
