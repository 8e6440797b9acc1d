// The form of a row of a tree file: what its line has, what it could have, and what can be done with it.
import { computed, effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { perform, refused as refusedAct, told } from "./acts.ts";
import { drafts, operate } from "./drafts.ts";
import { count, sentence } from "./format.ts";
import { outline, word } from "./outline.ts";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { Entry, Op, Palette, Param, RowPart, Used } from "./wire.ts";

export const palette = signal<Palette | null>(null);
const parts = signal<{ path: string; text: string; line: number; list: readonly RowPart[] } | null>(null);
const used = signal<{ path: string; reply: Used } | null>(null);
// caret is the line of the cursor in the editor.
export const caret = signal<{ path: string; line: number } | null>(null);
const refused = signal(""); // why the last operation was not possible
// gone is where the editor puts its cursor after an operation.
export const gone = signal<{ path: string; line: number } | null>(null);

// The palette is that of the files in force.
effect(() => {
  void s.version.value;
  if (s.tab.value !== "edit" || s.link.value.kind !== "open") return;
  s.talk().palette().then((p) => void (palette.value = p)).catch(() => undefined);
});

effect(() => {
  void s.version.value;
  const path = s.editing.value?.path ?? "";
  if (path === "" || s.tab.value !== "edit" || s.link.value.kind !== "open") return;
  s.talk().used(path).then((reply) => void (used.value = { path, reply })).catch(() => void (used.value = null));
});

effect(() => {
  void caret.value;
  refused.value = "";
});

let timer: ReturnType<typeof setTimeout> | undefined;
effect(() => {
  const a = caret.value;
  const text = a ? drafts.value.get(a.path)?.text : undefined;
  clearTimeout(timer);
  if (!a || text === undefined || !a.path.endsWith(".bt")) {
    parts.value = null;
    return;
  }
  timer = setTimeout(() => {
    s.talk()
      .row({ path: a.path, text, line: a.line })
      .then((r) => void (parts.value = { ...a, text, list: r.parts }))
      .catch(() => undefined);
  }, 80);
});

// use says what a change of the file reaches.
export function use(path: string): string {
  const u = used.value;
  if (u?.path !== path) return "";
  const n = u.reply.trees.length;
  if (n === 0) return say("used by no tree that runs");
  const agents = count(u.reply.agents, "agent");
  return n === 1 ? say("used by tree {tree}, {agents}", { tree: u.reply.trees[0] ?? "", agents }) : say("used by {trees}, {agents}", { trees: count(n, "tree"), agents });
}

let last: Promise<boolean> = Promise.resolve(true);

// act makes an operation on a row, after those before it. A function says which one, from the text and the line of the cursor as
// they are then, or null for none.
export function act(path: string, what: Op | ((text: string, line: number) => Op | null)): Promise<boolean> {
  last = last.then(async () => {
    const op = typeof what === "function" ? what(drafts.peek().get(path)?.text ?? "", caret.peek()?.line ?? 0) : what;
    if (!op) return false;
    const [why, line] = await operate(path, op);
    refused.value = why.replace(/^\S+?:\d+:\d+(?:: |：)/, ""); // the place is the row
    if (why === "" && line > 0) gone.value = { path, line };
    return why === "";
  });
  return last;
}

// moves returns the operation of a key, or null if the row cannot be moved so.
export function moves(text: string, line: number, key: "up" | "down" | "in" | "out"): Op | null {
  const r = outline(text).get(line);
  if (!r) return null;
  if (key === "up") return r.above ? { do: "move", line, at: r.above.line, side: "before" } : null;
  if (key === "down") return r.below ? { do: "move", line, at: r.below.line, side: "after" } : null;
  if (key === "in") return r.above ? { do: "move", line, at: r.above.line, side: "below" } : null;
  return r.parent?.parent ? { do: "move", line, at: r.parent.line, side: "after" } : null;
}

const find = (name: string, included: boolean): Entry | undefined =>
  palette.value?.entries.find((e) => (e.group === "trees") === included && e.group !== "conditions" && (e.name === name || (e.aliases ?? []).includes(name)));

const names = computed(() => {
  const list = palette.value?.entries ?? [];
  return list.filter((e) => e.group !== "conditions").map((e) => ({ text: e.group === "trees" ? `tree ${e.name}` : e.name, doc: e.doc }));
});

// toText gives the focus to the text.
export function toText(): void {
  document.getElementById("text")?.dispatchEvent(new Event("take"));
}

// typed is what was typed into one of the inputs and not written yet.
const typed = signal<{ id: string; text: string } | null>(null);

// Value is an input for a part of the row. Enter and leaving it write what was typed.
function Value(props: { label: string; title: string; text: string; hint: string; list?: string; wide?: boolean; set: (text: string) => Promise<boolean> }): JSX.Element {
  const id = `${caret.value?.path}:${caret.value?.line} ${props.label}`;
  const text = typed.value?.id === id ? typed.value.text : null; // null: nothing since the text was read
  const forget = () => {
    if (typed.peek()?.id === id) typed.value = null;
  };
  const set = async () => {
    if (text !== null && text.trim() !== props.text && !(await props.set(text.trim()))) return; // what is refused stays
    forget();
  };
  return (
    <label class={props.wide ? "part wide" : "part"} title={props.title}>
      <span class="mono">{props.label}</span>
      <input
        class="mono literal"
        value={text ?? props.text}
        placeholder={props.hint}
        list={props.list}
        autocomplete="off"
        spellcheck={false}
        onInput={(e) => void (typed.value = { id, text: e.currentTarget.value })}
        onKeyDown={(e) => {
          if (e.key === "Enter") void set();
          if (e.key !== "Escape") return;
          if (text === null) toText();
          forget();
          refused.value = "";
        }}
        onBlur={() => void set()}
      />
    </label>
  );
}

function Check(props: { label: string; title: string; on: boolean; set: (on: boolean) => void }): JSX.Element {
  return (
    <label class="part" title={props.title}>
      <input type="checkbox" checked={props.on} onChange={(e) => props.set(e.currentTarget.checked)} /> {props.label}
    </label>
  );
}

const adding = signal(""); // the line of a new node

function Add({ path, line, root }: { path: string; line: number; root: boolean }): JSX.Element {
  const add = (op: Op) =>
    void act(path, op).then((done) => {
      if (done) adding.value = "";
      document.getElementById("new-row")?.focus(); // the next one may follow
    });
  const text = adding.value.trim();
  const about = names.value.find((n) => n.text === text)?.doc;
  return (
    <fieldset>
      <legend>{say("new row")}</legend>
      <input
        id="new-row"
        class="mono literal"
        aria-label={say("line of the new row")}
        placeholder="wait 2"
        list="palette"
        autocomplete="off"
        spellcheck={false}
        value={adding.value}
        onInput={(e) => void (adding.value = e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === "Enter" && text !== "") add({ do: "insert", at: line, side: root ? "below" : "after", text });
          else if (e.key === "Escape") toText();
        }}
      />
      <p class="soft">{about ?? ""}</p>
      <p class="buttons">
        {(root ? ["below"] as const : ["before", "after", "below"] as const).map((side) => (
          <button key={side} type="button" class="button" title={{ before: say("as the row before it"), after: say("as the row after it"), below: say("as its last child") }[side]} disabled={text === ""} onClick={() => add({ do: "insert", at: line, side, text })}>
            {{ before: say("before"), after: say("after"), below: say("inside") }[side]}
          </button>
        ))}
        <button type="button" class="button" disabled={text === ""} title={say("a new parent for this row")} onClick={() => add({ do: "wrap", line, text })}>
          {say("around")}
        </button>
      </p>
    </fieldset>
  );
}

