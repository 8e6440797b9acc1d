import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { acts, added, fieldKey, literal, merge, overlay, perform, refusal, told, undo, undoLast } from "../src/acts.ts";
import { SourceError } from "../src/link.ts";
import type { Listener, Source } from "../src/link.ts";
import * as s from "../src/state.ts";
import type { Act, Acted, Field, Hello, Mark } from "../src/wire.ts";

test("an act is refused with one reason, the one that lasts longest", () => {
  const fine = { act: "set", acts: ["set"], replay: false, open: true, live: true };
  assert.equal(refusal(fine), "");
  assert.match(refusal({ ...fine, live: false }), /past: L returns/);
  assert.match(refusal({ ...fine, open: false, live: false }), /not heard/);
  assert.match(refusal({ ...fine, acts: [], live: false }), /Options\.Acts/);
  assert.match(refusal({ ...fine, act: "post" }), /Options\.Acts/);
  assert.match(refusal({ ...fine, replay: true, acts: [], open: false, live: false }), /recording/);
});

test("literals are exact, and only of values that have one", () => {
  const cases: [Pick<Field, "kind" | "text" | "exact">, string][] = [
    [{ kind: "number", text: "1.3", exact: "1.2999999999999985" }, "1.2999999999999985"],
    [{ kind: "number", text: "-4" }, "-4"],
    [{ kind: "string", text: '"it\'s \\"here\\""' }, '"it\'s \\"here\\""'],
    [{ kind: "string", text: '"long…' }, ""],
    [{ kind: "nil", text: "nil" }, "nil"],
    [{ kind: "boolean", text: "true" }, "true"],
    [{ kind: "table", text: "{x = 1}" }, ""],
    [{ kind: "agent", text: "troll#7" }, ""],
  ];
  for (const [f, want] of cases) assert.equal(literal(f), want);
});

test("the list has acts of all pages, and each of mine once", () => {
  const mark = (tick: number, text: string, kind = "act"): Mark => ({ tick, text, kind, agent: 3 });
  const mine = { tick: 8, text: "hp = 1", undo: { act: "set", tick: 0 }, takesBack: false };
  const list = merge([mark(2, "of another page"), mark(5, "v2", "version"), mark(8, "hp = 1"), mark(8, "hp = 1")], [mine]);
  assert.deepEqual(list.map((a) => [a.tick, a.text, a.mine === mine]), [[8, "hp = 1", true], [8, "hp = 1", false], [2, "of another page", false]]);
  assert.equal(merge(Array.from({ length: 50 }, (_, i) => mark(i, "x")), []).length, 20);
});

// A game that takes what it is told.
const asked: Act[] = [];
let refuses = "";
let heard: Listener | undefined;
const hello = (start: string): Hello => ({ schema: 1, start, version: 1, tick: 10, clock: 0.5, about: "", hash: "", prefix: "", replay: false, acts: ["set", "hold", "release", "post"], edits: false, step: 0.05, speed: 1, trees: [], known: { bits: { from: 1, to: 10 }, past: { from: 1, to: 10 }, replies: true }, marks: [], problems: [] });
const game = {
  open: (l: Listener) => void (heard = l),
  close: () => undefined,
  ask: () => undefined,
  act(a: Act): Promise<Acted> {
    asked.push(a);
    if (refuses) return Promise.reject(new SourceError(refuses, 400));
    const set = a.act === "set" ? { name: a.name ?? "", text: a.value ?? "", kind: "number", set: 11 } : undefined;
    return Promise.resolve({ ...hello("one"), text: `${a.act} ${a.name ?? ""} ${a.value ?? ""}`, undo: a.act === "set" ? { act: "set", agent: 3, name: a.name, value: "7", tick: 0 } : undefined, set });
  },
} as unknown as Source;
s.start(game);

beforeEach(() => {
  refuses = "";
  asked.length = 0;
  heard?.greeted({ ...hello("begin") });
  heard?.status({ ...hello("begin"), type: "status", paused: true, viewers: 1 });
  s.reset();
  heard?.greeted(hello("one"));
  heard?.link({ kind: "open", text: "" });
});

test("a set value is shown until a later tick, and undone once", async () => {
  const was: Field = { name: "hp", text: "7", kind: "number" };
  assert.equal(await perform({ act: "set", agent: 3, name: "hp", value: "1" }), "");
  assert.equal(asked[0]?.tick, 10);
  assert.equal(overlay(fieldKey(3, "hp"), was, 10).text, "1");
  assert.equal(overlay(fieldKey(3, "hp"), was, 11), was, "the tick after the act has the truth");
  assert.equal(overlay(fieldKey(4, "hp"), was, 10), was);
  assert.deepEqual(added(fieldKey(3, ""), [], 10).map((f) => f.name), ["hp"]);
  assert.deepEqual(added(fieldKey(3, ""), ["hp"], 10), []);
  s.seek(9);
  assert.equal(overlay(fieldKey(3, "hp"), was, 9), was, "the past is not changed");
  s.seek("live");
  const d = told.value;
  assert.ok(d?.undo);
  await undo(d);
  assert.equal(asked.at(-1)?.value, "7");
  assert.equal(overlay(fieldKey(3, "hp"), was, 10).text, "7");
  undoLast();
  assert.equal(asked.length, 2, "an undo is not undone by the next one");
  assert.match(s.notice.value, /No act/);
});

test("a refusal changes nothing", async () => {
  refuses = "4 x is not a value";
  assert.equal(await perform({ act: "set", agent: 3, name: "hp", value: "4 x" }), "4 x is not a value");
  assert.equal(told.value, null);
  assert.deepEqual(added(fieldKey(3, ""), [], 10), []);
  assert.match(await perform({ act: "board", name: "camp", key: "alarm", value: "1" }), /Options\.Acts/);
  s.seek(5);
  assert.match(await perform({ act: "hold", agent: 3 }), /past/);
  assert.equal(asked.length, 1, "only what may be possible is asked for");
});

test("another game knows no acts of the one before", async () => {
  await perform({ act: "set", agent: 3, name: "hp", value: "1" });
  heard?.greeted(hello("two"));
  assert.equal(told.value, null);
  assert.deepEqual(added(fieldKey(3, ""), [], 10), []);
  assert.deepEqual(acts.value, []);
});
