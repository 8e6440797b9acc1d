// The picture of a tree, as package trees/graph draws it: what of it gets into the page, and what belongs together in it.
import type { Box } from "./camera.ts";

const elements: ReadonlySet<string> = new Set(["g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"]);
const geometry: ReadonlySet<string> = new Set(["d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points", "dx", "dy", "text-anchor"]);

// classPrefix stands before each class of a picture, so that the style sheet of the page does not apply to it by accident.
export const classPrefix = "card-";

// attribute returns the attribute that takes the place of one of a picture, or null. Only shapes, texts, classes and keys come
// through: no links, no styles, no scripts.
export function attribute(name: string, value: string): [string, string] | null {
  if (name === "class") return ["class", value.split(/\s+/).filter((c) => /^[\w-]+$/.test(c)).map((c) => classPrefix + c).join(" ")];
  if (name === "data-key") return [name, value];
  if (geometry.has(name) && /^[\w\s.,+-]*$/.test(value)) return [name, value];
  return null;
}

// Drawn is a picture in the page.
export interface Drawn {
  root: SVGGElement;
  width: number;
  height: number;
  cards: Map<string, SVGGElement>; // by Row.key
  details: Map<string, string>; // the texts that the picture had for pointers
}

const svg = "http://www.w3.org/2000/svg";

// draw builds the elements of a picture anew from those that are known. It returns null if the text is no SVG with a size.
export function draw(text: string): Drawn | null {
  // A browser reports a style sheet even of a document that is never shown.
  const parsed = new DOMParser().parseFromString(text.replace(/<style[^]*?<\/style>/g, ""), "image/svg+xml").documentElement;
  const width = Number(parsed.getAttribute("width"));
  const height = Number(parsed.getAttribute("height"));
  if (parsed.namespaceURI !== svg || parsed.localName !== "svg" || !(width > 0) || !(height > 0)) return null;
  const drawn: Drawn = { root: document.createElementNS(svg, "g"), width, height, cards: new Map(), details: new Map() };
  const copy = (from: Element, to: Element) => {
    for (const child of from.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && (to.localName === "text" || to.localName === "tspan")) to.append(child.nodeValue ?? "");
      if (!(child instanceof Element) || child.namespaceURI !== svg) continue;
      const key = from.getAttribute("data-key");
      if (child.localName === "title" && key !== null) drawn.details.set(key, child.textContent ?? "");
      if (!elements.has(child.localName)) continue;
      const made = document.createElementNS(svg, child.localName);
      for (const a of child.attributes) {
        const kept = attribute(a.name, a.value);
        if (kept) made.setAttribute(...kept);
      }
      const own = made.getAttribute("data-key");
      if (own !== null && made instanceof SVGGElement) drawn.cards.set(own, made);
      copy(child, made);
      to.append(made);
    }
  };
  copy(parsed, drawn.root);
  return drawn;
}

// endOf returns the last point of a path of absolute commands, as edges are, or null.
export function endOf(d: string): [number, number] | null {
  let x = NaN;
  let y = NaN;
  for (const [, command, rest] of d.matchAll(/([A-Z])([^A-Za-z]*)/g)) {
    const n = (rest ?? "").trim().split(/[\s,]+/).map(Number);
    const last = n.at(-1) ?? NaN;
    if (command === "H") x = last;
    else if (command === "V") y = last;
    else if (command !== "Z") [x, y] = [n.at(-2) ?? NaN, last];
  }
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}

// touched returns the key of the card on whose outline a point is, or "". An edge ends at its child.
export function touched(boxes: ReadonlyMap<string, Box>, x: number, y: number): string {
  const near = 1.5;
  for (const [key, b] of boxes) {
    if (x < b.left - near || x > b.right + near || y < b.top - near || y > b.bottom + near) continue;
    if (Math.min(Math.abs(x - b.left), Math.abs(x - b.right), Math.abs(y - b.top), Math.abs(y - b.bottom)) <= near) return key;
  }
  return "";
}
