// A game that is killed turns the page gray within two seconds. Started again, the page goes on by itself.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { agent, close, open } from "./browser.ts";
import { folder, start } from "./game.ts";

after(close);

test("a killed game, and the same one started again", async () => {
  const cache = folder();
  const first = await start(["play", "--agents", "20"], cache);
  const { page } = await open(first.url);
  await agent(page, "guard#\\d+").first().click();
  await page.locator(".row").nth(5).waitFor();
  await first.kill();
  const killed = Date.now();
  await page.locator(".page.dead").waitFor({ timeout: 2_000 });
  assert.ok(Date.now() - killed <= 2_000);
  assert.match(await page.getByRole("alert").innerText(), /\w+/);
  const second = await start(["play", "--agents", "20"], cache);
  assert.equal(second.url, first.url, "the port or the token is another one");
  await page.locator(".page:not(.dead)").waitFor({ timeout: 10_000 });
  await agent(page, "guard#\\d+").first().click();
  await page.locator(".row.running").first().waitFor();
  await second.kill();
});
