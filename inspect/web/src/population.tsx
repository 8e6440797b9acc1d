// The population score of a tree: the middle zoom.
import type { JSX } from "preact";

// Population is the content of the tab Population. It reads tree, view and at of state.ts, and asks talk().population.
export function Population(): JSX.Element | null {
  return null;
}
