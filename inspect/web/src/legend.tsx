// What the signs of the score mean; the sheet of keys shows it.
import type { JSX } from "preact";
import { Glyph, Mark, markWord } from "./marks.tsx";

const marks = ["runs", "ready", "success", "failure", "aborted", "refused", "fault", "asleep", ""];
const glyphs: readonly [string, string][] = [
  ["one", "one of its children runs"],
  ["all", "all of its children run"],
  ["order", "its children run in order"],
  ["tree", "an included tree"],
  ["decorator", "changes what its child does"],
  ["condition", "a condition"],
];
const signs: readonly [JSX.Element, string][] = [
  [<i class="sample run" />, "runs at the cursor"],
  [<i class="sample ran" />, "ran at another time"],
  [<i class="sample end-success" />, "ended with success"],
  [<i class="sample end-failure" />, "ended with failure"],
  [<i class="sample end-aborted" />, "aborted"],
  [<i class="sample unknown" />, "not known"],
  [<i class="sample idle" />, "the agent took no part: asleep, held or not due"],
  [<b class="flaps">6×</b>, "began so often in the time shown"],
  [<i class="sample bits" />, "time line: which nodes ran is known"],
  [<i class="sample past" />, "time line: values and why are known, too"],
];

function Line({ sign, text }: { sign: JSX.Element; text: string }): JSX.Element {
  return (
    <li>
      <span>{sign}</span>
      {text}
    </li>
  );
}

export function Legend(): JSX.Element {
  return (
    <div class="signs" role="group" aria-label="legend">
      <ul>
        {marks.map((m) => (
          <Line key={m} sign={<Mark mark={m} />} text={markWord(m)} />
        ))}
      </ul>
      <ul>
        {glyphs.map(([g, text]) => (
          <Line key={g} sign={<Glyph glyph={g} />} text={text} />
        ))}
        <Line sign={<span class="mono">+</span>} text="runs alongside: the next ones are still tried" />
      </ul>
      <ul>
        {signs.map(([sign, text]) => (
          <Line key={text} sign={sign} text={text} />
        ))}
      </ul>
    </div>
  );
}
