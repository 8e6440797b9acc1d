// Parts that several views use.
import { signal } from "@preact/signals";
import type { JSX } from "preact";

const scheme = matchMedia("(prefers-color-scheme: dark)");
// dark says whether the system is dark. What paints on a canvas reads it, so that it is painted anew.
export const dark = signal(scheme.matches);
scheme.addEventListener("change", () => void (dark.value = scheme.matches));

// Splitter is a line between two parts that can be moved by hand and by the arrow keys. At is where it stands in pixels.
export function Splitter(props: { label: string; at: number; from: number; to: number; set: (px: number) => void }): JSX.Element {
  const clamp = (px: number) => Math.round(Math.min(props.to, Math.max(props.from, px)));
  return (
    <div
      class="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={props.label}
      aria-valuenow={props.at}
      aria-valuemin={props.from}
      aria-valuemax={props.to}
      tabIndex={0}
      style={{ left: `${props.at}px` }}
      onKeyDown={(e) => {
        const by = { ArrowLeft: -16, ArrowRight: 16 }[e.key];
        if (by === undefined) return;
        e.preventDefault();
        props.set(clamp(props.at + by));
      }}
      onPointerDown={(e) => {
        e.stopPropagation();
        e.preventDefault();
        const el = e.currentTarget;
        el.setPointerCapture(e.pointerId);
        const zero = e.clientX - props.at;
        const move = (m: PointerEvent) => props.set(clamp(m.clientX - zero));
        const up = () => {
          el.removeEventListener("pointermove", move);
          el.removeEventListener("pointerup", up);
        };
        el.addEventListener("pointermove", move);
        el.addEventListener("pointerup", up);
      }}
    />
  );
}
