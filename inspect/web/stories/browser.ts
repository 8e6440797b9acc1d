// The browser of the stories: Debian's Chromium, or the one that CHROMIUM names.
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { killAll } from "./game.ts";

const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
let running: Promise<Browser> | null = null;

export interface Look {
  width?: number;
  height?: number;
  dark?: boolean;
  locale?: string; // of the browser, English without it
}

// launch starts the browser. On some machines Chromium now and then crashes at its start, so that is tried three times.
async function launch(): Promise<Browser> {
  for (let left = 2; ; left--) {
    try {
      return await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
    } catch (e) {
      if (left === 0) throw e;
    }
  }
}

// open opens an address in a new window without memories of others. Errors of the page fail the story that looks at errors.
export async function open(url: string, look: Look = {}): Promise<{ page: Page; errors: string[] }> {
  running ??= launch();
  const browser = await running;
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1280, height: look.height ?? 800 },
    colorScheme: look.dark ? "dark" : "light",
    locale: look.locale ?? "en-US",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (e) => errors.push(e.message));
  page.on("console", (m) => {
    if (m.type() === "error" && !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(m.text())) errors.push(`${m.text()} ${m.location().url}`);
  });
  await page.goto(url);
  return { page, errors };
}

// close ends the browser and the games. Each file of stories calls it at its end.
export async function close(): Promise<void> {
  try {
    await (await running)?.close();
  } finally {
    running = null;
    await killAll();
  }
}

// agent returns the line of an agent in the list.
export const agent = (page: Page, label: string) => page.locator(".list").getByRole("option", { name: new RegExp(`^${label.replace("#", "\\#")}\\b`) });

// pane returns the text of the details.
export const pane = (page: Page) => page.locator(".side");
