// The editor of files: CodeMirror, the findings of the game, and what to do when somebody else has saved the file.
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, undo } from "@codemirror/commands";
import { StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting, HighlightStyle } from "@codemirror/language";
import type { StreamParser } from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { Command, DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { effect, signal, untracked } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { another, perform } from "./acts.ts";
import { Would, again } from "./ghost.tsx";
import { failure } from "./link.ts";
import { free, sceneOf, testOf } from "./capture.ts";
import { coverage } from "./coverage.ts";
import { rowDrag } from "./drag.ts";
import { begin, checkAll, create, drafts, fixed, giveUp, isChanged, list, over, paths, refresh, save, takeOut, tellInForce, trouble, type } from "./drafts.ts";
import type { Draft } from "./drafts.ts";
import { count, sentence } from "./format.ts";
import { Row as RowForm, act, caret, gone, moves, palette, toText, use } from "./rowform.tsx";
import { english, rich, say } from "./say.ts";
import { sheet } from "./sheet.ts";
import { paramsOf } from "./outline.ts";
import * as s from "./state.ts";
import { Breaks } from "./words.tsx";
import type { Board, Finding } from "./wire.ts";

// tree colors a tree file: the first word of a line, the word when, texts, numbers and comments.
const tree: StreamParser<{ first: boolean }> = {
  startState: () => ({ first: true }),
  token(stream, state) {
    if (stream.sol()) state.first = true;
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return "string";
    if (stream.match(/^-?\d[\w.]*%?/)) return "number";
    if (stream.match(/^[\p{L}_][\p{L}\p{N}\p{M}_.]*/u)) {
      const word = stream.current();
      const first = state.first;
      if (!["disabled", "tree", "slot", "override", "condition"].includes(word)) state.first = false;
      if (["when", "and", "or", "not", "nil", "true", "false"].includes(word) || (first && state.first)) return "keyword";
      return first ? "variableName.definition" : null;
    }
    state.first = false;
    stream.next();
    return null;
  },
};

const colors = HighlightStyle.define([
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.string, color: "color-mix(in srgb, var(--ok), var(--ink) 30%)" },
  { tag: tags.number, color: "color-mix(in srgb, var(--mark), var(--ink) 15%)" },
  { tag: tags.keyword, color: "var(--cond)" },
  { tag: tags.definition(tags.variableName), color: "var(--run-text)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "12.5px", backgroundColor: "var(--bg)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: '"JetBrains Mono", ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace', lineHeight: "19px" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--faint)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused": { outline: "none" },
  ".cm-fresh": { boxShadow: "inset 3px 0 var(--ghost)" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--run-soft) !important" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-panels input, .cm-panels button": { background: "var(--bg)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "4px" },
  // Without pictures in the style sheet, which the policy of the page forbids.
  ".cm-lintRange": { backgroundImage: "none", textDecoration: "underline wavy var(--ghost)", textUnderlineOffset: "3px" },
  ".cm-lintRange-error": { textDecorationColor: "var(--bad)" },
  ".cm-lint-marker": { content: '""', width: "8px", height: "8px", marginTop: "6px", borderRadius: "50%", backgroundColor: "var(--ghost)" },
  ".cm-lint-marker-error": { content: '""', backgroundColor: "var(--bad)" },
  ".cm-lint-marker-warning": { content: '""' },
  ".cm-diagnosticText": { whiteSpace: "pre-wrap" },
});

// fresh marks the lines that the saved text does not have.
const setFresh = StateEffect.define<string>();
const fresh = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, tr) {
    for (const e of tr.effects) {
      if (!e.is(setFresh)) continue;
      const saved = new Map<string, number>();
      for (const line of e.value.split(tr.state.lineBreak)) saved.set(line, (saved.get(line) ?? 0) + 1);
      const b = new RangeSetBuilder<Decoration>();
      const mark = (from: number) => b.add(from, from, Decoration.line({ class: "cm-fresh" }));
      let any = false;
      for (let i = 1; i <= tr.state.doc.lines; i++) {
        const line = tr.state.doc.line(i);
        const left = saved.get(line.text) ?? 0;
        saved.set(line.text, left - 1);
        if (left > 0) continue;
        any = true;
        mark(line.from);
      }
      if (any) return b.finish();
      // Lines that have only moved: all between the first and the last that are others.
      const was = e.value.split(tr.state.lineBreak);
      const n = tr.state.doc.lines;
      let [first, last] = [1, n];
      while (first <= last && tr.state.doc.line(first).text === was[first - 1]) first++;
      while (last >= first && tr.state.doc.line(last).text === was[was.length - 1 - (n - last)]) last--;
      for (let i = first; i <= last; i++) mark(tr.state.doc.line(i).from);
      return b.finish();
    }
    return marks.map(tr.changes);
  },
  provide: (f) => EditorView.decorations.from(f),
});

