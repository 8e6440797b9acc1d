// The keys of the page. What they do, in words, is in help.tsx, which a first load does not take.
import { told, undoLast } from "./acts.ts";
import { edit } from "./load.ts";
import * as s from "./state.ts";

// Command is something that a key does. A list of moves is set by the view that has them.
interface Command {
  keys: string; // as people read it
  match: (e: KeyboardEvent) => boolean;
  run: (e: KeyboardEvent) => void;
}

const plain = (e: KeyboardEvent) => !e.ctrlKey && !e.metaKey && !e.altKey;
const key = (...names: string[]) => (e: KeyboardEvent) => plain(e) && names.includes(e.key);

// rows is what the keys for rows do; the score sets it.
export const rows: { move(by: number): void; edge(last: boolean): void; open(open: boolean): boolean; enter(): void; run(ahead: boolean): void; silence(): void } = {
  move: () => undefined,
  edge: () => undefined,
  open: () => false,
  enter: () => undefined,
  run: () => undefined,
  silence: () => undefined,
};

export const commands = [
  { keys: "↑ ↓", match: key("ArrowUp", "ArrowDown"), run: (e) => rows.move(e.key === "ArrowUp" ? -1 : 1) },
  { keys: "Page ↑ ↓", match: key("PageUp", "PageDown"), run: (e) => rows.move(e.key === "PageUp" ? -10 : 10) },
  { keys: "← →", match: key("ArrowLeft", "ArrowRight"), run: (e) => s.stepBy((e.key === "ArrowLeft" ? -1 : 1) * (e.shiftKey ? 10 : 1)) },
  { keys: "[ ]", match: key("[", "]"), run: (e) => rows.run(e.key === "]") },
  { keys: "Home End", match: key("Home", "End"), run: (e) => s.seek(e.key === "Home" ? s.limits.value.from : "live") },
  { keys: "Enter", match: key("Enter"), run: () => rows.enter() },
  { keys: "Space", match: key(" "), run: () => (s.running.value ? s.stop() : s.play()) },
  { keys: "L", match: key("l", "L"), run: () => s.seek("live") },
  { keys: "F", match: key("f", "F"), run: () => void (s.following.value = !s.following.value) },
  {
    keys: "S",
    match: key("s", "S"),
    run: () => rows.silence(),
  },
  { keys: "+ −", match: key("+", "=", "-"), run: (e) => s.magnify(e.key === "-" ? 1.5 : 1 / 1.5, s.at.value) },
  { keys: "H", match: key("h", "H"), run: () => void (s.historyOpen.value = !s.historyOpen.value) },
  { keys: "1 2 3 4", match: key("1", "2", "3", "4"), run: (e) => void (s.side.value = (["why", "values", "source", "boards"] as const)[Number(e.key) - 1] ?? "why") },
  { keys: "E", match: key("e", "E"), run: () => edit(s.side.value === "source" && s.source.value ? `${s.source.value.path}:${s.source.value.line}` : (s.row.value?.pos ?? "")) },
  { keys: "/  Ctrl K", match: (e) => key("/")(e) || ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "k"), run: () => void (s.finding.value = true) },
  {
    keys: "Ctrl Z",
    match: (e) => (e.ctrlKey || e.metaKey) && !e.shiftKey && e.key.toLowerCase() === "z" && !(e.target instanceof HTMLInputElement) && s.tab.value !== "edit",
    run: undoLast,
  },
  { keys: "?", match: key("?"), run: () => void (s.helping.value = !s.helping.value) },
  {
    keys: "Esc",
    match: key("Escape"),
    run: () => {
      s.finding.value = s.helping.value = s.listing.value = false;
      s.notice.value = s.asking.value = "";
      told.value = null;
    },
  },
] as const satisfies readonly Command[];

// listen makes the keys work on all of the page, except where text is typed, and where Enter and Space press a button.
export function listen(): void {
  document.addEventListener("keydown", (e) => {
    const inner = e.composedPath()[0]; // also in the shadow root of the editor
    const target = inner instanceof HTMLElement ? inner : null;
    const typing = target?.matches("input, textarea, select, [contenteditable]") ?? false;
    const pressing = target?.closest("button, a, summary, [role=tab], [role=separator], dialog") ?? null;
    const command = commands.find((c) => c.match(e));
    if (!command || e.defaultPrevented || e.isComposing) return;
    if (typing && !(e.ctrlKey || e.metaKey) && e.key !== "Escape") return;
    if (pressing && (e.key === "Enter" || e.key === " ")) return;
    if (pressing?.matches("[role=separator], dialog, dialog *") && (e.key.startsWith("Arrow") || e.key === "Home" || e.key === "End")) return;
    if (document.querySelector("dialog[open]") && e.key !== "Escape" && e.key !== "?") return;
    e.preventDefault();
    command.run(e);
  });
}
