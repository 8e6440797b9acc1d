// The files that a person changes on the page: what was read, what was typed since, and what the game says about it.
import { effect, signal } from "@preact/signals";
import { SourceError, failure } from "./link.ts";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { Changed, Conflict, Finding, Op, Saved } from "./wire.ts";

// Draft is a file that is open for changes.
export interface Draft {
  path: string;
  base: string; // the text that was read or saved last
  hash: string; // its hash, "" for a file that does not exist yet
  text: string; // as it is now
  findings: readonly Finding[]; // in text
  checked: boolean; // findings are those of text
  others: number; // errors in other files
  theirs: Conflict | null; // what is saved now instead of base
  told: string; // what came of the last save, in words
}

export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());
export const paths = signal<readonly string[]>([]); // all files that can be changed
export const over = signal<readonly string[]>([]); // those of the overlay
export const trouble = signal(""); // why files cannot be read

const kept = (path: string) => `bough-draft:${location.pathname}:${path}`;

// put changes a draft.
function put(path: string, part: Partial<Draft>): void {
  const d = drafts.peek().get(path);
  if (d) drafts.value = new Map(drafts.peek()).set(path, { ...d, ...part });
}

// isChanged reports whether a draft is not saved.
export const isChanged = (d: Draft) => d.text !== d.base || d.hash === "";

effect(() => void (s.unsaved.value = [...drafts.value.values()].some(isChanged)));

// store keeps unsaved text for a reload of the page.
function store(path: string): void {
  const d = drafts.peek().get(path);
  try {
    if (d && isChanged(d)) sessionStorage.setItem(kept(path), JSON.stringify({ text: d.text, base: d.base, hash: d.hash }));
    else sessionStorage.removeItem(kept(path));
  } catch {
    // A browser may forbid it; then a reload loses what is not saved.
  }
}

// restored returns the unsaved text of an earlier load of the page.
function restored(path: string): Pick<Draft, "text" | "base" | "hash"> | null {
  try {
    const text = sessionStorage.getItem(kept(path));
    return text === null ? null : (JSON.parse(text) as Pick<Draft, "text" | "base" | "hash">);
  } catch {
    return null;
  }
}

// list asks for the paths of all files, and takes up what an earlier load of the page has not saved.
export async function list(): Promise<void> {
  try {
    const files = await s.talk().savedFiles();
    paths.value = files.paths;
    over.value = files.over ?? [];
    trouble.value = "";
  } catch (e) {
    trouble.value = failure(e);
    return;
  }
  for (const path of unsaved()) {
    if (drafts.peek().has(path)) continue;
    if (paths.peek().includes(path)) void begin(path);
    else create(path, restored(path)?.text ?? "");
  }
}

// unsaved returns the paths of the files whose text is kept for a reload.
function unsaved(): string[] {
  try {
    return Object.keys(sessionStorage).filter((k) => k.startsWith(kept(""))).map((k) => k.slice(kept("").length));
  } catch {
    return [];
  }
}

// begin opens a file for changes.
export async function begin(path: string): Promise<void> {
  if (drafts.peek().has(path)) {
    check(path); // other files may have changed
    return refresh(path);
  }
  try {
    const f = await s.talk().saved(path);
    const r = restored(f.path);
    const d: Draft = { path: f.path, base: f.text, hash: f.hash, text: f.text, findings: [], checked: false, others: 0, theirs: null, told: "", ...r };
    if (r && r.hash !== f.hash) d.theirs = { error: say("the file has been changed elsewhere since it was read"), text: f.text, hash: f.hash };
    drafts.value = new Map(drafts.peek()).set(f.path, d);
    trouble.value = "";
    check(f.path);
  } catch (e) {
    trouble.value = failure(e);
  }
}

// refresh takes what is saved now, if nothing of the draft would be lost.
export async function refresh(path: string): Promise<void> {
  const d = drafts.peek().get(path);
  if (!d || d.hash === "") return;
  try {
    const f = await s.talk().saved(path);
    const now = drafts.peek().get(path);
    if (!now || now.hash !== d.hash || f.hash === now.hash) return;
    if (now.text === now.base) {
      put(path, { base: f.text, text: f.text, hash: f.hash, checked: false, theirs: null, told: say("changed elsewhere, and read again") });
      check(path);
    }
  } catch {
    // The next save says so.
  }
}

// create opens a file that does not exist yet.
export function create(path: string, text: string): void {
  if (!drafts.peek().has(path)) drafts.value = new Map(drafts.peek()).set(path, { path, base: "", hash: "", text, findings: [], checked: false, others: 0, theirs: null, told: "" });
  store(path);
  check(path);
}

// type changes the text of a draft.
export function type(path: string, text: string): void {
  const d = drafts.peek().get(path);
  if (!d || d.text === text) return;
  put(path, { text, checked: false, told: "" });
  store(path);
  check(path);
}

const pause = 250; // milliseconds without a key before the text is checked
const timers = new Map<string, ReturnType<typeof setTimeout>>();

