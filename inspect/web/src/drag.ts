// Rows of a tree file that are dragged by the handle at their left.
import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutter } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import { dropAt, outline } from "./outline.ts";
import type { Drop } from "./outline.ts";
import { say } from "./say.ts";
import type { Op } from "./wire.ts";

const setDrop = StateEffect.define<Drop | null>();
const dropped = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, tr) {
    for (const e of tr.effects) {
      if (!e.is(setDrop)) continue;
      if (!e.value) return Decoration.none;
      const at = tr.state.doc.line(e.value.line).from;
      return Decoration.set([Decoration.line({ class: `cm-drop-${e.value.side}` }).range(at)]);
    }
    return marks;
  },
  provide: (f) => EditorView.decorations.from(f),
});

class Handle extends GutterMarker {
  override toDOM(): HTMLElement {
    const el = document.createElement("span");
    el.textContent = "⠿";
    el.title = say("drag the row: above or below another one, or onto the right half of it to be its child");
    return el;
  }
}
const handle = new Handle();

// rowDrag lets rows be dragged. Move makes the operation.
export function rowDrag(move: (op: Op) => void): Extension {
  const begin = (view: EditorView, line: number, e: MouseEvent): boolean => {
    if (e.button !== 0 || !outline(view.state.sliceDoc()).get(line)?.parent) return false;
    let drop: Drop | null = null;
    const over = (m: MouseEvent) => {
      const box = view.contentDOM.getBoundingClientRect();
      const block = view.lineBlockAtHeight(m.clientY - view.documentTop);
      const n = view.state.doc.lineAt(block.from).number;
      drop = dropAt(view.state.sliceDoc(), line, n, (m.clientY - view.documentTop - block.top) / block.height, m.clientX > box.left + box.width / 2);
      view.dispatch({ effects: setDrop.of(drop) });
    };
    const end = (m: MouseEvent | KeyboardEvent) => {
      if (m instanceof KeyboardEvent && m.key !== "Escape") return;
      removeEventListener("mousemove", over);
      removeEventListener("mouseup", end);
      removeEventListener("keydown", end, true);
      view.dispatch({ effects: setDrop.of(null) });
      view.focus(); // Ctrl+Z is for the text
      if (drop && m instanceof MouseEvent) move({ do: "move", line, at: drop.line, side: drop.side });
    };
    addEventListener("mousemove", over);
    addEventListener("mouseup", end);
    addEventListener("keydown", end, true);
    e.preventDefault();
    return true;
  };
  return [
    dropped,
    gutter({
      class: "cm-handles",
      lineMarker: (view, block) => (outline(view.state.sliceDoc()).get(view.state.doc.lineAt(block.from).number)?.parent ? handle : null),
      lineMarkerChange: (u) => u.docChanged,
      domEventHandlers: { mousedown: (view, block, e) => begin(view, view.state.doc.lineAt(block.from).number, e as MouseEvent) },
    }),
    EditorView.theme({
      ".cm-handles": { color: "var(--faint)", cursor: "grab", padding: "0 2px", userSelect: "none" },
      ".cm-drop-before": { boxShadow: "inset 0 2px var(--run)" },
      ".cm-drop-after": { boxShadow: "inset 0 -2px var(--run)" },
      ".cm-drop-below": { backgroundColor: "var(--sel) !important" },
    }),
  ];
}
