// A planner whose machine speaks Chinese looks at a game, asks why a guard does something, makes a mistake in its tree, reads what is
// wrong, and mends it. No English word is left on the page, except names and code.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { axeFinds } from "./axe.ts";
import { agent, close, open } from "./browser.ts";
import { folder, run, start } from "./game.ts";
import type { Game } from "./game.ts";
import { serve } from "./site.ts";

const chinese = "zh_CN.UTF-8";
const dir = folder();
const scripts = join(dir, "scripts");
const guard = `tree guard "守门。"
  priority
    flee  when hp < 30
    chase when sees and hp > 80
    rest                # 先歇着
`;
const script = (what: string, field: string) => `return {\n  doc = "${what}",\n  behavior = function(agent)\n    agent.${field} = (agent.${field} or 0) + 1\n  end,\n}\n`;
const saved = (name: string) => readFileSync(join(scripts, name), "utf8");

let game: Game;
let page: Page;
let errors: string[];
before(async () => {
  mkdirSync(scripts);
  writeFileSync(join(scripts, "guard.bt"), guard);
  writeFileSync(join(scripts, "flee.lua"), script("逃跑。", "x"));
  writeFileSync(join(scripts, "chase.lua"), script("追击。", "x"));
  writeFileSync(join(scripts, "rest.lua"), script("休息。", "naps"));
  writeFileSync(join(scripts, "agent.fields"), "sees boolean: 看见敌人\nhp number 0..100 = 100: 生命\n");
  writeFileSync(join(scripts, "guard.scene"), "dt 0.05\nspawn guard hp=100 sees=true\nspawn guard hp=20\nspawn guard hp=60\n");
  game = await start(["play", "scripts/guard.scene"], folder(), dir, chinese);
  ({ page, errors } = await open(game.url, { locale: "zh-CN" }));
});
after(async () => {
  await close();
  await game.kill();
});

const row = (key: string) => page.locator(`.row[data-key$="${key}"]`).first();
const tab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
const status = (words: string | RegExp) => page.locator(".draft .bar [role=status]").filter({ hasText: words }).waitFor();
const photo = async (name: string) => {
  if (process.env.PHOTOS) await page.screenshot({ path: join(process.env.PHOTOS, `chinese-${name}.png`) });
};

// On a machine that is busy the game may be late.
const inTime = (list: string[]) => list.filter((e) => !/status of (404|503)/.test(e));

// known are the words that are the same in all languages: names of the game, keys, units, hashes, and words of trees and scripts.
const known = /^(Bough|Lua|Go|Ctrl|Alt|Shift|Tab|Esc|Enter|Home|End|Page|[0-9a-f]{8,}|v\d+|min|guard|flee|chase|rest|priority|scripts|when|tree|and|agent|hp|sees|naps|dt|id|nil|true|false|text|boolean|number|bt|lua|fields|scene|override|wait|bough|replay|html|sources|Space|Options|Acts)$/;

// english returns the texts that can be seen or heard on the page and have other words.
async function english(p = page): Promise<string[]> {
  const texts = await p.evaluate(() => {
    const list: string[] = [document.title];
    for (const el of document.body.querySelectorAll("*")) {
      if (!el.checkVisibility({ visibilityProperty: true }) || el.closest("script, pre, .cm-editor, option")) continue;
      for (const n of el.childNodes) if (n.nodeType === Node.TEXT_NODE) list.push(n.textContent ?? "");
      for (const a of ["title", "aria-label", "placeholder", "aria-valuetext"]) list.push(el.getAttribute(a) ?? "");
    }
    return list;
  });
  return [...new Set(texts.filter((text) => text.match(/[A-Za-z][A-Za-z0-9]+/g)?.some((word) => !known.test(word))))];
}

// put replaces a word of the text by hand.
async function put(was: string, is: string): Promise<void> {
  const line = page.locator(".cm-content .cm-line").filter({ hasText: was }).first();
  await line.click();
  await page.keyboard.press("Home");
  const before = (await line.innerText()).split(was)[0] ?? "";
  for (let i = (/^\s*/.exec(before)?.[0] ?? "").length; i < before.length; i++) await page.keyboard.press("ArrowRight");
  for (let i = 0; i < was.length; i++) await page.keyboard.press("Delete");
  await page.keyboard.type(is);
}

test("the page is in the language of the game", async () => {
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-CN");
  await agent(page, "guard#1").click();
  await page.locator(".top .pill").filter({ hasText: "实时" }).waitFor();
  await page.locator(".agents .title").filter({ hasText: "3 个智能体" }).waitFor();
  await row("chase").and(page.locator(".running")).waitFor();
  await page.locator(".side .sentence").filter({ hasText: "chase" }).waitFor();
  await photo("score");
  assert.deepEqual(await english(), []);
  assert.deepEqual(await axeFinds(page), []);
});

