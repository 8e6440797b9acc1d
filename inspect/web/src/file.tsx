// The page of a file: a recording that was put into it, without a game; see filesource.ts.
import { render } from "preact";
import { listen } from "./keys.ts";
import { fileSource } from "./filesource.ts";
import { decode } from "./link.ts";
import { load } from "./load.ts";
import { say } from "./say.ts";
import { Shell } from "./shell.tsx";
import { start } from "./state.ts";
import { tabs } from "./tabs.ts";
import type { PageData } from "./wire.ts";

// without leaves out tabs.
function without(...names: string[]): void {
  for (const name of names) tabs.splice(tabs.findIndex((t) => t.name === name), 1);
}

async function unpack(): Promise<PageData> {
  const text = atob(document.getElementById("data")?.textContent ?? "");
  const stream = new Blob([Uint8Array.from(text, (c) => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("gzip"));
  return decode<PageData>(await new Response(stream).text());
}

const page = document.getElementById("page") as HTMLElement;
unpack().then(
  (data) => {
    without("agents", "population", "edit"); // what only a game can show
    if (data.scores.length < 2) without("compare");
    start(fileSource(data));
    load();
    listen();
    render(<Shell />, page);
  },
  (e: unknown) => void (page.textContent = say("This file cannot be shown: {why}. It needs a browser of 2023 or newer.", { why: String(e) })),
);
