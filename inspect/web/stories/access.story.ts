// axe-core finds nothing serious, in light and dark, at both sizes, in each view.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axeFinds } from "./axe.ts";
import { agent, close, open } from "./browser.ts";
import { start } from "./game.ts";
import type { Game } from "./game.ts";

let game: Game;
before(async () => void (game = await start(["play"])));
after(async () => {
  await close();
  await game.kill();
});

for (const [width, height, dark] of [[1280, 800, false], [1280, 800, true], [1920, 1080, false], [1920, 1080, true]] as const)
    test(`axe-core, ${dark ? "dark" : "light"}, ${width}×${height}`, async () => {
      const { page, errors } = await open(game.url, { width, height, dark });
      await agent(page, "guard#\\d+").first().click();
      await page.locator(".row").nth(8).waitFor();
      for (const view of ["Score", "Cards", "Population", "Agents"]) {
        await page.getByRole("tab", { name: view, exact: true }).click();
        await page.waitForTimeout(300);
        assert.deepEqual(await axeFinds(page), [], view);
      }
      // On a machine that is busy the game may be late, and an agent may have died meanwhile.
      assert.deepEqual(errors.filter((e) => !/status of (404|503)/.test(e)), []);
      await page.close();
    });
