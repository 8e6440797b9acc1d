// The menu of a row, and cards that are dragged: what can be done with a row from the score and from the cards. Each step is one
// of the editor, where the changed lines are seen before they are saved.
import { signal } from "@preact/signals";
import { render } from "preact";
import type { JSX } from "preact";
import { begin, drafts, isChanged } from "./drafts.ts";
import { below, edit } from "./load.ts";
import { dropAt, outline } from "./outline.ts";
import type { Drop } from "./outline.ts";
import { act, moves } from "./rowform.tsx";
import { say } from "./say.ts";
import { sheet } from "./sheet.ts";
import * as s from "./state.ts";
import type { Op, Row } from "./wire.ts";

// Place is that of a row in its file.
interface Place {
  row: Row;
  path: string;
  line: number;
}

interface Open extends Place {
  x: number;
  y: number;
  back: Element | null; // what had the focus
}
const open = signal<Open | null>(null);

function placeOf(key: string): Place | null {
  const row = s.tree.peek()?.byKey.get(key);
  const [at = "", line = ""] = (row?.pos ?? "").split(":");
  return row && at.endsWith(".bt") ? { row, path: below(at), line: Number(line) } : null;
}

// rowMenu opens the menu of a row at a place of the page.
export async function rowMenu(key: string, x: number, y: number): Promise<void> {
  const place = placeOf(key);
  if (!place) return;
  s.chooseNode(key);
  const back = document.activeElement;
  await begin(place.path);
  open.value = { ...place, x, y, back };
}

// Dragged is a row that the mouse carries over others.
export interface Dragged {
  // over returns where the row goes that is dropped on another one, or null. Y and right are as dropAt has them.
  over(key: string, y: number, right: boolean): Drop | null;
  drop(at: Drop): void;
}

// dragRow returns a row that can be dragged, or null while the rows of its file are changed in the editor only.
export async function dragRow(key: string): Promise<Dragged | null> {
  const place = placeOf(key);
  if (!place) return null;
  await begin(place.path);
  const d = drafts.peek().get(place.path);
  if (!d || isChanged(d)) return null;
  return {
    over(key, y, right) {
      const to = placeOf(key);
      return to?.path === place.path ? dropAt(d.text, place.line, to.line, y, right) : null;
    },
    drop(at) {
      s.chooseNode(key);
      void change(place, { do: "move", line: place.line, at: at.line, side: at.side });
    },
  };
}

function close(): void {
  const was = open.peek();
  open.value = null;
  if (was?.back instanceof HTMLElement) was.back.focus();
}

// change makes an operation in the editor, where it is seen.
async function change(o: Place, op: Op | null): Promise<void> {
  open.value = null;
  edit(`${o.path}:${o.line}`);
  if (op) await act(o.path, op);
}

function Menu(): JSX.Element | null {
  const o = open.value;
  if (!o) return null;
  const d = drafts.value.get(o.path);
  const text = d?.text ?? "";
  const line = outline(text).get(o.line);
  // The rows on the page are those of the version in force; the lines of a text that is not saved may be others.
  const known = d && !isChanged(d) && line;
  const op = (make: () => Op | null): Op | null => (known ? make() : null);
  const off = /^\s*disabled\b/.test(text.split("\n")[o.line - 1] ?? "");
  const items: { does: string; op?: Op | null; keys: string }[] = [
    { does: say("Edit the row"), keys: "E" },
    { does: off ? say("Enable") : say("Disable"), op: op(() => ({ do: "disabled", line: o.line, on: !off })), keys: "Ctrl /" },
    { does: say("Move up"), op: op(() => moves(text, o.line, "up")), keys: "Alt ↑" },
    { does: say("Move down"), op: op(() => moves(text, o.line, "down")), keys: "Alt ↓" },
    { does: say("Put below the row above"), op: op(() => moves(text, o.line, "in")), keys: "Alt →" },
    { does: say("Put after its parent"), op: op(() => moves(text, o.line, "out")), keys: "Alt ←" },
    { does: say("Remove"), op: op(() => (line?.parent ? { do: "remove", line: o.line } : null)), keys: "" },
  ];
  const step = (from: Element, by: number) => {
    const all = [...(from.closest("[role=menu]")?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
    all[(all.indexOf(from as HTMLElement) + by + all.length) % all.length]?.focus();
  };
  return (
    <div
      class="popup menu"
      role="menu"
      aria-label={say("row {name}", { name: o.row.name })}
      style={{ left: `${Math.min(o.x, innerWidth - 250)}px`, top: `${Math.min(o.y, innerHeight - 30 * items.length - 50)}px` }}
      onKeyDown={(e) => {
        e.stopPropagation();
        if (e.key === "Escape" || e.key === "Tab") close();
        else if (e.key === "ArrowDown" || e.key === "ArrowUp") step(e.target as Element, e.key === "ArrowDown" ? 1 : -1);
        else return;
        e.preventDefault();
      }}
      onFocusOut={(e) => {
        if (!(e.relatedTarget instanceof Node && e.currentTarget.contains(e.relatedTarget))) open.value = null;
      }}
    >
      {known ? null : <p class="soft">{say("{path} has changes that are not saved, so rows are changed in the editor.", { path: o.path })}</p>}
      {items.map((item, i) => (
        <button
          key={item.does}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={item.op === null}
          title={item.op === null ? (known ? say("not possible for this row") : say("{path} has changes that are not saved", { path: o.path })) : undefined}
          ref={(el) => {
            if (i === 0 && el && !el.dataset.seen) {
              el.dataset.seen = "1";
              el.focus();
            }
          }}
          onClick={() => item.op !== null && void change(o, item.op ?? null)}
        >
          <span>{item.does}</span>
          <kbd>{item.keys}</kbd>
        </button>
      ))}
    </div>
  );
}

void sheet("editor.css");
const host = document.createElement("div");
document.body.append(host);
render(<Menu />, host);
