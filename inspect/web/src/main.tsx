// The page of a thinking world. link.ts talks to the game, state.ts holds what is known and chosen, load.ts asks for what is
// missing, and shell.tsx is the frame of the page, in which each other file is one part.
import { render } from "preact";
import { listen } from "./keys.ts";
import { server, takeToken } from "./link.ts";
import { load } from "./load.ts";
import { Shell } from "./shell.tsx";
import { hello, node, start } from "./state.ts";

const base = new URL("./", location.href).href.replace(/#.*$/, "");
let storage: Storage | null = null;
try {
  storage = sessionStorage;
} catch {
  // A browser may forbid it; then a reload needs the token again.
}
start(server(base, takeToken(location.hash, location.pathname, storage)));
load();
listen();
render(<Shell />, document.getElementById("page") as HTMLElement);
// Another token in the address is another visit.
addEventListener("hashchange", () => location.reload());
// The menu of a row, also by the key for menus.
addEventListener("contextmenu", (e) => {
  const at = e.target instanceof Element ? e.target : null;
  const key = at?.closest("[data-key]")?.getAttribute("data-key") ?? (at?.closest("[role=treegrid]") ? node.value : "");
  if (!key || !hello.value?.edits) return;
  e.preventDefault();
  void import("./menu.tsx").then((m) => m.rowMenu(key, e.clientX, e.clientY));
});
// The other views come while nothing happens, so that they are there when they are first shown.
(window.requestIdleCallback ?? setTimeout)(() => void import("./views.ts").catch(() => undefined)); // Later says so when one is shown.
