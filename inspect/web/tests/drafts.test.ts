import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, check, drafts, fixed, giveUp, isChanged, operate, save, tellInForce, type } from "../src/drafts.ts";
import { SourceError } from "../src/link.ts";
import type { Source } from "../src/link.ts";
import * as s from "../src/state.ts";
import type { Change, Finding, Save } from "../src/wire.ts";

const stamp = { schema: 1, start: "one", version: 1, tick: 1, clock: 0 };
const finding = (line: number, col: number, old: string, is: string): Finding => ({ line, col, error: true, code: "x", text: "", fix: { old, new: is } });

test("a remedy is written at its place, counted in characters", () => {
  assert.equal(fixed("a\n  喝水 fle\nb", finding(2, 6, "fle", "flee")), "a\n  喝水 flee\nb");
  assert.equal(fixed("🦊🦊 fle", finding(1, 4, "fle", "flee")), "🦊🦊 flee");
  assert.equal(fixed("other", finding(1, 1, "fle", "flee")), "other");
  assert.equal(fixed("a", finding(7, 1, "a", "b")), "a");
});

// A folder with one file. A save needs the hash of the text.
let disk = "old";
const game = {
  open: () => undefined,
  close: () => undefined,
  ask: () => undefined,
  saved: (path: string) => Promise.resolve({ ...stamp, path, text: disk, hash: "#" + disk }),
  savedFiles: () => Promise.resolve({ ...stamp, paths: ["a.bt"] }),
  check: (x: Save) => Promise.resolve({ ...stamp, hash: "", findings: x.text === "bad" ? [finding(1, 1, "bad", "good")] : [], others: 0 }),
  save(_: string, x: Save) {
    if (x.hash !== "#" + disk) return Promise.reject(new SourceError("changed", 409, { error: "changed", text: disk, hash: "#" + disk }));
    disk = x.text;
    return Promise.resolve({ ...stamp, hash: "#" + disk, findings: [], others: 0 });
  },
  change: (x: Change) => (x.op.do === "remove" ? Promise.reject(new SourceError("a.bt:1:1: no", 422)) : Promise.resolve({ ...stamp, text: x.text + "+" + x.op.text, line: x.op.line ?? 0, hunks: [], findings: [], others: 0 })),
} as unknown as Source;
s.start(game);
const draft = () => drafts.value.get("a.bt") ?? assert.fail("no draft");

test("a draft is saved, and a text that somebody else has saved is kept beside", async () => {
  await begin("a.bt");
  assert.equal(isChanged(draft()), false);
  type("a.bt", "mine");
  assert.equal(isChanged(draft()), true);
  await save("a.bt");
  assert.equal(disk, "mine");
  assert.equal(draft().told, "saved");
  tellInForce(7);
  assert.equal(draft().told, "in force, v7");
  disk = "theirs";
  type("a.bt", "mine again");
  await save("a.bt");
  assert.equal(disk, "theirs");
  assert.equal(draft().text, "mine again");
  assert.equal(draft().theirs?.text, "theirs");
  await save("a.bt", true);
  assert.equal(disk, "mine again");
  assert.equal(draft().theirs, null);
  disk = "theirs";
  type("a.bt", "third");
  await save("a.bt");
  giveUp("a.bt");
  assert.deepEqual([draft().text, draft().base, draft().hash, draft().theirs], ["theirs", "theirs", "#theirs", null]);
});

test("findings belong to the text that was checked", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  type("a.bt", "bad");
  assert.equal(draft().checked, false);
  check("a.bt");
  t.mock.timers.tick(1000);
  await new Promise(setImmediate);
  assert.equal(draft().findings.length, 1);
  assert.equal(draft().checked, true);
  type("a.bt", "good");
  t.mock.timers.tick(1000);
  type("a.bt", "bad"); // the answer for "good" comes too late
  await new Promise(setImmediate);
  assert.equal(draft().checked, false);
});

test("operations change the draft, or say why not", async () => {
  type("a.bt", "x");
  assert.deepEqual(await operate("a.bt", { do: "comment", line: 1, text: "y" }), ["", 1]);
  assert.equal(draft().text, "x+y");
  assert.deepEqual(await operate("a.bt", { do: "remove", line: 1 }), ["a.bt:1:1: no", 0]);
  assert.equal(draft().text, "x+y");
});
