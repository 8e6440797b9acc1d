// A guard stands still. A person finds it, sees why, changes the condition on its row, sees what that would have changed, saves,
// sees it in force, and takes it back; then breaks a script, reads the message at its line, and takes the remedy. Once by the
// keyboard alone and once by the mouse, while somebody else looks at a page of their own.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { agent, close, open } from "./browser.ts";
import { folder, start } from "./game.ts";
import type { Game } from "./game.ts";

const dir = folder();
const scripts = join(dir, "scripts");
const guard = `tree guard "Watches the gate."
  priority
    chase when sees and energy > 80
    condition alarm  # asked by others
    wait_until awake
`;
const chase = "return {\n  behavior = function(agent)\n    agent.x = (agent.x or 0) + 1\n  end,\n}\n";
const saved = (name: string) => readFileSync(join(scripts, name), "utf8");

let game: Game;
let page: Page;
let errors: string[];
let other: Page; // of somebody else
let others: string[];
before(async () => {
  mkdirSync(scripts);
  writeFileSync(join(scripts, "guard.bt"), guard);
  writeFileSync(join(scripts, "chase.lua"), chase);
  writeFileSync(join(scripts, "agent.fields"), "sees boolean: an enemy is in sight\nenergy number 0..100 = 100: what is left\nalarm boolean: the bell rings\nawake boolean: the night is over\n");
  writeFileSync(join(scripts, "guard.scene"), "dt 0.05\nspawn guard sees=true energy=95\nspawn guard sees=true energy=50\nspawn guard sees=true energy=99\n");
  game = await start(["play", "scripts/guard.scene"], folder(), dir);
  ({ page, errors } = await open(game.url));
  ({ page: other, errors: others } = await open(game.url));
});
after(async () => {
  await close();
  await game.kill();
});

const row = (p: Page, key: string) => p.locator(`.row[data-key$="${key}"]`).first();
async function status(words: string | RegExp): Promise<void> {
  try {
    await page.locator(".draft .bar [role=status]").filter({ hasText: words }).waitFor({ timeout: 8000 });
  } catch {
    await photo("failed");
    assert.fail(`the editor does not say ${words}, but ${await page.locator(".middle, .draft").first().innerText()}`);
  }
}
const text = () => page.locator(".cm-content");
// toEditor opens the chosen row in the editor, and waits until keys are for the text.
async function toEditor(): Promise<void> {
  await page.keyboard.press("e");
  await page.locator(".cm-content:focus").waitFor();
}
const why = (words: RegExp) => page.locator(".side").filter({ hasText: words }).waitFor();
const would = () => page.getByRole("region", { name: "what would have changed" });
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
const photo = async (name: string) => {
  if (process.env.PHOTOS) await page.screenshot({ path: join(process.env.PHOTOS, `still-${name}.png`) });
};

