import assert from "node:assert/strict";
import { test } from "node:test";
import { chief, dots, words } from "../src/signs.ts";

const mark = (tick: number, kind = "mark") => ({ tick, kind, text: `${kind} ${tick}` });
const wide = (text: string) => text.length * 6;

test("marks that are too near are one dot", () => {
  const list = dots([mark(10), mark(17, "version"), mark(18), mark(30, "fault")], (t) => t, 8);
  assert.deepEqual(list.map((d) => [d.px, d.marks.length]), [[10, 2], [18, 1], [30, 1]]);
  assert.equal(chief(list[0] as (typeof list)[0]).kind, "version");
  assert.equal(chief({ px: 0, marks: [mark(1, "version"), mark(2, "fault")] }).kind, "fault");
});

test("words stand beside their dot, and never over a handle or another word", () => {
  const two = dots([mark(20), mark(90)], (t) => t, 8);
  const of = () => ["abcdefgh", "abc"]; // 48 and 18 pixels
  assert.deepEqual(words(two, of, [], wide, 0, 200), [{ px: 27, text: "abcdefgh" }, { px: 97, text: "abcdefgh" }]);
  // A handle leaves room for the shorter word, or moves it.
  assert.deepEqual(words(two, of, [55], wide, 0, 200)[0], { px: 27, text: "abc" });
  assert.deepEqual(words(two, of, [28], wide, 0, 200)[0], { px: 35, text: "abc" });
  assert.deepEqual(words(dots([mark(20), mark(50)], (t) => t, 8), of, [28], wide, 0, 200)[0], null);
  // At the right edge a word stands before its dot.
  assert.deepEqual(words(dots([mark(190)], (t) => t, 8), of, [], wide, 0, 200), [{ px: 135, text: "abcdefgh" }]);
  assert.deepEqual(words(dots([mark(4), mark(13)], (t) => t, 8), of, [], wide, 0, 20), [null, null]);
});
