// The game of a worker beside the page, as a Source. The worker runs the engine; see worker.ts, and the program engine of package
// playground for the messages.
import { decode, questions, read, SourceError } from "./link.ts";
import { say } from "./say.ts";
import { schema } from "./wire.ts";
import type { Listener, LinkState, Source } from "./link.ts";
import type { Ask, Frame, Hello, Status } from "./wire.ts";

// Project is what a playground opens: a scene with all the files that it needs.
export interface Project {
  name: string;
  scene: string;
  files: Record<string, string>;
}

// Port is the part of a Worker that is used.
export type Port = Pick<Worker, "postMessage" | "addEventListener">;

// Said are the messages of the worker.
type Said =
  | ["ready"]
  | ["opened"]
  | ["failed", why: string]
  | ["answer", number: number, status: number, text: string]
  | ["live", message: string | ArrayBuffer]
  | ["said", line: string]
  | ["loading", share: number]
  | ["gone", why: string]; // "": it has stopped

// Played is a Source that also tells the project as it is now.
export interface Played extends Source {
  project(): Promise<Project>;
}

// silence is how long nothing may arrive before the engine counts as lost. It sends a Status each second, but a long computation,
// such as a ghost, keeps it from that.
const silence = 5000;

// workerSource opens a project in a worker. said is called for each line that the scene prints, and loading with the share of the
// engine that has arrived.
export function workerSource(port: Port, project: Project, said: (line: string) => void, loading: (share: number) => void): Played {
  let listener: Listener | null = null;
  let number = 0;
  let heard = 0;
  let state: LinkState["kind"] = "connecting";
  let watchdog = 0;
  let opened = false; // the engine plays
  const waiting = new Map<number, (status: number, text: string) => void>();
  const asked: Ask = {};

  const report = (kind: LinkState["kind"], text: string) => {
    state = kind;
    listener?.link({ kind, text });
  };

  const answer = (...message: unknown[]) =>
    new Promise<[status: number, text: string]>((resolve) => {
      const n = ++number;
      waiting.set(n, (status, text) => resolve([status, text]));
      port.postMessage([message[0], n, ...message.slice(1)]);
    });

  async function request<T>(method: string, path: string, query: Record<string, string | number | undefined>, body?: object): Promise<T> {
    const q = new URLSearchParams();
    for (const [k, v] of Object.entries(query)) if (v !== undefined && v !== "") q.set(k, String(v));
    return read<T>(...(await answer("ask", method, `/v1/${path}?${q}`, body ? JSON.stringify(body) : "")));
  }

  async function begin(): Promise<void> {
    clearInterval(watchdog);
    try {
      const hello = await request<Hello>("GET", "hello", {});
      if (hello.schema !== schema) return report("schema", say("The engine speaks version {other} of the messages, and this page version {schema}. Write the site again, with one version of Bough.", { other: hello.schema, schema }));
      listener?.greeted(hello);
      port.postMessage(["live", JSON.stringify(asked)]);
      watchdog = window.setInterval(() => {
        if (state === "open" && performance.now() - heard > silence) report("lost", say("The engine has not answered for five seconds."));
      }, 500);
    } catch (e) {
      // A first answer may come late while the browser still compiles the engine.
      if (e instanceof SourceError && e.status === 503) setTimeout(() => void begin(), 100);
      else report("lost", say("The scene does not begin: {why}.", { why: String(e) }));
    }
  }

  function live(message: string | ArrayBuffer): void {
    if (!listener) return;
    if (state !== "open") report("open", "");
    if (typeof message !== "string") return listener.crowd(message);
    const m = decode<Status | Frame>(message);
    if (m.type === "frame") listener.frame(m as Frame);
    else if (m.type === "status") listener.status(m as Status);
  }

  port.addEventListener("message", (event) => {
    const m = (event as MessageEvent<Said>).data;
    heard = performance.now();
    switch (m[0]) {
      case "ready":
        return port.postMessage(["open", JSON.stringify(project)]);
      case "opened":
        opened = true;
        return void begin();
      case "failed":
        return report("lost", say("{name} cannot be played: {why}.", { name: project.name, why: m[1] }));
      case "answer":
        waiting.get(m[1])?.(m[2], m[3]);
        waiting.delete(m[1]);
        return;
      case "live":
        return live(m[1]);
      case "said":
        return said(m[1]);
      case "loading":
        return loading(m[1]);
      case "gone":
        clearInterval(watchdog);
        return report("lost", say("The engine has ended: {why}. Load the page again.", { why: m[1] || say("it has stopped; the console of the browser says why") }));
    }
  });

  return {
    open(l) {
      listener = l;
      report("connecting", "");
      if (opened) void begin();
    },
    close() {
      listener = null; // the engine plays on: another game of it may be opened
      clearInterval(watchdog);
    },
    ask(ask) {
      Object.assign(asked, ask);
      if (state === "open") port.postMessage(["live", JSON.stringify(ask)]);
    },
    ...questions(request),
    project: async () => read<Project>(...(await answer("project"))),
  };
}
