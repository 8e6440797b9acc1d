// The workspace: documents, files on disk, and edits of both, with the events that VS Code raises. Files change only through
// here, so watchers are told at once and no test waits for a file system.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type * as api from "vscode";
import * as vscode from "vscode";
import { Document } from "./document.ts";
import { Disposable, EventEmitter } from "./events.ts";
import { WorkspaceEdit } from "./values.ts";

const documents = new Map<string, Document>();
const watchers: { readonly matches: (path: string) => boolean; readonly ignored: readonly boolean[]; readonly fire: (kind: Change, uri: api.Uri) => void }[] = [];
const settings = new Map<string, unknown>();
let folders: api.WorkspaceFolder[] = [];

const events = {
  open: new EventEmitter<api.TextDocument>(),
  close: new EventEmitter<api.TextDocument>(),
  change: new EventEmitter<api.TextDocumentChangeEvent>(),
  save: new EventEmitter<api.TextDocument>(),
  willSave: new EventEmitter<api.TextDocumentWillSaveEvent>(),
  configuration: new EventEmitter<api.ConfigurationChangeEvent>(),
  folders: new EventEmitter<api.WorkspaceFoldersChangeEvent>(),
  willCreate: new EventEmitter<api.FileWillCreateEvent>(),
  didCreate: new EventEmitter<api.FileCreateEvent>(),
  willRename: new EventEmitter<api.FileWillRenameEvent>(),
  didRename: new EventEmitter<api.FileRenameEvent>(),
  willDelete: new EventEmitter<api.FileWillDeleteEvent>(),
  didDelete: new EventEmitter<api.FileDeleteEvent>(),
};

// never is an event that does not occur here: there are no notebooks.
const never = <T>(): api.Event<T> => new EventEmitter<T>().event;

// openFolder is what a person does first.
export function openFolder(dir: string): void {
  folders = [{ uri: vscode.Uri.file(dir), name: "project", index: 0 }];
}

// set changes a setting, such as bough.command.
export function set(name: string, value: unknown): void {
  settings.set(name, value);
  events.configuration.fire({ affectsConfiguration: (section) => name === section || name.startsWith(section + ".") });
}

// Change says what has happened to a file; the numbers are those of the ignore flags of watchers.
enum Change {
  Created,
  Changed,
  Deleted,
}

function changed(kind: Change, uri: api.Uri): void {
  for (const w of watchers) if (!w.ignored[kind] && w.matches(uri.fsPath)) w.fire(kind, uri);
}

// write writes a file as another program does, and tells the watchers.
export function write(uri: api.Uri, text: string): void {
  const kind = existsSync(uri.fsPath) ? Change.Changed : Change.Created;
  mkdirSync(dirname(uri.fsPath), { recursive: true });
  writeFileSync(uri.fsPath, text);
  changed(kind, uri);
}

// remove removes a file as another program does, and tells the watchers.
export function remove(uri: api.Uri): void {
  rmSync(uri.fsPath);
  changed(Change.Deleted, uri);
}

function languageOf(uri: api.Uri): string {
  if (uri.path.endsWith("/agent.fields")) return "bough-fields";
  const languages: Record<string, string> = { bt: "bough-tree", scene: "bough-scene", lua: "lua" };
  return languages[uri.path.split(".").at(-1) ?? ""] ?? "plaintext";
}

async function openTextDocument(at: unknown): Promise<Document> {
  const uri = at instanceof vscode.Uri ? at : typeof at === "string" ? vscode.Uri.file(at) : undefined;
  if (!uri) throw new Error("a document without a file");
  const key = uri.toString();
  const known = documents.get(key);
  if (known) return known;
  const document = new Document(uri, languageOf(uri), readFileSync(uri.fsPath, "utf8"), save);
  documents.set(key, document);
  events.open.fire(document);
  return document;
}

// close closes a document; what is not saved is lost.
export function close(document: Document): void {
  documents.delete(document.uri.toString());
  document.isClosed = true;
  events.close.fire(document);
}

async function save(document: Document): Promise<boolean> {
  const later: Thenable<readonly api.TextEdit[]>[] = [];
  events.willSave.fire({ document, reason: vscode.TextDocumentSaveReason.Manual, waitUntil: (edits: Thenable<readonly api.TextEdit[]>) => void later.push(edits) });
  for (const edits of await Promise.all(later)) edit(document, edits);
  document.isDirty = false;
  write(document.uri, document.getText());
  events.save.fire(document);
  return true;
}

