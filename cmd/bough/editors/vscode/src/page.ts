// The page of a running game, in a panel; and a game that is played in a terminal.
import { spawn, type ChildProcess } from "node:child_process";
import * as vscode from "vscode";
import { command, folderOf, tell } from "./command.ts";

const windows = process.platform === "win32";

// addressIn returns the address of a page in what bough play --web prints, or undefined.
export function addressIn(text: string): string | undefined {
  return /^https?:\/\/\S+\/#\S+/m.exec(text)?.[0];
}

// showPage shows the page of a game: it plays one, of a tree or a scene if the lens names one, or asks for the address of one
// that runs.
export async function showPage(what: unknown): Promise<void> {
  if (typeof what === "string" && what !== "") {
    play([what]);
    return;
  }
  const start = "Play in a terminal";
  const other = "A game that runs";
  const pick = await vscode.window.showQuickPick(
    [
      { label: start, description: "bough play --web" },
      { label: other, description: "enter the address of its page" },
    ],
    { title: "Show the page of a game" },
  );
  if (pick?.label === start) play([]);
  if (pick?.label !== other) return;
  const address = await vscode.window.showInputBox({
    title: "The address of the page",
    prompt: "As bough play --web and the program of a game print it, with what is after #.",
    placeHolder: "http://127.0.0.1:8080/#secret",
    ignoreFocusOut: true,
    validateInput: (text) => (addressIn(text.trim()) === text.trim() ? undefined : "This is no address with a secret, such as http://127.0.0.1:8080/#secret"),
  });
  if (address) await open(address.trim());
}

// play plays in a terminal, and opens the page.
function play(what: readonly string[]): void {
  const program = command(folderOf(vscode.window.activeTextEditor?.document.uri));
  if (typeof program === "string") {
    void tell(program);
    return;
  }
  const game = new Game(program.program, [...program.args, "play", ...what, "--web"], program.cwd);
  vscode.window.createTerminal({ name: ["Bough", ...what].join(" "), pty: game, iconPath: new vscode.ThemeIcon("play") }).show(true);
}

// Game is a program in a terminal. Ctrl-C and the closing of the terminal end it. A terminal with a shell would not tell what
// is printed.
class Game implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly closed = new vscode.EventEmitter<number | void>();
  readonly onDidWrite = this.written.event;
  readonly onDidClose = this.closed.event;
  private process: ChildProcess | undefined;
  private out = ""; // what is printed before the address

  constructor(
    private readonly program: string,
    private readonly args: readonly string[],
    private readonly cwd: string | undefined,
  ) {}

  open(): void {
    this.write(`> ${[this.program, ...this.args].join(" ")}\n`);
    const game = spawn(this.program, this.args, { cwd: this.cwd, stdio: ["ignore", "pipe", "pipe"], detached: !windows });
    this.process = game;
    let shown = false;
    game.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.write(text);
      if (shown) return;
      this.out += text;
      const address = this.out.includes("\n") ? addressIn(this.out) : undefined;
      if (!address) return;
      shown = true;
      void open(address);
    });
    game.stderr.setEncoding("utf8").on("data", (text: string) => this.write(text));
    game.on("error", (e) => this.write(e.message + "\n"));
    game.on("close", (code) => this.write(code === 0 ? "It has ended.\n" : `It has ended with ${code ?? "a signal"}.\n`));
  }

  close(): void {
    this.end("SIGTERM");
  }

  handleInput(data: string): void {
    if (data.includes("\x03")) this.end("SIGINT");
  }

  // end ends the program and what it has started, such as the game of go run.
  private end(signal: NodeJS.Signals): void {
    const pid = this.process?.pid;
    if (pid === undefined || this.process?.exitCode !== null) return;
    if (windows) spawn("taskkill", ["/pid", String(pid), "/T", "/F"]);
    else process.kill(-pid, signal);
  }

  private write(text: string): void {
    this.written.fire(text.replace(/\r?\n/g, "\r\n"));
  }
}

let panel: vscode.WebviewPanel | undefined;

// open shows a page in the panel. In a browser it opens a tab: the page may be framed only by the program VS Code.
async function open(address: string): Promise<void> {
  // What is after # would get lost on the way to an address outside.
  const uri = vscode.Uri.parse(address, true);
  const local = (await vscode.env.asExternalUri(uri.with({ fragment: "" }))).with({ fragment: uri.fragment });
  if (vscode.env.uiKind === vscode.UIKind.Web) {
    await vscode.env.openExternal(local);
    return;
  }
  if (!panel) {
    panel = vscode.window.createWebviewPanel("bough.page", "Bough", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: true, retainContextWhenHidden: true });
    panel.onDidDispose(() => (panel = undefined));
  }
  panel.webview.html = html(local.toString(true));
  panel.reveal(undefined, true);
}

// html returns the document of the panel, which may contain nothing but the page.
export function html(address: string): string {
  const quoted = address.replace(/[&"<>]/g, (c) => `&#${c.charCodeAt(0)};`);
  const origin = new URL(address).origin;
  return `<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src ${origin}; style-src 'unsafe-inline'">
<style>
html, body { height: 100%; margin: 0; padding: 0; overflow: hidden }
body { display: flex; flex-direction: column }
a { padding: 2px 8px }
iframe { flex: 1; border: 0 }
</style>
</head>
<body><a href="${quoted}">Open in the browser</a><iframe src="${quoted}" allow="clipboard-read; clipboard-write"></iframe></body>
</html>`;
}
