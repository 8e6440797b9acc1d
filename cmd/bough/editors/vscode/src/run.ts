// Running bough test in the folder that is open.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import type { Command } from "./command.ts";
import { read, type Report } from "./report.ts";

// scriptsOf returns the folder of scripts that a test file belongs to, from the open folder, with slashes: as for the language
// server, the nearest one that has agent.fields or bough.root or is called scripts. It returns undefined if there is none.
export function scriptsOf(cwd: string, file: string): string | undefined {
  for (let dir = dirname(file); ; dir = dirname(dir)) {
    const path = below(cwd, dir);
    if (path.startsWith("..") || isAbsolute(path)) return undefined;
    if (basename(dir) === "scripts" || ["agent.fields", "bough.root"].some((name) => existsSync(join(dir, name)))) return path || ".";
    if (path === "") return undefined;
  }
}

// below returns the path of a file from a folder, with slashes.
export function below(folder: string, file: string): string {
  return relative(folder, file).replaceAll("\\", "/");
}

// test runs the tests of a folder of scripts whose "FILE: NAME" contains the filter; FILE is the path below the folder. It returns what went wrong if there is no
// report. The signal ends the program.
export function test(program: Command, scripts: string, filter: string, signal: AbortSignal): Promise<Report | string> {
  const args = [...program.args, "test", scripts, "--json", ...(filter ? ["--filter=" + filter] : [])];
  return new Promise((resolve) => {
    execFile(program.program, args, { cwd: program.cwd, signal, maxBuffer: 1 << 26 }, (error, out, errors) => {
      resolve(read(out) ?? (errors.trim() || error?.message || "bough test prints nothing"));
    });
  });
}
