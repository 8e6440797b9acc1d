// The tree as cards, lit live: the picture of trees/graph with the state of each node at the cursor.
import { computed, effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { drawingX, drawingY, fit, reveal, screenX, screenY, within, zoomAt } from "./camera.ts";
import type { Box, Camera, Size } from "./camera.ts";
import { useSize } from "./canvas.ts";
import { ancestors } from "./folding.ts";
import { seconds } from "./format.ts";
import { gestures } from "./gestures.ts";
import type { Grabbed } from "./gestures.ts";
import { rows as keys } from "./keys.ts";
import { Mark, markWord, signWord } from "./marks.tsx";
import type { Dragged } from "./menu.tsx";
import type { Drop } from "./outline.ts";
import { draw, endOf, touched } from "./picture.ts";
import type { Drawn } from "./picture.ts";
import { say } from "./say.ts";
import * as s from "./state.ts";
import type { Row } from "./wire.ts";

const largest = 3; // scale
const readable = 0.85;
const legible = 0.6; // from this scale on, a whole tree is shown at first

const size = signal<Size>({ width: 0, height: 0 });
const camera = signal<Camera | null>(null);
const over = signal<{ key: string; px: number; py: number } | null>(null);
let shownTree = ""; // name of the tree that the camera looks at

// signs are the marks at the corners of cards, as marks.tsx has them.
const signs: Readonly<Record<string, string>> = {
  runs: "M-2.500 -4 4 0 -2.500 4Z",
  ready: "M-2 -3.500 3.500 0 -2 3.500Z",
  success: "M-4 .5 -1 3.500 4 -3",
  failure: "M-3 -3 3 3M3 -3 -3 3",
  refused: "M-3 -3 3 3M3 -3 -3 3",
  aborted: "M-2 4 2 -4",
  fault: "M0 -4.500V.5M0 3V4",
  asleep: "M-4 1 1 -4M-4 4 4 -4M-1 4 4 -1",
};

// Placed is a picture with the boxes of its cards, and the edge that leads to each.
interface Placed extends Drawn {
  tree: string; // Tree.key
  boxes: Map<string, Box>;
  edges: Map<string, SVGElement>;
  signs: Map<string, SVGElement>;
}
let placed: Placed | null = null;
const placedChanged = signal(0);

const hasPicture = computed(() => (s.tree.value?.picture ?? "") !== "");

function all(): Box {
  return { left: 0, top: 0, right: placed?.width ?? 1, bottom: placed?.height ?? 1 };
}

// least is the smallest scale: all of the picture in sight, with room around.
const least = () => Math.min(0.5, fit(all(), size.peek(), 8).scale);

function show(): void {
  if (!placed || size.peek().width === 0) return;
  const whole = fit(all(), size.peek(), 8, 1);
  // A large tree begins at a size that can be read, at its active card; the button shows all of it.
  const box = whole.scale < legible ? placed.boxes.get(s.active.peek()?.key ?? "") ?? placed.boxes.values().next().value : undefined;
  if (!box) {
    camera.value = whole;
    return;
  }
  const start: Camera = { x: size.peek().width / 2 / readable, y: (box.top + box.bottom) / 2, scale: readable };
  camera.value = within(reveal(start, size.peek(), box, 60), size.peek(), all());
}

function zoomBy(factor: number, px = size.peek().width / 2, py = size.peek().height / 2): void {
  const c = camera.peek();
  if (c) camera.value = zoomAt(c, size.peek(), px, py, factor, least(), largest);
}

function look(key: string): void {
  const box = placed?.boxes.get(key);
  const c = camera.peek();
  if (!box || !c) return;
  const next = reveal(c, size.peek(), box, Math.min(80, size.peek().width / 6));
  if (next.x !== c.x || next.y !== c.y) camera.value = next;
}

// light sets the mark of each card whose state has changed.
const lit = new Map<string, string>();
function light(p: Placed): void {
  const t = s.tree.value;
  const states = s.states.value;
  const known = s.frame.value !== null;
  if (!t || t.key !== p.tree) return;
  for (const [key, card] of p.cards) {
    const row = t.byKey.get(key);
    const mark = row && known ? (states.get(row.node)?.mark || "none") : "unknown";
    if (lit.get(key) === mark) continue;
    lit.set(key, mark);
    card.setAttribute("data-mark", mark);
    p.signs.get(key)?.setAttribute("d", signs[mark] ?? "");
    p.edges.get(key)?.setAttribute("data-mark", mark);
  }
}

function Chips({ row }: { row: Row }): JSX.Element | null {
  const c = camera.value;
  void placedChanged.value;
  const box = placed?.boxes.get(row.key);
  if (!c || !box || c.scale < 0.3) return null;
  const st = s.states.value.get(row.node);
  const z = size.value;
  const x = screenX(c, z, box.left);
  const y = screenY(c, z, box.bottom);
  if (x > z.width || y > z.height || y < 0) return null;
  const terms = [...(st?.terms ?? []), ...(st?.reads ?? [])];
  return (
    <div class="card-chips" style={{ transform: `translate(${x}px, ${y + 4}px)` }}>
      {st?.error ? <span class="chip fault">{st.error}</span> : null}
      {st?.why ? <span class="chip refusal">{st.why}</span> : null}
      {terms.filter((t) => st?.why !== `${t.text} = ${t.value}`).map((t) => (
        <span key={t.text} class="chip">
          {t.text} = {t.value}
        </span>
      ))}
      {st?.waits ? <span class="chip">{st.waits}</span> : null}
      {st?.count ? <span class="chip">{st.count}</span> : null}
      {st?.since && !st.why ? <span class="chip">{say("for {time}", { time: seconds(st.since) })}</span> : null}
    </div>
  );
}

function Tip(): JSX.Element | null {
  const o = over.value;
  const row = o && s.tree.value?.byKey.get(o.key);
  if (!o || !row || document.querySelector(".popup.menu")) return null;
  const st = s.states.value.get(row.node);
  const z = size.value;
  const words: string[] = [];
  if (!s.frame.value) words.push(say("its state in this tick is not known (yet)"));
  else {
    words.push(`${markWord(st?.mark ?? "")}${st?.since && !st.why ? say(" for {time}", { time: seconds(st.since) }) : ""}${st?.why ? say(": ") + st.why : ""}`);
    // Those of the chosen card stand below it.
    if (o.key !== s.node.value) for (const t of st?.terms ?? []) words.push(`${t.text} = ${t.value}`);
    if (st?.error) words.push(st.error);
    if (st?.waits && o.key !== s.node.value) words.push(st.waits);
    if (!st) {
      const above = s.tree.value ? ancestors(s.tree.value.rows, row.node).find((r) => s.states.value.get(r.node)?.mark === "refused") : undefined;
      if (above) words.push(say("{name} above it is refused: {why}", { name: above.name, why: s.states.value.get(above.node)?.why ?? "" }));
    }
  }
  if (row.doc || row.note) words.push(row.note ?? row.doc ?? "");
  return (
    <div class="tip" style={{ left: Math.min(o.px + 14, Math.max(0, z.width - 260)) + "px", top: (o.py > z.height - 90 ? o.py - 70 : o.py + 16) + "px" }}>
      <b class="mono">{row.name}</b> {row.pos}
      {words.filter(Boolean).map((w, i) => (
        <div key={i}>{w}</div>
      ))}
    </div>
  );
}

// grab lets a card be dragged to another place of its tree. The mark of the place is part of the picture.
function grab(key: string): Grabbed | null {
  const root = placed?.root;
  const card = placed?.cards.get(key);
  if (!root || !card || !s.hello.peek()?.edits) return null;
  let dragged: Dragged | null = null;
  let drop: Drop | null = null;
  let mark: Element | null = null;
  let asked: Promise<Dragged | null> | null = null;
  return {
    move(e) {
      asked ??= import("./menu.tsx").then((m) => m.dragRow(key).then((d) => (dragged = d)));
      card.setAttribute("data-dragged", "");
      const at = document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-key]")?.getAttribute("data-key") ?? "";
      const b = placed?.boxes.get(at);
      const c = camera.peek();
      const el = root.ownerSVGElement?.getBoundingClientRect();
      drop = null;
      mark?.remove();
      if (!b || !c || !el) return;
      const x = (drawingX(c, size.peek(), e.clientX - el.left) - b.left) / (b.right - b.left);
      const y = (drawingY(c, size.peek(), e.clientY - el.top) - b.top) / (b.bottom - b.top);
      drop = dragged?.over(at, y, x > 0.5) ?? null;
      if (!drop) return;
      mark = document.createElementNS("http://www.w3.org/2000/svg", "path");
      mark.setAttribute("class", "card-drop");
      const edge = drop.side === "before" ? b.top - 5 : b.bottom + 5;
      mark.setAttribute("d", drop.side === "below" ? `M${b.right + 5} ${b.top}V${b.bottom}` : `M${b.left} ${edge}H${b.right}`);
      root.append(mark);
    },
    end(e) {
      card.removeAttribute("data-dragged");
      mark?.remove();
      if (!e) return;
      if (dragged && drop) dragged.drop(drop);
      // The menu says why its rows cannot be moved here.
      else
        void asked?.then((d) => {
          if (!d) void import("./menu.tsx").then((m) => m.rowMenu(key, e.clientX, e.clientY));
        });
    },
  };
}

