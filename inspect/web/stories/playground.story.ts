// A person opens a scene of the playground, which no server plays: sees its agents, changes a condition, sees it in force, and
// shares the scene.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { axeFinds } from "./axe.ts";
import { agent, close, open } from "./browser.ts";
import { folder, run } from "./game.ts";
import { serve } from "./site.ts";
import type { Site } from "./site.ts";

const dir = folder();
let site: Site;
let page: Page;
let errors: string[];
const elsewhere: string[] = [];
before(async () => {
  console.log(await run(["site", dir]));
  site = await serve(dir);
});
after(async () => {
  site.close();
  await close();
});

const row = (key: string) => page.locator(`.row[data-key$="${key}"]`).first();
const status = (words: string | RegExp) => page.locator(".draft .bar [role=status]").filter({ hasText: words }).waitFor();
const photo = async (name: string) => {
  if (process.env.PHOTOS) await page.screenshot({ path: join(process.env.PHOTOS, `playground-${name}.png`) });
};

test("the list has the scenes of the gallery and the patterns", async () => {
  ({ page, errors } = await open(`${site.url}/play/`));
  page.on("request", (r) => void (r.url().startsWith(site.url) || r.url().startsWith("blob:") || elsewhere.push(r.url())));
  await page.getByRole("link", { name: /A door, designed from the back/ }).waitFor();
  assert.ok((await page.getByRole("listitem").count()) > 40);
  assert.deepEqual(await axeFinds(page), []);
  await photo("list");
});

test("a scene plays in the browser", async () => {
  const begin = Date.now();
  await page.getByRole("link", { name: /^Patrol / }).click();
  await agent(page, "patrol#1").waitFor();
  console.log(`from the click to the agents: ${Date.now() - begin} ms`);
  await agent(page, "patrol#1").click();
  await page.locator(".row.running").first().waitFor();
  await page.locator(".top .tick").filter({ hasText: /^tick [2-9]/ }).waitFor();
  await photo("scene");
  assert.deepEqual(await axeFinds(page), []);
});

test("a condition is changed, and is in force", async () => {
  await row("round").locator(".name").first().click();
  await page.keyboard.press("e");
  await status("as saved");
  const line = page.locator(".cm-line").filter({ hasText: "sequence id=round" });
  await line.click();
  await page.keyboard.press("End");
  await page.keyboard.type(" when stop > 99");
  await status(/not saved · no problems/);
  await page.keyboard.press("Control+s");
  await status(/in force, v\d+ · no problems/);
  await page.getByRole("tab", { name: "Score" }).click();
  await row("round").filter({ hasText: /stop > 99.*stop = \d/ }).waitFor();
  assert.equal(await row("round").and(page.locator(".running")).count(), 0);
  await agent(page, "patrol#2").waitFor();
  await photo("edited");
});

test("a reload keeps what is saved, and another tab has the original", async () => {
  await page.reload();
  await agent(page, "patrol#1").click();
  await row("round").filter({ hasText: "stop > 99" }).waitFor();
  const other = await page.context().newPage(); // another tab has the original
  await other.goto(page.url());
  await agent(other, "patrol#1").click();
  await other.locator('.row[data-key$="round"]').first().filter({ hasNotText: "stop > 99" }).waitFor();
  assert.equal(await other.getByRole("button", { name: "Original" }).count(), 0);
  await other.close();
});

test("the address has the changed scene", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText(/The address is copied: \d+ characters/).waitFor();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  console.log(`the address has ${shared.length} characters`);
  const other = await open(shared);
  await agent(other.page, "patrol#1").click();
  await other.page.locator('.row[data-key$="round"]').first().filter({ hasText: "stop > 99" }).waitFor();
  assert.deepEqual(other.errors, []);
});

test("a file has it, too", async () => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as file" }).click()]);
  await page.getByRole("link", { name: "Scenes" }).click();
  await page.getByLabel("Open file").setInputFiles(await download.path());
  await agent(page, "patrol#1").click();
  await row("round").filter({ hasText: "stop > 99" }).waitFor();
});

