// The views of the middle. A view that is null here has no tab.
import type { ComponentType } from "preact";
import { Score } from "./score.tsx";

export type TabName = "score" | "cards" | "population" | "compare";

export const tabs: readonly { name: TabName; title: string; view: ComponentType }[] = [{ name: "score", title: "Score", view: Score }];
