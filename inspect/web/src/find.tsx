// The find box. What it finds is loaded when it is first shown; what is typed before that is not lost.
import type { JSX } from "preact";
import { inViews } from "./later.tsx";
import { chosen, entered, finder, text } from "./finder.ts";
import { say } from "./say.ts";
import * as s from "./state.ts";

const Hits = inViews((m) => m.Hits);

export function Find(): JSX.Element | null {
  if (!s.finding.value) return null;
  const n = finder.value?.count() ?? 0;
  return (
    <dialog
      class="sheet finder"
      aria-label={say("find")}
      ref={(d) => {
        if (d && !d.open) {
          d.showModal();
          d.querySelector("input")?.select();
        }
      }}
      onClose={() => void (s.finding.value = false)}
      onClick={(e) => {
        if (e.target === e.currentTarget) s.finding.value = false;
      }}
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="hits"
        aria-activedescendant={n > 0 ? `hit-${chosen.value}` : undefined}
        aria-label={say("find an agent, node, file or field")}
        placeholder={say("Find an agent, node, file or field")}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={(e) => {
          entered.value = false;
          text.value = e.currentTarget.value;
        }}
        onKeyDown={(e) => {
          if (e.key === "ArrowDown" || e.key === "ArrowUp") {
            e.preventDefault();
            if (n > 0) chosen.value = (chosen.value + (e.key === "ArrowDown" ? 1 : n - 1)) % n;
            document.getElementById(`hit-${chosen.value}`)?.scrollIntoView({ block: "nearest" });
          } else if (e.key === "Enter") {
            e.preventDefault();
            if (n > 0) finder.value?.go(chosen.value);
            else entered.value = true;
          }
        }}
      />
      <Hits />
    </dialog>
  );
}
