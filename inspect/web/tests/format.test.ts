import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, count, round, seconds, short, thousands, unplaced, word } from "../src/format.ts";
import { decode, takeToken } from "../src/link.ts";
import { rank } from "../src/rank.ts";
import type { Hello } from "../src/wire.ts";

test("numbers are rounded for people", () => {
  const cases: [number, string][] = [[1.2999999999999985, "1.3"], [0, "0"], [-0.5, "−0.5"], [18, "18"], [1234.56, "1235"], [45.27, "45.3"], [0.04218, "0.042"], [1e-9, "0"], [Infinity, "Infinity"]];
  for (const [n, text] of cases) assert.equal(round(n), text);
});

test("times", () => {
  const cases: [number, string][] = [[0.4, "0.4 s"], [9.94, "9.9 s"], [12.3, "12 s"], [119.4, "119 s"], [125, "2 min 05 s"], [7384, "2 h 03 min"], [-3, "−3.0 s"]];
  for (const [n, text] of cases) assert.equal(seconds(n), text);
  assert.equal(clock(40.6), "40.6 s");
  assert.equal(clock(725.34), "12:05.3");
  assert.equal(clock(119.96), "2:00.0");
});

test("counts", () => {
  assert.equal(count(1, "problem"), "1 problem");
  assert.equal(count(2, "problem"), "2 problems");
  assert.equal(thousands(10000), "10\u202f000");
  assert.equal(thousands(9999), "9999");
  assert.equal(short(87), "87");
  assert.equal(short(1234), "1.23k");
  assert.equal(short(3_400_000), "3.4M");
});

test("an empty list of Go is a list", () => {
  const h = decode<Hello>('{"trees":null,"marks":[],"land":null}');
  assert.deepEqual([h.trees, h.marks, h.land], [[], [], null]);
});

test("the token is taken from the fragment, and kept for the tab", () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) };
  assert.equal(takeToken("#0123abcDEF-_", "/a/", storage), "0123abcDEF-_");
  assert.equal(takeToken("", "/a/", storage), "0123abcDEF-_");
  assert.equal(takeToken("", "/b/", storage), "", "another game has another token");
  assert.equal(takeToken("#token=xyz&more=1", "/a/", storage), "xyz");
  assert.equal(takeToken("#token=xyz", "/a/", null), "xyz");
  const off = { getItem: (): string => { throw new Error("off"); }, setItem: () => { throw new Error("off"); } };
  assert.equal(takeToken("#abc", "/a/", off), "abc");
});

test("what begins with the letters comes first", () => {
  const order = (typed: string, ...texts: string[]) => texts.filter((t) => rank(typed, t) > 0).sort((a, b) => rank(typed, b) - rank(typed, a));
  assert.deepEqual(order("flee", "combat.shuffle_eel", "move.flee 5 when hurt", "flee"), ["flee", "move.flee 5 when hurt", "combat.shuffle_eel"]);
  assert.deepEqual(order("gu 3", "guard#3", "guard#4", "troll#3"), ["guard#3"]);
  assert.equal(rank("", "x") > 0, true);
});

test("the place of a message and the folder of a name are left out", () => {
  assert.equal(unplaced("scripts/work/forge.lua:4:41: cannot calculate agent.heat: it is nil"), "cannot calculate agent.heat: it is nil");
  assert.equal(unplaced("smith#3: scripts/forge.lua:4: no heat"), "smith#3: no heat");
  assert.equal(unplaced("heat: 4:41: is late"), "heat: 4:41: is late");
  const names: [string, string][] = [["squad.hold", "hold"], ["move.flee 5", "flee 5"], ["wait 1.5", "wait 1.5"], ["a.b.c x.y", "c x.y"], ["tree senses", "tree senses"], ["", ""]];
  for (const [name, short] of names) assert.equal(word(name), short);
});
