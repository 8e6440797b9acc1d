// A strip beside the lines of the editor, which shows what the game has run of the file, if it counts that.
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import type { Extension, Range } from "@codemirror/state";
import { EditorView, GutterMarker, ViewPlugin, gutter } from "@codemirror/view";
import { drafts } from "./drafts.ts";
import * as s from "./state.ts";
import type { CoveredLine } from "./wire.ts";

// pause is the time between two questions, in milliseconds.
const pause = 1000;

// Strip is the marker of a line.
class Strip extends GutterMarker {
  readonly line: CoveredLine;
  constructor(line: CoveredLine) {
    super();
    this.line = line;
  }
  override eq(other: Strip): boolean {
    return this.line.state === other.line.state && this.line.text === other.line.text;
  }
  override toDOM(): Node {
    const el = document.createElement("div");
    el.className = `cm-cover cm-cover-${this.line.state}`;
    el.title = this.line.text;
    return el;
  }
}

const setLines = StateEffect.define<readonly CoveredLine[]>();

// strips are the markers. They move with their lines while a text is typed.
const strips = StateField.define<RangeSet<Strip>>({
  create: () => RangeSet.empty,
  update(set, tr) {
    for (const e of tr.effects) {
      if (!e.is(setLines)) continue;
      const list: Range<Strip>[] = [];
      for (const l of e.value) if (l.line <= tr.state.doc.lines) list.push(new Strip(l).range(tr.state.doc.line(l.line).from));
      return RangeSet.of(list, true);
    }
    return set.map(tr.changes);
  },
});

// coverage returns the strip of a file. Nothing is asked if the game does not count.
export function coverage(path: string): Extension {
  if (!s.hello.peek()?.covers) return [];
  const asking = ViewPlugin.define((view) => {
    let ended = false;
    let timer = 0;
    const ask = async (): Promise<void> => {
      try {
        const c = await s.talk().coverage(path);
        const d = drafts.peek().get(path);
        // The lines of another text are elsewhere. What is typed moves the lines that are known.
        if (!ended && (c.hash !== d?.hash || d.text === d.base)) view.dispatch({ effects: setLines.of(c.hash === d?.hash ? c.lines : []) });
      } catch {
        // The game is gone for now; the page says so.
      }
      if (!ended) timer = window.setTimeout(() => void ask(), pause);
    };
    timer = window.setTimeout(() => void ask(), 0); // a view must not be changed while it is made
    return {
      destroy() {
        ended = true;
        clearTimeout(timer);
      },
    };
  });
  return [
    strips,
    asking,
    gutter({ class: "cm-covers", markers: (view) => view.state.field(strips) }),
    EditorView.theme({
      ".cm-covers": { width: "6px" },
      // Forms as well as colors, for those who cannot tell these.
      ".cm-cover": { height: "100%", marginLeft: "2px" },
      ".cm-cover-ran": { borderLeft: "3px solid var(--ok)" },
      ".cm-cover-part": { borderLeft: "3px dashed var(--mark)" },
      ".cm-cover-never": { borderLeft: "3px dotted var(--bad)" },
    }),
  ];
}
