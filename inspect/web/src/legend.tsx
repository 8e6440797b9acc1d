// What the signs of the score mean; the sheet of keys shows it.
import type { JSX } from "preact";
import { Glyph, Mark, markWord } from "./marks.tsx";
import { say } from "./say.ts";

const marks = ["runs", "ready", "success", "failure", "aborted", "refused", "fault", "asleep", ""];
const glyphs: readonly [string, string][] = [
  ["one", say("one of its children runs")],
  ["all", say("all of its children run")],
  ["order", say("its children run in order")],
  ["tree", say("an included tree")],
  ["decorator", say("changes what its child does")],
  ["condition", say("a condition")],
];
const signs: readonly [JSX.Element, string][] = [
  [<i class="sample run" />, say("runs at the cursor")],
  [<i class="sample ran" />, say("ran at another time")],
  [<i class="sample end-success" />, say("ended with success")],
  [<i class="sample end-failure" />, say("ended with failure")],
  [<i class="sample end-aborted" />, say("aborted")],
  [<i class="sample unknown" />, say("not known")],
  [<i class="sample idle" />, say("the agent took no part: asleep, held or not due")],
  [<b class="flaps">6×</b>, say("began so often in the time shown")],
  [<i class="sample bits" />, say("time line: which nodes ran is known")],
  [<i class="sample past" />, say("time line: values and why are known, too")],
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
    <div class="signs" role="group" aria-label={say("legend")}>
      <ul>
        {marks.map((m) => (
          <Line key={m} sign={<Mark mark={m} />} text={markWord(m)} />
        ))}
      </ul>
      <ul>
        {glyphs.map(([g, text]) => (
          <Line key={g} sign={<Glyph glyph={g} />} text={text} />
        ))}
        <Line sign={<span class="mono">+</span>} text={say("runs alongside: the next ones are still tried")} />
      </ul>
      <ul>
        {signs.map(([sign, text]) => (
          <Line key={text} sign={sign} text={text} />
        ))}
      </ul>
    </div>
  );
}
