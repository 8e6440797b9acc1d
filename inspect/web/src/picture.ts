// Pictures of trees come as text. Only known elements and attributes of them get into the page, and its own style sheet
// gives them their colors.

const elements = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "title", "desc"]);
const attributes = new Set([
  "class", "data-key", "d", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "cx", "cy", "r", "rx", "ry", "points", "width", "height", "viewBox", "transform", "text-anchor", "dominant-baseline", "font-size", "opacity",
]);
const space = "http://www.w3.org/2000/svg";

// picture returns an SVG as elements of this page, or null if the text is none. Elements that are not known are left out with
// all that is in them: scripts, styles, links, foreign objects.
export function picture(text: string): SVGSVGElement | null {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
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