test("the button Original gives up the changes", async () => {
  await page.goto(`${site.url}/play/#patterns/patrol`);
  await agent(page, "patrol#1").click();
  await row("round").filter({ hasText: "stop > 99" }).waitFor();
  await page.getByRole("button", { name: "Original" }).click();
  await page.getByRole("button", { name: "Original" }).waitFor({ state: "detached" });
  await agent(page, "patrol#1").click();
  await row("round").filter({ hasNotText: "stop > 99" }).waitFor();
});

test("an address that is cut says so", async () => {
  await page.goto(`${site.url}/play/#share=abc`);
  await page.getByRole("alert").filter({ hasText: "the address is not whole" }).waitFor();
});

test("a server that says the engine is compressed on the way sends the same", async () => {
  const other = await serve(dir, true);
  const opened = await open(`${other.url}/play/#gallery/door`);
  await agent(opened.page, "door#1").or(agent(opened.page, "door#2")).first().waitFor();
  assert.deepEqual(opened.errors, []);
  assert.ok(other.asked.includes("/play/engine.wasm.gz"));
  other.close();
});

test("what the page asks is answered, also about the past and about changes", async () => {
  const { page, errors } = await open(`${site.url}/play/#gallery/miner`);
  await agent(page, "miner#1").click();
  await page.locator(".top .tick").filter({ hasText: /^tick ([5-9]|\d\d)/ }).waitFor();
  for (const name of ["Agents", "Population", "Cards", "Costs", "Score"]) {
    await page.getByRole("tab", { name, exact: true }).click();
    await page.waitForTimeout(200);
  }
  await page.keyboard.press("ArrowLeft");
  await page.locator(".top").getByText("past").waitFor();
  await page.getByRole("tab", { name: "Values" }).click();
  await page.keyboard.press("l");
  await page.getByRole("button", { name: "Play again" }).click();
  await page.locator(".top .tick").filter({ hasText: /^tick [0-4] / }).waitFor();
  await photo("past");
  assert.deepEqual(errors, []);
});

test("the documentation is found by a word", async () => {
  await page.goto(`${site.url}/`);
  await page.getByRole("link", { name: "Documentation" }).first().click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState();
  await page.keyboard.press("/");
  await page.keyboard.type("cooldown stimulus");
  await page.locator("#found a").first().waitFor();
  await photo("search");
  assert.deepEqual(await axeFinds(page), []);
  await page.getByRole("searchbox").fill("D5");
  await page.locator("#found a", { hasText: "What Bough does" }).first().click();
  await page.getByRole("heading", { level: 1, name: "What Bough does" }).waitFor();
  await page.goto(`${site.url}/docs/inspect.html`);
  await photo("docs");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await axeFinds(page), [], colorScheme);
  }
});

test("a page has its Chinese one beside it, and the search finds Chinese words", async () => {
  await page.goto(`${site.url}/docs/trees.html`);
  await page.getByRole("searchbox").fill("黑板");
  await page.locator("#found a", { hasText: "编写行为" }).first().waitFor();
  await page.getByRole("link", { name: "中文" }).click();
  await page.locator('html[lang="zh"]').waitFor();
  await page.getByRole("searchbox").fill("cooldown");
  await page.locator("#found a", { hasText: "编写行为" }).first().waitFor();
  await page.locator("#found a", { hasText: "Node kinds" }).first().waitFor();
  await page.getByRole("searchbox").fill("没有冷却玩意");
  await page.getByText("没有哪一节包含所有这些词").waitFor();
  await page.getByRole("searchbox").fill("黑板");
  await photo("search-zh");
  assert.deepEqual(await axeFinds(page), []);
  await page.locator("#found a").first().click();
  await page.waitForURL(/#%E9%BB%91%E6%9D%BF$/);
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: "Writing behaviors" }).waitFor();
});

test("an example of the documentation plays", async () => {
  await page.goto(`${site.url}/docs/scripting.html`);
  await page.getByRole("link", { name: "Play it in the browser" }).first().click();
  await page.locator(".list").getByRole("option").first().waitFor();
  await page.locator(".top .tick").filter({ hasText: /^tick [2-9]/ }).waitFor();
  await photo("example");
  await page.goBack();
  await page.goto(`${site.url}/docs/gallery.html#melee`);
  await page.getByRole("link", { name: "Play it in the browser" }).first().waitFor();
  await photo("gallery");
});

test("nothing failed, and nothing was asked elsewhere", () => {
  assert.deepEqual(errors, []);
  assert.deepEqual(elsewhere, []);
});
