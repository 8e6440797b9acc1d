// The page of a thinking world. link.ts talks to the game, state.ts holds what is known and chosen, load.ts asks for what is
// missing, and shell.tsx is the frame of the page, in which each other file is one part.
import { render } from "preact";
import { extras } from "./extras.ts";
import { listen } from "./keys.ts";
import { server, takeToken } from "./link.ts";
import { load } from "./load.ts";
import { Shell } from "./shell.tsx";
import { start } from "./state.ts";

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
extras();