// check asks what would be found in a draft. Nothing is written.
export function check(path: string): void {
  clearTimeout(timers.get(path));
  timers.set(path, setTimeout(() => void checkNow(path), pause));
}

async function checkNow(path: string): Promise<void> {
  const d = drafts.peek().get(path);
  if (!d) return;
  try {
    take(path, d.text, await s.talk().check({ path, text: d.text, hash: "", drafts: others(path) }));
  } catch {
    // While the game does not answer, the last findings stay; a save says why it fails.
  }
}

// others returns the texts of the other drafts that are not saved.
export function others(path: string): { path: string; text: string }[] {
  return [...drafts.peek().values()].filter((d) => d.path !== path && isChanged(d)).map((d) => ({ path: d.path, text: d.text }));
}

// take notes the findings in a text, unless the draft has another one by now.
function take(path: string, text: string, reply: Pick<Saved, "findings" | "others">): void {
  if (drafts.peek().get(path)?.text === text) put(path, { findings: reply.findings, others: reply.others, checked: true });
}

// save writes a draft, and reports whether it could. Over says that the saved text that a conflict has shown is replaced.
export async function save(path: string, over = false): Promise<boolean> {
  const d = drafts.peek().get(path);
  if (!d) return false;
  const hash = over && d.theirs ? d.theirs.hash : d.hash;
  const version = s.version.peek();
  try {
    const reply = await s.talk().save(path, { text: d.text, hash });
    put(path, { base: d.text, hash: reply.hash, theirs: null, told: "saved" });
    take(path, d.text, reply);
    if (s.version.peek() !== version) tellInForce(s.version.peek()); // the game was faster than the answer
    store(path);
    if (d.hash === "" || s.hello.peek()?.overlay) void list();
    return true;
  } catch (e) {
    if (e instanceof SourceError && e.status === 409) put(path, { theirs: e.reply as Conflict, told: "" });
    else put(path, { told: say("not saved: {why}", { why: failure(e) }) });
    return false;
  }
}

// checkAll checks all drafts again, since other files have changed.
export function checkAll(): void {
  for (const path of drafts.peek().keys()) check(path);
}

// tellInForce says that a version of the files is in force in which the last saves are.
export function tellInForce(version: number): void {
  for (const [path, d] of drafts.peek()) if (d.told === "saved" && d.text === d.base && d.others === 0 && !d.findings.some((f) => f.error)) put(path, { told: say("in force, v{version}", { version }) });
}

// giveUp takes the text that is saved now, and forgets the draft's. A file that was never saved is gone.
export function giveUp(path: string): void {
  const d = drafts.peek().get(path);
  if (!d) return;
  if (d.hash === "" && !d.theirs) {
    const left = new Map(drafts.peek());
    left.delete(path);
    drafts.value = left;
    try {
      sessionStorage.removeItem(kept(path));
    } catch {
      // It was not kept.
    }
    return;
  }
  if (d.theirs) put(path, { base: d.theirs.text, text: d.theirs.text, hash: d.theirs.hash, theirs: null, told: "" });
  else put(path, { text: d.base, told: "" });
  store(path);
  check(path);
}

// takeOut removes a file from the overlay. The draft becomes the file below it, or is gone if there is none.
export async function takeOut(path: string): Promise<void> {
  const d = drafts.peek().get(path);
  if (!d) return;
  try {
    const f = await s.talk().takeOut(path, d.hash);
    put(path, { base: f.text, text: f.text, hash: f.hash, theirs: null, checked: false, told: "" });
    if (f.hash === "") giveUp(path);
    else check(path);
    void list();
  } catch (e) {
    if (e instanceof SourceError && e.status === 409) put(path, { theirs: e.reply as Conflict, told: "" });
    else put(path, { told: failure(e) });
  }
}

// operate makes an operation on a row of a tree file. It returns why that is not possible, or "" and the line where the row is
// afterwards, 0 if it is gone.
export async function operate(path: string, op: Op): Promise<[why: string, line: number]> {
  const d = drafts.peek().get(path);
  if (!d) return [say("the file is not open"), 0];
  try {
    const reply: Changed = await s.talk().change({ path, text: d.text, op });
    if (drafts.peek().get(path)?.text !== d.text) return [say("the text has changed meanwhile"), 0];
    put(path, { text: reply.text, told: "" });
    take(path, reply.text, reply);
    store(path);
    return ["", reply.line];
  } catch (e) {
    return [failure(e), 0];
  }
}

// fixed returns a text with the remedy of a finding.
export function fixed(text: string, f: Finding): string {
  const lines = text.split("\n");
  const line = lines[f.line - 1];
  if (!f.fix || line === undefined) return text;
  const chars = [...line];
  const before = chars.slice(0, f.col - 1).join("");
  const rest = chars.slice(f.col - 1).join("");
  if (!rest.startsWith(f.fix.old)) return text;
  lines[f.line - 1] = before + f.fix.new + rest.slice(f.fix.old.length);
  return lines.join("\n");
}
