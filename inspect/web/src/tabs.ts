// The views of the middle, from the whole game to one agent.
import type { ComponentType } from "preact";
import { inViews, later } from "./later.tsx";
import { say } from "./say.ts";
import { Score, Tools } from "./score.tsx";

export type TabName = "agents" | "population" | "score" | "cards" | "compare" | "costs" | "edit";

export const tabs: { name: TabName; title: string; view: ComponentType; tools?: ComponentType }[] = [
  { name: "agents", title: say("Agents"), view: inViews((m) => m.AgentTable) },
  { name: "population", title: say("Population"), view: inViews((m) => m.Population) },
  { name: "score", title: say("Score"), view: Score, tools: Tools },
  { name: "cards", title: say("Cards"), view: inViews((m) => m.Cards) },
  { name: "compare", title: say("Compare"), view: inViews((m) => m.Compare) },
  { name: "edit", title: say("Edit"), view: later(() => import("./editor.tsx").then((m) => m.Editor)) },
  { name: "costs", title: say("Costs"), view: inViews((m) => m.Costs) },
];