const typeOf = (p: Param) => (p.words ? p.words.join(", ") : p.type);

// spawn adds an agent, and shows it.
async function spawn(tree: string): Promise<void> {
  const why = await perform({ act: "spawn", name: tree });
  if (why !== "") s.notice.value = sentence(why);
  else if (told.peek()?.undo?.agent) s.choose(told.peek()?.undo?.agent ?? 0);
}

// Spawn says what a change reaches, and adds an agent of a tree.
function Spawn({ path, tree }: { path: string; tree: string }): JSX.Element {
  return (
    <p class="soft">
      {use(path)}
      {refusedAct("spawn") === "" && tree ? (
        <>
          {" · "}
          <button type="button" class="link" title={say("adds an agent that runs {tree}, as it is in force", { tree })} onClick={() => void spawn(tree)}>
            {say("spawn one")}
          </button>
        </>
      ) : null}
    </p>
  );
}

// treeAt returns the name of the tree to which a line belongs, or "".
export function treeAt(text: string, line: number): string {
  for (const t of text.split("\n").slice(0, line).reverse()) {
    const m = /^tree\s+(\S+)/.exec(t);
    if (m) return m[1] ?? "";
  }
  return "";
}

// Row is the form of the row at the cursor.
export function Row({ path }: { path: string }): JSX.Element {
  const p = parts.value;
  const text = drafts.value.get(path)?.text ?? "";
  // What is known of another row must not be written into this one.
  const list = p && p.path === path && p.line === caret.value?.line ? p.list : [];
  const row = p ? outline(text).get(p.line) : undefined;
  const name = list.find((x) => x.kind === "name")?.text ?? "";
  const datalist = (
    <datalist id="palette">
      {names.value.map((n) => (
        <option key={n.text} value={n.text}>
          {n.doc}
        </option>
      ))}
    </datalist>
  );
  if (!p || !row || name === "")
    return (
      <aside class="row-form" aria-label={say("row")}>
        {p && treeAt(text, p.line) ? <Spawn path={path} tree={treeAt(text, p.line)} /> : null}
        <p class="empty">{p && list.length === 0 ? "" : say("Put the cursor on the row of a node: here is what it can have.")}</p>
        {datalist}
      </aside>
    );
  const line = p.line;
  const tree = treeAt(text, line);
  const keywords = list.filter((x) => x.kind === "keyword").map((x) => x.text);
  const included = keywords.includes("tree");
  const entry = find(name, included);
  const parent = row.parent ? find(word(text, row.parent.line), false) : undefined;
  const go = (op: Op) => act(path, { ...op, line });
  const args = list.filter((x) => x.kind === "argument");
  const given = list.filter((x) => x.kind === "parameter" && !["id", "note", "meta"].includes(x.name));
  const known = entry?.params ?? [];
  const of = (q: Param, i: number) => given.find((x) => x.name === q.name)?.text ?? (i < (entry?.positional ?? 0) ? args[i]?.text : undefined) ?? "";
  const others = given.filter((x) => !known.some((q) => q.name === x.name) && !parent?.child_params?.some((q) => q.name === x.name));
  const value = (kind: string) => list.find((x) => x.kind === kind)?.text ?? "";
  const option = (n: string) => list.find((x) => x.kind === "parameter" && x.name === n)?.text ?? "";
  const set = (n: string) => (t: string) => go({ do: "param", name: n, text: t });
  const moved = (key: "up" | "down" | "in" | "out") => moves(text, line, key);
  return (
    <aside class="row-form" aria-label={say("row")} key={line}>
      <Spawn path={path} tree={tree} />
      <Value label={included ? say("tree") : keywords.find((k) => k === "slot" || k === "override") ?? say("name")} title={say("what the row runs")} text={name} hint="" list={included ? undefined : "palette"} set={(t) => go({ do: "rename", text: t })} />
      {entry?.doc ? <p class="soft">{entry.doc}</p> : null}
      {entry?.expression ? <Value wide label={say("expression")} title={say("an expression of Lua")} text={value("expression")} hint="hp < 30" set={(t) => go({ do: "expression", text: t })} /> : null}
      {known.map((q, i) => (
        <Value
          key={q.name}
          label={q.name}
          title={[q.doc, typeOf(q)].filter(Boolean).join(" ")}
          text={of(q, i)}
          hint={q.required ? say("{type}, needed", { type: typeOf(q) }) : q.default ? `${q.default}` : typeOf(q)}
          set={(t) => (i < (entry?.positional ?? 0) && args.length >= i && !given.some((x) => x.name === q.name) ? go({ do: "arg", arg: i, text: t }) : set(q.name)(t))}
        />
      ))}
      {(parent?.child_params ?? []).map((q) => (
        <Value key={q.name} label={q.name} title={`${q.doc ?? ""} ${say("{name} uses it.", { name: parent?.name ?? "" })}`} text={option(q.name)} hint={q.default ?? typeOf(q)} set={set(q.name)} />
      ))}
      {others.map((x) => (
        <Value key={x.name} label={x.name} title="" text={x.text} hint="" set={set(x.name)} />
      ))}
      <Value wide label="when" title={say("the condition: the node is ready only while it holds")} text={value("condition")} hint={say("no condition")} list="conditions" set={(t) => go({ do: "condition", text: t })} />
      <Value label="id" title={say("a name by which scripts, tests and overrides know the node")} text={option("id")} hint={say("none")} set={set("id")} />
      <Value label={say("comment")} title={say("a comment, behind #")} text={value("comment").replace(/^#\s?/, "")} hint={say("no comment")} set={(t) => go({ do: "comment", text: t })} />
      <Check label={say("disabled")} title={say("never runs, nor does anything below it (Ctrl /)")} on={keywords.includes("disabled")} set={(on) => void go({ do: "disabled", on })} />
      <Check label={say("the rows after it are tried, too (+)")} title={say("the mark +")} on={list.some((x) => x.kind === "mark")} set={(on) => void go({ do: "mark", on })} />
      {refused.value ? (
        <p class="bad" role="alert">
          {sentence(refused.value)}
        </p>
      ) : null}
      <fieldset>
        <legend>{say("this row")}</legend>
        <p class="buttons">
          {(
            [
              ["up", "↑", say("move up"), say("before the row above (Alt ↑)")],
              ["down", "↓", say("move down"), say("after the row below (Alt ↓)")],
              ["in", "→", say("move in"), say("below the row above (Tab)")],
              ["out", "←", say("move out"), say("after its parent (Shift Tab)")],
            ] as const
          ).map(([key, sign, label, title]) => (
            <button key={key} type="button" class="button" title={title} aria-label={label} disabled={!moved(key)} onClick={() => void go(moved(key) ?? { do: "move" }).then(toText)}>
              {sign}
            </button>
          ))}
          <button type="button" class="button" disabled={!row.parent} onClick={() => void go({ do: "remove" }).then(toText)}>
            {say("remove")}
          </button>
        </p>
      </fieldset>
      <Add path={path} line={line} root={!row.parent} />
      {datalist}
      <datalist id="conditions">
        {(palette.value?.entries ?? []).filter((e) => e.group === "conditions").map((e) => (
          <option key={e.name} value={e.name}>
            {e.source}
          </option>
        ))}
        {(palette.value?.fields ?? []).map((f) => (
          <option key={f.name} value={f.name}>
            {f.means}
          </option>
        ))}
      </datalist>
    </aside>
  );
}
