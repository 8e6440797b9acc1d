import assert from "node:assert/strict";
import { test } from "node:test";
import { heard } from "../src/ghost.tsx";
import type { Ghost } from "../src/wire.ts";

const ghost = (part: Partial<Ghost>): Ghost => ({ schema: 1, start: "", version: 1, tick: 400, clock: 20, from: 1, to: 400, list: [], total: 0, ...part });

test("a ghost claims no more than the ticks that were run again", () => {
  assert.equal(heard(ghost({}), 0.05), "All agents would have done the same in ticks 1 to 400 (20 s).");
  assert.equal(heard(ghost({ to: 12, total: 1, why: "x" }), 0.05), "One agent would have done something else in ticks 1 to 12 (0.6 s). Only these are compared: x.");
  assert.match(heard(ghost({ total: 3 }), 0.05), /^3 agents would/);
  assert.equal(heard(ghost({ to: 0, why: "x" }), 0.05), "Nothing can be said about the past: x.");
});
