import assert from "node:assert/strict";
import { test } from "node:test";
import { pieces } from "../src/code.ts";

const marked = (line: string, tree: boolean) => pieces(line, tree).map((p) => (p.kind ? `<${p.kind}:${p.text}>` : p.text)).join("");

test("words within quotes are no keywords of a tree", () => {
  assert.equal(marked('tree crier "Calls the town when an alarm # is heard."', true), 'tree crier <string:"Calls the town when an alarm # is heard.">');
  assert.equal(marked('  work.dig  when goal == "mine" # as told', true), '  work.dig  <when:when goal == "mine" ><comment:# as told>');
  assert.equal(marked("# all of it", true), "<comment:# all of it>");
  assert.equal(marked('say "a \\" when b" when c', true), 'say <string:"a \\" when b"> <when:when c>');
  assert.equal(marked("  whenever x", true), "  whenever x");
});

test("a script has no conditions of trees, and # is the length of a list", () => {
  assert.equal(marked('for i = 1, #list do say("-- no") end -- yes', false), 'for i = 1, #list do say(<string:"-- no">) end <comment:-- yes>');
  assert.equal(marked("local a = 'it -- is' when b", false), "local a = <string:'it -- is'> when b");
});

test("all of a line is in its pieces", () => {
  for (const line of ["", " ", 'open "quote', "x when y # z", "'"]) {
    for (const tree of [true, false]) assert.equal(pieces(line, tree).map((p) => p.text).join(""), line);
  }
});
