// What a person does to the game: which acts are possible now, and what the last ones have changed.
import { computed, effect, signal } from "@preact/signals";
import { failure } from "./link.ts";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { Act, Field, Mark } from "./wire.ts";

// Deed is an act without the tick, which is the one that the page shows.
export type Deed = Omit<Act, "tick">;

// refusal says why an act is not possible, or "".
export function refusal(x: { act: string; acts: readonly string[]; replay: boolean; open: boolean; live: boolean }): string {
  if (x.replay) return say("a recording cannot be changed");
  if (!x.acts.includes(x.act)) return say("the game lets pages only look: Options.Acts lets them act");
  if (!x.open) return say("the game is not heard");
  if (!x.live) return say("the cursor is in the past: L returns to the present");
  return "";
}

// refused says why an act is not possible now, or "".
export function refused(act: string): string {
  const h = s.hello.value;
  return refusal({ act, acts: h?.acts ?? [], replay: h?.replay ?? false, open: s.link.value.kind === "open", live: s.live.value });
}

// literal returns a value as the game takes it, and "" for one that it does not take, such as a table.
export function literal(f: Pick<Field, "kind" | "text" | "exact">): string {
  if (!["nil", "boolean", "number", "string"].includes(f.kind)) return "";
  const text = f.exact ?? f.text;
  return text.endsWith("…") ? "" : text; // it is cut off
}

// Done is an act of this page. Undo is null if nothing takes it back (any more).
export interface Done {
  tick: number;
  text: string;
  undo: Act | null;
  takesBack: boolean; // it has undone another act
}
const done = signal<readonly Done[]>([]); // the newest first
// told is the act that the notice shows.
export const told = signal<Done | null>(null);

const most = 20;

// Listed is an act of any page, and how this page can take it back.
export interface Listed {
  tick: number;
  text: string;
  agent: number;
  mine: Done | null;
}

// merge lists the acts that are marked, the newest first.
export function merge(marks: readonly Mark[], own: readonly Done[]): Listed[] {
  const left = [...own];
  const list: Listed[] = [];
  for (let i = marks.length - 1; i >= 0 && list.length < most; i--) {
    const m = marks[i];
    if (m?.kind !== "act") continue;
    const k = left.findIndex((d) => d.tick === m.tick && d.text === m.text);
    list.push({ tick: m.tick, text: m.text, agent: m.agent ?? 0, mine: k < 0 ? null : (left.splice(k, 1)[0] ?? null) });
  }
  return list;
}
export const acts = computed(() => merge(s.marks.value, done.value));

// What acts have changed is shown until the first frame of a later tick: a paused game makes none.
interface Ahead {
  tick: number; // the last tick before the act
  field?: Field;
  held?: boolean;
}
const ahead = signal<ReadonlyMap<string, Ahead>>(new Map());

export const fieldKey = (agent: number, name: string) => `${agent} ${name}`;
export const boardKey = (board: string, key: string) => `board ${board} ${key}`;
const heldKey = (agent: number) => `${agent}`;

// overlay replaces a value of a tick by one that a page has set since.
export function overlay(key: string, f: Field, tick: number): Field {
  const a = s.live.value ? ahead.value.get(key) : undefined;
  return a?.field && tick <= a.tick ? a.field : f;
}

// added returns the values that acts have added to the ones of a tick. Prefix is the key without the name.
export function added(prefix: string, names: readonly string[], tick: number): Field[] {
  if (!s.live.value) return [];
  const list: Field[] = [];
  for (const [key, a] of ahead.value) if (a.field && key.startsWith(prefix) && tick <= a.tick && !names.includes(a.field.name)) list.push(a.field);
  return list;
}

// held reports whether the chosen agent is held.
export const held = computed(() => {
  const id = s.agent.value;
  const f = s.frame.value;
  const a = s.live.value ? ahead.value.get(heldKey(id)) : undefined;
  if (a?.held !== undefined && (!f || f.tick <= a.tick)) return a.held;
  if (f) return f.state === "held";
  return s.agents.value?.list.find((x) => x.id === id)?.state === "held";
});

// another is why an act has no answer of this game.
export const another = say("another game has begun");

// perform asks the game for an act, and returns why it does not take place, or "".
export async function perform(deed: Deed, takesBack = false): Promise<string> {
  const why = refused(deed.act);
  if (why !== "") return why;
  const start = s.hello.peek()?.start;
  try {
    const reply = await s.talk().act({ ...deed, tick: s.at.peek() });
    if (reply.start !== start || start !== s.hello.peek()?.start) return another;
    const d: Done = { tick: reply.tick + 1, text: reply.text, undo: reply.undo ?? null, takesBack };
    done.value = [d, ...done.peek()].slice(0, most);
    told.value = d;
    s.notice.value = "";
    const id = deed.agent ?? 0;
    const key = deed.act === "set" ? fieldKey(id, deed.name ?? "") : deed.act === "board" ? boardKey(deed.name ?? "", deed.key ?? "") : heldKey(id);
    const next: Ahead | null = reply.set ? { tick: reply.tick, field: reply.set } : deed.act === "hold" || deed.act === "release" ? { tick: reply.tick, held: deed.act === "hold" } : null;
    if (next) ahead.value = new Map([...ahead.peek()].filter(([k, a]) => k !== key && a.tick >= reply.tick)).set(key, next);
    s.acted.value++;
    return "";
  } catch (e) {
    return failure(e);
  }
}

// undo takes an act back.
export async function undo(d: Done): Promise<void> {
  if (!d.undo) return;
  const why = await perform(d.undo, true);
  if (why === "") done.value = done.peek().map((x) => (x === d ? { ...x, undo: null } : x));
  else s.notice.value = why;
}

// undoLast takes the last act back that can be. Called again, it takes the one before back.
export function undoLast(): void {
  const d = done.peek().find((x) => x.undo && !x.takesBack);
  if (d) void undo(d);
  else s.notice.value = say("No act of this page can be taken back.");
}

let start = "";
effect(() => {
  const now = s.hello.value?.start ?? "";
  if (now === "" || now === start) return;
  start = now;
  done.value = [];
  ahead.value = new Map();
  told.value = null;
});
