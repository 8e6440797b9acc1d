// Tests beside their lines, and in the view of tests. Which tests a file has, the server says with its code lenses.
import { join } from "node:path";
import * as vscode from "vscode";
import type { LanguageClient, Middleware } from "vscode-languageclient/node";
import { CodeLensRequest, type CodeLens } from "vscode-languageclient/node";
import { command, folderOf, tell } from "./command.ts";
import type { Problem, Report } from "./report.ts";
import { below, scriptsOf, test } from "./run.ts";

const suffix = "_test.lua";
const runTest = "bough.runTest"; // the command of the lenses, with the URI of the file and the name of a test, "" for all

// Tests is the controller of tests: files, and below each its tests.
export class Tests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("bough", "Bough");
  private readonly profile = this.controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request, token) => this.play(request, token), true);
  private client: LanguageClient | undefined;

  // middleware reads the tests of a file when the server knows its text. It runs those of a lens: the server would show only a
  // message.
  readonly middleware: Middleware = {
    didOpen: (document, next) => next(document).then(() => void this.read(document)),
    didSave: (document, next) => next(document).then(() => void this.read(document)),
    executeCommand: (name, args, next) => (name === runTest ? this.run(args[0], args[1]) : next(name, args)),
  };

  constructor() {
    this.controller.resolveHandler = (item) => (item ? this.resolve(item) : this.search());
  }

  // use reads the open files from a server that has started, or takes note that there is none.
  use(client: LanguageClient | undefined): void {
    this.client = client;
    for (const document of vscode.workspace.textDocuments) void this.read(document);
  }

  // run runs the tests of a code lens.
  private async run(uri: unknown, name: unknown): Promise<void> {
    if (typeof uri !== "string" || typeof name !== "string") return;
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    await this.read(document);
    const file = this.controller.items.get(document.uri.toString());
    const item = name === "" ? file : file?.children.get(name);
    if (!item) {
      void vscode.window.showErrorMessage(`There is no test ${name} in ${vscode.workspace.asRelativePath(document.uri)}.`);
      return;
    }
    const request = new vscode.TestRunRequest([item], undefined, this.profile);
    await this.play(request, new vscode.CancellationTokenSource().token);
  }

  dispose(): void {
    this.controller.dispose();
  }

  // search lists the files with tests, but not those of other programs in Lua.
  private async search(): Promise<void> {
    for (const uri of await vscode.workspace.findFiles("**/*" + suffix)) {
      const folder = folderOf(uri);
      if (folder && scriptsOf(folder.uri.fsPath, uri.fsPath) !== undefined) this.file(uri);
    }
  }

  private async resolve(item: vscode.TestItem): Promise<void> {
    if (item.uri) await this.read(await vscode.workspace.openTextDocument(item.uri));
  }

  private file(uri: vscode.Uri): vscode.TestItem {
    const id = uri.toString();
    let item = this.controller.items.get(id);
    if (!item) {
      item = this.controller.createTestItem(id, vscode.workspace.asRelativePath(uri), uri);
      item.canResolveChildren = true;
      this.controller.items.add(item);
    }
    return item;
  }

  // read lists the tests of a file.
  private async read(document: vscode.TextDocument): Promise<void> {
    const client = this.client;
    if (!client || document.uri.scheme !== "file" || !document.uri.path.endsWith(suffix)) return;
    const uri = client.code2ProtocolConverter.asUri(document.uri);
    let lenses: CodeLens[] | null;
    try {
      lenses = await client.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
    } catch (e) {
      if (client === this.client) throw e;
      return; // the server was ended while it was asked; the next one is asked again
    }
    const items = (lenses ?? []).flatMap((lens) => this.item(document.uri, lens) ?? []);
    const file = items.length > 0 ? this.file(document.uri) : this.controller.items.get(document.uri.toString());
    file?.children.replace(items);
  }

  private item(uri: vscode.Uri, lens: CodeLens): vscode.TestItem | undefined {
    const name: unknown = lens.command?.command === runTest ? lens.command.arguments?.[1] : undefined;
    if (typeof name !== "string" || name === "") return undefined;
    const item = this.controller.createTestItem(name, name, uri);
    const { start, end } = lens.range;
    item.range = new vscode.Range(start.line, start.character, end.line, end.character);
    return item;
  }

  // play runs what a request asks for, and shows the results.
  private async play(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    await vscode.workspace.saveAll(false);
    const run = this.controller.createTestRun(request);
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const wanted = request.include ?? [...this.controller.items].map(([, item]) => item);
    for (const item of wanted) {
      if (!item.parent) await this.resolve(item);
      const excluded = (leaf: vscode.TestItem): boolean => request.exclude?.some((e) => e === leaf || e === leaf.parent) ?? false;
      const leaves = (item.parent ? [item] : [...item.children].map(([, leaf]) => leaf)).filter((leaf) => !excluded(leaf));
      if (token.isCancellationRequested || (item.parent && leaves.length === 0)) continue;
      await playFile(run, item, leaves.length > 0 ? leaves : [item], stop.signal); // a file with mistakes has no tests
    }
    run.end();
  }
}

