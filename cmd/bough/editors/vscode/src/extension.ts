// The extension: it starts the language server, shows tests beside their lines, and shows the page of a game.
//
//   command.ts  the program that runs, and what is said if it is not found
//   server.ts   the language server
//   tests.ts    tests in the gutter; report.ts: what bough test --json prints
//   page.ts     the page of a running game, and a game in a terminal
import * as vscode from "vscode";
import { showPage } from "./page.ts";
import { Server } from "./server.ts";
import { Tests } from "./tests.ts";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const tests = new Tests();
  const running = new Server((client) => tests.ask(client));
  server = running;
  context.subscriptions.push(
    running,
    tests,
    vscode.commands.registerCommand("bough.runTest", (uri: unknown, name: unknown) => tests.run(uri, name)),
    vscode.commands.registerCommand("bough.showPage", (tree: unknown) => showPage(tree)),
    vscode.commands.registerCommand("bough.restart", () => running.restart()),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration("bough.command")) void running.restart();
    }),
  );
  await running.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
