// The extension: it starts the language server, shows tests beside their lines, and shows the page of a game.
//
//   command.ts     the program that runs, and what is said if it is not found
//   server.ts      the language server
//   references.ts  the lens that says where a name is used
//   tests.ts       tests beside their lines; run.ts runs bough test, and report.ts reads what it prints
//   page.ts        the page of a running game, and a game in a terminal
import * as vscode from "vscode";
import { showPage } from "./page.ts";
import { showReferences } from "./references.ts";
import { Server } from "./server.ts";
import { Tests } from "./tests.ts";

let server: Server | undefined;

export async function activate(context: Pick<vscode.ExtensionContext, "subscriptions">): Promise<void> {
  const tests = new Tests();
  const running = new Server((client) => tests.use(client), tests.middleware);
  server = running;
  context.subscriptions.push(
    running,
    tests,
    vscode.commands.registerCommand("bough.showReferences", (...args: unknown[]) => showReferences(running.client, args)),
    vscode.commands.registerCommand("bough.showPage", (tree: unknown) => showPage(tree)),
    vscode.commands.registerCommand("bough.restart", () => running.restart()),
    vscode.workspace.onDidChangeConfiguration((e) => {
      if (e.affectsConfiguration("bough.command")) void running.restart();
    }),
  );
  if (await isUsed()) await running.restart();
  else context.subscriptions.push(onFirst(() => void running.restart()));
}

const isOurs = (document: vscode.TextDocument): boolean => document.languageId.startsWith("bough-");

// isUsed reports whether there are files of Bough: the extension is also active for Lua of other programs, where it must not ask for
// a program that nobody needs.
async function isUsed(): Promise<boolean> {
  return vscode.workspace.textDocuments.some(isOurs) || (await vscode.workspace.findFiles("**/{*.bt,agent.fields}", "**/node_modules/**", 1)).length > 0;
}

// onFirst calls a function when a document of Bough is first opened.
function onFirst(call: () => void): vscode.Disposable {
  const listener = vscode.workspace.onDidOpenTextDocument((document) => {
    if (!isOurs(document)) return;
    listener.dispose();
    call();
  });
  return listener;
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
