// What a person does in the editor, for the story: it opens files, types, takes completions and quick fixes, and reads what is
// shown. Each function calls the registered providers as VS Code does.
import assert from "node:assert/strict";
import { relative } from "node:path";
import type * as api from "vscode";
import * as vscode from "vscode";
import { Document } from "./document.ts";
import { diagnostics, legend, onDidShow, providers } from "./languages.ts";
import { Range, TextEdit } from "./values.ts";
import { edit, workspace, write } from "./workspace.ts";

const token = new vscode.CancellationTokenSource().token;
const limit = 20_000; // milliseconds until what is awaited is taken for missing

const root = (): string => workspace.workspaceFolders[0]?.uri.fsPath ?? "";

// at returns the URI of a file of the project.
export function at(path: string): api.Uri {
  return vscode.Uri.file(`${root()}/${path}`);
}

// name returns the path of a file in the project, with slashes.
export function name(uri: api.Uri): string {
  return relative(root(), uri.fsPath).replaceAll("\\", "/");
}

export function open(path: string): Promise<Document> {
  return workspace.openTextDocument(at(path));
}

// spot returns the position of the mark | in a text that the document has once, such as "flee|".
export function spot(document: Document, marked: string): api.Position {
  const text = marked.replace("|", "");
  const first = document.getText().indexOf(text);
  assert.ok(first >= 0 && document.getText().indexOf(text, first + 1) < 0, `${name(document.uri)} does not have ${JSON.stringify(text)} once:\n${document.getText()}`);
  return document.positionAt(first + marked.indexOf("|"));
}

// type types a text at a mark, and returns the position behind it.
export function type(document: Document, marked: string, text: string): api.Position {
  const from = spot(document, marked);
  const offset = document.offsetAt(from);
  edit(document, [new TextEdit(new Range(from, from), text)]);
  return document.positionAt(offset + text.length);
}

// replace replaces a text that the document has once.
export function replace(document: Document, text: string, by: string): void {
  const from = spot(document, "|" + text);
  edit(document, [new TextEdit(new Range(from, document.positionAt(document.offsetAt(from) + text.length)), by)]);
}

// shown returns positions and ranges as people count: from 1 on, in UTF-16 units.
export function shown(range: api.Range): string {
  const end = range.end.line === range.start.line ? `${range.end.character + 1}` : `${range.end.line + 1}:${range.end.character + 1}`;
  return `${range.start.line + 1}:${range.start.character + 1}-${end}`;
}

function words(text: string | api.MarkdownString | undefined): string {
  return typeof text === "string" ? text : (text?.value ?? "");
}

// codeOf returns the code of a diagnostic.
function codeOf(d: api.Diagnostic): string {
  return String(typeof d.code === "object" ? d.code.value : d.code);
}

let edits = 0;

// problems checks the diagnostics of all files: for each "FILE LINE:COL-COL CODE MESSAGE". The server makes them a moment after a
// change. So a mistake of a new number is typed into a project beside, whose diagnostics come after those of all others.
export async function problems(...want: string[]): Promise<void> {
  const beside = "zz/scripts/beside.bt";
  if (edits === 0) write(at(beside), "");
  const document = await open(beside);
  const mistake = `missing${++edits}`;
  edit(document, [new TextEdit(new Range(new vscode.Position(0, 0), document.positionAt(document.getText().length)), `tree beside\n  ${mistake}\n`)]);
  await until(() => diagnostics().some(([uri, d]) => name(uri) === beside && d.message.includes(mistake)));
  const shownNow = diagnostics().filter(([uri]) => name(uri) !== beside);
  assert.deepEqual(shownNow.map(([uri, d]) => `${name(uri)} ${shown(d.range)} ${codeOf(d)} ${d.message}`).sort(), want.sort());
}

// until waits until something holds about the diagnostics.
function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the diagnostics do not come")), limit);
    const listener = onDidShow(check);
    function check(): void {
      if (!holds()) return;
      clearTimeout(timer);
      listener.dispose();
      resolve();
    }
    check();
  });
}

