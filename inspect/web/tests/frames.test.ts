import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { complete } from "../src/frames.ts";
import type { Frame, State } from "../src/wire.ts";

const frame = (tick: number, rows: State[], more: Partial<Frame> = {}): Frame => ({ schema: 1, start: "s", version: 1, tick, clock: tick / 10, type: "frame", agent: 1, label: "a", tree: "t", live: true, sentence: "", rows, fields: [], ...more });

test("a difference completes the frame before", () => {
  const first = frame(10, [{ node: 0, mark: "runs", since: 3 }, { node: 2, mark: "refused" }, { node: 3, mark: "ready" }]);
  assert.equal(complete(first, undefined), first);
  const next = complete(frame(12, [{ node: 1, mark: "runs" }, { node: 3, mark: "fault" }], { base: 10, quiet: [2] }), first);
  assert.deepEqual(next?.rows, [{ node: 0, mark: "runs", since: 3.2 }, { node: 1, mark: "runs" }, { node: 3, mark: "fault" }]);
  assert.equal(first.rows[0]?.since, 3, "the frame before has not changed");
});

test("a difference to another frame is of no use", () => {
  const d = frame(12, [], { base: 10 });
  for (const has of [undefined, frame(11, []), frame(10, [], { start: "other" })]) assert.equal(complete(d, has), null);
});

// The frames of a server: FRAMES names a file with messages for several pages, and the rows that each page then has.
test("the frames of random games", { skip: !process.env.FRAMES }, () => {
  const all = JSON.parse(readFileSync(process.env.FRAMES ?? "", "utf8")) as { page: number; data: Frame; rows: State[] | null }[];
  const has = new Map<string, Frame>();
  for (const { page, data, rows } of all) {
    const at = `${page} ${data.agent}`;
    const f = complete(data, has.get(at));
    assert.ok(f, `tick ${data.tick} of agent ${data.agent} is to follow ${data.base}`);
    has.set(at, f);
    const round = (s: State) => ({ ...s, since: Math.round((s.since ?? 0) * 1e5) });
    assert.deepEqual((f.rows ?? []).map(round), (rows ?? []).map(round));
  }
  console.log(`compared ${all.length} frames`);
});
