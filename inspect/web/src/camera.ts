// What a drawing that can be moved and zoomed shows: the land and the cards.

// Camera looks at a point. Scale is in pixels per unit of the drawing.
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

// Box is a part of a drawing.
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

// Size is that of the screen, in pixels.
export interface Size {
  width: number;
  height: number;
}

// screenX and screenY return where a point of the drawing is on the screen.
export const screenX = (c: Camera, size: Size, x: number) => (x - c.x) * c.scale + size.width / 2;
export const screenY = (c: Camera, size: Size, y: number) => (y - c.y) * c.scale + size.height / 2;

// drawingX and drawingY return the point of the drawing at a pixel.
export const drawingX = (c: Camera, size: Size, px: number) => (px - size.width / 2) / c.scale + c.x;
export const drawingY = (c: Camera, size: Size, py: number) => (py - size.height / 2) / c.scale + c.y;

// fit returns the camera that shows all of a box, with a margin in pixels, at a scale of at most most.
export function fit(box: Box, size: Size, margin = 0, most = Infinity): Camera {
  const w = Math.max(1e-9, box.right - box.left);
  const h = Math.max(1e-9, box.bottom - box.top);
  const scale = Math.min(most, Math.max(1, size.width - 2 * margin) / w, Math.max(1, size.height - 2 * margin) / h);
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale };
}

// cover returns the camera that fills the screen with a box, about a point of it.
export function cover(box: Box, size: Size, x: number, y: number): Camera {
  const scale = Math.max(size.width / Math.max(1e-9, box.right - box.left), size.height / Math.max(1e-9, box.bottom - box.top));
  return within({ x, y, scale }, size, box);
}

// within moves a camera by as little as needed, so that it shows nothing outside of the box, or all of it.
export function within(c: Camera, size: Size, box: Box): Camera {
  const hold = (at: number, from: number, to: number, half: number) => (to - from <= 2 * half ? (from + to) / 2 : Math.min(to - half, Math.max(from + half, at)));
  return { x: hold(c.x, box.left, box.right, size.width / 2 / c.scale), y: hold(c.y, box.top, box.bottom, size.height / 2 / c.scale), scale: c.scale };
}

// zoomAt changes the scale. What is at a pixel stays there.
export function zoomAt(c: Camera, size: Size, px: number, py: number, factor: number, least: number, most: number): Camera {
  const scale = Math.min(most, Math.max(least, c.scale * factor));
  const x = drawingX(c, size, px);
  const y = drawingY(c, size, py);
  return { x: x - (px - size.width / 2) / scale, y: y - (py - size.height / 2) / scale, scale };
}

// reveal moves a camera by as little as needed to have a box in sight, with a margin in pixels. Of a box that is too large, its
// left upper corner is shown.
export function reveal(c: Camera, size: Size, box: Box, margin: number): Camera {
  const move = (at: number, from: number, to: number, half: number, m: number) => {
    if (to + m > at + half) at = to + m - half;
    if (from - m < at - half) at = from - m + half;
    return at;
  };
  const m = margin / c.scale;
  return { x: move(c.x, box.left, box.right, size.width / 2 / c.scale, m), y: move(c.y, box.top, box.bottom, size.height / 2 / c.scale, m), scale: c.scale };
}

// inSight returns the part of a drawing that is on the screen.
export function inSight(c: Camera, size: Size): Box {
  const w = size.width / 2 / c.scale;
  const h = size.height / 2 / c.scale;
  return { left: c.x - w, top: c.y - h, right: c.x + w, bottom: c.y + h };
}
