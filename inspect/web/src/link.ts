// The one module that talks to the game. Everything else of the page sees a Source, so that a file or a worker can take the
// place of the server.
import { complete } from "./frames.ts";
import { say } from "./say.ts";
import { lists, schema } from "./wire.ts";
import type { Act, Acted, Agents, Ask, Boards, Change, Changed, Costs, Coverage, Failure, File, Files, Frame, Ghost, Hello, Palette, Population, Ran, RowOf, RowParts, Save, Saved, Series, Stamp, Status, Tree, Used, Why } from "./wire.ts";

// Listener gets what a Source sends unasked.
export interface Listener {
  // greeted is called after each (new) connection, before anything else of it arrives.
  greeted(hello: Hello): void;
  status(status: Status): void;
  frame(frame: Frame): void;
  // crowd gets a binary message; see crowd.ts.
  crowd(message: ArrayBuffer): void;
  // link is called if the state of the connection changes.
  link(state: LinkState): void;
}

// LinkState says whether the game is heard. Text is one sentence for people.
export interface LinkState {
  kind: "connecting" | "open" | "lost" | "refused" | "schema";
  text: string;
}

// Source is a game as the page sees it.
export interface Source {
  // open begins to listen. The listener is called until close.
  open(listener: Listener): void;
  close(): void;
  // ask changes what is sent: a part that is left out stays as it is, also over a new connection.
  ask(ask: Ask): void;
  tree(key: string): Promise<Tree>;
  agents(query: { q?: string; tree?: string; node?: number; tick?: number; after?: number }): Promise<Agents>;
  ran(query: { agent: number; from: number; to: number; level: number }): Promise<Ran>;
  population(query: { tree: string; from: number; to: number; level: number }): Promise<Population>;
  fields(query: { agent: number; name: string; from: number; to: number }): Promise<Series>;
  why(query: { agent: number; node: number; tick: number }): Promise<Why>;
  boards(query: { tick?: number }): Promise<Boards>;
  costs(): Promise<Costs>;
  coverage(path: string): Promise<Coverage>;
  file(path: string): Promise<File>;
  act(act: Act): Promise<Acted>;
  // What a person changes. A save that is refused since the file has changed fails with a Conflict.
  savedFiles(): Promise<Files>;
  saved(path: string): Promise<File>;
  lastGood(path: string): Promise<File>;
  save(path: string, save: Save): Promise<Saved>;
  takeOut(path: string, hash: string): Promise<File>;
  check(save: Save): Promise<Saved>;
  change(change: Change): Promise<Changed>;
  row(of: RowOf): Promise<RowParts>;
  palette(): Promise<Palette>;
  used(path: string): Promise<Used>;
  ghost(save: Save): Promise<Ghost>;
}

// SourceError is a refusal of the game, as one sentence.
export class SourceError extends Error {
  readonly status: number;
  readonly reply: unknown; // what the game answered, if it was JSON
  constructor(message: string, status: number, reply?: unknown) {
    super(message);
    this.status = status;
    this.reply = reply;
  }
}

// failure says why a question has no answer.
export const failure = (e: unknown) => (e instanceof SourceError ? e.message : say("the game does not answer"));

// decode reads a message. Go writes null for an empty list.
export function decode<T>(text: string): T {
  return JSON.parse(text, (key, value: unknown) => (value === null && lists.has(key) ? [] : value)) as T;
}