// hook returns an empty hook, for a signature with types.
function hook(signature: string, indent: number): string {
  const [name = "", params = ""] = signature.replace(/\)$/, "").split("(");
  const space = " ".repeat(indent);
  return `${name} = function(${params.split(", ").map((q) => q.split(":")[0]?.replace("?", "")).join(", ")})\n${space}  \n${space}end,`;
}

// groups are those of the palette in words.
const groups: Readonly<Record<string, string>> = {
  choosers: say("choosers"),
  composites: say("composites"),
  decorators: say("decorators"),
  leaves: say("leaves"),
  behaviors: say("behaviors"),
  trees: say("trees"),
  kinds: say("kinds"),
};

// complete offers what can stand at the cursor: nodes, trees, parameters, and names in conditions.
function complete(path: string) {
  return (c: CompletionContext): CompletionResult | null => {
    const p = palette.peek();
    const line = c.state.doc.lineAt(c.pos);
    const before = line.text.slice(0, c.pos - line.from);
    const typed = /[\p{L}_][\p{L}\p{N}\p{M}_.]*$/u.exec(before)?.[0] ?? "";
    if (!p || (path.endsWith(".lua") ? /--/ : /#/).test(before) || (typed === "" && !c.explicit)) return null;
    const from = c.pos - typed.length;
    const fields = () => p.fields.map((f) => ({ label: f.name, detail: f.type, info: f.means || undefined, type: "property" }));
    if (path.endsWith(".lua")) {
      const agent = /\bagent\.([\p{L}\p{N}\p{M}_]*)$/u.exec(before);
      if (agent) return { from: c.pos - (agent[1] ?? "").length, options: fields() };
      const first = before.trim() === typed; // a hook may stand here
      const options = p.words
        .filter((w) => first || !w.hook)
        .map((w) => ({ label: w.name, detail: w.text.slice(w.name.length), info: w.doc || undefined, type: w.hook ? "keyword" : "function", apply: w.hook ? hook(w.text, line.text.length - line.text.trimStart().length) : w.name }));
      return { from, options };
    }
    if (!path.endsWith(".bt") || before.trimStart() === before) return null;
    const words = before.slice(0, before.length - typed.length).trim().split(/\s+/).filter(Boolean);
    if (words.includes("when") || ["condition", "wait_until", "switch"].includes(words[0] ?? ""))
      return { from, options: [...fields(), ...p.entries.filter((e) => e.group === "conditions").map((e) => ({ label: e.name, detail: say("condition"), info: e.source, type: "constant" }))] };
    const of = (group: (g: string) => boolean) => p.entries.filter((e) => group(e.group)).map((e) => ({ label: e.name, detail: groups[e.group] ?? e.group, info: e.doc || undefined, type: e.group === "behaviors" ? "function" : "keyword" }));
    if (words.at(-1) === "tree") return { from, options: of((g) => g === "trees") };
    if (words.length === 0 || (words.length === 1 && words[0] === "disabled")) return { from, options: [...of((g) => g !== "trees" && g !== "conditions"), { label: "tree", type: "keyword" }, { label: "disabled", type: "keyword" }] };
    const included = words.includes("tree");
    const name = included ? words[words.indexOf("tree") + 1] : words.find((w) => w !== "disabled");
    const entry = p.entries.find((e) => e.name === name && (e.group === "trees") === included);
    return { from, options: [...(entry?.params ?? []).map((q) => ({ label: q.name + "=", detail: q.type, info: q.doc, type: "property" })), { label: "when", type: "keyword" }] };
  };
}

// newRow begins a line behind a row: below the row if it takes nodes or has some, otherwise beside it.
function newRow(v: EditorView): boolean {
  const { main } = v.state.selection;
  const line = v.state.doc.lineAt(main.head);
  if (!main.empty || line.text.slice(main.head - line.from).trim() !== "" || line.text.trim() === "" || line.text.trim().startsWith("#")) return false;
  const indent = (text: string) => text.length - text.trimStart().length;
  const own = indent(line.text);
  const words = line.text.trim().split(/\s+/).filter((w) => w !== "disabled");
  // A behavior may have nodes below it, too, but most have none.
  const takes = (palette.peek()?.entries.find((e) => e.name === words[0] && e.group !== "trees" && e.group !== "behaviors")?.children_most ?? 0) !== 0;
  let below = takes || (own === 0 && words[0] === "tree") ? own + 2 : own;
  for (let i = line.number + 1; i <= v.state.doc.lines; i++) {
    const next = v.state.doc.line(i).text;
    if (next.trim() === "") continue;
    if (indent(next) > own) below = indent(next);
    break;
  }
  v.dispatch(v.state.replaceSelection(v.state.lineBreak + " ".repeat(below)), { scrollIntoView: true });
  return true;
}

// rowKeys are the keys for the row at the cursor of a tree file.
function rowKeys(path: string): { key: string; run: Command; preventDefault: boolean }[] {
  const moved = (key: "up" | "down" | "in" | "out", whole: boolean) => (v: EditorView) => {
    const line = v.state.doc.lineAt(v.state.selection.main.head);
    // A Tab behind the beginning of a line is one for the text.
    if (whole && line.text.trim() === "" && key === "in") { // a row that is about to be typed
      v.dispatch(v.state.replaceSelection("  "));
      return true;
    }
    if (whole && (v.state.selection.main.from !== v.state.selection.main.to || line.text.slice(0, v.state.selection.main.head - line.from).trim() !== "")) return false;
    void act(path, (text, at) => moves(text, at, key));
    return true;
  };
  return [
    { key: "Enter", run: newRow, preventDefault: false },
    { key: "Alt-ArrowUp", run: moved("up", false), preventDefault: true },
    { key: "Alt-ArrowDown", run: moved("down", false), preventDefault: true },
    { key: "Alt-ArrowRight", run: moved("in", false), preventDefault: true },
    { key: "Alt-ArrowLeft", run: moved("out", false), preventDefault: true },
    { key: "Tab", run: moved("in", true), preventDefault: false },
    { key: "Shift-Tab", run: moved("out", true), preventDefault: false },
    {
      key: "Mod-/",
      preventDefault: true,
      run: () => {
        void act(path, (text, line) => ({ do: "disabled", line, on: !/^\s*disabled\b/.test(text.split("\n")[line - 1] ?? "") }));
        return true;
      },
    },
  ];
}

const message = (f: Finding) => f.text + (f.remedy ? say(": ") + f.remedy : "");

// place returns the range of a finding in a document.
function place(state: EditorState, f: Finding): { from: number; to: number } {
  const line = state.doc.line(Math.min(Math.max(f.line, 1), state.doc.lines));
  const from = line.from + [...line.text].slice(0, Math.max(f.col - 1, 0)).join("").length;
  if (f.col === 0) return { from: line.from, to: line.to };
  const word = f.fix?.old ?? /^[\p{L}\p{N}_.]+|^\S/u.exec(line.text.slice(from - line.from))?.[0] ?? "";
  return { from: Math.min(from, line.to), to: Math.min(from + word.length, line.to) };
}

// phrases are the words of CodeMirror, by its own ones.
function phrases(): Record<string, string> {
  return {
    Find: say("Find"),
    Replace: say("Replace"),
    next: say("next"),
    previous: say("previous"),
    all: say("all"),
    "match case": say("match case"),
    regexp: say("regexp"),
    "by word": say("by word"),
    replace: say("replace"),
    "replace all": say("replace all"),
    close: say("close"),
    "current match": say("current match"),
    "on line": say("on line"),
    "replaced match on line $": say("replaced match on line $"),
    "replaced $ matches": say("replaced $ matches"),
    "Go to line": say("Go to line"),
    go: say("go"),
    Completions: say("Completions"),
    Diagnostics: say("Diagnostics"),
    "No diagnostics": say("No diagnostics"),
  };
}

// left are the states of texts that are not shown now, so that what was done can still be undone.
const left = new Map<string, EditorState>();

// Text is the text of a draft in CodeMirror. It stands in a shadow root, since the policy of the page forbids style sheets that
// scripts write into a document.
function Text({ path, line }: { path: string; line: number }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const el = host.current;
    if (!el) return;
    const root = el.shadowRoot ?? el.attachShadow({ mode: "open" });
    root.replaceChildren();
    const parent = document.createElement("div");
    parent.style.height = "100%";
    root.append(parent);
    const first = drafts.peek().get(path);
    const text = first?.text ?? "";
    const ends = text.includes("\r\n") ? "\r\n" : "\n"; // one separator only, so that each byte of the file comes back
    const before = left.get(path);
    const view = new EditorView({
      root,
      parent,
      state: before?.lineBreak === ends ? before : EditorState.create({
        doc: text,
        extensions: [
          EditorState.lineSeparator.of(ends),
          lineNumbers(),
          coverage(path),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          search({ top: true }),
          lintGutter(),
          indentUnit.of("  "),
          indentOnInput(),
          StreamLanguage.define(path.endsWith(".lua") ? lua : tree),
          syntaxHighlighting(colors),
          look,
          EditorView.contentAttributes.of({ "aria-label": say("text of {path}", { path }), spellcheck: "false" }),
          fresh,
          EditorState.phrases.of(english ? {} : phrases()),
          autocompletion({ override: [complete(path)], icons: false }),
          path.endsWith(".bt") ? [keymap.of(rowKeys(path)), rowDrag((op) => void act(path, op))] : [],
          keymap.of([...completionKeymap, { key: "Mod-s", preventDefault: true, run: () => (void keep(path), true) }, indentWithTab, ...defaultKeymap, ...historyKeymap, ...searchKeymap]),
          EditorView.updateListener.of((u) => {
            if (u.docChanged) type(path, u.state.sliceDoc());
            if (u.docChanged || u.selectionSet) caret.value = { path, line: u.state.doc.lineAt(u.state.selection.main.head).number };
          }),
        ],
      }),
    });
    const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines)).from;
    view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    view.focus();
    caret.value = { path, line };
    let base: string | null = null;
    let told: readonly Finding[] | null = null;
    const stop = effect(() => {
      const d = drafts.value.get(path);
      if (!d) return;
      const now = view.state.sliceDoc();
      if (d.text !== now) view.dispatch({ changes: difference(now, d.text, view.state), annotations: isolateHistory.of("full") }); // undone by itself
      if (d.base !== base || d.text !== now || first?.text !== now) {
        base = d.base;
        view.dispatch({ effects: setFresh.of(d.base) });
      }
      const where = gone.value;
      if (where?.path === path && where.line <= view.state.doc.lines) {
        gone.value = null;
        const l = view.state.doc.line(where.line);
        const start = l.from + l.text.length - l.text.trimStart().length;
        view.dispatch({ selection: { anchor: start }, effects: EditorView.scrollIntoView(start) });
      }
      if (!d.checked || d.findings === told) return;
      told = d.findings;
      view.dispatch(setDiagnostics(view.state, d.findings.map((f): Diagnostic => ({ ...place(view.state, f), severity: f.error ? "error" : "warning", message: message(f) }))));
    });
    const jump = (e: Event) => {
      const f = (e as CustomEvent<Finding>).detail;
      const p = place(view.state, f);
      view.dispatch({ selection: { anchor: p.from, head: p.to }, effects: EditorView.scrollIntoView(p.from, { y: "center" }) });
      view.focus();
    };
    const take = () => view.focus();
    // The buttons for the history of the text.
    const step = (e: Event) => {
      if (e.type === "undo") undo(view);
      else redo(view);
      view.focus();
    };
    el.addEventListener("jump", jump);
    el.addEventListener("take", take);
    el.addEventListener("undo", step);
    el.addEventListener("redo", step);
    return () => {
      stop();
      el.removeEventListener("jump", jump);
      el.removeEventListener("take", take);
      el.removeEventListener("undo", step);
      el.removeEventListener("redo", step);
      left.set(path, view.state);
      view.destroy();
    };
  }, [path, line]);
  // The keys of the page mean nothing while a text is typed.
  return <div ref={host} class="text" id="text" onKeyDown={(e) => e.key !== "Escape" && !(e.key === "k" && (e.ctrlKey || e.metaKey)) && e.stopPropagation()} />;
}

