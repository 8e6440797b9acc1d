// A person changes files on the page: breaks a script, sees the message at its line, takes the remedy, saves, and sees it in force.
// Somebody else saves the same file meanwhile. Nothing is lost.
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
const scripts = join(dir, "scripts");
const guard = `tree guard "Watches the gate."
  priority
    flee  when hp < 30
    rest                # for now
`;
const flee = "return {\n  behavior = function(agent)\n    agent.x = (agent.x or 0) + 1\n  end,\n}\n";
const file = (name: string) => join(scripts, name);
const saved = (name: string) => readFileSync(file(name), "utf8");

let game: Game;
let page: Page;
let errors: string[];
before(async () => {
  mkdirSync(scripts);
  writeFileSync(file("guard.bt"), guard);
  writeFileSync(file("flee.lua"), flee);
  writeFileSync(file("rest.lua"), "return {\n  behavior = function(agent)\n  end,\n}\n");
  writeFileSync(file("guard.scene"), "dt 0.05\nspawn guard hp=100 x=0\n");
  game = await start(["play", "scripts/guard.scene"], folder(), dir);
  ({ page, errors } = await open(game.url));
});
after(async () => {
  await close();
  await game.kill();
});

const row = (key: string) => page.locator(`.row[data-key$="${key}"]`).first();
const text = () => page.locator(".cm-content");
const status = (words: string | RegExp) => page.locator(".draft .bar [role=status]").filter({ hasText: words }).waitFor();
const photo = async (name: string) => {
  if (process.env.PHOTOS) await page.screenshot({ path: join(process.env.PHOTOS, `edit-${name}.png`) });
};

// put replaces a word of the text by hand.
async function put(was: string, is: string): Promise<void> {
  const line = text().locator(".cm-line").filter({ hasText: was }).first();
  await line.click();
  await page.keyboard.press("Home");
  const before = (await line.innerText()).split(was)[0] ?? "";
  for (let i = (/^\s*/.exec(before)?.[0] ?? "").length; i < before.length; i++) await page.keyboard.press("ArrowRight");
  for (let i = 0; i < was.length; i++) await page.keyboard.press("Delete");
  await page.keyboard.type(is);
}

test("a condition is changed where it is read, and is in force", async () => {
  await agent(page, "guard#1").click();
  await row("rest").and(page.locator(".running")).waitFor();
  await row("flee").locator(".name").first().click();
  await page.locator("#tab-source").click();
  await page.locator(".side").getByRole("button", { name: "edit", exact: true }).click();
  await status("as saved");
  await put("30", "300");
  await status(/not saved · no problems/);
  assert.equal(saved("guard.bt"), guard);
  await photo("changed");
  await page.keyboard.press("Control+s");
  await status(/^(saved|in force, v\d+) · no problems/);
  assert.equal(saved("guard.bt"), guard.replace("30", "300"));
  await status(/in force, v\d+ · no problems/);
  await page.getByRole("tab", { name: "Score" }).click();
  await row("flee").and(page.locator(".running")).waitFor();
});

test("a misspelled name is told at its line, and its remedy is a button", async () => {
  await page.getByRole("tab", { name: "Edit" }).click();
  await put("flee", "fle");
  await status(/1 error/);
  await page.locator(".findings li").filter({ hasText: "fle" }).waitFor();
  await page.locator(".cm-lintRange-error").waitFor();
  await photo("error");
  assert.deepEqual(await axeFinds(page), []);
  await page.getByRole("button", { name: "write flee" }).click();
  await status(/as saved|not saved/);
  await status("no problems");
  assert.match(await text().innerText(), /flee {2}when hp < 300/);
});

test("a broken script keeps the game going, and the last good version comes back", async () => {
  await page.getByRole("navigation", { name: "files" }).getByRole("button", { name: "flee.lua" }).click();
  await status("as saved");
  await put("end,", "en,");
  await status(/error/);
  await page.keyboard.press("Control+s");
  await status(/saved · 1 error/);
  await page.getByRole("button", { name: /1 error/ }).or(page.locator(".problems")).first().waitFor();
  await page.getByRole("button", { name: "Last good" }).click();
  await status(/not saved · no problems/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await status(/^(saved|in force, v\d+) · no problems/);
  assert.equal(saved("flee.lua"), flee);
});

test("what somebody else has saved is shown beside, and nothing is lost", async () => {
  await put("+ 1", "+ 2");
  await status("not saved");
  const theirs = flee.replace("+ 1", "+ 3");
  writeFileSync(file("flee.lua"), theirs);
  await page.keyboard.press("Control+s");
  await page.getByRole("alert").filter({ hasText: "changed elsewhere" }).waitFor();
  assert.match(await page.getByLabel("saved text").innerText(), /\+ 3/);
  assert.equal(saved("flee.lua"), theirs);
  assert.match(await text().innerText(), /\+ 2/);
  await photo("conflict");
  assert.deepEqual(await axeFinds(page), []);
  await page.getByRole("button", { name: "Save mine over it" }).click();
  await status(/^(saved|in force, v\d+) · no problems/);
  assert.equal(saved("flee.lua"), flee.replace("+ 1", "+ 2"));
  // A file that is open and not changed follows what others save.
  writeFileSync(file("flee.lua"), flee);
  await text().filter({ hasText: "+ 1" }).waitFor();
});

test("unsaved text survives a reload of the page and a game that is gone", async () => {
  await put("+ 1", "+ 7");
  await status("not saved");
  await page.reload();
  await agent(page, "guard#1").waitFor();
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.getByRole("navigation", { name: "files" }).getByRole("button", { name: "flee.lua" }).click();
  await text().filter({ hasText: "+ 7" }).waitFor();
  await status("not saved");
  await page.getByRole("button", { name: "As saved" }).click();
  await status("as saved");
  assert.match(await text().innerText(), /\+ 1/);
});

test("a new file, by the keyboard alone", async () => {
  await page.getByRole("button", { name: "new file" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("nap.lua");
  await page.keyboard.press("Enter");
  await status("new · no problems");
  await page.keyboard.press("Control+s");
  await status(/^(saved|in force, v\d+) · no problems/);
  assert.match(saved("nap.lua"), /behavior = function/);
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("-- l h ? space");
  assert.match(await text().innerText(), /^-- l h \? space/); // the keys of the page mean nothing here
  await page.keyboard.press("Control+z");
  await status("saved");
});

test("the page had no errors", () => assert.deepEqual(errors.filter((e) => !/status of 409/.test(e)), [])); // a conflict is one
