// The values of the module vscode: positions, edits, and what providers return.
import type * as api from "vscode";
import * as vscode from "vscode";

export class Position implements api.Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {
    if (line < 0 || character < 0) throw new Error("illegal argument: a position is not negative");
  }
  compareTo(other: api.Position): number {
    return this.line - other.line || this.character - other.character;
  }
  isBefore(other: api.Position): boolean {
    return this.compareTo(other) < 0;
  }
  isBeforeOrEqual(other: api.Position): boolean {
    return this.compareTo(other) <= 0;
  }
  isAfter(other: api.Position): boolean {
    return this.compareTo(other) > 0;
  }
  isAfterOrEqual(other: api.Position): boolean {
    return this.compareTo(other) >= 0;
  }
  isEqual(other: api.Position): boolean {
    return this.compareTo(other) === 0;
  }
  translate(change?: number | { lineDelta?: number; characterDelta?: number }, characters = 0): Position {
    const { lineDelta = 0, characterDelta = 0 } = typeof change === "object" ? change : { lineDelta: change ?? 0, characterDelta: characters };
    return new Position(this.line + lineDelta, this.character + characterDelta);
  }
  with(change?: number | { line?: number; character?: number }, column = this.character): Position {
    const { line = this.line, character = this.character } = typeof change === "object" ? change : { line: change ?? this.line, character: column };
    return new Position(line, character);
  }
}

export class Range implements api.Range {
  readonly start: Position;
  readonly end: Position;
  constructor(a: number | api.Position, b: number | api.Position, c?: number, d?: number) {
    const from = typeof a === "number" ? new Position(a, Number(b)) : new Position(a.line, a.character);
    const to = typeof b === "number" ? new Position(c ?? 0, d ?? 0) : new Position(b.line, b.character);
    [this.start, this.end] = from.isBeforeOrEqual(to) ? [from, to] : [to, from];
  }
  get isEmpty(): boolean {
    return this.start.isEqual(this.end);
  }
  get isSingleLine(): boolean {
    return this.start.line === this.end.line;
  }
  contains(place: api.Position | api.Range): boolean {
    const { start, end } = "start" in place ? place : { start: place, end: place };
    return this.start.isBeforeOrEqual(start) && this.end.isAfterOrEqual(end);
  }
  isEqual(other: api.Range): boolean {
    return this.start.isEqual(other.start) && this.end.isEqual(other.end);
  }
  intersection(other: api.Range): Range | undefined {
    const start = this.start.isAfter(other.start) ? this.start : other.start;
    const end = this.end.isBefore(other.end) ? this.end : other.end;
    return start.isAfter(end) ? undefined : new Range(start, end);
  }
  union(other: api.Range): Range {
    return new Range(this.start.isBefore(other.start) ? this.start : other.start, this.end.isAfter(other.end) ? this.end : other.end);
  }
  with(change?: api.Position | { start?: api.Position; end?: api.Position }, to: api.Position = this.end): Range {
    if (change && "line" in change) return new Range(change, to);
    return new Range(change?.start ?? this.start, change?.end ?? to);
  }
}

export class Location implements api.Location {
  range: api.Range;
  constructor(
    public uri: api.Uri,
    at: api.Range | api.Position,
  ) {
    this.range = "start" in at ? at : new Range(at, at);
  }
}

export class TextEdit implements api.TextEdit {
  newEol?: api.EndOfLine;
  constructor(
    public range: api.Range,
    public newText: string,
  ) {}
}

// Operation is one part of an edit of several files.
export type Operation =
  | { readonly kind: "text"; readonly uri: api.Uri; readonly edits: api.TextEdit[] }
  | { readonly kind: "create"; readonly uri: api.Uri; readonly overwrite: boolean; readonly ignore: boolean }
  | { readonly kind: "delete"; readonly uri: api.Uri }
  | { readonly kind: "rename"; readonly uri: api.Uri; readonly to: api.Uri };

// WorkspaceEdit keeps its operations in the order in which they are done.
export class WorkspaceEdit {
  readonly operations: Operation[] = [];
  get size(): number {
    return this.entries().length;
  }
  set(uri: api.Uri, edits: readonly (api.TextEdit | [api.TextEdit, api.WorkspaceEditEntryMetadata | undefined])[]): void {
    this.operations.push({ kind: "text", uri, edits: edits.map((e) => (Array.isArray(e) ? e[0] : e)) });
  }
  createFile(uri: api.Uri, options?: { overwrite?: boolean; ignoreIfExists?: boolean }): void {
    this.operations.push({ kind: "create", uri, overwrite: options?.overwrite ?? false, ignore: options?.ignoreIfExists ?? false });
  }
  deleteFile(uri: api.Uri): void {
    this.operations.push({ kind: "delete", uri });
  }
  renameFile(uri: api.Uri, to: api.Uri): void {
    this.operations.push({ kind: "rename", uri, to });
  }
  entries(): [api.Uri, api.TextEdit[]][] {
    return this.operations.flatMap((o) => (o.kind === "text" ? [[o.uri, o.edits] satisfies [api.Uri, api.TextEdit[]]] : []));
  }
}