// difference returns the smallest piece of a text that must be replaced, so that the cursor stays where it is.
function difference(was: string, is: string, state: EditorState): { from: number; to: number; insert: string } {
  let a = 0;
  while (a < was.length && a < is.length && was[a] === is[a]) a++;
  let b = 0;
  while (b < was.length - a && b < is.length - a && was[was.length - 1 - b] === is[is.length - 1 - b]) b++;
  // Positions in a document count one for each line end.
  const at = (n: number) => n - (state.lineBreak.length - 1) * (was.slice(0, n).split(state.lineBreak).length - 1);
  return { from: at(a), to: at(was.length - b), insert: is.slice(a, is.length - b) };
}

// keep saves a draft and, if it has no errors, says what it would have changed.
async function keep(path: string, over = false): Promise<void> {
  if ((await save(path, over)) && !path.endsWith(".scene") && !drafts.peek().get(path)?.findings.some((f) => f.error)) void again(path, true);
}

// starter returns the text of a new file. A script has the parameters that rows in the text of a tree file give.
function starter(path: string, used = ""): string {
  const name = path.replace(/\.\w+$/, "").replaceAll("/", ".");
  if (path.endsWith(".bt")) return `tree ${name.replace(/[^\p{L}\p{N}_.]+/gu, "_")}\n  idle\n`;
  if (path.endsWith(".scene")) return "dt 0.05\nspawn guard\ntick 40\n";
  if (!path.endsWith(".lua")) return "";
  const params = [...paramsOf(used, name)].map(([n, v]) => `${n} = ${v}`).join(", ");
  return `return {
  doc = "${say("What it does, in a sentence.")}",
${params ? `\n  params = { ${params} },\n` : ""}
  behavior = function(agent, params)
    return "success"
  end,
}
`;
}

