// A person sees beside the lines of a file what the game has run of it, types, and saves.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { agent, close, open } from "./browser.ts";
import { folder, start } from "./game.ts";
import type { Game } from "./game.ts";

const dir = folder();
const file = (name: string) => join(dir, "scripts", name);

let game: Game;
let page: Page;
let errors: string[];
before(async () => {
  mkdirSync(join(dir, "scripts"));
  writeFileSync(file("guard.bt"), "tree guard\n  priority\n    flee  when hp < 30\n    rest\n");
  writeFileSync(file("flee.lua"), "return {}\n");
  writeFileSync(file("rest.lua"), "return {\n  behavior = function(agent)\n    if agent.hp < 5 then\n      agent.hp = 5\n    end\n  end,\n}\n");
  writeFileSync(file("guard.scene"), "dt 0.05\nspawn guard hp=100 x=0\n");
  game = await start(["play", "scripts/guard.scene", "--cover"], folder(), dir);
  ({ page, errors } = await open(game.url));
});
after(async () => {
  await close();
  await game.kill();
});

// strips returns the states of the lines that can run, from top to bottom, once there are as many as wanted.
async function strips(want: string): Promise<void> {
  const marks = page.locator(".cm-cover");
  let got = "";
  for (let i = 0; i < 200 && got !== want; i++) {
    got = (await marks.evaluateAll((list) => list.map((e) => e.className.replace(/.*cm-cover-/, "")))).join(" ");
    if (got !== want) await page.waitForTimeout(50);
  }
  assert.equal(got, want);
}

test("lines of a tree and of a script say whether they have run", async () => {
  await agent(page, "guard#1").click();
  await page.getByRole("tab", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "guard.bt" }).click();
  await strips("ran never ran");
  assert.match((await page.locator(".cm-cover").nth(1).getAttribute("title")) ?? "", /^0×, hp < 30: true 0×, false \d+×$/);
  await page.getByRole("button", { name: "rest.lua" }).click();
  await strips("ran never");
});

test("the strip moves with what is typed, and begins anew with a save", async () => {
  await page.locator(".cm-line").filter({ hasText: "if agent.hp" }).click();
  await page.keyboard.press("Home");
  await page.keyboard.type("local least = 5\n");
  await strips("ran never");
  await page.keyboard.press("Control+s");
  await strips("ran ran never");
  assert.deepEqual(errors, []);
});
