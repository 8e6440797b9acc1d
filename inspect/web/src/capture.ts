// Scenes and tests that are made from what was just seen.
import { isName } from "./name.ts";
import { say } from "./say.ts";
import type { Board, Field, Frame, Row } from "./wire.ts";

// written returns a value as scenes and tests take it, "" for one that they cannot take, such as another agent.
export function written(f: Pick<Field, "kind" | "text" | "exact">): string {
  const text = f.exact ?? f.text;
  if (text.endsWith("…") || text.includes("#") && f.kind === "table") return ""; // cut off, or with agents in it
  return ["boolean", "number", "string", "table"].includes(f.kind) ? text : "";
}

// split returns the fields that can be written, and the names of the others.
function split(fields: readonly Field[]): { given: [string, string][]; lost: string[] } {
  const given: [string, string][] = [];
  const lost: string[] = [];
  for (const f of fields) {
    if (f.kind === "nil" || ["id", "name", "dt"].includes(f.name)) continue;
    const text = isName(f.name) ? written(f) : "";
    if (text === "") lost.push(f.name);
    else given.push([f.name, text]);
  }
  return { given, lost };
}

const leftOut = (fields: string[]) => (fields.length > 0 ? say("not taken over: {fields}", { fields: fields.join(", ") }) : "");

// sceneOf returns a scene in which an agent begins with its fields of a tick, and boards with their entries.
export function sceneOf(f: Frame, tree: string, boards: readonly Board[], step: number): string {
  const { given, lost } = split(f.fields);
  const list = [say("# {label} with its fields of tick {tick}. It begins at the root: what its behaviors remembered is not part of it.", { label: f.label, tick: f.tick })];
  if (lost.length > 0) list.push(`# ${leftOut(lost)}`);
  list.push(`dt ${Number(step.toPrecision(6))}`);
  for (const b of boards) {
    const entries = split(b.entries).given;
    const name = isName(b.name) ? b.name : JSON.stringify(b.name);
    if (entries.length > 0) list.push(`board ${name} ${entries.map(([n, v]) => `${n}=${v}`).join(" ")}`);
  }
  list.push([`spawn ${tree.includes(" ") ? `"${tree}"` : tree}`, ...given.map(([n, v]) => `${n}=${v}`)].join(" "));
  list.push("tick", "explain", `tick ${Math.max(1, Math.round(2 / step))}`, "");
  return list.join("\n");
}

// testOf returns a test that expects of an agent with these fields what it did in that tick.
export function testOf(f: Frame, tree: string, boards: readonly Board[], step: number, rows: readonly Row[]): string {
  const { given, lost } = split(f.fields);
  const running = f.rows.filter((r) => r.mark === "runs");
  const node = rows[running.at(-1)?.node ?? -1];
  const name = node ? node.path.split("/").at(-1)?.replace(/#\d+$/, "") ?? "" : "";
  const list = ["return {", `  [${JSON.stringify(name ? say("{label} of tick {tick} runs {name}", { label: f.label, tick: f.tick, name }) : say("{label} of tick {tick}", { label: f.label, tick: f.tick }))}] = function(t)`];
  if (lost.length > 0) list.push(`    -- ${leftOut(lost)}`);
  list.push(`    t.step(${Number(step.toPrecision(6))})`);
  for (const b of boards) for (const [n, v] of split(b.entries).given) list.push(`    t.board(${JSON.stringify(b.name)}).${n} = ${v}`);
  list.push(`    local agent = t.spawn(${JSON.stringify(tree)}, {${given.length > 0 ? ` ${given.map(([n, v]) => `${n} = ${v}`).join(", ")} ` : ""}})`, "    t.tick()");
  if (name) list.push(`    t.expect_active(agent, ${JSON.stringify(name)})`);
  list.push("  end,", "}", "");
  return list.join("\n");
}

// free returns a name that no file has yet.
export function free(stem: string, ending: string, taken: (path: string) => boolean): string {
  for (let i = 1; ; i++) {
    const path = `${stem}${i > 1 ? `_${i}` : ""}${ending}`;
    if (!taken(path)) return path;
  }
}
