import assert from "node:assert/strict";
import { test } from "node:test";
import { dropAt } from "../src/drag.ts";

const text = "tree a\n  root\n    b\n      c\n    d\n\n  # end\n";

test("a row is dropped beside or below another one, and never below itself", () => {
  assert.deepEqual(dropAt(text, 3, 5, 0.2, false), { line: 5, side: "before" });
  assert.deepEqual(dropAt(text, 3, 5, 0.8, false), { line: 5, side: "after" });
  assert.deepEqual(dropAt(text, 5, 3, 0.2, true), { line: 3, side: "below" });
  assert.deepEqual(dropAt(text, 5, 2, 0.2, false), { line: 2, side: "below" }); // the root has no siblings
  assert.equal(dropAt(text, 3, 4, 0.5, true), null);
  assert.equal(dropAt(text, 3, 3, 0.5, true), null);
  assert.equal(dropAt(text, 3, 1, 0.5, true), null);
  assert.equal(dropAt(text, 3, 6, 0.5, true), null);
  assert.equal(dropAt(text, 1, 5, 0.5, true), null);
});