// make begins a new file and opens it.
function make(path: string, used = ""): void {
  create(path, starter(path, used));
  s.editing.value = { path, line: 1 };
}

function Row({ d, f }: { d: Draft; f: Finding }): JSX.Element {
  return (
    <li class={f.error ? "bad" : ""}>
      <button type="button" class="link plain-ink" onClick={() => document.getElementById("text")?.dispatchEvent(new CustomEvent("jump", { detail: f }))}>
        <span class="mono">
          {f.line}
          {f.col > 0 ? `:${f.col}` : ""}
        </span>{" "}
        {f.text}
        {f.remedy ? say(":") : ""}
      </button>
      {f.remedy ? <span class="soft"> {f.remedy} </span> : null}
      {f.fix && d.checked ? (
        <button
          type="button"
          class="button small"
          onClick={() => {
            type(d.path, fixed(d.text, f));
            toText();
          }}
        >
          {rich("write {text}", { text: <span class="mono">{f.fix.new}</span> })}
        </button>
      ) : null}
      {f.make && d.checked && !drafts.value.has(f.make) ? (
        <button type="button" class="button small" onClick={() => make(f.make ?? "", d.text)}>
          {rich("make {path}", { path: <span class="mono">{f.make}</span> })}
        </button>
      ) : null}
    </li>
  );
}