// tabTo presses Tab until an element with a text has the focus.
async function tabTo(words: RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (words.test(await focused())) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${words}, but ${await focused()}`);
}

// ghostly counts the pixels of a row's history that have the color of what would have run.
async function ghostly(key: string): Promise<number> {
  // The drawing follows the words by a frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const at = await row(page, key).evaluate((el) => (el as HTMLElement).offsetTop);
  return page.locator(".sheet-of-rows canvas").evaluate((el, top) => {
    const canvas = el as HTMLCanvasElement;
    const y = (top - canvas.offsetTop) * devicePixelRatio;
    const data = canvas.getContext("2d")?.getImageData(0, y + 19, canvas.width, 4).data ?? new Uint8ClampedArray();
    let n = 0;
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 0) > 150 && (data[i + 2] ?? 255) < 60 && (data[i + 3] ?? 0) > 200) n++;
    return n;
  }, at);
}

test("by the keyboard: which one stands still, and why", async () => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type("guard#2");
  await page.locator("#hit-0").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".agent-name", { hasText: "guard#2" }).waitFor();
  await row(page, "wait_until").and(page.locator(".running")).waitFor();
  await page.keyboard.press("f"); // the chosen row stays
  for (let i = 0; i < 8 && !(await row(page, "chase").and(page.locator(".chosen")).count()); i++) await page.keyboard.press("ArrowUp");
  await why(/energy (= 50|is 50)/);
  await photo("why");
});

test("by the keyboard: the condition is changed, seen, saved, in force, and taken back", async () => {
  await toEditor();
  await status("as saved");
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("40");
  await status(/not saved · no problems/);
  await page.keyboard.press("Control+s");
  await status(/in force, v\d+ · no problems/);
  assert.equal(saved("guard.bt"), guard.replace("80", "40"));
  await would().filter({ hasText: "one agent would have done something else" }).waitFor();
  await page.keyboard.press("Escape");
  await tabTo(/^guard#2, tick \d+$/);
  await page.keyboard.press("Enter");
  await page.locator(".legend .would", { hasText: "with the new guard.bt" }).waitFor();
  await photo("ghost");
  assert.ok((await ghostly("chase")) > 20, "chase has no ghost");
  assert.equal(await ghostly("wait_until"), 0, "wait_until has a ghost");
  await page.keyboard.press("l");
  await row(page, "chase").and(page.locator(".running")).waitFor();
  await agent(other, "guard#2").click();
  await row(other, "chase").and(other.locator(".running")).waitFor();
  await toEditor();
  await status(/no problems/);
  await page.keyboard.press("Control+z");
  await status(/not saved/);
  await page.keyboard.press("Control+s");
  await status(/in force, v\d+ · no problems/);
  assert.equal(saved("guard.bt"), guard);
  await row(other, "wait_until").and(other.locator(".running")).waitFor();
});

test("by the keyboard: a broken script, its message, its remedy", async () => {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("chase.lua");
  await page.locator("#hit-0").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".bar .mono", { hasText: "chase.lua" }).waitFor();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Delete"); // ehavior
  await status(/1 (error|warning)/);
  await photo("broken");
  await page.keyboard.press("Escape");
  await tabTo(/^write behavior$/);
  await page.keyboard.press("Enter");
  await status("as saved · no problems");
});

test("by the mouse: the same again", async () => {
  await page.getByRole("tab", { name: "Score" }).click();
  await agent(page, "guard#2").click();
  await row(page, "chase").locator(".name").click();
  await why(/energy (= 50|is 50)/);
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.getByRole("navigation", { name: "files" }).getByRole("button", { name: "guard.bt" }).click();
  await text().locator(".cm-line").filter({ hasText: "chase" }).click();
  const form = page.getByRole("complementary", { name: "row" });
  await form.getByLabel("when").fill("sees and energy > 45");
  await page.locator(".draft .bar .mono").click(); // out of the field
  await status(/not saved · no problems/);
  await page.getByRole("button", { name: "What if" }).click();
  await would().getByRole("button", { name: /^guard#2, tick \d+$/ }).click();
  await page.locator(".legend .would").waitFor();
  assert.ok((await ghostly("chase")) > 20);
  await page.locator(".legend .would button").click();
  await page.locator(".legend .would").waitFor({ state: "detached" });
  assert.equal(await ghostly("chase"), 0);
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await status(/in force, v\d+ · no problems/);
  assert.equal(saved("guard.bt"), guard.replace("80", "45"));
  await row(other, "chase").and(other.locator(".running")).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await status(/not saved/);
  await page.getByRole("button", { name: "Redo" }).click();
  await status(/as saved|in force/);
  await page.getByRole("button", { name: "Undo" }).click();
  await status(/not saved/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await status(/in force, v\d+ · no problems/);
  assert.equal(saved("guard.bt"), guard);
});

test("two pages save the same file: the second one sees both texts", async () => {
  await other.getByRole("tab", { name: "Edit" }).click();
  await other.getByRole("navigation", { name: "files" }).getByRole("button", { name: "guard.bt" }).click();
  const theirs = other.locator(".cm-content");
  await theirs.locator(".cm-line").filter({ hasText: "chase" }).click();
  await other.keyboard.press("End");
  await other.keyboard.type(" and awake");
  await other.locator(".draft .bar [role=status]").filter({ hasText: "not saved" }).waitFor();
  await text().locator(".cm-line").filter({ hasText: "chase" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" and alarm");
  await page.keyboard.press("Control+s");
  await status(/in force, v\d+/);
  await other.keyboard.press("Control+s");
  await other.getByRole("alert").filter({ hasText: "changed elsewhere" }).waitFor();
  assert.match(await other.getByLabel("saved text").innerText(), /80 and alarm/);
  await other.getByRole("button", { name: "Take theirs" }).click();
  await theirs.filter({ hasText: "80 and alarm" }).waitFor();
  assert.equal(saved("guard.bt"), guard.replace("80", "80 and alarm"));
});

test("the pages had no errors", () => assert.deepEqual([...errors, ...others].filter((e) => !/status of (409|422)/.test(e)), []));