// playFile runs one test, or all tests of a file.
async function playFile(run: vscode.TestRun, item: vscode.TestItem, leaves: vscode.TestItem[], signal: AbortSignal): Promise<void> {
  const folder = folderOf(item.uri);
  const program = command(folder);
  if (typeof program === "string" || !item.uri || !program.cwd) {
    void tell(typeof program === "string" ? program : "Tests run in a folder that is open.");
    return;
  }
  for (const leaf of leaves) run.started(leaf);
  const scripts = scriptsOf(program.cwd, item.uri.fsPath) ?? ".";
  const report = await test(program, scripts, `${below(join(program.cwd, scripts), item.uri.fsPath)}: ${item.parent ? item.id : ""}`, signal);
  if (!signal.aborted) show(run, item, leaves, report, below(program.cwd, item.uri.fsPath), folder);
}

// show shows the results of the tests of a file.
function show(run: vscode.TestRun, item: vscode.TestItem, leaves: vscode.TestItem[], report: Report | string, file: string, folder?: vscode.WorkspaceFolder): void {
  const print = (text: string, at?: vscode.TestItem): void => run.appendOutput(text.replaceAll("\n", "\r\n") + "\r\n", undefined, at);
  if (typeof report === "string") {
    print(report, item);
    for (const leaf of leaves) run.errored(leaf, new vscode.TestMessage(report));
    return;
  }
  const placed = report.problems.filter((p) => p.at.file !== "");
  const problems = placed.length > 0 ? placed : report.problems; // those without a place only say that nothing ran
  for (const p of problems) print(`${p.at.file ? `${p.at.file}:${p.at.line}:${p.at.col}: ` : ""}${p.text}`, item);
  for (const leaf of leaves) {
    const result = report.results.find((r) => r.file === file && r.name === leaf.id);
    for (const line of result?.printed ?? []) print(line, leaf);
    if (!result) {
      const why = problems.map((p) => message(p, folder));
      run.errored(leaf, why.length > 0 ? why : new vscode.TestMessage("there is no such test any more"));
    } else if (result.failure) {
      run.failed(leaf, message(result.failure, folder));
    } else {
      run.passed(leaf);
    }
  }
}

// message returns the message of a problem, at its place.
function message(p: Problem, folder?: vscode.WorkspaceFolder): vscode.TestMessage {
  const m = new vscode.TestMessage(p.text);
  if (folder && p.at.file && p.at.line > 0) {
    m.location = new vscode.Location(vscode.Uri.joinPath(folder.uri, p.at.file), new vscode.Position(p.at.line - 1, Math.max(p.at.col - 1, 0)));
  }
  return m;
}
