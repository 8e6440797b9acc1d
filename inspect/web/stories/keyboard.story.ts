// The keyboard alone: find an agent, read a row, go back in time, return, pause.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { close, open } from "./browser.ts";
import { start } from "./game.ts";

after(close);

test("keyboard alone", async () => {
  const game = await start(["play", "--agents", "20"]);
  const { page, errors } = await open(game.url);
  await page.locator(".list").getByRole("option").first().waitFor();
  await page.keyboard.press("Control+K");
  await page.keyboard.type("troll#");
  await page.keyboard.press("Enter");
  await page.locator(".agent-name", { hasText: "troll#" }).waitFor();
  await page.locator(".row").first().waitFor();
  for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowDown");
  const row = page.locator(".row.chosen");
  await row.waitFor();
  const key = await row.getAttribute("data-key");
  assert.ok(key);
  await page.waitForFunction(() => Number(document.querySelector(".tick")?.textContent?.match(/tick (\d+)/)?.[1]) > 40);
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowLeft");
  await page.locator(".cursor:not(.live)").waitFor();
  const shown = await page.locator(".tick").innerText();
  await page.waitForTimeout(500); // ticks arrive meanwhile, and the cursor must not move
  assert.equal(await page.locator(".tick").innerText(), shown);
  assert.equal(await page.locator(".row.chosen").getAttribute("data-key"), key);
  await page.keyboard.press("l");
  await page.locator(".cursor.live").waitFor();
  await page.keyboard.press(" ");
  await page.locator(".pill.state-paused, .state-paused").first().waitFor();
  await page.keyboard.press(" ");
  await page.locator(".state-live").first().waitFor();
  await page.keyboard.press("?");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  assert.deepEqual(errors, []);
  await page.close();
  await game.kill();
});
