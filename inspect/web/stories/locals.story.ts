// A run that waits shows its local variables without a click. Costs name the behaviors and lead to their scripts.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { agent, close, open } from "./browser.ts";
import { start } from "./game.ts";
import type { Game } from "./game.ts";

let game: Game;
before(async () => void (game = await start(["play", "--agents", "20"])));
after(async () => {
  await close();
  await game.kill();
});

for (const dark of [false, true]) {
  test(`locals and costs, ${dark ? "dark" : "light"}`, async () => {
    const { page, errors } = await open(game.url, { dark });
    // Villagers work and chat for seconds at a time; both have a run.
    await agent(page, "villager#1").click();
    await page.waitForFunction(() => /waits at \S+\/(work|chat)\.lua:\d+[^]*params = \{(radius|range)=[^]*agent = \{id=1,/.test(document.querySelector(".side .waiting")?.textContent ?? ""), null, { timeout: 20_000 });
    if (process.env.PHOTOS) await page.screenshot({ path: `${process.env.PHOTOS}/locals-${dark ? "dark" : "light"}.png` });

    await page.getByRole("tab", { name: "Costs", exact: true }).click();
    const rows = page.locator(".costs tbody tr");
    await rows.first().waitFor({ timeout: 20_000 });
    const first = () => rows.first().locator("td").first().innerText();
    await page.getByRole("button", { name: /^behavior/i }).click();
    const names = await rows.locator("td:first-child").allInnerTexts();
    assert.deepEqual(names, [...names].sort(new Intl.Collator("en", { numeric: true }).compare));
    const behavior = await first();
    await rows.first().click();
    await page.locator(".listing").waitFor();
    assert.equal(await page.locator(".listing").getAttribute("aria-label"), behavior.replaceAll(".", "/") + ".lua");
    if (process.env.PHOTOS) await page.screenshot({ path: `${process.env.PHOTOS}/costs-${dark ? "dark" : "light"}.png` });
    assert.deepEqual(errors, []);
    await page.close();
  });
}

test("the place of a precondition", async () => {
  const { page, errors } = await open(game.url);
  await agent(page, "villager#1").click();
  await page.locator('.row[data-key$="villager.work"]').first().click({ position: { x: 60, y: 10 } });
  await page.getByRole("tab", { name: "Why", exact: true }).click();
  const place = page.locator(".steps .link", { hasText: /chat\.lua:\d+$/ });
  await place.click({ timeout: 20_000 });
  await page.locator('.listing[aria-label$="villager/chat.lua"] .here').waitFor();
  assert.deepEqual(errors, []);
  await page.close();
});
