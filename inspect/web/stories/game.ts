// Games for the stories: the program bough, which BOUGH names, with a page of its own.
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = process.env.BOUGH ?? "";
export const root = process.env.BOUGH_ROOT ?? "";

// Game is a process that shows a page.
export interface Game {
  url: string;
  words(): string; // what it has written on standard error
  kill(): Promise<void>;
  end(): Promise<void>; // as Ctrl-C does
}

const running = new Set<ChildProcess>();

// killAll ends the games that a story has left, so that a story which fails ends, too.
export async function killAll(): Promise<void> {
  await Promise.all([...running].map((child) => stop(child, "SIGKILL")));
}

// folder returns a new empty folder, which is removed at the end.
export function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "bough-story-"));
  process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

// start starts bough with arguments and --web in a folder. Tokens and ports are kept in cache. It speaks English unless locale names
// another language, whatever this machine speaks.
export async function start(args: string[], cache = folder(), cwd = root, locale = "C.UTF-8"): Promise<Game> {
  const child = spawn(program, [...args, "--web"], { cwd, env: { ...process.env, LC_ALL: locale, XDG_CACHE_HOME: cache, HOME: cache }, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  child.on("exit", () => running.delete(child));
  let errors = "";
  child.stderr.on("data", (data: Buffer) => void (errors = (errors + data.toString()).slice(-20_000)));
  process.on("exit", () => child.kill("SIGKILL"));
  const url = await new Promise<string>((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (data: Buffer) => {
      out += data.toString();
      const end = out.indexOf("\n");
      if (end >= 0) resolve(out.slice(0, end));
    });
    child.on("exit", (code) => reject(new Error(`bough ${args.join(" ")} ended with ${code}: ${errors}`)));
  });
  return { url, words: () => errors, kill: () => stop(child, "SIGKILL"), end: () => stop(child, "SIGINT") };
}

function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.on("exit", () => resolve());
    child.kill(signal);
  });
}

// run runs bough with arguments, and returns what it prints.
export function run(args: string[], locale = "C.UTF-8", cwd = root): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env: { ...process.env, LC_ALL: locale } }, (e, out, words) => (e ? reject(new Error(`bough ${args.join(" ")}: ${e.message}\n${out}${words}`)) : resolve(out)));
  });
}
