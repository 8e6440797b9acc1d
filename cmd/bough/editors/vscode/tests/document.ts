// Documents in memory. Columns count UTF-16 units, as in VS Code.
import type * as api from "vscode";
import * as vscode from "vscode";

export class Document implements api.TextDocument {
  version = 1;
  isDirty = false;
  isClosed = false;
  readonly isUntitled = false;
  readonly eol: api.EndOfLine;
  private lines: string[] = [];

  constructor(
    readonly uri: api.Uri,
    readonly languageId: string,
    text: string,
    private readonly write: (d: Document) => Promise<boolean>,
  ) {
    this.eol = text.includes("\r\n") ? vscode.EndOfLine.CRLF : vscode.EndOfLine.LF;
    this.setText(text);
  }

  get fileName(): string {
    return this.uri.fsPath;
  }
  get lineCount(): number {
    return this.lines.length;
  }
  private get end(): string {
    return this.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  }
  setText(text: string): void {
    this.lines = text.split(/\r\n|\r|\n/);
  }
  getText(range?: api.Range): string {
    if (!range) return this.lines.join(this.end);
    const { start, end } = this.validateRange(range);
    if (start.line === end.line) return this.line(start.line).slice(start.character, end.character);
    const between = this.lines.slice(start.line + 1, end.line);
    return [this.line(start.line).slice(start.character), ...between, this.line(end.line).slice(0, end.character)].join(this.end);
  }
  private line(n: number): string {
    return this.lines[n] ?? "";
  }
  lineAt(at: number | api.Position): api.TextLine {
    const n = typeof at === "number" ? at : at.line;
    if (n < 0 || n >= this.lines.length) throw new Error("illegal value for a line");
    const text = this.line(n);
    const next = n + 1 < this.lines.length ? new vscode.Position(n + 1, 0) : new vscode.Position(n, text.length);
    const first = text.search(/\S|$/);
    return {
      lineNumber: n,
      text,
      range: new vscode.Range(n, 0, n, text.length),
      rangeIncludingLineBreak: new vscode.Range(new vscode.Position(n, 0), next),
      firstNonWhitespaceCharacterIndex: first,
      isEmptyOrWhitespace: first === text.length,
    };
  }
  offsetAt(at: api.Position): number {
    const { line, character } = this.validatePosition(at);
    return this.lines.slice(0, line).reduce((sum, l) => sum + l.length + this.end.length, character);
  }
  positionAt(offset: number): api.Position {
    let rest = Math.max(offset, 0);
    for (let n = 0; n < this.lines.length; n++) {
      if (rest <= this.line(n).length) return new vscode.Position(n, rest);
      rest = Math.max(rest - this.line(n).length - this.end.length, 0);
    }
    return new vscode.Position(this.lines.length - 1, this.line(this.lines.length - 1).length);
  }
  validatePosition(at: api.Position): api.Position {
    if (at.line >= this.lines.length) return new vscode.Position(this.lines.length - 1, this.line(this.lines.length - 1).length);
    return new vscode.Position(at.line, Math.min(at.character, this.line(at.line).length));
  }
  validateRange(range: api.Range): api.Range {
    return new vscode.Range(this.validatePosition(range.start), this.validatePosition(range.end));
  }
  getWordRangeAtPosition(at: api.Position, word = /[\p{L}\p{N}_]+/u): api.Range | undefined {
    for (const m of this.line(at.line).matchAll(new RegExp(word.source, word.flags.includes("g") ? word.flags : word.flags + "g"))) {
      if (m.index <= at.character && at.character <= m.index + m[0].length) return new vscode.Range(at.line, m.index, at.line, m.index + m[0].length);
    }
    return undefined;
  }
  save(): Promise<boolean> {
    return this.write(this);
  }
}
