// Moving and zooming by wheel, drag and two fingers.

// Gestures are what a hand does. Pixels count from the left upper corner of the element.
export interface Gestures {
  pan(dx: number, dy: number): void;
  zoom(factor: number, px: number, py: number): void;
  tap(px: number, py: number, event: PointerEvent): void;
  hover(px: number, py: number, event: PointerEvent): void;
  leave(): void;
  // grab returns what a drag of the mouse that begins here moves, or null for the drawing.
  grab?(event: PointerEvent): Grabbed | null;
}

// Grabbed is a part of a drawing that the mouse moves.
export interface Grabbed {
  move(event: PointerEvent): void;
  end(event: PointerEvent | null): void; // null if it is given up
}

// gestures listens to an element until the returned function is called.
export function gestures(el: HTMLElement, g: Gestures): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let grabbed: Grabbed | null = null;
  const off = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(type: K, f: (e: HTMLElementEventMap[K]) => void, passive = true) => el.addEventListener(type, f, { signal: off.signal, passive });
  const at = (e: MouseEvent): [number, number] => {
    const r = el.getBoundingClientRect();
    return [e.clientX - r.left, e.clientY - r.top];
  };
  on(
    "wheel",
    (e) => {
      e.preventDefault();
      const lines = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      g.zoom(Math.exp(-Math.max(-120, Math.min(120, e.deltaY * lines)) * (e.ctrlKey ? 0.01 : 0.002)), ...at(e));
    },
    false,
  );
  on("pointerdown", (e) => {
    // A button over the drawing is pressed, and not dragged.
    if (e.button !== 0 || (e.target instanceof Element && e.target.closest("button, a"))) return;
    if (down.size === 0) {
      moved = 0;
      grabbed = (e.pointerType === "mouse" && g.grab?.(e)) || null;
    }
    down.set(e.pointerId, { x: e.clientX, y: e.clientY });
  });
  on("pointermove", (e) => {
    const was = down.get(e.pointerId);
    if (!was) {
      if (e.pointerType === "mouse") g.hover(...at(e), e);
      return;
    }
    const dx = e.clientX - was.x;
    const dy = e.clientY - was.y;
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved < 4) return;
    if (!el.hasPointerCapture(e.pointerId)) el.setPointerCapture(e.pointerId);
    if (grabbed) {
      g.leave();
      grabbed.move(e);
      return;
    }
    const other = [...down].find(([id]) => id !== e.pointerId)?.[1];
    down.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (!other) {
      g.leave();
      g.pan(dx, dy);
      return;
    }
    const before = Math.hypot(was.x - other.x, was.y - other.y);
    const now = Math.hypot(e.clientX - other.x, e.clientY - other.y);
    const r = el.getBoundingClientRect();
    g.pan(dx / 2, dy / 2);
    if (before > 0 && now > 0) g.zoom(now / before, (e.clientX + other.x) / 2 - r.left, (e.clientY + other.y) / 2 - r.top);
  });
  const up = (e: PointerEvent, done: boolean) => {
    if (!down.delete(e.pointerId)) return;
    if (done && moved < 4) g.tap(...at(e), e);
    else grabbed?.end(done ? e : null);
    grabbed = null;
  };
  on("pointerup", (e) => up(e, true));
  on("pointercancel", (e) => up(e, false));
  on("pointerleave", (e) => {
    if (e.pointerType === "mouse") g.leave();
  });
  addEventListener(
    "keydown",
    (e) => {
      if (e.key !== "Escape" || !grabbed || moved < 4) return;
      e.stopPropagation();
      grabbed.end(null);
      grabbed = null;
      down.clear();
    },
    { signal: off.signal, capture: true },
  );
  return () => off.abort();
}
