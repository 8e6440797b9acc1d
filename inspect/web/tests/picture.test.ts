import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { endOf, touched } from "../src/picture.ts";

test("an edge ends at its child, whichever way the picture grows", () => {
  assert.deepEqual(endOf("M88 553.1H88C116 553.1 116 106.1 144 106.1"), [144, 106.1]);
  assert.deepEqual(endOf("M38 61V97.5H52"), [52, 97.5]);
  assert.equal(endOf(""), null);
  assert.equal(endOf("M1"), null);
  const boxes = new Map([
    ["a", { left: 144, top: 90, right: 200, bottom: 122 }],
    ["around", { left: 100, top: 50, right: 300, bottom: 300 }],
  ]);
  assert.equal(touched(boxes, 144, 106.1), "a");
  assert.equal(touched(boxes, 172, 90.4), "a");
  assert.equal(touched(boxes, 170, 106), "", "inside of it is not on its outline");
  assert.equal(touched(boxes, 100, 60), "around");
});

test("each edge of a picture of trees/graph ends at one card", () => {
  const svg = readFileSync(new URL("../../../docs/graph-guard.svg", import.meta.url), "utf8");
  const boxes = new Map<string, { left: number; top: number; right: number; bottom: number }>();
  // The outlines begin at their left upper corner, or up to 9 pixels beside it; their texts say where the left side is.
  let n = 0;
  for (const [, d] of svg.matchAll(/<path class="c" d="([^"]*)"/g)) {
    let x = 0;
    let y = 0;
    const xs: number[] = [];
    const ys: number[] = [];
    for (const [, c, rest] of (d ?? "").matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
      const v = (rest ?? "").trim().split(/[\s,]+/).filter(Boolean).map(Number);
      if (c === "M" || c === "L") [x, y] = v as [number, number];
      else if (c === "h") x += v[0]!;
      else if (c === "v") y += v[0]!;
      else if (c === "H") x = v[0]!;
      else if (c === "V") y = v[0]!;
      else if (c === "l") for (let i = 0; i < v.length; i += 2) (x += v[i]!), (y += v[i + 1]!);
      else if (c === "a") (x += v[5]!), (y += v[6]!);
      else assert.ok(c === "z" || c === "Z", `command ${c}`);
      xs.push(x);
      ys.push(y);
    }
    boxes.set("card " + n++, { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) });
  }
  const ends = [...svg.matchAll(/<path class="e" d="([^"]*)"/g)].map(([, d]) => touched(boxes, ...endOf(d ?? "")!));
  assert.ok(n > 15);
  assert.equal(ends.length, n - 1, "each card but the root has an edge");
  assert.ok(!ends.includes(""));
  assert.equal(new Set(ends).size, ends.length);
});