// toSee returns the row that arrow keys lead to.
function toSee(by: number): Row | undefined {
  const rows = s.tree.peek()?.rows ?? [];
  const at = s.row.peek()?.node ?? -1;
  let i = at;
  do i += Math.sign(by);
  while (rows[i] && !placed?.cards.has(rows[i]?.key ?? ""));
  return rows[i];
}

export function Cards(): JSX.Element {
  const body = useRef<HTMLDivElement>(null);
  const stage = useRef<SVGSVGElement>(null);
  useSize(body, (z) => {
    const first = size.value.width === 0;
    size.value = z;
    if (first || !camera.value) show();
  });
  useEffect(() => {
    const el = body.current;
    const svg = stage.current;
    if (!el || !svg) return;
    const keyAt = (e: Event) => (e.target instanceof Element ? (e.target.closest("[data-key]")?.getAttribute("data-key") ?? "") : "");
    let chosen: Element | undefined;
    const offs = [
      effect(() => {
        // The picture of another tree, or of another version of it.
        const t = s.tree.value;
        if (!t || placed?.tree === t.key) return;
        svg.replaceChildren();
        lit.clear();
        placed = null;
        const drawn = draw(t.picture ?? "");
        if (drawn) {
          svg.append(drawn.root);
          placed = { ...drawn, tree: t.key, boxes: new Map(), edges: new Map(), signs: new Map() };
          for (const [key, card] of drawn.cards) {
            const outline = card.querySelector<SVGGraphicsElement>(".card-c") ?? card;
            const b = outline.getBBox();
            placed.boxes.set(key, { left: b.x, top: b.y, right: b.x + b.width, bottom: b.y + b.height });
          }
          // The boxes are measured before anything is added.
          for (const [key, card] of drawn.cards) {
            const b = placed.boxes.get(key);
            if (!b) continue;
            const sign = document.createElementNS(card.namespaceURI, "g");
            sign.setAttribute("class", "card-sign");
            sign.setAttribute("transform", `translate(${b.right - 3} ${b.top + 2})`);
            const disk = document.createElementNS(card.namespaceURI, "circle");
            disk.setAttribute("r", "8");
            const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
            sign.append(disk, path);
            card.append(sign);
            placed.signs.set(key, path);
          }
          for (const edge of drawn.root.querySelectorAll<SVGPathElement>(".card-e")) {
            const end = endOf(edge.getAttribute("d") ?? "");
            const key = end && touched(placed.boxes, ...end);
            if (key) placed.edges.set(key, edge);
          }
          if (shownTree !== t.name) show();
          shownTree = t.name;
        }
        placedChanged.value = placedChanged.peek() + 1;
      }),
      effect(() => {
        void placedChanged.value;
        if (placed) light(placed);
      }),
      effect(() => {
        void placedChanged.value;
        const next = placed?.cards.get(s.node.value);
        if (next === chosen) return;
        chosen?.removeAttribute("data-chosen");
        next?.setAttribute("data-chosen", "");
        chosen = next;
      }),
      effect(() => {
        const c = camera.value;
        void placedChanged.value;
        const z = size.value;
        if (c && placed) placed.root.setAttribute("transform", `translate(${z.width / 2 - c.x * c.scale} ${z.height / 2 - c.y * c.scale}) scale(${c.scale})`);
        svg.classList.toggle("far", (c?.scale ?? 1) < 0.4);
      }),
      effect(() => {
        const a = s.active.value;
        void placedChanged.value;
        if (s.following.value && a) look(a.key);
      }),
      gestures(el, {
        pan(dx, dy) {
          const c = camera.peek();
          s.following.value = false;
          if (c) camera.value = { x: c.x - dx / c.scale, y: c.y - dy / c.scale, scale: c.scale };
        },
        zoom: (factor, px, py) => zoomBy(factor, px, py),
        tap(_px, _py, e) {
          const key = keyAt(e);
          if (key !== "") s.chooseNode(key);
        },
        hover(px, py, e) {
          const key = keyAt(e);
          over.value = key === "" ? null : { key, px, py };
        },
        leave: () => void (over.value = null),
        grab: (e) => grab(keyAt(e)),
      }),
    ];
    keys.move = (by) => {
      const next = toSee(by);
      if (!next) return;
      s.following.value = false;
      s.chooseNode(next.key);
      look(next.key);
    };
    keys.enter = () => void (s.side.value = "source");
    keys.run = () => undefined;
    return () => {
      offs.forEach((f) => f());
      placed = null;
    };
  }, []);
  const row = s.row.value;
  const state = row ? (s.states.value.get(row.node)?.mark ?? "") : "";
  return (
    <>
      <div
        ref={body}
        class={`cards ${over.value ? "hits" : ""}`}
        tabIndex={0}
        role="group"
        aria-label={say("cards of the tree {name}; arrow keys choose a node, the tab Score has them as rows", { name: s.tree.value?.name ?? "" })}
        onKeyDown={(e) => {
          if (e.target !== e.currentTarget || e.ctrlKey || e.metaKey || e.altKey) return;
          if (e.key === "+" || e.key === "=") zoomBy(1.25);
          else if (e.key === "-") zoomBy(0.8);
          else if (e.key === "0") camera.value = fit(all(), size.peek(), 8, 1);
          else return;
          e.preventDefault();
        }}
      >
        <svg ref={stage} aria-hidden="true" />
        {hasPicture.value ? null : <p class="empty">{s.tree.value ? say("This tree has no picture: it was made by the program, and not from a .bt file. The tab Score has its rows.") : say("The tree is being loaded.")}</p>}
        {row ? <Chips row={row} /> : null}
        <span class="sr" aria-live="polite">
          {row && !s.running.value ? `${row.name}${say(": ")}${markWord(state)}` : ""}
        </span>
        <span class="zooms">
          <button type="button" title={say("nearer (+)")} aria-label={say("nearer")} onClick={() => zoomBy(1.25)}>
            +
          </button>
          <button type="button" title={say("further (−)")} aria-label={say("further")} onClick={() => zoomBy(0.8)}>
            −
          </button>
          <button type="button" title={say("all of the tree (0)")} aria-label={say("all of the tree")} onClick={() => void (camera.value = fit(all(), size.peek(), 8, 1))}>
            ⤢
          </button>
          <button type="button" title={say("keep the active node in sight (F)")} aria-label={say("keep the active node in sight")} aria-pressed={s.following.value} onClick={() => void (s.following.value = !s.following.value)}>
            ◎
          </button>
        </span>
        <Tip />
      </div>
      <ul class="card-legend" aria-label={say("legend")}>
        {["runs", "success", "failure", "aborted", "refused", "fault", ""].map((m) => (
          <li key={m}>
            <Mark mark={m} /> {signWord(m)}
          </li>
        ))}
      </ul>
    </>
  );
}
