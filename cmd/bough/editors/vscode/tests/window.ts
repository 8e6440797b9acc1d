// The window: messages, outputs, commands, and the view of tests. What it would show is kept for the story.
import type * as api from "vscode";
import * as vscode from "vscode";
import { Disposable, EventEmitter } from "./events.ts";

// log has what would stand in outputs; messages what would be shown, with its buttons.
export const log: string[] = [];
export const messages: string[] = [];

const registeredCommands = new Map<string, (...args: unknown[]) => unknown>();

export const commands = {
  registerCommand: (name: string, run: (...args: unknown[]) => unknown, self?: unknown) => {
    if (registeredCommands.has(name)) throw new Error(`command '${name}' already exists`);
    registeredCommands.set(name, (...args) => run.apply(self, args));
    return new Disposable(() => registeredCommands.delete(name));
  },
  executeCommand: async (name: string, ...args: unknown[]): Promise<unknown> => {
    const run = registeredCommands.get(name);
    if (!run) throw new Error(`command '${name}' not found`);
    return run(...args);
  },
};

// message shows a message, and nobody presses a button.
async function message(text: string, ...buttons: unknown[]): Promise<undefined> {
  messages.push([text, ...buttons.filter((b) => typeof b === "string")].join(" | "));
  arrived.fire();
}

const arrived = new EventEmitter<void>();

// nextMessage takes the first message, and waits for it.
export async function nextMessage(): Promise<string> {
  if (messages.length === 0) await new Promise<void>((resolve) => arrived.event(() => resolve()));
  return messages.shift() ?? "";
}

const write = (text: string): void => void log.push(text);

function createOutputChannel(name: string): Pick<api.LogOutputChannel, keyof api.LogOutputChannel> {
  return {
    name,
    logLevel: vscode.LogLevel.Info,
    onDidChangeLogLevel: new EventEmitter<api.LogLevel>().event,
    append: write,
    appendLine: write,
    replace: write,
    trace: write,
    debug: write,
    info: write,
    warn: write,
    error: (e) => write(String(e)),
    clear: () => undefined,
    show: () => undefined,
    hide: () => undefined,
    dispose: () => undefined,
  };
}

// terminals has what runs in terminals.
export const terminals: api.Pseudoterminal[] = [];

// output waits until a terminal has written a text.
export async function output(terminal: api.Pseudoterminal, text: string): Promise<void> {
  let all = "";
  await new Promise<void>((resolve) => terminal.onDidWrite((part) => (all += part).includes(text) && resolve()));
}

function createTerminal(options: api.ExtensionTerminalOptions): Pick<api.Terminal, "name" | "show"> {
  terminals.push(options.pty);
  options.pty.open(undefined);
  return { name: options.name, show: () => undefined };
}

const framed = new EventEmitter<string>();

// nextPage waits until a document is shown in a panel, and returns it.
export function nextPage(): Promise<string> {
  return new Promise((resolve) => framed.event(resolve));
}

function createWebviewPanel(): { webview: { html: string }; onDidDispose: api.Event<void>; reveal(): void } {
  const webview = {
    set html(text: string) {
      framed.fire(text);
    },
  };
  return { webview, onDidDispose: new EventEmitter<void>().event, reveal: () => undefined };
}

export const window = {
  createTerminal,
  createWebviewPanel,
  activeTextEditor: undefined,
  visibleTextEditors: [],
  tabGroups: { all: [], onDidChangeTabs: new EventEmitter<api.TabChangeEvent>().event, onDidChangeTabGroups: new EventEmitter<api.TabGroupChangeEvent>().event },
  onDidChangeActiveTextEditor: new EventEmitter<api.TextEditor | undefined>().event,
  onDidChangeVisibleTextEditors: new EventEmitter<readonly api.TextEditor[]>().event,
  showInformationMessage: message,
  showWarningMessage: message,
  showErrorMessage: message,
  createOutputChannel,
  withProgress: <R>(_: api.ProgressOptions, run: (p: api.Progress<unknown>, token: api.CancellationToken) => Thenable<R>) =>
    run({ report: () => undefined }, new vscode.CancellationTokenSource().token),
};

// results has a line for each result of a test, and for what a run prints.
export const results: string[] = [];

class Items {
  private readonly map = new Map<string, Item>();
  constructor(private readonly parent?: Item) {}
  get size(): number {
    return this.map.size;
  }
  add(item: Item): void {
    item.parent = this.parent;
    this.map.set(item.id, item);
  }
  replace(items: readonly Item[]): void {
    this.map.clear();
    items.forEach((i) => this.add(i));
  }
  delete(id: string): void {
    this.map.delete(id);
  }
  get(id: string): Item | undefined {
    return this.map.get(id);
  }
  forEach(callback: (item: Item) => unknown): void {
    this.map.forEach((item) => callback(item));
  }
  [Symbol.iterator](): Iterator<[string, Item]> {
    return this.map[Symbol.iterator]();
  }
}

class Item {
  parent: Item | undefined;
  range: api.Range | undefined;
  canResolveChildren = false;
  readonly children = new Items(this);
  constructor(
    readonly id: string,
    readonly label: string,
    readonly uri?: api.Uri,
  ) {}
}

export const testItems = new Items();

const said = (m: api.TestMessage | readonly api.TestMessage[]): string =>
  ("message" in m ? [m] : m).map((one) => `${one.location ? `${one.location.range.start.line + 1}:${one.location.range.start.character + 1}: ` : ""}${String(one.message)}`).join("; ");

export const tests = {
  createTestController: (id: string, label: string) => ({
    id,
    label,
    items: testItems,
    resolveHandler: undefined,
    createRunProfile: () => ({}),
    createTestItem: (name: string, text: string, uri?: api.Uri) => new Item(name, text, uri),
    createTestRun: () => ({
      started: (item: Item) => void results.push(`started ${item.id}`),
      passed: (item: Item) => void results.push(`passed ${item.id}`),
      failed: (item: Item, m: api.TestMessage) => void results.push(`failed ${item.id}: ${said(m)}`),
      errored: (item: Item, m: api.TestMessage | api.TestMessage[]) => void results.push(`errored ${item.id}: ${said(m)}`),
      appendOutput: (text: string) => void results.push(text.trim()),
      end: () => void results.push("end"),
    }),
    dispose: () => undefined,
  }),
};

export class TestMessage {
  location?: api.Location;
  constructor(public message: string) {}
}

export class TestRunRequest {
  constructor(
    readonly include?: readonly Item[],
    readonly exclude?: readonly Item[],
    readonly profile?: unknown,
  ) {}
}

export const env = {
  appName: "Visual Studio Code",
  appHost: "desktop",
  language: "en",
  uiKind: 1,
  openExternal: async () => true,
  asExternalUri: async (uri: api.Uri) => uri,
};

export const version = "1.91.0";

export class ThemeIcon {
  constructor(readonly id: string) {}
}
