import assert from "node:assert/strict";
import { test } from "node:test";
import { free, sceneOf, testOf, written } from "../src/capture.ts";
import type { Field, Frame, Row } from "../src/wire.ts";

const field = (name: string, kind: string, text: string, exact?: string): Field => ({ name, kind, text, exact });
const frame = {
  schema: 1, start: "", version: 1, tick: 740, clock: 37, type: "frame", agent: 3, label: "guard#3", tree: "guard", live: true, sentence: "",
  rows: [{ node: 0, mark: "runs" }, { node: 1, mark: "refused" }, { node: 2, mark: "runs" }],
  fields: [field("hp", "number", "1.3", "1.2999999999999985"), field("mood", "string", '"calm"'), field("home", "table", "{x=1, y=2}"), field("friend", "agent", "troll#7"), field("seen", "nil", "nil"), field("long", "string", '"aaa…')],
} as unknown as Frame;
const rows = [{ path: "priority" }, { path: "priority/flee" }, { path: "priority/rest#2" }] as unknown as Row[];
const boards = [{ name: "camp", entries: [field("alarm", "number", "3"), field("by", "agent", "troll#7")] }, { name: "empty", entries: [] }];

test("a scene has the fields and boards that can be written, and says what it leaves out", () => {
  assert.equal(
    sceneOf(frame, "guard", boards, 0.05),
    `# guard#3 with its fields of tick 740. It begins at the root: what its behaviors remembered is not part of it.
# not taken over: friend, long
dt 0.05
board camp alarm=3
spawn guard hp=1.2999999999999985 mood="calm" home={x=1, y=2}
tick
explain
tick 40
`,
  );
});

test("a test expects the deepest node that ran", () => {
  assert.equal(
    testOf(frame, "guard", boards, 0.05, rows),
    `return {
  ["guard#3 of tick 740 runs rest"] = function(t)
    -- not taken over: friend, long
    t.step(0.05)
    t.board("camp").alarm = 3
    local agent = t.spawn("guard", { hp = 1.2999999999999985, mood = "calm", home = {x=1, y=2} })
    t.tick()
    t.expect_active(agent, "rest")
  end,
}
`,
  );
});

test("values that cannot be written are none", () => {
  assert.equal(written(field("a", "table", "{1, troll#7}")), "");
  assert.equal(written(field("a", "value", "handle")), "");
  assert.equal(free("guard", ".scene", (p) => p === "guard.scene"), "guard_2.scene");
});
