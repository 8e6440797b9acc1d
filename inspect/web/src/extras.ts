// What a page with a game does besides showing it.
import { hello, node } from "./state.ts";

// extras opens the menu of a row, also by the key for menus, and loads the other views while nothing happens, so that they are
// there when they are first shown.
export function extras(): void {
  addEventListener("contextmenu", (e) => {
    const at = e.target instanceof Element ? e.target : null;
    const key = at?.closest("[data-key]")?.getAttribute("data-key") ?? (at?.closest("[role=treegrid]") ? node.value : "");
    if (!key || !hello.value?.edits) return;
    e.preventDefault();
    void import("./menu.tsx").then((m) => m.rowMenu(key, e.clientX, e.clientY));
  });
  (window.requestIdleCallback ?? setTimeout)(() => void import("./views.ts").catch(() => undefined)); // Later says so when one is shown.
}
