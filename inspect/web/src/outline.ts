// The rows of a tree file as its indentation shows them, for moves by the keyboard and by the mouse. Line numbers are from 1.

export interface Outline {
  line: number;
  indent: number;
  parent: Outline | null; // null for the root of a tree
  above: Outline | null; // the sibling before
  below: Outline | null; // the sibling after
}

// Drop is where a row would go.
export interface Drop {
  line: number;
  side: "before" | "after" | "below";
}

const isNode = (text: string) => text.trim() !== "" && !text.trim().startsWith("#");

// outline returns the rows of all trees by their lines.
export function outline(text: string): ReadonlyMap<number, Outline> {
  const rows = new Map<number, Outline>();
  let open: Outline[] = [];
  let last: (Outline | null)[] = []; // the last child of each open row; the first one is the root
  text.split("\n").forEach((t, i) => {
    if (!isNode(t)) return;
    const indent = t.length - t.trimStart().length;
    if (indent === 0) {
      open = [];
      last = [];
      return;
    }
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    last.length = Math.min(last.length, open.length + 1);
    const above = last[open.length] ?? null;
    const row: Outline = { line: i + 1, indent, parent: open.at(-1) ?? null, above, below: null };
    if (above) above.below = row;
    last[open.length] = row;
    open.push(row);
    rows.set(row.line, row);
  });
  return rows;
}

// word returns the name in the line of a row.
export function word(text: string, line: number): string {
  const words = (text.split("\n")[line - 1] ?? "").trim().split(/\s+/);
  while (words.length > 1 && ["disabled", "tree", "slot", "override"].includes(words[0] ?? "")) words.shift();
  return words[0] ?? "";
}

// paramsOf returns the parameters that the rows of a behavior give, with a value as a script writes it, in the order of the text.
export function paramsOf(text: string, behavior: string): ReadonlyMap<string, string> {
  const params = new Map<string, string>();
  text.split("\n").forEach((t, i) => {
    if (!isNode(t) || word(text, i + 1) !== behavior) return;
    const given = t.replace(/\s(when\s|#|"[^"]*"\s*$).*/u, "");
    for (const [, name = "", value = ""] of given.matchAll(/([\p{L}_][\p{L}\p{N}_]*)=("[^"]*"|\S+)/gu)) {
      if (params.has(name)) continue;
      const plain = /^(-?[\d.]+|true|false|"[^"]*")$/.test(value);
      params.set(name, plain ? value : "0");
    }
  });
  return params;
}

// dropAt returns where a row goes that is dropped beside another one. Y is from 0 at its top to 1 at its bottom. Right says that the
// pointer is on the right half. It returns null for a row below the dragged one, and where the dragged row is already.
export function dropAt(text: string, dragged: number, over: number, y: number, right: boolean): Drop | null {
  const rows = outline(text);
  const target = rows.get(over);
  if (!target || !rows.has(dragged)) return null;
  for (let r: typeof target | null = target; r; r = r.parent) if (r.line === dragged) return null;
  if (right || !target.parent) return { line: over, side: "below" };
  const before = y < 0.5;
  if ((before ? target.above : target.below)?.line === dragged) return null; // it is there
  return { line: over, side: before ? "before" : "after" };
}
