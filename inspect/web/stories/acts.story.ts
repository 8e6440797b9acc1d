// A person changes the game: fields, stimuli, boards, agents that are held or reset, quarantines. Each act is on the time line and
// can be taken back. The past and recordings are not changed.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { axeFinds } from "./axe.ts";
import { agent, close, open } from "./browser.ts";
import { folder, run, start } from "./game.ts";
import type { Game } from "./game.ts";

const tape = join(folder(), "acts.bough");
let game: Game;
let page: Page;
let errors: string[];
before(async () => {
  game = await start(["play", "inspect/testdata/faults/faults.scene", "--record", tape]);
  ({ page, errors } = await open(game.url));
});
after(async () => {
  await close();
  await game.kill();
});

const field = (name: string) => page.locator(`#field-${name}`);
const row = (key: string) => page.locator(`.row[data-key$="${key}"]`).first();
const tell = (text: string | RegExp) => page.getByRole("status").filter({ hasText: text }).first().waitFor();
const tab = (name: string) => page.locator(`#tab-${name}`).click();

// choose shows the values of an agent.
async function choose(label: string): Promise<void> {
  await page.keyboard.press("Escape");
  await agent(page, label).click();
  await page.locator(".agent-name", { hasText: label }).waitFor();
  await tab("values");
}

test("a field is set, and the agent does something else", async () => {
  await choose("lancer#1");
  await row("squad.hold").and(page.locator(".running")).waitFor();
  await field("mounted").getByRole("button").first().click();
  const input = page.getByLabel("value of mounted");
  assert.equal(await input.inputValue(), "false");
  await input.fill("tru");
  await input.press("Enter");
  await page.getByRole("alert").filter({ hasText: "tru is not a value" }).waitFor();
  await input.fill("true");
  await input.press("Enter");
  await tell("lancer#1: mounted = true");
  await row("squad.charge").and(page.locator(".running")).waitFor();
  await field("mounted").getByText("a page").waitFor();
  assert.match(await field("mounted").innerText(), /was false/);
  await page.getByRole("button", { name: "Undo" }).click();
  await row("squad.hold").and(page.locator(".running")).waitFor();
  await field("mounted").getByRole("button", { name: "mounted = false" }).waitFor();
});

test("in a paused game the change is seen at once", async () => {
  await choose("scout#5");
  await page.locator(".controls [title^='pause']").click();
  await page.locator(".pill.state-paused", { hasText: "paused" }).waitFor();
  await field("water").getByRole("button").first().press("Enter"); // the keyboard alone
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "water = 10");
  await page.keyboard.press("Enter");
  await page.keyboard.type("99");
  await page.keyboard.press("Enter");
  await field("water").locator(".changed", { hasText: "99" }).waitFor();
  await page.getByRole("button", { name: "hold", exact: true }).click();
  await page.locator(".middle .pill", { hasText: "held" }).waitFor();
  await agent(page, "scout#5").filter({ hasText: "held" }).waitFor();
  await page.getByRole("button", { name: "release", exact: true }).click();
  await page.locator(".middle .pill", { hasText: "held" }).waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await tell("scout#5 is held");
  await page.getByRole("button", { name: "release", exact: true }).click();
  await page.locator(".controls [title^='go on']").click();
  await page.locator(".pill.state-live").waitFor();
  await field("water").getByRole("button", { name: "water = 99" }).waitFor();
});

test("a stimulus is posted, with a name from the list", async () => {
  await choose("crier#4");
  await page.getByRole("button", { name: "post a stimulus" }).click();
  await page.getByRole("dialog", { name: "post a stimulus" }).waitFor();
  assert.ok((await page.locator("#stimuli option").evaluateAll((l) => l.map((o) => (o as HTMLOptionElement).value))).includes("alarm"));
  await page.keyboard.type("alram");
  await page.keyboard.press("Enter");
  await tell(/alram; did you mean alarm/);
  await page.getByLabel("Stimulus", { exact: true }).fill("alarm");
  await page.getByLabel("Data").fill("{");
  await page.keyboard.press("Enter");
  await tell("{ is not a value");
  await page.getByLabel("Data").fill("7");
  await page.keyboard.press("Enter");
  await tell("crier#4 gets the stimulus alarm 7");
  await page.locator(".lane[data-lane=says]").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "act-post");
});

test("an agent is held, and others go on", async () => {
  await choose("miner#6");
  await page.getByRole("button", { name: "hold", exact: true }).click();
  await page.locator(".middle .pill", { hasText: "held" }).waitFor();
  await agent(page, "miner#6").filter({ hasText: "held" }).waitFor();
  await page.getByRole("button", { name: "release", exact: true }).click();
  await agent(page, "miner#6").filter({ hasNotText: "held" }).waitFor();
});

