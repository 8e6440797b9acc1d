import assert from "node:assert/strict";
import { test } from "node:test";
import { found } from "../src/searching.ts";
import { pack, parse, unpack } from "../src/share.ts";

const section = (page: string, title: string, text: string) => ({ page, id: title, in: page, title, text });
const all = [section("messages.html", "cooldown", "a cooldown of a node"), section("trees.html", "Waiting", "the cooldown keeps it from running"), section("kinds.html", "cooldown", "refuses for some seconds")];

test("all words must be there, and titles count more", () => {
  assert.deepEqual(found(all, "cooldown").map((h) => h.section.page), ["kinds.html", "messages.html", "trees.html"]);
  assert.deepEqual(found(all, "Cooldown KEEPS").map((h) => h.section.page), ["trees.html"]);
  assert.deepEqual(found(all, "  "), []);
  assert.deepEqual(found(all, "a+b("), []);
});

test("a project is packed and unpacked", async () => {
  const project = { name: "ä", scene: "x.scene", files: { "x.scene": "say “hello”\n" } };
  const text = await pack(project);
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(await unpack(text), project);
  await assert.rejects(unpack(text.slice(0, -9)), /not whole/);
  await assert.rejects(unpack("%%%"), /not whole/);
  for (const bad of ["", "3", "null", "{}", '{"scene":"a","files":{"a":3}}']) assert.throws(() => parse(bad), /no project/);
});

test("what unpacks to too much is refused", async () => {
  const text = await pack({ name: "", scene: "x", files: { x: "a".repeat(5 << 20) } });
  assert.ok(text.length < 20_000);
  await assert.rejects(unpack(text), /not whole/);
});
