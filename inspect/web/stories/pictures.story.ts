// The pictures of the pages in docs: an arena in which an edit lands and a guard runs for its life. With -update they are taken
// anew; otherwise only the page is looked at.
import assert from "node:assert/strict";
import { cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { agent, close, open } from "./browser.ts";
import { folder, root, start } from "./game.ts";
import type { Game } from "./game.ts";

const docs = join(root, "docs");
const guard = "guard#44"; // with the seed 1 it meets a troll in tick 560, and runs from tick 573 on
const moment = 600;

let game: Game;
before(async () => {
  const project = folder();
  const scripts = join(project, "scripts");
  cpSync(join(root, "scripts"), scripts, { recursive: true });
  game = await start(["play", "--agents", "40", "--speed", "5"], folder(), project);
  await reaches(540);
  // An edit of a comment is another version, but changes nothing that happens.
  const file = join(scripts, "move/flee.lua");
  writeFileSync(file, readFileSync(file, "utf8").replace("Runs from the enemy.", "Runs from the nearest enemy."));
  await reaches(moment + 10);
  await ask("act", { method: "POST", body: JSON.stringify({ act: "pause", tick: 0 }) });
});
after(async () => {
  await close();
  await game.kill();
});

// ask sends a request of a page to the game.
async function ask(path: string, init: RequestInit = {}): Promise<{ tick: number }> {
  const at = new URL(game.url);
  const reply = await fetch(new URL("/v1/" + path, at), { ...init, headers: { Authorization: "Bearer " + at.hash.slice(1), Origin: at.origin } });
  assert.ok(reply.ok, `${path}: ${reply.status}`);
  return (await reply.json()) as { tick: number };
}

async function reaches(tick: number): Promise<void> {
  while ((await ask("hello")).tick < tick) await new Promise((done) => setTimeout(done, 5));
}

// at opens the page, chooses the guard, and moves the cursor to the moment.
async function at(dark = false): Promise<{ page: Page; errors: string[] }> {
  const { page, errors } = await open(game.url, { dark });
  await agent(page, guard).click();
  await page.locator(".row").nth(8).waitFor();
  const line = page.getByRole("slider", { name: "tick that is shown" });
  const box = await line.boundingBox();
  const [from, to] = await Promise.all(["aria-valuemin", "aria-valuemax"].map(async (name) => Number(await line.getAttribute(name))));
  assert.ok(box && from !== undefined && to !== undefined);
  await page.mouse.click(box.x + 14 + ((box.width - 28) * (moment + 0.5 - from)) / (to - from + 1), box.y + 30);
  for (;;) {
    const by = moment - Number(await line.getAttribute("aria-valuenow"));
    if (by === 0) break;
    await page.keyboard.press(by > 0 ? "ArrowRight" : "ArrowLeft");
    await page.waitForTimeout(50);
  }
  await page.locator(".row.running").nth(2).waitFor();
  await page.mouse.move(640, 4);
  return { page, errors };
}

const fold = (page: Page) => page.getByRole("button", { name: "land", exact: true }).click();

// picture looks at the page, and takes its picture.
async function picture(page: Page, name: string): Promise<void> {
  const file = join(docs, `inspect-${name}.png`);
  await page.waitForTimeout(3000); // who wrote what, and how bars ended, arrive later
  const png = await page.screenshot(process.env.UPDATE ? { path: file } : {});
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1280, 800]);
  assert.ok(statSync(file).size < 300_000, `${file} has ${statSync(file).size} bytes`);
}

for (const dark of [false, true])
  test(`score, ${dark ? "dark" : "light"}`, async () => {
    const { page, errors } = await at(dark);
    await fold(page);
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await page.locator('.row[data-key$="move.flee"]').first().click({ position: { x: 60, y: 10 } });
    await picture(page, `score-${dark ? "dark" : "light"}`);
    assert.match(await page.locator(".side").innerText(), /move\.flee runs, since/);
    assert.deepEqual(errors, []);
    await page.context().close();
  });

for (const [tab, name] of [["Cards", "cards"], ["Population", "population"], ["Agents", "land"]] as const)
  test(name, async () => {
    const { page, errors } = await at();
    await page.getByRole("tab", { name: tab, exact: true }).click();
    if (name === "land") await page.getByRole("button", { name: "Live", exact: true }).click(); // its places are those of the present
    if (name === "cards") await fold(page);
    if (name === "population") await page.locator('.row[data-key$="combat.strike"]').first().click();
    await page.mouse.move(640, 4);
    await picture(page, name);
    assert.deepEqual(errors, []);
    await page.context().close();
  });

test("edit", async () => {
  const { page, errors } = await at();
  await fold(page);
  await page.locator('.row[data-key$="move.flee"]').first().click({ position: { x: 60, y: 10 } });
  await page.keyboard.press("3");
  await page.keyboard.press("e");
  const form = page.getByRole("complementary", { name: "row" });
  await form.getByLabel("when").fill("sees and hp < 80");
  await form.getByLabel("when").press("Enter");
  await page.locator(".cm-line").filter({ hasText: "move.flee 5" }).filter({ hasText: "hp < 80" }).waitFor();
  await page.getByRole("button", { name: "What if" }).click();
  await page.locator(".ghost p").filter({ hasText: "would have done" }).waitFor();
  await picture(page, "edit");
  assert.deepEqual(errors, []);
  await page.context().close();
});
