// Where the dots of marks on the time line stand, and their words.

// Sign is what a dot stands for.
export interface Sign {
  tick: number;
  kind: string;
  text: string;
}

// Dot is one mark, or several that are too near to each other to be told apart.
export interface Dot<T extends Sign = Sign> {
  px: number; // of the first one
  marks: T[];
}

const weight = ["fault", "version"];

// dots puts marks, in the order of ticks, that are nearer than so many pixels into one dot.
export function dots<T extends Sign>(marks: readonly T[], place: (tick: number) => number, near: number): Dot<T>[] {
  const list: Dot<T>[] = [];
  for (const m of marks) {
    const px = place(m.tick);
    const last = list.at(-1);
    if (last && px - last.px < near) last.marks.push(m);
    else list.push({ px, marks: [m] });
  }
  return list;
}

// chief returns the mark of a dot that gives it its color and its words: a fault, else a version, else the first one.
export function chief<T extends Sign>(dot: Dot<T>): T {
  for (const kind of weight) {
    const m = dot.marks.find((x) => x.kind === kind);
    if (m) return m;
  }
  return dot.marks[0] as T;
}

// Placed is a word beside a dot.
export interface Placed {
  px: number;
  text: string;
}

const gap = 7;
const far = 90; // at most so far from its dot does a word move

// words places the longest of its words beside each dot that is free: behind it or before it. If a handle stands there, the
// shortest one moves behind the handle. A dot for which there is no room gets null.
export function words(list: readonly Dot[], of: (i: number) => readonly string[], handles: readonly number[], width: (text: string) => number, from: number, to: number): (Placed | null)[] {
  let free = from;
  return list.map((d, i) => {
    const end = (list[i + 1]?.px ?? to + gap) - gap;
    const all = of(i);
    const fits = (px: number, w: number) => px >= free && (px < d.px || px + w <= end) && !handles.some((h) => h > px - 5 && h < px + w + 5);
    const tries = all.flatMap((text) => [d.px + gap, d.px - gap - width(text)].map((px) => ({ px, text })));
    const handle = handles.find((h) => h >= d.px && h < d.px + far);
    const short = all.at(-1);
    if (handle !== undefined && short !== undefined) tries.push({ px: handle + gap, text: short });
    const found = tries.find((p) => fits(p.px, width(p.text)));
    free = Math.max(free, found && found.px > d.px ? found.px + width(found.text) + 4 : d.px + gap);
    return found ?? null;
  });
}