// offered returns the completions at a position whose names begin with the word before it.
export async function offered(document: Document, position: api.Position): Promise<api.CompletionItem[]> {
  const context = { triggerKind: vscode.CompletionTriggerKind.Invoke, triggerCharacter: undefined };
  const lists = await Promise.all(providers("completion", document).map((p) => p.provideCompletionItems(document, position, token, context)));
  const items = lists.flatMap((l) => (!l ? [] : Array.isArray(l) ? l : l.items));
  return items
    .filter((i) => (i.filterText ?? labelOf(i)).startsWith(document.getText(new Range(rangeOf(document, position, i).start, position))))
    .sort((a, b) => compare(a.sortText ?? labelOf(a), b.sortText ?? labelOf(b)));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function labelOf(item: api.CompletionItem): string {
  return typeof item.label === "string" ? item.label : item.label.label;
}

// rangeOf returns what a completion replaces.
function rangeOf(document: Document, position: api.Position, item: api.CompletionItem): api.Range {
  const r = item.range;
  if (r) return "inserting" in r ? r.inserting : r;
  return document.getWordRangeAtPosition(position) ?? new Range(position, position);
}

// names returns the labels of the completions at a mark.
export async function names(document: Document, marked: string): Promise<string[]> {
  return (await offered(document, spot(document, marked))).map(labelOf);
}

// accept takes a completion at a mark. The lines of a snippet are indented as the line is.
export async function accept(document: Document, marked: string, label: string): Promise<api.CompletionItem> {
  const position = spot(document, marked);
  const items = await offered(document, position);
  const item = items.find((i) => labelOf(i) === label);
  assert.ok(item, `no completion ${label} at ${marked}, but ${items.map(labelOf).join(", ")}`);
  const given = item.insertText ?? labelOf(item);
  const indent = /^[ \t]*/.exec(document.lineAt(position.line).text)?.[0] ?? "";
  const text = typeof given === "string" ? given : expanded(given.value).replaceAll("\n", "\n" + indent);
  edit(document, [new TextEdit(rangeOf(document, position, item), text), ...(item.additionalTextEdits ?? [])]);
  return item;
}

// expanded returns the text of a snippet, with the defaults of its places.
function expanded(snippet: string): string {
  return snippet.replace(/\$\{\d+:([^}]*)\}|\$\{?\d+\}?/g, "$1").replace(/\\([$}\\])/g, "$1");
}

// hover returns what is shown about a name.
export async function hover(document: Document, marked: string): Promise<string> {
  const list = await Promise.all(providers("hover", document).map((p) => p.provideHover(document, spot(document, marked), token)));
  return list.flatMap((h) => (h ? [`${h.range ? shown(h.range) : ""} ${h.contents.map((c) => (typeof c === "object" && "value" in c ? c.value : c)).join("\n")}`] : [])).join("\n");
}

function place(l: api.Location | api.LocationLink): string {
  return "targetUri" in l ? `${name(l.targetUri)} ${shown(l.targetRange)}` : `${name(l.uri)} ${shown(l.range)}`;
}

// definition returns the places of the definition of a name.
export async function definition(document: Document, marked: string): Promise<string[]> {
  const list = await Promise.all(providers("definition", document).map((p) => p.provideDefinition(document, spot(document, marked), token)));
  return list.flatMap((d): (api.Location | api.LocationLink)[] => (!d ? [] : Array.isArray(d) ? d : [d])).map(place);
}

// references returns all places of a name, sorted.
export async function references(document: Document, marked: string): Promise<string[]> {
  const list = await Promise.all(providers("references", document).map((p) => p.provideReferences(document, spot(document, marked), { includeDeclaration: true }, token)));
  return list.flatMap((l) => (l ?? []).map(place)).sort();
}