test("why says in Chinese why", async () => {
  await row("flee").locator(".name").first().click();
  await page.locator(".side .sentence").filter({ hasText: /flee.*不运行.*hp/ }).waitFor();
  await photo("why");
  for (const name of ["值", "源码", "黑板", "原因"]) {
    await tab(name);
    assert.deepEqual(await english(), []);
  }
});

test("each view is in Chinese", async () => {
  for (const name of ["智能体", "群体", "卡片", "对比", "开销", "轨迹"]) {
    await tab(name);
    await page.waitForTimeout(400);
    await photo(name);
    assert.deepEqual(await english(), [], name);
  }
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "按键" }).waitFor();
  await photo("keys");
  assert.deepEqual(await english(), []);
  await page.keyboard.press("Escape");
});

test("an act is told in Chinese", async () => {
  await page.getByRole("button", { name: "暂停", exact: true }).click();
  await page.locator(".told").filter({ hasText: "guard#1 已暂停" }).waitFor();
  await page.locator(".agent-name ~ .pill").filter({ hasText: "暂停" }).waitFor();
  await photo("held");
  assert.deepEqual(await english(), []);
  await page.getByRole("button", { name: "恢复", exact: true }).click();
  await page.locator(".told").filter({ hasText: "guard#1 继续运行" }).waitFor();
  await page.getByRole("button", { name: "关闭", exact: true }).click();
});

test("a mistake is explained in Chinese, and mended", async () => {
  await row("flee").locator(".name").first().click();
  await page.keyboard.press("e");
  await status("无改动 · 没有问题");
  await put("rest", "rset");
  await status("未保存 · 1 个错误");
  const finding = page.locator(".findings li").first();
  assert.match(await finding.innerText(), /rset/);
  assert.match(await finding.innerText(), /\p{Script=Han}{2}/u);
  await photo("mistake");
  assert.deepEqual((await english()).filter((text) => !text.includes("rset")), []);
  await finding.getByRole("button", { name: "改为 rest" }).click();
  await status("没有问题");
  await put("30", "70");
  await page.getByRole("button", { name: "影子对比" }).click();
  await page.getByRole("region", { name: "影子对比的结果" }).filter({ hasText: "行为会不同" }).waitFor();
  await photo("ghost");
  assert.deepEqual(await english(), []);
  await page.keyboard.press("Control+s");
  await status("已生效");
  assert.match(saved("guard.bt"), /hp < 70/);
  assert.deepEqual(inTime(errors), []);
});

test("it looks well in the dark", async () => {
  const dark = await open(game.url, { locale: "zh-CN", dark: true });
  await agent(dark.page, "guard#1").click();
  await dark.page.locator(".side .sentence").filter({ hasText: "chase" }).waitFor();
  if (process.env.PHOTOS) await dark.page.screenshot({ path: join(process.env.PHOTOS, "chinese-dark.png") });
  assert.deepEqual(inTime(dark.errors), []);
});

test("a recorded game is a file in Chinese", async () => {
  await run(["play", "--ticks", "60", "--record", "game.bough", "scripts/guard.scene"], chinese, dir);
  await run(["replay", "game.bough", "--html", "game.html"], chinese, dir);
  const file = await open("file://" + join(dir, "game.html"));
  assert.equal(await file.page.locator("html").getAttribute("lang"), "zh-CN");
  await file.page.locator(".side .sentence").filter({ hasText: "chase" }).waitFor();
  if (process.env.PHOTOS) await file.page.screenshot({ path: join(process.env.PHOTOS, "chinese-file.png") });
  assert.deepEqual(await english(file.page), []);
  assert.deepEqual(inTime(file.errors), []);
});

test("the playground has the language of the browser", async () => {
  const out = folder();
  await run(["site", out]);
  const site = await serve(out);
  try {
    const here = await open(`${site.url}/play/`, { locale: "zh-CN" });
    await here.page.getByRole("heading", { name: "Bough 演练场" }).waitFor();
    assert.equal(await here.page.locator("html").getAttribute("lang"), "zh-CN");
    await here.page.getByRole("link", { name: /^Patrol / }).click();
    await agent(here.page, "patrol#1").waitFor();
    await here.page.getByRole("button", { name: "重新开始" }).waitFor();
    await here.page.locator(".side .sentence").filter({ hasText: /\p{Script=Han}/u }).waitFor();
    if (process.env.PHOTOS) await here.page.screenshot({ path: join(process.env.PHOTOS, "chinese-playground.png") });
    assert.deepEqual(inTime(here.errors), []);
  } finally {
    site.close();
  }
});
