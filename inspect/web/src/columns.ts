// The columns of a score: from ticks to pixels and back. A tick t covers the pixels from x(t) to x(t + 1).

// View is the visible part of time: ticks from to to, both included, over width pixels.
export interface View {
  from: number;
  to: number;
  width: number;
}

// x returns the left edge of a tick in pixels.
export function x(view: View, tick: number): number {
  return ((tick - view.from) / (view.to - view.from + 1)) * view.width;
}

// tickAt returns the tick at a pixel, kept inside of the view.
export function tickAt(view: View, px: number): number {
  const tick = view.from + Math.floor((px / view.width) * (view.to - view.from + 1));
  return Math.min(view.to, Math.max(view.from, tick));
}

// level returns how many ticks a column stands for: 1 as long as two pixels have to show at most five ticks, and then the power
// of two that gives each column at least a pixel.
export function level(view: View): number {
  const ticks = view.to - view.from + 1;
  const width = Math.max(1, view.width);
  if (ticks <= 2.5 * width) return 1;
  let n = 2;
  while (ticks / n > width) n *= 2;
  return n;
}

// Limits are the ticks that may be shown.
export interface Limits {
  from: number;
  to: number;
}

// zoom returns a range of ticks that is factor times as long, in which the tick at the center stays where it is.
export function zoom(range: Limits, factor: number, center: number, limits: Limits, least = 20): Limits {
  const length = range.to - range.from + 1;
  const most = Math.max(least, limits.to - limits.from + 1);
  const next = Math.round(Math.min(most, Math.max(least, length * factor)));
  const share = (center - range.from) / length;
  return slide({ from: Math.round(center - share * next), to: Math.round(center - share * next) + next - 1 }, limits);
}

// slide moves a range by as little as needed to lie inside of the limits. One that is longer than they keeps its end there.
export function slide(range: Limits, limits: Limits): Limits {
  const length = range.to - range.from;
  if (range.to > limits.to || length >= limits.to - limits.from) return { from: limits.to - length, to: limits.to };
  if (range.from < limits.from) return { from: limits.from, to: limits.from + length };
  return range;
}

// reveal moves a range by as little as needed to contain a tick.
export function reveal(range: Limits, tick: number): Limits {
  if (tick < range.from) return { from: tick, to: tick + range.to - range.from };
  if (tick > range.to) return { from: tick - (range.to - range.from), to: tick };
  return range;
}

const steps = [0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400];

// Grade is a label of the axis.
export interface Grade {
  tick: number;
  seconds: number; // from zero
}

// grades returns the labels of an axis: round numbers of seconds from the tick zero, at least gap pixels apart.
export function grades(view: View, zero: number, step: number, gap: number): Grade[] {
  if (!(step > 0) || view.width <= 0) return [];
  const perSecond = view.width / ((view.to - view.from + 1) * step);
  const every = steps.find((s) => s * perSecond >= gap) ?? 28800;
  const list: Grade[] = [];
  const first = Math.ceil(((view.from - zero) * step) / every - 1e-9);
  const last = Math.floor(((view.to - zero) * step) / every + 1e-9);
  for (let i = first; i <= last; i++) list.push({ tick: zero + Math.round((i * every) / step), seconds: i * every });
  return list;
}
