// The program that the setting bough.command names: where it is, and what is said if it is not there.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import * as vscode from "vscode";

// Command is a program that exists, with its first arguments.
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
}

// folderOf returns the open folder that contains a file, or the first one.
export function folderOf(uri?: vscode.Uri): vscode.WorkspaceFolder | undefined {
  return (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
}

// configured returns the words of the setting.
function configured(folder?: vscode.WorkspaceFolder): string[] {
  const words = vscode.workspace.getConfiguration("bough", folder).get<unknown>("command");
  return Array.isArray(words) && words.length > 0 && words.every((w) => typeof w === "string") ? words : ["bough"];
}

// command returns the program to run for an open folder, or the reason why there is none.
export function command(folder?: vscode.WorkspaceFolder): Command | string {
  const [name = "", ...args] = configured(folder);
  const cwd = folder?.uri.fsPath;
  const program = find(name, cwd);
  return program ? { program, args, cwd } : `The program ${name} is not found. Bough's trees and scripts are colored, but not completed and checked.`;
}

// find returns the path of a program: below the folder if the name has a slash, and otherwise on PATH. The folder itself is not
// searched, as Windows would, since it can come from anywhere.
export function find(name: string, cwd: string | undefined, path = process.env["PATH"] ?? "", windows = process.platform === "win32"): string | undefined {
  const endings = windows ? ["", ".exe"] : [""];
  const direct = isAbsolute(name) ? [name] : /[\\/]/.test(name) ? [join(cwd ?? ".", name)] : undefined;
  const places = direct ?? path.split(delimiter).filter(isAbsolute).map((dir) => join(dir, name));
  return places.flatMap((place) => endings.map((ending) => place + ending)).find(runs);
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const getIt = "How to get it";
const setIt = "Set the program";

// tell shows why there is no program, with what to do.
export async function tell(reason: string): Promise<void> {
  switch (await vscode.window.showErrorMessage(reason, getIt, setIt)) {
    case getIt:
      await vscode.env.openExternal(vscode.Uri.parse("https://github.com/bough-dev/bough#get-it"));
      break;
    case setIt:
      await vscode.commands.executeCommand("workbench.action.openSettings", "bough.command");
  }
}
