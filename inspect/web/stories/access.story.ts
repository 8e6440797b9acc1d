// axe-core finds nothing serious, in light and dark, at both sizes, in each view.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { agent, close, open } from "./browser.ts";
import { start } from "./game.ts";
import type { Game } from "./game.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

let game: Game;
before(async () => void (game = await start(["play"])));
after(async () => {
  await close();
  await game.kill();
});

for (const [width, height, dark] of [[1280, 800, false], [1920, 1080, true]] as const)
    test(`axe-core, ${dark ? "dark" : "light"}, ${width}×${height}`, async () => {
      const { page, errors } = await open(game.url, { width, height, dark });
      await agent(page, "guard#\\d+").first().click();
      await page.locator(".row").nth(8).waitFor();
      for (const view of ["Score", "Cards", "Population", "Agents"]) {
        await page.getByRole("tab", { name: view, exact: true }).click();
        await page.waitForTimeout(300);
        await page.evaluate(axe);
        const found = await page.evaluate(async () => {
          const run = (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe.run;
          return (await run()).violations.filter((v) => v.impact === "serious" || v.impact === "critical");
        });
        assert.deepEqual(found.map((v) => `${v.id}: ${v.nodes[0]?.html} ${v.nodes[0]?.failureSummary}`), [], view);
      }
      assert.deepEqual(errors, []);
      await page.close();
    });