export class MarkdownString implements api.MarkdownString {
  isTrusted?: boolean;
  supportThemeIcons?: boolean;
  supportHtml?: boolean;
  baseUri?: api.Uri;
  constructor(public value = "") {}
  appendText(text: string): MarkdownString {
    return this.appendMarkdown(text.replace(/[\\`*_{}[\]()#+\-!~]/g, "\\$&"));
  }
  appendMarkdown(text: string): MarkdownString {
    this.value += text;
    return this;
  }
  appendCodeblock(text: string, language = ""): MarkdownString {
    return this.appendMarkdown(`\n\`\`\`${language}\n${text}\n\`\`\`\n`);
  }
}

export class SnippetString {
  constructor(public value = "") {}
}

export class Diagnostic implements api.Diagnostic {
  source?: string;
  code?: api.Diagnostic["code"];
  relatedInformation?: api.DiagnosticRelatedInformation[];
  tags?: api.DiagnosticTag[];
  constructor(
    public range: api.Range,
    public message: string,
    public severity: api.DiagnosticSeverity = vscode.DiagnosticSeverity.Error,
  ) {}
}

export class DiagnosticRelatedInformation implements api.DiagnosticRelatedInformation {
  constructor(
    public location: api.Location,
    public message: string,
  ) {}
}

export class CompletionItem implements api.CompletionItem {
  detail?: string;
  documentation?: string | api.MarkdownString;
  sortText?: string;
  filterText?: string;
  insertText?: string | api.SnippetString;
  range?: api.CompletionItem["range"];
  textEdit?: api.TextEdit;
  additionalTextEdits?: api.TextEdit[];
  command?: api.Command;
  constructor(
    public label: string | api.CompletionItemLabel,
    public kind?: api.CompletionItemKind,
  ) {}
}

export class CompletionList {
  constructor(
    public items: CompletionItem[] = [],
    public isIncomplete = false,
  ) {}
}

export class CodeAction implements api.CodeAction {
  edit?: api.WorkspaceEdit;
  diagnostics?: api.Diagnostic[];
  command?: api.Command;
  isPreferred?: boolean;
  constructor(
    public title: string,
    public kind?: api.CodeActionKind,
  ) {}
}

export class CodeActionKind {
  static readonly Empty = new CodeActionKind("");
  static readonly QuickFix = new CodeActionKind("quickfix");
  static readonly Refactor = new CodeActionKind("refactor");
  static readonly Source = new CodeActionKind("source");
  constructor(readonly value: string) {}
  append(parts: string): CodeActionKind {
    return new CodeActionKind(this.value ? `${this.value}.${parts}` : parts);
  }
  contains(other: CodeActionKind): boolean {
    return this.value === "" || other.value === this.value || other.value.startsWith(this.value + ".");
  }
  intersects(other: CodeActionKind): boolean {
    return this.contains(other) || other.contains(this);
  }
}

export class CodeLens implements api.CodeLens {
  constructor(
    public range: api.Range,
    public command?: api.Command,
  ) {}
  get isResolved(): boolean {
    return this.command !== undefined;
  }
}

export class DocumentSymbol implements api.DocumentSymbol {
  children: api.DocumentSymbol[] = [];
  constructor(
    public name: string,
    public detail: string,
    public kind: api.SymbolKind,
    public range: api.Range,
    public selectionRange: api.Range,
  ) {}
}

export class SymbolInformation {
  constructor(
    public name: string,
    public kind: api.SymbolKind,
    public containerName: string,
    public location: api.Location,
  ) {}
}

export class Hover {
  contents: api.MarkdownString[];
  constructor(
    contents: api.MarkdownString | api.MarkdownString[],
    public range?: api.Range,
  ) {
    this.contents = Array.isArray(contents) ? contents : [contents];
  }
}

export class SemanticTokens implements api.SemanticTokens {
  constructor(
    readonly data: Uint32Array,
    readonly resultId: string | undefined,
  ) {}
}

export class SemanticTokensEdit {
  constructor(
    readonly start: number,
    readonly deleteCount: number,
    readonly data?: Uint32Array,
  ) {}
}

export class SemanticTokensEdits {
  constructor(
    readonly edits: SemanticTokensEdit[],
    readonly resultId?: string,
  ) {}
}

export class DocumentHighlight {
  constructor(
    public range: api.Range,
    public kind: api.DocumentHighlightKind = vscode.DocumentHighlightKind.Text,
  ) {}
}

export class FoldingRange {
  constructor(
    public start: number,
    public end: number,
    public kind?: api.FoldingRangeKind,
  ) {}
}

export class SignatureHelp {
  signatures: SignatureInformation[] = [];
  activeSignature = 0;
  activeParameter = 0;
}

export class SignatureInformation {
  documentation?: string | api.MarkdownString;
  parameters: ParameterInformation[] = [];
  activeParameter?: number;
  constructor(public label: string) {}
}

export class ParameterInformation {
  documentation?: string | api.MarkdownString;
  constructor(public label: string | [number, number]) {}
}

export class CancellationError extends Error {}

// The client makes classes from these when it is loaded, also if the server does not use them.
export class CallHierarchyItem {}
export class TypeHierarchyItem {}
export class InlayHint {}
export class DocumentLink {}
export class TabInputText {}
export class TabInputTextDiff {}
export class TabInputCustom {}
export class TabInputNotebook {}