// edit changes the text of a document. The ranges are those of the text before, and do not overlap.
export function edit(document: Document, edits: readonly api.TextEdit[]): void {
  if (edits.length === 0) return;
  const sorted = edits.map((e, i) => ({ e, i })).sort((a, b) => document.offsetAt(b.e.range.start) - document.offsetAt(a.e.range.start) || b.i - a.i);
  let text = document.getText();
  let limit = text.length;
  const contentChanges = sorted.map(({ e }) => {
    const from = document.offsetAt(e.range.start);
    const to = document.offsetAt(e.range.end);
    if (to > limit) throw new Error("overlapping ranges");
    if (!document.validateRange(e.range).isEqual(e.range)) throw new Error(`the range of an edit is not in ${document.fileName}`);
    limit = from;
    text = text.slice(0, from) + e.newText + text.slice(to);
    return { range: e.range, rangeOffset: from, rangeLength: to - from, text: e.newText };
  });
  document.setText(text);
  document.version++;
  document.isDirty = true;
  events.change.fire({ document, contentChanges, reason: undefined });
}

// applyEdit does the operations in order, and raises the events of files for them as for a person's.
async function applyEdit(e: WorkspaceEdit | api.WorkspaceEdit, metadata?: api.WorkspaceEditMetadata): Promise<boolean> {
  if (!(e instanceof WorkspaceEdit)) throw new Error("an edit of another module");
  for (const o of e.operations) {
    switch (o.kind) {
      case "text":
        edit(await openTextDocument(o.uri), o.edits);
        break;
      case "create":
        await create(o.uri, o.overwrite, o.ignore);
        break;
      case "rename":
        await rename(o.uri, o.to);
        break;
      case "delete":
        await trash(o.uri);
    }
  }
  // VS Code saves what a refactoring has changed: files.refactoring.autoSave.
  if (metadata?.isRefactoring) await saveAll();
  return true;
}

// before raises an event before files change, and does the edits of those who wait for it.
async function before<F>(emitter: { fire(e: { files: readonly F[]; token: api.CancellationToken; waitUntil(edit: Thenable<unknown>): void }): void }, files: readonly F[]): Promise<void> {
  const later: Thenable<unknown>[] = [];
  emitter.fire({ files, token: new vscode.CancellationTokenSource().token, waitUntil: (edits) => void later.push(edits) });
  for (const more of await Promise.all(later)) if (more instanceof WorkspaceEdit) await applyEdit(more);
}

async function create(uri: api.Uri, overwrite: boolean, ignore: boolean): Promise<void> {
  if (existsSync(uri.fsPath) && !overwrite) {
    if (ignore) return;
    throw new Error(`${uri.fsPath} exists`);
  }
  await before(events.willCreate, [uri]);
  write(uri, "");
  events.didCreate.fire({ files: [uri] });
}

// rename renames a file as a person does in the explorer. An open document goes on under the new name, with what is not saved.
export async function rename(uri: api.Uri, to: api.Uri): Promise<void> {
  if (existsSync(to.fsPath)) throw new Error(`${to.fsPath} exists`);
  const files = [{ oldUri: uri, newUri: to }];
  await before(events.willRename, files);
  const document = documents.get(uri.toString());
  mkdirSync(dirname(to.fsPath), { recursive: true });
  renameSync(uri.fsPath, to.fsPath);
  changed(Change.Deleted, uri);
  changed(Change.Created, to);
  if (document) {
    close(document);
    const next = await openTextDocument(to);
    if (document.isDirty) edit(next, [new vscode.TextEdit(new vscode.Range(new vscode.Position(0, 0), next.positionAt(next.getText().length)), document.getText())]);
  }
  events.didRename.fire({ files });
}

async function trash(uri: api.Uri): Promise<void> {
  await before(events.willDelete, [uri]);
  const document = documents.get(uri.toString());
  if (document) close(document);
  remove(uri);
  events.didDelete.fire({ files: [uri] });
}

async function saveAll(): Promise<boolean> {
  for (const d of documents.values()) if (d.isDirty) await save(d);
  return true;
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => join(f.parentPath, f.name))
    .sort();
}

