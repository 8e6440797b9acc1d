// What drawings on a canvas share: their size, and the colors of the style sheet.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";
import type { Size } from "./camera.ts";

// theme counts the changes between light and dark.
export const theme = signal(0);
for (const q of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(q).addEventListener("change", () => void theme.value++);

const colors = new Map<string, string>();
let colorsOf = -1;

// color returns the value of a variable of the style sheet.
export function color(name: string): string {
  if (colorsOf !== theme.value) {
    colors.clear();
    colorsOf = theme.value;
  }
  let c = colors.get(name);
  if (c === undefined) {
    c = getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim() || "#888";
    colors.set(name, c);
  }
  return c;
}

// prepare gives a canvas the size of its box, clears it, and returns its context in pixels of the page.
export function prepare(canvas: HTMLCanvasElement, size: Size): CanvasRenderingContext2D | null {
  const ratio = devicePixelRatio || 1;
  const w = Math.round(size.width * ratio);
  const h = Math.round(size.height * ratio);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const c = canvas.getContext("2d");
  if (!c) return null;
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, size.width, size.height);
  return c;
}

// soon returns a function that runs f before the next picture, once for all calls until then.
export function soon(f: () => void): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => {
      due = false;
      f();
    });
  };
}

// useSize calls f with the size of an element whenever it changes.
export function useSize(ref: RefObject<HTMLElement | null>, f: (size: Size) => void): void {
  const call = useRef(f);
  call.current = f;
  useEffect(() => {
    const el = ref.current;
    if (!el) return;
    const o = new ResizeObserver(() => call.current({ width: el.clientWidth, height: el.clientHeight }));
    o.observe(el);
    return () => o.disconnect();
  }, []);
}
