// The menu of a row, in the score and on the cards, by mouse and by keyboard. What it changes is seen in the editor first.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { axeFinds } from "./axe.ts";
import { agent, close, open } from "./browser.ts";
import { folder, start } from "./game.ts";
import type { Game } from "./game.ts";

const dir = folder();
const guard = "tree guard\n  priority\n    flee when hp < 30\n    rest\n";
const idle = "return { behavior = function(agent) end }\n";
const saved = () => readFileSync(join(dir, "scripts/guard.bt"), "utf8");

let game: Game;
let page: Page;
let errors: string[];
before(async () => {
  mkdirSync(join(dir, "scripts"));
  for (const [name, text] of Object.entries({ "guard.bt": guard, "flee.lua": idle, "rest.lua": idle, "guard.scene": "dt 0.05\nspawn guard hp=100\n" })) writeFileSync(join(dir, "scripts", name), text);
  game = await start(["play", "scripts/guard.scene"], folder(), dir);
  ({ page, errors } = await open(game.url));
  await agent(page, "guard#1").click();
});
after(async () => {
  await close();
  await game.kill();
});

const row = (key: string) => page.locator(`.row[data-key$="${key}"]`).first();
const status = (words: string | RegExp) => page.locator(".draft .bar [role=status]").filter({ hasText: words }).waitFor();
const menu = () => page.getByRole("menu");
const text = () => page.locator(".cm-content");

test("a row is moved by its menu, and the change is seen before it is saved", async () => {
  await row("rest").locator(".name").click({ button: "right" });
  await menu().waitFor();
  if (process.env.PHOTOS) await page.screenshot({ path: join(process.env.PHOTOS, "menu.png") });
  assert.deepEqual(await axeFinds(page), []);
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await status(/not saved · 1 warning/);
  await text().filter({ hasText: /rest\s*flee/ }).waitFor();
  assert.equal(saved(), guard);
  await page.keyboard.press("Control+s");
  await status(/in force, v2/);
  assert.equal(saved(), "tree guard\n  priority\n    rest\n    flee when hp < 30\n");
});

test("by the keyboard: a row is switched off", async () => {
  await page.getByRole("tab", { name: "Score" }).click();
  await row("rest").locator(".name").click();
  await page.getByRole("treegrid").press("Shift+F10");
  await menu().waitFor();
  await page.keyboard.press("Escape");
  await menu().waitFor({ state: "detached" });
  await page.getByRole("treegrid").press("Shift+F10");
  await page.getByRole("menuitem", { name: "Edit the row" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await status(/not saved/);
  await text().filter({ hasText: "disabled rest" }).waitFor();
});

test("while the text is not saved, only the editor is offered", async () => {
  await page.getByRole("tab", { name: "Score" }).click();
  await row("flee").locator(".name").click({ button: "right" });
  assert.equal(await page.getByRole("menuitem", { name: "Remove" }).getAttribute("aria-disabled"), "true");
  await page.getByRole("menuitem", { name: "Edit the row" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await status(/no problems/);
});

test("a card has the same menu", async () => {
  await page.getByRole("tab", { name: "Cards" }).click();
  await page.locator("g[data-key$='flee']").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await status(/not saved/);
  await text().filter({ hasNotText: "flee" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await text().filter({ hasText: "flee" }).waitFor();
  await status(/1 warning/);
});

test("a card is dragged to another place of its tree, and Escape gives it up", async () => {
  await page.getByRole("tab", { name: "Cards" }).click();
  const card = (name: string) => page.locator(`g[data-key$='${name}'] .card-c`);
  const carry = async (from: string, to: string, y: number) => {
    const a = await card(from).boundingBox();
    const b = await card(to).boundingBox();
    assert.ok(a && b);
    await page.mouse.move(a.x + 20, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + 20, b.y + b.height * y, { steps: 5 });
    await page.locator("[data-dragged]").waitFor();
  };
  await carry("rest", "flee", 0.8);
  await page.mouse.move(0, 0);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await page.getByRole("tab", { name: "Cards" }).getAttribute("aria-selected"), "true");
  await carry("flee", "rest", 0.2);
  await page.locator(".card-drop").waitFor({ state: "attached" });
  if (process.env.PHOTOS) await page.screenshot({ path: join(process.env.PHOTOS, "carddrag.png") });
  await page.mouse.up();
  await status(/not saved/);
  await text().filter({ hasText: /flee when hp < 30\s*rest/ }).waitFor();
  assert.deepEqual(errors, []);
});
