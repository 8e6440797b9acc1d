// What axe-core says of a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

// axeFinds returns what is serious or critical.
export async function axeFinds(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe.run;
    return (await run()).violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  });
  return found.map((v) => `${v.id}: ${v.nodes[0]?.html} ${v.nodes[0]?.failureSummary}`);
}