test("a cause is mended, the quarantine lifted, and the smith forges", async () => {
  await choose("smith#3");
  await page.getByRole("button", { name: "set another field" }).click();
  await page.keyboard.type("heat");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await field("heat").getByRole("button", { name: "heat = 1" }).waitFor();
  await page.getByRole("button", { name: /problem/ }).click();
  await page.getByRole("button", { name: "Lift the quarantine of work.forge" }).click();
  await row("work.forge").and(page.locator(".running")).waitFor();
  await page.waitForFunction(() => Number(document.querySelector("#field-blades .field-text")?.textContent) > 4);
  await page.locator(".agents .group.bad").waitFor({ state: "detached" });
});

test("a node is aborted, and the next tick decides again", async () => {
  await choose("lancer#1");
  await row("squad.hold").click();
  await page.getByRole("button", { name: "abort", exact: true }).click();
  await tell("lancer#1: squad.hold is aborted");
  await row("squad.hold").and(page.locator(".running")).waitFor();
  await row("squad.charge").click();
  await page.getByRole("button", { name: "abort", exact: true }).click();
  await tell("Squad.charge of lancer#1 is not active.");
});

test("a reset asks once", async () => {
  await choose("archer#2");
  await page.getByRole("button", { name: "reset", exact: true }).click();
  await page.getByRole("dialog").getByText("exits its nodes and forgets everything but its fields").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "reset", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Reset archer#2" }).press("Enter");
  await tell("archer#2 is reset");
});

test("an entry of a board is set", async () => {
  await tab("boards");
  await page.getByRole("button", { name: "set another entry" }).click();
  for (const text of ["camp", "alarm"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("true");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "alarm = true" }).click();
  await page.getByLabel("value of alarm").fill("3");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "alarm = 3" }).waitFor();
  await page.locator(".side").getByText("a page").waitFor();
});

test("acts are on the time line and in a list", async () => {
  const marks = await page.locator(".time .mark-kind-act title").allTextContents();
  for (const text of ["lancer#1: mounted = true", "crier#4 gets the stimulus alarm 7", "work.forge is used again", "lancer#1: squad.hold is aborted", "archer#2 is reset", "board camp: alarm = 3"])
    assert.ok(marks.some((m) => m.startsWith(text)), `${text} is not among ${marks.join(", ")}`);
  await page.locator("#acts").click();
  const line = page.locator(".popup .act", { hasText: "scout#5: water = 99" });
  await line.getByRole("button", { name: "Undo" }).click();
  await tell("scout#5: water = 10");
  await line.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" });
});

test("axe-core finds nothing serious in the forms", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await choose("lancer#1");
    await page.getByRole("button", { name: "post a stimulus" }).click();
    await page.getByRole("dialog", { name: "post a stimulus" }).waitFor();
    await field("mounted").getByRole("button").first().click();
    assert.deepEqual(await axeFinds(page), [], `${colorScheme}: a stimulus and a value`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "reset", exact: true }).click();
    await page.getByRole("dialog", { name: "reset" }).waitFor();
    await page.getByRole("button", { name: "set another field" }).click();
    assert.deepEqual(await axeFinds(page), [], `${colorScheme}: a reset and a field`);
    await page.keyboard.press("Escape");
    await page.locator("#acts").click();
    await page.getByRole("dialog", { name: "the last acts" }).waitFor();
    assert.deepEqual(await axeFinds(page), [], `${colorScheme}: the acts`);
    await page.keyboard.press("Escape");
  }
});

test("in the past, controls say why they do nothing", async () => {
  await choose("lancer#1");
  await page.locator(".agent-name").click();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.locator(".cursor:not(.live)").waitFor();
  const why = /the cursor is in the past: L returns to the present/i;
  await field("mounted").waitFor();
  for (const control of [page.locator("#act-post"), page.locator("#act-reset"), page.locator(".acts > button").first(), field("mounted").getByRole("button").first(), page.getByRole("button", { name: "set another field" })]) {
    assert.equal(await control.getAttribute("aria-disabled"), "true");
    assert.match((await control.getAttribute("title")) ?? "", why);
  }
  await field("mounted").getByRole("button").first().focus();
  await page.keyboard.press("Enter");
  await tell(why);
  assert.equal(await page.getByLabel("value of mounted").count(), 0);
  assert.deepEqual(await axeFinds(page), []);
  await page.keyboard.press("l");
  await page.locator(".cursor.live").waitFor();
  assert.equal(await page.locator("#act-post").getAttribute("aria-disabled"), "false");
  assert.deepEqual(errors.filter((e) => !/status of 40[09]/.test(e)), []); // the browser tells of refusals
});

test("the recording repeats exactly, and cannot be changed", async () => {
  await page.close();
  await game.end();
  assert.match(await run(["replay", tape]), /repeat exactly/);
  const shown = await start(["replay", tape]);
  const { page: second } = await open(shown.url);
  await agent(second, "lancer#1").click();
  await second.locator("#act-reset").waitFor();
  assert.match((await second.locator("#act-reset").getAttribute("title")) ?? "", /a recording cannot be changed/);
  await second.close();
  await shown.kill();
});
