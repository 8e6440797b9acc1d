// What bough test --json prints.

// Place is a place in a file. The line and the column count from 1 on, and are 0 if there is none.
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly col: number;
}

// Problem is a mistake, or why a test fails. The text has the remedy and the notes.
export interface Problem {
  readonly at: Place;
  readonly text: string;
}

// Result is what one test has done.
export interface Result {
  readonly file: string;
  readonly name: string;
  readonly printed: readonly string[];
  readonly failure: Problem | undefined;
}

// Report is all that was printed.
export interface Report {
  readonly results: readonly Result[];
  readonly problems: readonly Problem[];
}

const record = (v: unknown): Record<string, unknown> => (typeof v === "object" && v !== null ? { ...v } : {});
const list = (v: unknown): unknown[] => (Array.isArray(v) ? v : []);
const text = (v: unknown): string => (typeof v === "string" ? v : "");
const count = (v: unknown): number => (typeof v === "number" ? v : 0);

function problem(v: unknown): Problem {
  const r = record(v);
  const pos = record(r["pos"]);
  const lines = [[text(r["message"]), text(r["hint"])].filter(Boolean).join("; "), ...list(r["notes"]).map(text)];
  return { at: { file: text(pos["file"]), line: count(pos["line"]), col: count(pos["col"]) }, text: lines.join("\n") };
}

function result(v: unknown): Result {
  const r = record(v);
  return {
    file: text(r["file"]),
    name: text(r["name"]),
    printed: list(r["printed"]).map(text),
    failure: r["failure"] === undefined ? undefined : problem(r["failure"]),
  };
}

// read returns the report that a text holds, or undefined if it holds none.
export function read(json: string): Report | undefined {
  try {
    const r = record(JSON.parse(json));
    return Array.isArray(r["results"]) ? { results: list(r["results"]).map(result), problems: list(r["problems"]).map(problem) } : undefined;
  } catch {
    return undefined;
  }
}
