// The tree as cards, lit live.
import type { JSX } from "preact";

// Cards is the content of the tab Cards. It reads tree (Tree.picture, through picture.ts), states and node of state.ts, and
// chooses by chooseNode(key).
export function Cards(): JSX.Element | null {
  return null;
}
