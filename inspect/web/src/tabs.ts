// The views of the middle. A view that is null here has no tab.
import type { ComponentType } from "preact";
import { Score, Tools } from "./score.tsx";

export type TabName = "agents" | "population" | "score" | "cards" | "compare";

export const tabs: readonly { name: TabName; title: string; view: ComponentType; tools?: ComponentType }[] = [{ name: "score", title: "Score", view: Score, tools: Tools }];
