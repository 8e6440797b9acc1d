// What drawings on a canvas share: their size, and the colors of the style sheet.
import { useEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";
import type { Size } from "./camera.ts";
import { dark } from "./parts.tsx";

const colors = new Map<string, string>();
let ofDark: boolean | null = null;

// color returns the value of a variable of the style sheet, or gray while the sheet that has it is not here.
export function color(name: string): string {
  if (ofDark !== dark.value) {
    colors.clear();
    ofDark = dark.value;
  }
  const c = colors.get(name) ?? getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  if (c !== "") colors.set(name, c);
  return c || "#888";
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
