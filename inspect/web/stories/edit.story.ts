// A person changes files on the page: breaks a script, sees the message at its line, takes the remedy, saves, and sees it in force.
// Somebody else saves the same file meanwhile. Nothing is lost.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { axeFinds } from "./axe.ts";
import { agent, close, open } from "./browser.ts";
import { folder, run, start } from "./game.ts";
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
// lines waits until the text has a pattern, with its spaces.
async function lines(pattern: RegExp): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (pattern.test(await text().innerText())) return;
    await page.waitForTimeout(50);
  }
  assert.match(await text().innerText(), pattern);
}
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
  await page.keyboard.press("e");
  await status("as saved");
  await put("30", "300");
  await status(/not saved · no problems/);
  assert.equal(saved("guard.bt"), guard);
  await page.getByRole("button", { name: "What if" }).click();
  const would = page.getByRole("region", { name: "what would have changed" });
  await would.filter({ hasText: "one agent would have done something else" }).waitFor();
  assert.match(await would.innerText(), /guard#1, tick \d+ runs flee instead of rest, because/);
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
  await status(/saved, not in force · 1 error/);
  await page.getByRole("button", { name: /1 error/ }).or(page.locator(".problems")).first().waitFor();
  await page.getByRole("button", { name: "Last good" }).click();
  await status(/not saved · no problems/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await status(/^(saved|in force, v\d+) · no problems/);
  assert.equal(saved("flee.lua"), flee);
  await page.locator(".top").getByText(/\d problem/).waitFor({ state: "detached" });
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
  await page.getByRole("button", { name: "Discard" }).click();
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

test("a behavior that does not exist is begun by a button, and given up", async () => {
  await page.getByRole("navigation", { name: "files" }).getByRole("button", { name: "guard.bt" }).click();
  await put("rest", "sleepwalk");
  await page.getByRole("button", { name: "make sleepwalk.lua" }).click();
  await status(/new · no problems/);
  await text().filter({ hasText: 'return "success"' }).waitFor();
  await page.reload();
  await agent(page, "guard#1").waitFor();
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.getByRole("navigation", { name: "files" }).getByRole("button", { name: "sleepwalk.lua" }).click();
  await status(/new · no problems/);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("navigation", { name: "files" }).getByRole("button", { name: "sleepwalk.lua" }).waitFor({ state: "detached" });
  await page.getByRole("navigation", { name: "files" }).getByRole("button", { name: "guard.bt" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await status("as saved");
});

test("a behavior that is not saved yet is known while its tree is typed, and scenes are checked", async () => {
  const files = page.getByRole("navigation", { name: "files" });
  await files.getByRole("button", { name: "guard.bt" }).click();
  await put("rest", "doze");
  await page.getByRole("button", { name: "make doze.lua" }).click();
  await status(/new · no problems/);
  await files.getByRole("button", { name: "guard.bt" }).click();
  await status(/not saved · no problems/);
  await page.getByRole("button", { name: "Discard" }).click();
  await files.getByRole("button", { name: "doze.lua" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await files.getByRole("button", { name: "guard.scene" }).click();
  await status("as saved · no problems");
  await put("spawn", "spwan");
  await page.locator(".findings li").filter({ hasText: /spwan/ }).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await status("as saved · no problems");
  await files.getByRole("button", { name: "guard.bt" }).click();
});

test("rows are moved, wrapped and changed by the keyboard and by the form", async () => {
  await page.getByRole("navigation", { name: "files" }).getByRole("button", { name: "guard.bt" }).click();
  await page.getByRole("button", { name: "Last good" }).click();
  const form = page.getByRole("complementary", { name: "row" });
  await text().locator(".cm-line").filter({ hasText: "rest" }).click();
  await form.getByLabel("name", { exact: true }).and(page.locator('[value="rest"]')).or(form.getByLabel("name")).first().waitFor();
  assert.match(await form.innerText(), /used by tree guard, 1 agent/);
  // The keyboard moves the row, and the cursor goes with it.
  await page.keyboard.press("Alt+ArrowUp");
  await text().filter({ hasText: /rest .*# for now\s*flee/ }).waitFor();
  await page.keyboard.press("Control+/");
  await text().filter({ hasText: "disabled rest" }).waitFor();
  await page.keyboard.press("Control+/");
  await page.keyboard.press("Alt+ArrowDown");
  await text().filter({ hasText: /flee.*\s*rest .*# for now/ }).waitFor();
  await page.keyboard.press("Alt+ArrowRight");
  await lines(/^ {6}rest/m);
  await page.keyboard.press("Control+z");
  await lines(/^ {4}rest/m);
  // The form writes a parameter and a condition.
  await text().locator(".cm-line").filter({ hasText: "flee" }).click();
  await form.getByLabel("when").fill("hp < 20");
  await form.getByLabel("when").press("Enter");
  await text().filter({ hasText: "when hp < 20" }).waitFor();
  await form.getByLabel("line of the new row").fill("timeout 3");
  await photo("row");
  assert.deepEqual(await axeFinds(page), []);
  await form.getByRole("button", { name: "around" }).click();
  await text().filter({ hasText: /timeout 3\s*flee/ }).waitFor();
  await form.getByLabel("seconds").fill("4.5");
  await form.getByLabel("seconds").press("Enter");
  await text().filter({ hasText: "timeout 4.5" }).waitFor();
  await form.getByLabel("when").fill("a # b");
  await form.getByLabel("when").press("Enter");
  await form.getByRole("alert").filter({ hasText: "is not one value" }).waitFor();
  assert.equal(await text().locator(".cm-fresh").count(), 2);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await status(/in force, v\d+ · no problems/);
  assert.equal(saved("guard.bt"), guard.replace("    flee  when hp < 30", "    timeout 4.5\n      flee  when hp < 20"));
});

test("a row is dragged by the mouse", async () => {
  const line = (words: string) => text().locator(".cm-line").filter({ hasText: words });
  const handles = page.locator(".cm-handles span");
  const row = async (words: string) => (await line(words).boundingBox()) ?? assert.fail(`no line ${words}`);
  const from = (await handles.last().boundingBox()) ?? assert.fail("no handle"); // that of rest
  const to = await row("timeout");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 3, { steps: 5 });
  await page.locator(".cm-drop-before").waitFor();
  await photo("drag");
  await page.mouse.up();
  await lines(/priority\n {4}rest/);
  await page.getByRole("button", { name: "Discard" }).click();
});

test("an agent is spawned that runs the tree", async () => {
  await text().locator(".cm-line").filter({ hasText: "rest" }).click();
  await page.getByRole("button", { name: "spawn one" }).click();
  await agent(page, "guard#2").waitFor();
  await page.locator(".agent-name", { hasText: "guard#2" }).waitFor();
  await page.locator(".told").getByRole("button", { name: "Undo" }).click();
  await agent(page, "guard#2").waitFor({ state: "detached" });
  await agent(page, "guard#1").click();
});

test("names are offered while a row is typed", async () => {
  await text().locator(".cm-line").filter({ hasText: "rest" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("fle");
  await page.locator(".cm-tooltip-autocomplete li").filter({ hasText: "flee" }).first().waitFor();
  await photo("complete");
  await page.waitForTimeout(100); // a list takes no keys in the first 75 ms, since they may be meant for the text
  await page.keyboard.press("Enter");
  await text().filter({ hasText: /# for now\s*flee/ }).waitFor();
  await page.getByRole("navigation", { name: "files" }).getByRole("button", { name: "nap.lua" }).click();
  await text().filter({ hasText: "doc =" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("bt.wai");
  await page.locator(".cm-tooltip-autocomplete li").filter({ hasText: "bt.wait" }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("navigation", { name: "files" }).getByRole("button", { name: "guard.bt" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
});

test("Enter behind a composite begins a row below it, and Tab indents an empty line", async () => {
  await text().locator(".cm-line").filter({ hasText: "priority" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("sequence");
  await page.keyboard.press("Escape"); // the list of names
  await lines(/^ {4}sequence$/m);
  await page.keyboard.press("Enter");
  await page.keyboard.type("rest");
  await page.keyboard.press("ArrowLeft"); // away from the list; Escape and Tab would leave the text
  await page.keyboard.press("End");
  await lines(/^ {6}rest$/m);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.type("flee");
  await lines(/^ {8}flee$/m);
  await page.getByRole("button", { name: "Discard" }).click();
  await status("no problems");
});

test("a test is made from what was seen, and fails with another tree", async () => {
  await page.getByRole("button", { name: "new test" }).click();
  await text().filter({ hasText: "t.expect_active(agent" }).waitFor();
  await photo("test");
  await page.keyboard.press("Control+s");
  await status(/saved|in force/);
  const made = readdirSync(scripts).find((n) => n.endsWith("_test.lua")) ?? assert.fail("no test");
  assert.match(await run(["test", "--scripts", scripts]), /1 test, 0 failed/);
  const was = saved("guard.bt");
  writeFileSync(file("guard.bt"), was.replace("rest  ", "flee  "));
  await assert.rejects(run(["test", "--scripts", scripts]), new RegExp(made));
  writeFileSync(file("guard.bt"), was);
  await page.getByRole("button", { name: "new scene" }).click();
  await text().filter({ hasText: "spawn guard hp=100" }).waitFor();
  await page.keyboard.press("Control+s");
  await status("saved");
  const early = page.locator(".top").filter({ hasText: /tick \d{1,2} ·/ });
  await early.waitFor({ state: "detached" }).catch(() => undefined);
  await page.locator(".draft .bar").getByRole("button", { name: "Play", exact: true }).click();
  await early.waitFor();
  await agent(page, "guard#1").waitFor();
  assert.match(await run(["run", file(readdirSync(scripts).find((n) => /_\d+\.scene$/.test(n)) ?? "")]), /would run/);
});

test("the page had no errors", () => assert.deepEqual(errors.filter((e) => !/status of (409|422)/.test(e)), [])); // a conflict and a refused operation are such
