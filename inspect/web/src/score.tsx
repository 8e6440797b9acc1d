// The score of an agent.
import type { JSX } from "preact";

export function Score(): JSX.Element | null {
  return null;
}
