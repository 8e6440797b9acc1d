// A recording is put into a file. The file opens without a game and without a connection, and shows what ran and why.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { axeFinds } from "./axe.ts";
import { close, open, pane } from "./browser.ts";
import { folder, run } from "./game.ts";

const dir = folder();
const file = join(dir, "night.html");
let page: Page;
let errors: string[];
const asked: string[] = [];
before(async () => {
  await run(["play", "inspect/testdata/faults/faults.scene", "--ticks", "400", "--record", join(dir, "night.bough")]).catch(() => undefined); // the scene has faults
});
after(close);

const cursor = () => page.locator(".top").innerText();

test("the file says how large it is", async () => {
  const said = await run(["replay", join(dir, "night.bough"), "--html", file, "--agent", "lancer#1", "--ticks", "300"]);
  assert.match(said, /night\.html: \d+ kB, lancer#1, ticks 101 to 400, without sources/);
  assert.ok(statSync(file).size < 500_000, `${statSync(file).size} bytes`);
});

test("it opens without a connection, and shows why", async () => {
  ({ page, errors } = await open("about:blank"));
  await page.context().setOffline(true);
  page.on("request", (r) => asked.push(r.url()));
  await page.goto(`file://${file}`);
  await page.locator(".agent-name", { hasText: "lancer#1" }).waitFor();
  await page.locator('.row[data-key$="squad.charge"]').first().click({ position: { x: 60, y: 10 } });
  await pane(page).filter({ hasText: /mounted (= false|is false)/ }).waitFor();
  assert.match(await cursor(), /tick 400/);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.locator(".top", { hasText: "tick 390" }).waitFor();
  await pane(page).filter({ hasText: /mounted (= false|is false)/ }).waitFor();
  await page.keyboard.press("Home");
  await page.locator(".top", { hasText: "tick 101" }).waitFor();
  if (process.env.PHOTOS) await page.screenshot({ path: join(process.env.PHOTOS, "file.png") });
});

test("what only a game knows is not offered, or said", async () => {
  assert.deepEqual(await page.getByRole("tablist", { name: "views" }).getByRole("tab").allInnerTexts(), ["Score", "Cards", "Costs"]);
  await page.getByRole("tab", { name: "Source" }).click();
  await page.getByText("this file has no sources: bough replay --html --sources puts them there").waitFor();
  await page.getByRole("tab", { name: "Cards" }).click();
  await page.locator("svg").filter({ hasText: "charge" }).first().waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axeFinds(page), [], colorScheme);
  }
});

test("nothing was asked for, and nothing failed", () => {
  assert.deepEqual(asked.filter((url) => !url.startsWith("file:")), []);
  assert.equal(asked.length, 1);
  assert.deepEqual(errors, []);
});