// Theirs shows what somebody else has saved, with the two ways out. Nothing is lost: the text of the editor stays as it is.
function Theirs({ d }: { d: Draft }): JSX.Element | null {
  if (!d.theirs) return null;
  return (
    <section class="theirs" role="alert">
      <p>
        {sentence(d.theirs.error)} {say("Your text is below, and not lost.")} {d.theirs.hash === "" ? null : say("This is what is saved now:")}
      </p>
      {d.theirs.hash === "" ? null : (
        <pre class="mono" tabIndex={0} aria-label={say("saved text")}>
          {d.theirs.text}
        </pre>
      )}
      <p>
        <button type="button" class="button" onClick={() => void keep(d.path, true)}>
          {say("Save mine over it")}
        </button>{" "}
        {d.theirs.hash === "" ? null : (
          <button type="button" class="button" onClick={() => giveUp(d.path)}>
            {say("Take theirs")}
          </button>
        )}
      </p>
    </section>
  );
}

// lastGood puts the last version without errors into the editor.
async function lastGood(path: string): Promise<void> {
  try {
    type(path, (await s.talk().lastGood(path)).text);
  } catch (e) {
    s.notice.value = sentence(failure(e));
  }
}

const errors = (d: Draft) => d.findings.filter((f) => f.error).length;