// matcher returns what a glob matches: paths below an open folder, or below the base of the pattern.
function matcher(glob: api.GlobPattern): (path: string) => boolean {
  const pattern = typeof glob === "string" ? glob : glob.pattern;
  const base = typeof glob === "string" ? (folders[0]?.uri.fsPath ?? "/") : glob.baseUri.fsPath;
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|[{},]|[.+^$()|[\]\\]/g, (s) => {
    const known: Record<string, string> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]", "{": "(?:", "}": ")", ",": "|" };
    return known[s] ?? "\\" + s;
  });
  const whole = new RegExp(`^${source}$`);
  return (path) => !relative(base, path).startsWith("..") && whole.test(relative(base, path).replaceAll("\\", "/"));
}

function createFileSystemWatcher(glob: api.GlobPattern, ...ignored: boolean[]): api.FileSystemWatcher {
  const emitters = [new EventEmitter<api.Uri>(), new EventEmitter<api.Uri>(), new EventEmitter<api.Uri>()] as const;
  const watcher = { matches: matcher(glob), ignored, fire: (kind: Change, uri: api.Uri): void => emitters[kind].fire(uri) };
  watchers.push(watcher);
  return {
    ignoreCreateEvents: ignored[Change.Created] ?? false,
    ignoreChangeEvents: ignored[Change.Changed] ?? false,
    ignoreDeleteEvents: ignored[Change.Deleted] ?? false,
    onDidCreate: emitters[Change.Created].event,
    onDidChange: emitters[Change.Changed].event,
    onDidDelete: emitters[Change.Deleted].event,
    dispose: () => void watchers.splice(watchers.indexOf(watcher), 1),
  };
}

function getConfiguration(section = ""): api.WorkspaceConfiguration {
  const full = (key: string): string => (section ? `${section}.${key}` : key);
  // get is generic as in VS Code, where the caller says which type a setting has.
  function get<T>(key: string, or?: T): T | undefined;
  function get(key: string, or?: unknown): unknown {
    return settings.get(full(key)) ?? or;
  }
  return { get, has: (key) => settings.has(full(key)), inspect: () => undefined, update: async (key, value) => set(full(key), value) };
}

export const workspace = {
  get textDocuments(): readonly Document[] {
    return [...documents.values()];
  },
  get workspaceFolders(): readonly api.WorkspaceFolder[] {
    return folders;
  },
  notebookDocuments: [],
  fs: {
    stat: async (uri: api.Uri): Promise<api.FileStat> => {
      const s = statSync(uri.fsPath);
      return { type: s.isDirectory() ? vscode.FileType.Directory : vscode.FileType.File, ctime: s.ctimeMs, mtime: s.mtimeMs, size: s.size };
    },
  },
  onDidOpenTextDocument: events.open.event,
  onDidCloseTextDocument: events.close.event,
  onDidChangeTextDocument: events.change.event,
  onDidSaveTextDocument: events.save.event,
  onWillSaveTextDocument: events.willSave.event,
  onDidChangeConfiguration: events.configuration.event,
  onDidChangeWorkspaceFolders: events.folders.event,
  onWillCreateFiles: events.willCreate.event,
  onDidCreateFiles: events.didCreate.event,
  onWillRenameFiles: events.willRename.event,
  onDidRenameFiles: events.didRename.event,
  onWillDeleteFiles: events.willDelete.event,
  onDidDeleteFiles: events.didDelete.event,
  onDidOpenNotebookDocument: never<api.NotebookDocument>(),
  onDidCloseNotebookDocument: never<api.NotebookDocument>(),
  onDidChangeNotebookDocument: never<api.NotebookDocumentChangeEvent>(),
  onDidSaveNotebookDocument: never<api.NotebookDocument>(),
  openTextDocument,
  applyEdit,
  saveAll,
  getConfiguration,
  createFileSystemWatcher,
  getWorkspaceFolder: (uri: api.Uri) => folders.find((f) => !relative(f.uri.fsPath, uri.fsPath).startsWith("..")),
  asRelativePath: (at: string | api.Uri) => relative(folders[0]?.uri.fsPath ?? "", typeof at === "string" ? at : at.fsPath),
  findFiles: async (glob: api.GlobPattern) => filesBelow(folders[0]?.uri.fsPath ?? "").filter(matcher(glob)).map((p) => vscode.Uri.file(p)),
  registerTextDocumentContentProvider: () => new Disposable(() => undefined),
};
