// The score of an agent that nobody has watched stands within two seconds, with the time before anyone looked.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { agent, close, open } from "./browser.ts";
import { start } from "./game.ts";

after(close);

test("the score of another agent", async () => {
  const game = await start(["play"]);
  await new Promise((resolve) => setTimeout(resolve, 16_000)); // the time that a score shows at first
  const { page, errors } = await open(game.url);
  await page.locator(".list").getByRole("option").first().waitFor();
  for (const label of ["villager#1", "villager#5"]) {
    await page.waitForTimeout(1_000);
    const begin = Date.now();
    await agent(page, label).click();
    await page.locator(".agent-name", { hasText: label }).waitFor();
    // The root has run all the time, so its bar begins at the left edge of the score.
    await page.waitForFunction(() => {
      const row = document.querySelector('.row[data-key="root"] .cell-history');
      const canvas = document.querySelector<HTMLCanvasElement>(".sheet-of-rows canvas");
      if (!row || !canvas) return false;
      const at = row.getBoundingClientRect();
      const box = canvas.getBoundingClientRect();
      const scale = canvas.width / box.width;
      const [r = 0, g = 0, b = 0, alpha = 0] = canvas.getContext("2d")?.getImageData((at.left - box.left + 12) * scale, (at.top - box.top + at.height / 2) * scale, 1, 1).data ?? [];
      return alpha > 0 && b > r && b > g;
    }, null, { polling: 50, timeout: 10_000 });
    const took = Date.now() - begin;
    console.log(`the score of ${label} stands after ${took} ms`);
    assert.ok(took <= 2_000, `${took} ms`);
  }
  assert.deepEqual(errors, []);
  await page.context().close();
});