// rename renames a name everywhere, and saves, as VS Code does. It throws if the server refuses.
export async function rename(document: Document, marked: string, to: string): Promise<void> {
  const [provider] = providers("rename", document);
  assert.ok(provider?.prepareRename);
  const position = spot(document, marked);
  await provider.prepareRename(document, position, token);
  const e = await provider.provideRenameEdits(document, position, to, token);
  assert.ok(e, "there is no edit");
  await workspace.applyEdit(e, { isRefactoring: true });
}

// fixes returns the quick fixes at a mark.
export async function fixes(document: Document, marked: string): Promise<api.CodeAction[]> {
  const position = spot(document, marked);
  const range = new Range(position, position);
  const here = diagnostics().flatMap(([uri, d]) => (uri.toString() === document.uri.toString() && d.range.contains(position) ? [d] : []));
  const context = { diagnostics: here, only: undefined, triggerKind: vscode.CodeActionTriggerKind.Invoke };
  const list = await Promise.all(providers("actions", document).map((p) => p.provideCodeActions(document, range, context, token)));
  return list.flatMap((l) => (l ?? []).flatMap((a) => (a instanceof vscode.CodeAction ? [a] : [])));
}

// fix takes the quick fix with a title.
export async function fix(document: Document, marked: string, title: string): Promise<void> {
  const list = await fixes(document, marked);
  const action = list.find((a) => a.title === title);
  assert.ok(action?.edit, `no quick fix ${title}, but ${list.map((a) => a.title).join(", ")}`);
  await workspace.applyEdit(action.edit);
}

// format formats a document.
export async function format(document: Document): Promise<void> {
  const options = { tabSize: 2, insertSpaces: true };
  for (const p of providers("formatting", document)) edit(document, (await p.provideDocumentFormattingEdits(document, options, token)) ?? []);
}

// lenses returns the lenses of a document.
export async function lenses(document: Document): Promise<api.CodeLens[]> {
  const list = await Promise.all(providers("lenses", document).map((p) => p.provideCodeLenses(document, token)));
  return list.flatMap((l) => l ?? []);
}

// symbols returns the names in a document, with those that contain them.
export async function symbols(document: Document): Promise<string[]> {
  const below = (list: readonly (api.DocumentSymbol | api.SymbolInformation)[], path: string): string[] =>
    list.flatMap((s) => [`${path}${s.name} ${vscode.SymbolKind[s.kind]}`, ...("children" in s ? below(s.children, `${path}${s.name}/`) : [])]);
  const list = await Promise.all(providers("symbols", document).map((p) => p.provideDocumentSymbols(document, token)));
  return list.flatMap((l) => below(l ?? [], ""));
}

// find returns the names of the workspace for a query.
export async function find(document: Document, query: string): Promise<string[]> {
  const list = await Promise.all(providers("workspaceSymbols", document).map((p) => p.provideWorkspaceSymbols(query, token)));
  return list.flatMap((l) => (l ?? []).map((s) => `${s.name} ${vscode.SymbolKind[s.kind]} ${place(s.location)}`)).sort();
}

// tokens returns the semantic tokens of a document, each with its text, type and modifiers.
export async function tokens(document: Document): Promise<string[]> {
  const [provider] = providers("tokens", document);
  const got = await provider?.provideDocumentSemanticTokens(document, token);
  assert.ok(got && "data" in got && legend, "there are no tokens");
  const out: string[] = [];
  let line = 0;
  let column = 0;
  for (let i = 0; i < got.data.length; i += 5) {
    const [down = 0, right = 0, length = 0, kind = 0, modifiers = 0] = got.data.subarray(i, i + 5);
    column = down > 0 ? right : column + right;
    line += down;
    const set = legend.tokenModifiers.filter((_, bit) => modifiers & (1 << bit));
    out.push([document.getText(new Range(line, column, line, column + length)), legend.tokenTypes[kind], ...set].join(" "));
  }
  return out;
}

// documentation returns the texts of a completion.
export function about(item: api.CompletionItem): string {
  return [item.detail ?? "", words(item.documentation)].filter(Boolean).join("\n");
}
