// The language server: bough lsp.
import * as vscode from "vscode";
import { LanguageClient, TransportKind, type DocumentSelector, type ExecuteCommandMiddleware } from "vscode-languageclient/node";
import { command, folderOf, tell } from "./command.ts";

// selector has the documents that the server is told about. It ignores Lua outside of folders of scripts.
const selector: DocumentSelector = ["bough-tree", "bough-scene", "bough-fields", "lua"].map((language) => ({ scheme: "file", language }));

// Server is the language server of the window. It starts anew when the setting changes.
export class Server implements vscode.Disposable {
  client: LanguageClient | undefined;
  private readonly channel = vscode.window.createOutputChannel("Bough", { log: true });
  private last: Promise<void> = Promise.resolve();

  // changed is called with the client when the server answers, and without one before it ends. The commands of its lenses go
  // through the middleware.
  constructor(
    private readonly changed: (client: LanguageClient | undefined) => void,
    private readonly middleware: ExecuteCommandMiddleware,
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
    const client = new LanguageClient(
      "bough",
      "Bough",
      { command: found.program, args: [...found.args, "lsp"], options: { cwd: found.cwd }, transport: TransportKind.stdio },
      { documentSelector: selector, outputChannel: this.channel, middleware: this.middleware },
    );
    try {
      await client.start();
    } catch (e) {
      void tell(`The language server of Bough does not start: ${e instanceof Error ? e.message : String(e)}. The output "Bough" has what it printed.`);
      return;
    }
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
