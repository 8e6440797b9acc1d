// Parts of the page that are loaded when they are first shown.
import { signal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { say } from "./say.ts";

// inViews is later for a part of views.ts.
export function inViews(pick: (m: typeof import("./views.ts")) => ComponentType): ComponentType {
  return later(() => import("./views.ts").then((m) => m.ready.then(() => pick(m))));
}

// later returns a component that takes the place of one that is not loaded yet.
export function later(load: () => Promise<ComponentType>): ComponentType {
  const part = signal<ComponentType | null>(null);
  const failed = signal(false);
  let asked = false;
  const ask = () => {
    asked = true;
    failed.value = false;
    load().then(
      (c) => void (part.value = c),
      () => void (failed.value = true),
    );
  };
  return function Later(): JSX.Element | null {
    if (!asked) ask();
    const Part = part.value;
    if (Part) return <Part />;
    if (!failed.value) return null;
    return (
      <p class="empty">
        {say("This part of the page could not be loaded: the game does not answer, or it has another version of the page.")}{" "}
        <button type="button" class="link" onClick={() => location.reload()}>
          {say("Load the page again")}
        </button>
      </p>
    );
  };
}
