// Which share of the agents of a tree ran each node, over time: what GET v1/population says, put together from several answers.
import type { Limits } from "./columns.ts";
import { bytes } from "./history.ts";
import type { Population } from "./wire.ts";

// Shares are columns of level ticks; column i covers the ticks from (first + i) * level on.
export class Shares {
  readonly tree: string;
  readonly level: number;
  first = 0;
  to = 0; // the last tick that is known; the last column may have fewer ticks than the others
  agents: number[] = []; // agents of the tree in each column
  nodes = new Map<number, Uint8Array>(); // share of each column, 0 to 255; a node that never ran is not listed

  constructor(tree: string, level: number) {
    this.tree = tree;
    this.level = level;
  }

  // missing returns the ticks of a range that are not known, from the begin of a column on, or null.
  missing(range: Limits): Limits | null {
    const from = Math.floor(range.from / this.level) * this.level;
    const begin = this.first * this.level;
    if (range.to < from) return null;
    if (this.agents.length === 0 || from > this.to + 1 || range.to < begin - 1) return { from, to: range.to };
    if (from < begin) return { from, to: range.to > this.to ? range.to : begin - 1 };
    if (range.to <= this.to) return null;
    // A column that was not full is asked for anew.
    return { from: Math.floor((this.to + 1) / this.level) * this.level, to: range.to };
  }

  // put takes over an answer, and forgets what is not in a range.
  put(p: Population, keep: Limits): void {
    const at = Math.floor(p.from / this.level);
    const length = p.agents.length;
    const joins = this.agents.length > 0 && at <= this.first + this.agents.length && at + length >= this.first;
    let first = joins ? Math.min(at, this.first) : at;
    const end = joins ? Math.max(at + length, this.first + this.agents.length) : at + length;
    first = Math.min(end, Math.max(first, Math.floor(keep.from / this.level)));
    const put = <T extends { [i: number]: number; length: number }>(into: T, from: ArrayLike<number>, begin: number) => {
      for (let i = Math.max(0, first - begin); i < from.length; i++) into[begin - first + i] = from[i] ?? 0;
      return into;
    };
    const agents = new Array<number>(end - first).fill(0);
    if (joins) put(agents, this.agents, this.first);
    put(agents, p.agents, at);
    const nodes = new Map<number, Uint8Array>();
    if (joins) for (const [node, list] of this.nodes) nodes.set(node, put(new Uint8Array(end - first), list, this.first));
    for (const list of nodes.values()) list.fill(0, Math.max(0, at - first), Math.max(0, at + length - first));
    for (const n of p.nodes) nodes.set(n.node, put(nodes.get(n.node) ?? new Uint8Array(end - first), bytes(n.share).subarray(0, length), at));
    this.to = joins ? Math.max(this.to, p.to) : p.to;
    this.first = first;
    this.agents = agents;
    this.nodes = nodes;
  }

  // column returns the index of the column with a tick, or -1.
  column(tick: number): number {
    const i = Math.floor(tick / this.level) - this.first;
    return tick <= this.to && i >= 0 && i < this.agents.length ? i : -1;
  }

  // ran reports whether a node ran within a range.
  ran(node: number, range: Limits): boolean {
    const list = this.nodes.get(node);
    if (!list) return false;
    const from = Math.max(0, Math.floor(range.from / this.level) - this.first);
    const to = Math.min(list.length - 1, Math.floor(range.to / this.level) - this.first);
    for (let i = from; i <= to; i++) if (list[i]) return true;
    return false;
  }
}

// agentsOf returns how many agents a share stands for: exactly for up to 255 agents, otherwise nearly.
export function agentsOf(share: number, agents: number): number {
  if (share <= 0) return 0;
  if (share >= 255) return agents;
  // Shares are rounded down.
  return Math.max(1, Math.min(agents, agents <= 255 ? Math.ceil((share * agents) / 255 - 1e-9) : Math.round(((share + 0.5) * agents) / 255)));
}
