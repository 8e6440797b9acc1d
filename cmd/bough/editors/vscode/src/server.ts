// The language server: bough lsp.
import { spawn, type ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import { CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn, type DocumentSelector, type ErrorHandler, type Middleware } from "vscode-languageclient/node";
import { command, folderOf, tell, type Command } from "./command.ts";

// selector has the documents that the server is told about. It ignores Lua outside of folders of scripts.
const selector: DocumentSelector = ["bough-tree", "bough-scene", "bough-fields", "lua"].map((language) => ({ scheme: "file", language }));

const restarts = 4; // of a server that crashes, in three minutes

// Client shows no messages of its own until it is started.
class Client extends LanguageClient {
  silent = true;

  override error(message: string, data?: unknown, show?: boolean | "force"): void {
    super.error(message, data, this.silent ? false : show);
  }
}

// Server is the language server of the window. It starts anew when the setting changes.
export class Server implements vscode.Disposable {
  client: LanguageClient | undefined;
  private readonly channel = vscode.window.createOutputChannel("Bough", { log: true });
  private last: Promise<void> = Promise.resolve();

  // changed is called with the client when the server answers, and without one before it ends.
  constructor(
    private readonly changed: (client: LanguageClient | undefined) => void,
    private readonly middleware: Middleware,
  ) {}

  // restart ends the server, if it runs, and starts it. Calls follow each other.
  restart(): Promise<void> {
    this.last = this.last.then(() => this.stop()).then(() => this.start());
    return this.last;
  }

  private async start(): Promise<void> {
    const found = command(folderOf());
    if (typeof found === "string") {
      void tell(found);
      return;
    }
    let server: Process | undefined;
    const run = async (): Promise<ChildProcess> => (server = new Process(found)).child;
    // A program that has no server, or does not compile, ends at once: one message says so, and it is not started again.
    let ready: ErrorHandler | undefined;
    const client = new Client("bough", "Bough", run, {
      documentSelector: selector,
      outputChannel: this.channel,
      middleware: this.middleware,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: (...args) => ready?.error(...args) ?? { action: ErrorAction.Shutdown, handled: true },
        closed: () => ready?.closed() ?? { action: CloseAction.DoNotRestart, handled: true },
      },
    });
    try {
      await client.start();
    } catch (e) {
      const first = (await server?.end()) || (e instanceof Error ? e.message : String(e));
      void tell(`${[found.program, ...found.args].join(" ")} lsp does not start: ${first}`);
      return;
    }
    ready = client.createDefaultErrorHandler(restarts);
    client.silent = false;
    this.client = client;
    this.changed(client);
  }

  // stop ends the server.
  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.changed(undefined);
    await client?.dispose();
  }

  dispose(): void {
    this.channel.dispose();
  }
}

// Process is a server that has been started, with what it says on its standard error.
class Process {
  readonly child: ChildProcess;
  private said = "";
  private readonly closed: Promise<void>;

  constructor(found: Command) {
    this.child = spawn(found.program, [...found.args, "lsp"], { cwd: found.cwd });
    this.child.stderr?.on("data", (text: Buffer) => (this.said = (this.said + text.toString()).slice(-2000)));
    this.closed = new Promise((resolve) => {
      this.child.once("close", () => resolve());
      this.child.on("error", (e) => {
        this.said ||= e.message;
        resolve();
      });
    });
  }

  // end ends the process, and returns the first line that it said.
  async end(): Promise<string> {
    this.child.kill();
    await this.closed;
    return this.said.trim().split("\n")[0] ?? "";
  }
}
