// The frame of the page.
import type { JSX } from "preact";
import * as s from "./state.ts";

export function Shell(): JSX.Element {
  return (
    <main>
      {s.link.value.kind} {s.hello.value?.about} tick {s.now.value} {s.tree.value?.name} {s.frame.value?.sentence}
    </main>
  );
}