// state says how a draft stands, in words.
export function state(d: Draft): string {
  const warnings = d.findings.length - errors(d);
  const found = [errors(d) > 0 ? count(errors(d), "error") : "", warnings > 0 ? count(warnings, "warning") : "", d.others > 0 ? say("{errors} in other files", { errors: count(d.others, "error") }) : ""].filter(Boolean).join(say(", "));
  const saved = (d.told !== "saved" ? d.told : errors(d) > 0 ? say("saved, not in force") : say("saved")) || (d.hash === "" ? say("new") : d.text !== d.base ? say("not saved") : say("as saved"));
  if (d.path.endsWith(".scene") && !s.hello.peek()?.scenes) return saved; // bough check looks at scenes
  return [saved, d.checked ? found || say("no problems") : say("checking")].join(" · ");
}

const named = signal<string | null>(null); // the name of a new file, while it is asked for

function NewFile(): JSX.Element {
  if (named.value === null)
    return (
      <button type="button" class="link" onClick={() => void (named.value = "")}>
        {say("new file")}
      </button>
    );
  const typed = named.value.trim();
  const name = typed && !typed.includes(".") ? typed + ".bt" : typed;
  const known = paths.value.includes(name) || drafts.value.has(name);
  const valid = /^[^/\\.][^\\]*\.(lua|bt|fields|scene)$/.test(name) && !known;
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        if (!valid) return;
        make(name);
        named.value = null;
      }}
      onKeyDown={(e) => {
        if (e.key === "Escape") named.value = null;
      }}
    >
      <input class="mono literal" aria-label={say("name of the new file")} placeholder="patrol.bt" value={named.value} ref={(el) => el?.focus()} onInput={(e) => void (named.value = e.currentTarget.value)} />
      <p class="soft">{known ? say("This file exists.") : valid ? (name === typed ? say("Enter makes it.") : say("Enter makes {name}.", { name })) : say("A name that ends in .bt, .lua, .fields or .scene.")}</p>
    </form>
  );
}

// capture makes a scene or a test from the chosen agent at the cursor.
async function capture(what: "scene" | "test"): Promise<void> {
  const f = s.frame.peek();
  const t = s.tree.peek();
  if (!f || !t) return;
  let boards: readonly Board[] = [];
  try {
    boards = (await s.talk().boards(s.live.peek() ? {} : { tick: f.tick })).boards;
  } catch {
    // Then it has none.
  }
  const stem = `${t.name.replace(/[^\p{L}\p{N}_]+/gu, "_")}_${f.tick}`;
  const path = free(what === "scene" ? stem : stem + "_test", what === "scene" ? ".scene" : ".lua", (p) => paths.peek().includes(p) || drafts.peek().has(p));
  create(path, what === "scene" ? sceneOf(f, t.name, boards, s.step.peek()) : testOf(f, t.name, boards, s.step.peek(), t.rows));
  s.editing.value = { path, line: 1 };
}

function Capture(): JSX.Element | null {
  const f = s.frame.value;
  if (!f || !s.tree.value || f.fields.length === 0) return null;
  return (
    <p class="capture">
      {say("of {label}, tick {tick}: ", { label: f.label, tick: f.tick })}
      <button type="button" class="link" title={say("a scene in which it begins with these fields")} onClick={() => void capture("scene")}>
        {say("new scene")}
      </button>
      {say(", ")}
      <button type="button" class="link" title={say("a test that expects what it does in this tick")} onClick={() => void capture("test")}>
        {say("new test")}
      </button>
    </p>
  );
}

effect(() => {
  const version = s.version.value; // somebody has saved a file
  if (s.tab.value !== "edit" || s.link.value.kind !== "open") return;
  void list();
  untracked(() => tellInForce(version));
  for (const path of drafts.peek().keys()) void refresh(path);
  untracked(checkAll);
});

effect(() => {
  const e = s.editing.value;
  if (e && s.tab.value === "edit") untracked(() => void begin(e.path));
});

addEventListener("beforeunload", (e) => {
  if ([...drafts.peek().values()].some((d) => d.hash === "")) e.preventDefault(); // others are kept
});

