import assert from "node:assert/strict";
import { test } from "node:test";
import { outline, word } from "../src/outline.ts";

const text = `# The watch.
tree guard
  priority
    flee  when hp < 30
      # commented out
      run

    disabled tree fight x=1
tree other
  idle
`;

test("rows have the parents and siblings that the indentation shows", () => {
  const rows = outline(text);
  const say = (line: number) => {
    const r = rows.get(line);
    return r ? [r.parent?.line, r.above?.line, r.below?.line] : "none";
  };
  assert.deepEqual([...rows.keys()], [3, 4, 6, 8, 10]);
  assert.deepEqual(say(3), [undefined, undefined, undefined]);
  assert.deepEqual(say(4), [3, undefined, 8]);
  assert.deepEqual(say(6), [4, undefined, undefined]);
  assert.deepEqual(say(8), [3, 4, undefined]);
  assert.deepEqual(say(10), [undefined, undefined, undefined]);
});

test("the word of a row is its name", () => {
  assert.deepEqual([3, 4, 8, 99].map((n) => word(text, n)), ["priority", "flee", "fight", ""]);
});
