import assert from "node:assert/strict";
import { test } from "node:test";
import { found, merged } from "../src/searching.ts";
import { pack, parse, unpack } from "../src/share.ts";

const section = (page: string, title: string, text: string) => ({ page, id: title, in: page, title, text });
const all = [section("messages.html", "cooldown", "a cooldown of a node"), section("trees.html", "Waiting", "the cooldown keeps it from running"), section("kinds.html", "cooldown", "refuses for some seconds")];

test("all words must be there, and titles count more", () => {
  assert.deepEqual(found(all, "cooldown").map((h) => h.section.page), ["kinds.html", "messages.html", "trees.html"]);
  assert.deepEqual(found(all, "Cooldown KEEPS").map((h) => h.section.page), ["trees.html"]);
  assert.deepEqual(found(all, "  "), []);
  assert.deepEqual(found(all, "a+b("), []);
});

test("Chinese is found without spaces", () => {
  const pages = [
    section("zh/scripting.html", "黑板", "所有角色共享的数据。写到黑板上的条目，从下一帧起能读到"),
    section("zh/kinds.html", "其他", "在 eat 上面加一个 cooldown 4（冷却），选择不受影响"),
    section("zh/messages.html", "no-board", "没有黑板"),
  ];
  const names = (query: string) => found(pages, query).map((h) => h.section.page);
  assert.deepEqual(names("黑板"), ["zh/scripting.html", "zh/messages.html"]);
  assert.deepEqual(names("冷却"), ["zh/kinds.html"]);
  assert.deepEqual(names("黑板条目"), ["zh/scripting.html"]); // two words: of the pairs 黑板, 板条, 条目 two are there
  assert.deepEqual(names("黑板，条目？"), ["zh/scripting.html"]);
  assert.deepEqual(names("cooldown冷却"), ["zh/kinds.html"]);
  assert.deepEqual(names("ＣＯＯＬＤＯＷＮ"), ["zh/kinds.html"]);
  assert.deepEqual(names("怎么写冷却？"), ["zh/kinds.html"]);
  assert.deepEqual(names("怎么"), []);
  assert.deepEqual(names("服务器网络"), []);
  assert.deepEqual(names("黑洞"), []);
  assert.match(found(pages, "下一帧")[0]!.excerpt, /下一帧/);
});

test("a page in Chinese hides the one in English", () => {
  const list = merged([section("zh/trees.html", "树", "")], [section("trees.html", "Trees", ""), section("kinds.html", "Kinds", "")]);
  assert.deepEqual(list.map((s) => s.page), ["zh/trees.html", "kinds.html"]);
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