void sheet("editor.css");

// Editor is the content of the tab Edit.
export function Editor(): JSX.Element {
  const open = s.editing.value;
  const d = open ? drafts.value.get(open.path) : undefined;
  const all = [...new Set([...paths.value, ...drafts.value.keys()])].sort();
  return (
    <div class="editor">
      <nav aria-label={say("files")}>
        <ul>
          {all.map((p) => {
            const other = drafts.value.get(p);
            return (
              <li key={p}>
                <button type="button" class={`plain mono ${open?.path === p ? "on" : ""}`} aria-current={open?.path === p} onClick={() => void (s.editing.value = { path: p, line: 1 })}>
                  <Breaks path={p} />
                  {other && isChanged(other) ? <span title={say("not saved")}> •</span> : null}
                  {over.value.includes(p) ? <span class="over" title={say("of the overlay: only this game has it")}> {say("overlay")}</span> : null}
                </button>
              </li>
            );
          })}
        </ul>
        <NewFile />
        <Capture />
      </nav>
      {d && open ? (
        <section
          class="draft"
          onKeyDown={(e) => {
            if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "s" || e.defaultPrevented) return;
            e.preventDefault();
            void keep(d.path);
          }}
        >
          <div class="bar">
            <span class="mono">{d.path}</span>
            <span class={`grow ${errors(d) > 0 ? "bad" : "soft"}`} role="status" title={state(d)}>
              {state(d)}
            </span>
            <button type="button" class="button" disabled={!isChanged(d)} title="Ctrl S" onClick={() => void keep(d.path)}>
              {say("Save")}
            </button>
            <button type="button" class="button" aria-label={say("Undo")} title={say("Undo: takes the last change of the text back, also of what is saved (Ctrl Z)")} onClick={() => document.getElementById("text")?.dispatchEvent(new CustomEvent("undo"))}>
              ↶
            </button>
            <button type="button" class="button" aria-label={say("Redo")} title={say("Redo: makes the change again that Undo has taken back (Ctrl Y)")} onClick={() => document.getElementById("text")?.dispatchEvent(new CustomEvent("redo"))}>
              ↷
            </button>
            <button type="button" class="button" disabled={!isChanged(d)} title={d.hash === "" ? say("forgets the new file") : say("forgets what is not saved")} onClick={() => giveUp(d.path)}>
              {say("Discard")}
            </button>
            {d.path.endsWith(".scene") ? null : <>
            <button type="button" class="button" title={say("runs the last seconds again with this text; nothing is written")} onClick={() => void again(d.path)}>
              {say("What if")}
            </button>
            <button type="button" class="button" title={say("the text of the last version in which no file had errors")} onClick={() => void lastGood(d.path)}>
              {say("Last good")}
            </button>
            </>}
            {d.path.endsWith(".scene") && s.accepts("scene") ? (
              <button type="button" class="button" disabled={isChanged(d) || errors(d) > 0} title={isChanged(d) ? say("save it first") : say("begins the game again with this scene")} onClick={() => void perform({ act: "scene", name: d.path }).then((why) => void (s.notice.value = why === "" || why === another ? say("{path} begins.", { path: d.path }) : sentence(why)))}>
                {say("Play")}
              </button>
            ) : null}
            {over.value.includes(d.path) ? (
              <button type="button" class="button" title={say("removes the file from the overlay, so that the one that all games have is in force")} onClick={() => void takeOut(d.path)}>
                {say("Take out")}
              </button>
            ) : null}
          </div>
          <Theirs d={d} />
          {d.path.endsWith(".lua") && !d.path.endsWith("_test.lua") ? <p class="use soft">{use(d.path)}</p> : null}
          <div class="halves">
          <Text key={`${d.path} ${open.line}`} path={d.path} line={open.line} />
          {d.path.endsWith(".bt") ? <RowForm path={d.path} /> : null}
          </div>
          <Would path={d.path} />
          {d.findings.length > 0 ? (
            <ul class="findings" aria-label={say("problems")}>
              {d.findings.map((f, i) => (
                <Row key={i} d={d} f={f} />
              ))}
            </ul>
          ) : null}
        </section>
      ) : (
        <p class="empty">{trouble.value ? sentence(trouble.value) : say("Choose a file, or make a new one.")}</p>
      )}
    </div>
  );
}
