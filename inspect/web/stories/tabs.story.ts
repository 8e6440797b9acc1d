// Seven tabs of one browser on one game: all of them go on.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { close, open } from "./browser.ts";
import { start } from "./game.ts";

after(close);

test("seven tabs", async () => {
  const game = await start(["play", "--agents", "20"]);
  const { page: first } = await open(game.url);
  const pages = [first];
  for (let i = 0; i < 6; i++) {
    const page = await first.context().newPage();
    await page.goto(game.url);
    pages.push(page);
  }
  const tick = () => Promise.all(pages.map((p) => p.waitForFunction(() => Number(document.querySelector(".tick")?.textContent?.match(/tick (\d+)/)?.[1]) || 0).then((h) => h.jsonValue())));
  const before = await tick();
  await Promise.all(pages.map((p, i) => p.waitForFunction((n) => Number(document.querySelector(".tick")?.textContent?.match(/tick (\d+)/)?.[1]) > n + 20, before[i] ?? 0)));
  assert.equal(pages.length, 7);
  await first.context().close();
  await game.kill();
});
