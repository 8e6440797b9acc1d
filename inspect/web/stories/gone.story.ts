// An agent is removed while it is chosen. The page says so, keeps its tree, and goes on with the present; its past can be seen.
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { agent, close, open, pane } from "./browser.ts";
import { folder, root, start } from "./game.ts";

after(close);

test("the chosen agent is removed", async () => {
  const dir = folder();
  cpSync(join(root, "inspect/testdata/faults"), join(dir, "scripts"), { recursive: true });
  writeFileSync(join(dir, "scripts/leaves.scene"), "dt 0.05\nspawn lancer enemy=1 mounted=false rested=true x=2 y=2\nspawn miner ore=0 goal=\"mine\" x=10 y=6\ntick 160\ndespawn lancer#1\ntick 1\n");
  const game = await start(["play", "scripts/leaves.scene"], folder(), dir);
  const { page, errors } = await open(game.url);
  await agent(page, "lancer#1").click();
  await page.locator('.row[data-key$="squad.hold"]').and(page.locator(".running")).waitFor();
  await page.locator(".pill", { hasText: "gone" }).waitFor();
  await page.waitForTimeout(3_000); // more than the 40 ticks for which a frame is of the present
  const tick = async () => Number(/tick ([\d,]+)/.exec(await page.locator("header").first().innerText())?.[1]?.replace(/\D/g, ""));
  const before = await tick();
  assert.match(await pane(page).innerText(), /is gone; it was last here in tick 160/);
  for (const tab of ["Cards", "Population", "Score"]) {
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await page.getByText("squad.charge").or(page.locator("svg text", { hasText: "charge" })).first().waitFor();
    assert.doesNotMatch(await page.locator("body").innerText(), /being loaded|being worked out/);
  }
  if (process.env.PHOTOS) await page.screenshot({ path: `${process.env.PHOTOS}/gone.png` });
  for (let i = 0; i < 40 && (await tick()) <= before; i++) await page.waitForTimeout(50);
  assert.ok((await tick()) > before, "the tick stands still");
  await pane(page).getByRole("button", { name: "160", exact: true }).click();
  await page.locator('.row[data-key$="squad.hold"]').and(page.locator(".running")).waitFor();
  assert.deepEqual(errors, []);
  await game.kill();
});
