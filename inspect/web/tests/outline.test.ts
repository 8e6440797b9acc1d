import assert from "node:assert/strict";
import { test } from "node:test";
import { dropAt, outline, paramsOf, word } from "../src/outline.ts";

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

const moved = "tree a\n  root\n    b\n      c\n    d\n\n  # end\n";

test("a row is dropped beside or below another one, and never below itself", () => {
  assert.deepEqual(dropAt(moved, 5, 3, 0.2, false), { line: 3, side: "before" });
  assert.deepEqual(dropAt(moved, 3, 5, 0.8, false), { line: 5, side: "after" });
  assert.deepEqual(dropAt(moved, 5, 3, 0.2, true), { line: 3, side: "below" });
  assert.deepEqual(dropAt(moved, 5, 2, 0.2, false), { line: 2, side: "below" }); // the root has no siblings
  assert.equal(dropAt(moved, 3, 5, 0.2, false), null); // it is there
  assert.equal(dropAt(moved, 5, 3, 0.8, false), null);
  assert.equal(dropAt(moved, 3, 4, 0.5, true), null);
  assert.equal(dropAt(moved, 3, 3, 0.5, true), null);
  assert.equal(dropAt(moved, 3, 1, 0.5, true), null);
  assert.equal(dropAt(moved, 3, 6, 0.5, true), null);
  assert.equal(dropAt(moved, 1, 5, 0.5, true), null);
});

test("a new script has the parameters that rows give", () => {
  const text = 'tree t\n  walk_to to=0 speed=2 when x=1\n  walk_to to=10 who="a b" loud=true # to=1\n  walk_to far=$post  # more=1\n  walk to=3\n  disabled walk_to late=(a + 1)\n';
  assert.deepEqual([...paramsOf(text, "walk_to")], [["to", "0"], ["speed", "2"], ["who", '"a b"'], ["loud", "true"], ["far", "0"], ["late", "0"]]);
});
