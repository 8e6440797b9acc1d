// A tree of 1,000 nodes costs the page no more than one of 300: only visible rows are in the document.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { agent, close, open } from "./browser.ts";
import { folder, start } from "./game.ts";

after(close);

// project writes a folder with a tree of n nodes, of which one in ten changes all the time.
function project(n: number): string {
  const dir = folder();
  mkdirSync(join(dir, "scripts"));
  writeFileSync(join(dir, "scripts", "root.lua"), "return { behavior = function() return bt.RUNNING end }\n");
  writeFileSync(join(dir, "scripts", "act.lua"), "return { params = { phase = 0 }, precondition = function(agent, p) return math.floor(bt.time() * 10) % 7 == p.phase % 7 end, behavior = function() return bt.RUNNING end }\n");
  const rows = ["tree wide", "  root"];
  for (let i = 2; i < n; i++) rows.push(`    act phase=${i} +  when (hp or ${i}) > 0`);
  writeFileSync(join(dir, "scripts", "wide.bt"), rows.join("\n") + "\n");
  return dir;
}

interface Cost {
  rows: number;
  nodes: number;
  layouts: number;
  recalculations: number;
  ms: number;
  bytes: number;
  frames: number;
}

// cost returns what 100 ticks of a tree of n nodes cost the page.
async function cost(n: number): Promise<Cost> {
  const game = await start(["play", "wide"], folder(), project(n));
  const { page, errors } = await open(game.url, { width: 1920, height: 1080 });
  const devtools = await page.context().newCDPSession(page);
  let bytes = 0;
  let frames = 0;
  devtools.on("Network.webSocketFrameReceived", (e) => {
    bytes += e.response.opcode === 2 ? Math.floor((e.response.payloadData.length * 3) / 4) : e.response.payloadData.length;
    frames++;
  });
  await devtools.send("Network.enable");
  await devtools.send("Performance.enable");
  await page.reload();
  await agent(page, "wide#1").click();
  await page.locator(".row").nth(10).waitFor();
  await page.waitForTimeout(500);
  const metrics = async () => new Map((await devtools.send("Performance.getMetrics")).metrics.map((m) => [m.name, m.value] as const));
  const tick = () => page.evaluate(() => Number(document.querySelector(".tick")?.textContent?.match(/tick (\d+)/)?.[1]) || 0);
  bytes = frames = 0;
  const a = await metrics();
  const from = await tick();
  await page.waitForFunction((n) => Number(document.querySelector(".tick")?.textContent?.match(/tick (\d+)/)?.[1]) >= n, from + 100, { polling: 100 });
  const b = await metrics();
  const ticks = (await tick()) - from;
  const per = (name: string) => (((b.get(name) ?? 0) - (a.get(name) ?? 0)) / ticks) * 100;
  const rows = await page.locator(".row").count();
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  assert.deepEqual(errors, []);
  assert.ok((await page.locator(".row.running").count()) > 1, "nothing runs");
  assert.equal(await page.locator(".problems .bad").count(), 0, "the scripts have errors");
  await page.context().close();
  await game.kill();
  return { rows, nodes, layouts: per("LayoutCount"), recalculations: per("RecalcStyleCount"), ms: per("TaskDuration") * 1000, bytes: (bytes / ticks) * 100, frames: (frames / ticks) * 100 };
}

test("1,000 nodes cost the page what 300 do", async () => {
  const small = await cost(300);
  const large = await cost(1000);
  for (const [name, c] of [["300", small], ["1,000", large]] as const)
    console.log(`${name} nodes: ${c.rows} rows, ${c.nodes} elements; in 100 ticks ${c.layouts.toFixed(0)} layouts, ${c.ms.toFixed(0)} ms, ${(c.bytes / 1000).toFixed(0)} kB in ${c.frames.toFixed(0)} messages`);
  assert.ok(large.rows <= small.rows, `${large.rows} rows, ${small.rows} for 300 nodes`);
  // A row that runs has other elements than one that is refused, so the numbers differ from tick to tick.
  assert.ok(large.nodes <= small.nodes * 1.5, `${large.nodes} elements, ${small.nodes} for 300 nodes`);
  // Only rows that change are sent: of 1,000 nodes a whole frame has 147 kB.
  assert.ok(large.bytes <= 100 * 50_000, `${large.bytes} bytes in 100 ticks`);
  assert.ok(large.layouts <= small.layouts * 1.25 + 20, `${large.layouts} layouts, ${small.layouts} for 300 nodes`);
});
