// With the cursor in the past, the land has the agents where they were: in a game that goes on, and in a recording. Who is
// where comes from the fields of the agents, and what is seen from the pixels of the land.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { agent, close, open } from "./browser.ts";
import { folder, run, start } from "./game.ts";
import type { Game } from "./game.ts";

after(close);

interface Point {
  tick: number;
  number: number;
}

async function ask<T>(game: Game, path: string): Promise<T> {
  const at = new URL(game.url);
  const reply = await fetch(new URL("/v1/" + path, at), { headers: { Authorization: "Bearer " + at.hash.slice(1) } });
  assert.ok(reply.ok, `${path}: ${reply.status}`);
  return (await reply.json()) as T;
}

// placeAt returns where an agent was at a tick, by its fields.
async function placeAt(game: Game, id: number, tick: number): Promise<{ x: number; y: number }> {
  const value = async (name: string) => (await ask<{ points: Point[] | null }>(game, `fields?agent=${id}&name=${name}&from=${Math.max(1, tick - 20)}&to=${tick}`)).points?.filter((p) => p.tick <= tick).at(-1)?.number ?? NaN;
  return { x: await value("x"), y: await value("y") };
}

// seen returns the color of a place on the land, and the color of the chosen agent.
async function seen(page: Page, game: Game, place: { x: number; y: number }): Promise<{ is: string; agent: string }> {
  const { land } = await ask<{ land: { left: number; top: number; width: number; height: number } }>(game, "hello");
  return page.evaluate(
    ({ land, place }) => {
      const canvas = document.querySelector<HTMLCanvasElement>(".land-view canvas");
      const spot = document.querySelector(".table tr.chosen .spot");
      if (!canvas || !spot) return { is: "", agent: "none" };
      const box = canvas.getBoundingClientRect();
      const scale = Math.min((box.width - 20) / land.width, (box.height - 20) / land.height);
      const dots = canvas.width / box.width;
      const x = box.width / 2 + (place.x - land.left - land.width / 2) * scale;
      const y = box.height / 2 + (place.y - land.top - land.height / 2) * scale;
      const [r, g, b] = canvas.getContext("2d")?.getImageData(Math.round(x * dots), Math.round(y * dots), 1, 1).data ?? [];
      return { is: `rgb(${r}, ${g}, ${b})`, agent: getComputedStyle(spot).backgroundColor };
    },
    { land, place },
  );
}

const cursor = async (page: Page) => Number(await page.getByRole("slider", { name: "tick that is shown" }).getAttribute("aria-valuenow"));

// shows checks that the chosen agent is seen where it was at the cursor.
async function shows(page: Page, game: Game, id: number): Promise<{ x: number; y: number }> {
  const place = await placeAt(game, id, await cursor(page));
  for (let left = 40; ; left--) {
    const { is, agent } = await seen(page, game, place);
    if (alike(is, agent)) return place;
    assert.ok(left > 0, `at tick ${await cursor(page)} the agent was at ${place.x}, ${place.y}, where the land has ${is} and not ${agent}`);
    await page.waitForTimeout(50);
  }
}

// alike reports whether two colors are the same, but for what painting rounds.
function alike(a: string, b: string): boolean {
  const [x = [], y = []] = [a, b].map((c) => (c.match(/\d+/g) ?? []).map(Number));
  return x.length >= 3 && [0, 1, 2].every((i) => Math.abs((x[i] ?? 0) - (y[i] ?? 999)) <= 2);
}

const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y) > 4;

test("a game that goes on", async () => {
  const game = await start(["play", "--speed", "4"]);
  const { page, errors } = await open(game.url);
  await page.getByRole("tab", { name: "Agents" }).click();
  await agent(page, "monster#1").or(page.locator(".list [role=option]").first()).first().waitFor();
  while ((await ask<{ tick: number }>(game, "hello")).tick < 400) await page.waitForTimeout(50);
  const id = await walker(game, 400, async (id) => {
    // An agent that has died meanwhile cannot be chosen.
    const found = await page.locator(`#agent-${id}`).click({ timeout: 5000 }).then(() => page.locator(".table tr.chosen").waitFor({ timeout: 5000 })).then(() => true, () => false);
    return found;
  });
  const places: { x: number; y: number }[] = [];
  for (const keys of [["Home"], ...Array.from({ length: 3 }, () => Array<string>(10).fill("Shift+ArrowRight"))]) {
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForTimeout(100);
    places.push(await shows(page, game, id));
    assert.equal(await page.locator(".land .badge").count(), 0);
  }
  assert.ok(places.some((a) => places.some((b) => far(a, b))), "the agent has not moved");
  // The list and the table are of that tick, too.
  await page.waitForFunction(() => !/at tick/.test(document.querySelector(".agents .title")?.textContent ?? ""));
  await page.keyboard.press("l");
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".land .badge").count(), 0);
  assert.deepEqual(errors, []);
  await page.context().close();
  await game.kill();
});

// walker returns an agent that has walked far by a tick, and that will do.
async function walker(game: Game, tick: number, will: (id: number) => Promise<boolean> = () => Promise.resolve(true)): Promise<number> {
  const { list } = await ask<{ list: { id: number }[] }>(game, "agents");
  for (const { id } of list) if (far(await placeAt(game, id, 20), await placeAt(game, id, tick)) && (await will(id))) return id;
  assert.fail("nobody has walked far");
}

test("a recording", async () => {
  const file = join(folder(), "walk.bough");
  await run(["play", "--ticks", "400", "--record", file]);
  const game = await start(["replay", file]);
  const { page, errors } = await open(game.url);
  await page.getByRole("tab", { name: "Agents" }).click();
  const id = await walker(game, 390);
  await page.locator(`#agent-${id}`).click();
  await page.locator(".table tr.chosen").waitFor();
  const end = await shows(page, game, id);
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForTimeout(100);
  assert.ok((await cursor(page)) < 20);
  assert.ok(far(await shows(page, game, id), end));
  await page.keyboard.press("End");
  await shows(page, game, id);
  assert.deepEqual(errors, []);
  await page.context().close();
  await game.kill();
});