// takeToken returns the token of the address: all of its fragment, or what stands behind token= in it. It is kept for the
// session of this tab, so that a reload without the fragment goes on.
export function takeToken(hash: string, path: string, storage: Pick<Storage, "getItem" | "setItem"> | null): string {
  const key = "bough-token:" + path;
  const text = hash.replace(/^#/, "");
  const named = /(?:^|&)token=([^&]*)/.exec(text);
  const token = named ? (named[1] ?? "") : /^[\w-]+$/.test(text) ? text : "";
  try {
    if (token !== "") storage?.setItem(key, token);
    return token || storage?.getItem(key) || "";
  } catch {
    return token; // storage is off
  }
}

type Query = Record<string, string | number | undefined>;

// questions returns what a page asks once and gets one answer for. request carries a question to the game; paths are below v1/.
export function questions(request: <T>(method: string, path: string, query: Query, body?: object) => Promise<T>): Omit<Source, "open" | "close" | "ask"> {
  const parts = (path: string) => path.split("/").map(encodeURIComponent).join("/");
  return {
    tree: (key) => request("GET", "trees/" + encodeURIComponent(key), {}),
    agents: (query) => request("GET", "agents", query),
    ran: (query) => request("GET", "ran", query),
    population: (query) => request("GET", "population", query),
    fields: (query) => request("GET", "fields", query),
    why: (query) => request("GET", "why", query),
    boards: (query) => request("GET", "boards", query),
    costs: () => request("GET", "costs", {}),
    coverage: (path) => request("GET", "coverage/" + parts(path), {}),
    file: (path) => request("GET", "files/" + parts(path), {}),
    act: (act) => request("POST", "act", {}, act),
    savedFiles: () => request("GET", "saved", {}),
    saved: (path) => request("GET", "saved/" + parts(path), {}),
    lastGood: (path) => request("GET", "good/" + parts(path), {}),
    save: (path, save) => request("PUT", "files/" + parts(path), {}, save),
    takeOut: (path, hash) => request("DELETE", "files/" + parts(path), { hash }),
    check: (save) => request("POST", "check", {}, save),
    change: (change) => request("POST", "edit", {}, change),
    row: (of) => request("POST", "row", {}, of),
    palette: () => request("GET", "palette", {}),
    ghost: (save) => request("POST", "ghost", {}, save),
    used: (path) => request("GET", "used/" + parts(path), {}),
  };
}

// read returns the answer of a game, or throws its refusal.
export function read<T>(status: number, text: string): T {
  if (status < 300) return decode<T>(text);
  let message = say("the game answered {status}", { status });
  let answer: Failure | undefined;
  try {
    answer = JSON.parse(text) as Failure;
    message = answer.error || message;
  } catch {
    // The answer is not from the game; its status is all there is.
  }
  throw new SourceError(message, status, answer);
}

// silence is how long nothing may arrive before the connection counts as lost. The game sends a Status each second.
const silence = 1700;

// server returns the game behind the page, at addresses relative to base.
export function server(base: string, token: string): Source {
  let listener: Listener | null = null;
  let socket: WebSocket | null = null;
  let heard = 0;
  let attempt = 0;
  let timer = 0;
  let watchdog = 0;
  let state: LinkState["kind"] = "connecting";
  const asked: Ask = { differences: true };
  let has = new Map<number, Frame>(); // the last frame of each agent

  const report = (kind: LinkState["kind"], text: string) => {
    state = kind;
    listener?.link({ kind, text });
  };

  async function request<T>(path: string, query: Query, init: RequestInit = {}): Promise<T> {
    const url = new URL("v1/" + path, base);
    for (const [k, v] of Object.entries(query)) if (v !== undefined && v !== "") url.searchParams.set(k, String(v));
    const reply = await fetch(url, { ...init, headers: { ...init.headers, Authorization: "Bearer " + token }, cache: "no-store", credentials: "omit" });
    const value = read<T & Stamp>(reply.status, await reply.text());
    if (value.schema !== schema) {
      mismatch(value.schema);
      throw new SourceError(say("the game speaks schema {schema}", { schema: value.schema }), 0);
    }
    return value;
  }

  function mismatch(other: number): void {
    report("schema", say("The game speaks version {other} of the messages, and this page version {schema}. Load the page again.", { other, schema }));
    stop();
  }

  function stop(): void {
    clearTimeout(timer);
    clearInterval(watchdog);
    const s = socket;
    socket = null;
    s?.close();
  }

  function again(text: string): void {
    stop();
    if (!listener) return;
    if (state !== "lost") report("lost", text);
    attempt++;
    timer = window.setTimeout(connect, Math.min(3000, 250 * 2 ** attempt));
  }

  async function connect(): Promise<void> {
    try {
      const hello = await request<Hello>("hello", {}, { signal: AbortSignal.timeout(3000) });
      if (!listener) return;
      listener.greeted(hello);
    } catch (e) {
      if (state === "schema" || !listener) return;
      if (e instanceof SourceError && (e.status === 401 || e.status === 403)) {
        report("refused", token === "" ? say("The address has no token. Open the address that the program printed, with all that stands behind #.") : say("The game refuses the token: {why}.", { why: e.message }));
        attempt = 6;
        timer = window.setTimeout(connect, 3000);
        return;
      }
      return again(say("The game does not answer."));
    }
    const url = new URL("v1/live", base);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const s = new WebSocket(url);
    s.binaryType = "arraybuffer";
    socket = s;
    has = new Map();
    heard = performance.now();
    s.onopen = () => {
      s.send(JSON.stringify({ ...asked, token } satisfies Ask));
    };
    s.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
      if (socket !== s || !listener) return;
      heard = performance.now();
      if (state !== "open") {
        attempt = 0;
        report("open", "");
      }
      if (typeof event.data !== "string") return listener.crowd(event.data);
      const message = decode<Status | Frame>(event.data);
      if (message.schema !== schema) return mismatch(message.schema);
      if (message.type === "frame") {
        const part = message as Frame;
        const f = complete(part, has.get(part.agent));
        // Without the frame before, this one is of no use; an ask with watch brings a whole one.
        if (!f) return s.send(JSON.stringify({ watch: asked.watch } satisfies Ask));
        has.set(f.agent, f);
        listener.frame(f);
      }
      else if (message.type === "status") listener.status(message as Status);
    };
    s.onclose = (event) => {
      if (socket !== s) return;
      again(event.reason ? say("The game has closed the connection: {why}.", { why: event.reason }) : say("The connection to the game is lost."));
    };
    clearInterval(watchdog);
    watchdog = window.setInterval(() => {
      if (socket === s && performance.now() - heard > silence) again(say("Nothing has been heard from the game for two seconds."));
    }, 100);
  }

  return {
    open(l) {
      listener = l;
      report("connecting", "");
      void connect();
    },
    close() {
      listener = null;
      stop();
    },
    ask(ask) {
      Object.assign(asked, ask);
      for (const id of has.keys()) if (!asked.watch?.includes(id)) has.delete(id);
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(ask));
    },
    ...questions((method, path, query, body) => request(path, query, body ? { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } } : { method })),
  };
}
