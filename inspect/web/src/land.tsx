// The land with its agents, and the table of agents: the zoom out of the whole game.
import type { JSX } from "preact";

// Land is the strip above the score. It sets crowdWanted, reads crowd, hello.land, agent and at of state.ts, and chooses by choose(id). It is
// null if the game gives neither a land nor places.
export function Land(): JSX.Element | null {
  return null;
}
