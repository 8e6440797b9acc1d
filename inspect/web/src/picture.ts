// Pictures of trees come as text. Only known elements and attributes of them get into the page, and its own style sheet
// gives them their colors.
import type { Box } from "./camera.ts";

const elements = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "title", "desc"]);
const attributes = new Set([
  "class", "data-key", "d", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "points", "width", "height", "viewBox", "transform", "text-anchor", "dominant-baseline", "font-size", "opacity",
]);
const space = "http://www.w3.org/2000/svg";

// picture returns an SVG as elements of this page, or null if the text is none. Elements that are not known are left out with
// all that is in them: scripts, styles, links, foreign objects.
export function picture(text: string): SVGSVGElement | null {
  // A browser complains about a style sheet that the policy of the page forbids, even in a document that is never shown.
  const parsed = new DOMParser().parseFromString(text.replace(/<style[^]*?<\/style>/g, ""), "image/svg+xml").documentElement;
  if (parsed.localName !== "svg" || parsed.namespaceURI !== space) return null;
  return copy(parsed, 0) as SVGSVGElement | null;
}

function copy(from: Element, depth: number): Element | null {
  if (from.namespaceURI !== space || !elements.has(from.localName) || depth > 200) return null;
  const to = document.createElementNS(space, from.localName);
  for (const a of from.attributes) {
    // No value of these attributes loads anything, except by url() in a place where colors may stand.
    if (a.namespaceURI === null && attributes.has(a.name) && !/url\s*\(/i.test(a.value)) to.setAttribute(a.name, a.value);
  }
  for (const child of from.childNodes) {
    if (child instanceof Element) {
      const c = copy(child, depth + 1);
      if (c) to.append(c);
    } else if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) {
      to.append(child.nodeValue ?? "");
    }
  }
  return to;
}

// Drawn is the picture of a tree with its cards.
export interface Drawn {
  root: SVGGElement;
  width: number;
  height: number;
  cards: Map<string, SVGGElement>; // by Row.key
}

// draw returns the picture of a tree in a group, whose classes begin with card- so that no other rule of the style sheet applies to
// them by accident, or null if the text is none. The tooltips are left out, since the page has its own.
export function draw(text: string): Drawn | null {
  const svg = picture(text);
  const width = Number(svg?.getAttribute("width"));
  const height = Number(svg?.getAttribute("height"));
  if (!svg || !(width > 0) || !(height > 0)) return null;
  const drawn: Drawn = { root: document.createElementNS(space, "g"), width, height, cards: new Map() };
  drawn.root.append(...svg.childNodes);
  for (const e of drawn.root.querySelectorAll("title, desc")) e.remove();
  for (const e of drawn.root.querySelectorAll("[class]")) e.setAttribute("class", [...e.classList].map((c) => "card-" + c).join(" "));
  for (const e of drawn.root.querySelectorAll<SVGGElement>("g[data-key]")) drawn.cards.set(e.getAttribute("data-key") ?? "", e);
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
