// A room of a server has an overlay: what is saved on its page goes there, and the scripts that all rooms have stay as they are.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

let game: Game;
let page: Page;
let errors: string[];
before(async () => {
  for (const name of ["scripts", "room7"]) mkdirSync(join(dir, name));
  for (const [name, text] of Object.entries({ "guard.bt": guard, "flee.lua": idle, "rest.lua": idle, "guard.scene": "dt 0.05\nspawn guard hp=100\n" })) writeFileSync(join(dir, "scripts", name), text);
  game = await start(["play", "scripts/guard.scene", "--overlay", "room7"], folder(), dir);
  ({ page, errors } = await open(game.url));
});
after(async () => {
  await close();
  await game.kill();
});

const row = (key: string) => page.locator(`.row[data-key$="${key}"]`).first();
const status = (words: string | RegExp) => page.locator(".draft .bar [role=status]").filter({ hasText: words }).waitFor();
const file = (name: string) => page.getByRole("navigation", { name: "files" }).getByRole("button", { name });

test("what is saved goes into the overlay, and is in force", async () => {
  await page.getByText("overlay room7").first().waitFor();
  await agent(page, "guard#1").click();
  await row("flee").locator(".name").first().click();
  await page.keyboard.press("e");
  await status("as saved");
  await page.locator(".cm-focused").waitFor();
  await page.keyboard.press("End");
  await page.keyboard.type("0");
  await status(/not saved · no problems/);
  await page.keyboard.press("Control+s");
  await status(/in force, v2 · no problems/);
  assert.equal(readFileSync(join(dir, "scripts/guard.bt"), "utf8"), guard);
  assert.equal(readFileSync(join(dir, "room7/guard.bt"), "utf8"), guard.replace("30", "300"));
  await file("guard.bt overlay").waitFor();
  if (process.env.PHOTOS) await page.screenshot({ path: join(process.env.PHOTOS, "overlay.png") });
  assert.deepEqual(await axeFinds(page), []);
});

test("a file is taken out, and the one below it is in force", async () => {
  await page.getByRole("button", { name: "Take out" }).click();
  await status("as saved");
  await file("guard.bt overlay").waitFor({ state: "detached" });
  assert.match(await page.locator(".cm-content").innerText(), /hp < 30$/m);
  assert.ok(!existsSync(join(dir, "room7/guard.bt")));
  await page.getByRole("tab", { name: "Score" }).click();
  await row("rest").and(page.locator(".running")).waitFor();
  assert.equal(await page.getByRole("button", { name: "Take out" }).count(), 0);
  assert.deepEqual(errors, []);
});
