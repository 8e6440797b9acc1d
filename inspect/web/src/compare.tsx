// What an edit has changed for the chosen agent.
import type { JSX } from "preact";

// Compare is the content of the tab Compare.
export function Compare(): JSX.Element | null {
  return null;
}
