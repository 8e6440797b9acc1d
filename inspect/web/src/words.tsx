// Words of the game with paths in them.
import { Fragment } from "preact";
import type { JSX } from "preact";

// Breaks is a path that breaks only behind its slashes.
export function Breaks({ path }: { path: string }): JSX.Element {
  const parts = path.split(/(?<=\/)/);
  return (
    <>
      {parts.map((p, i) => (
        <Fragment key={i}>
          {i > 0 ? <wbr /> : null}
          <span class="nowrap">{p}</span>
        </Fragment>
      ))}
    </>
  );
}
