// The registered providers, and the diagnostics that are shown.
import type * as api from "vscode";
import * as vscode from "vscode";
import { Disposable, EventEmitter } from "./events.ts";

// Providers has for each kind of provider its type.
interface Providers {
  completion: api.CompletionItemProvider;
  hover: api.HoverProvider;
  definition: api.DefinitionProvider;
  references: api.ReferenceProvider;
  rename: api.RenameProvider;
  symbols: api.DocumentSymbolProvider;
  workspaceSymbols: api.WorkspaceSymbolProvider;
  formatting: api.DocumentFormattingEditProvider;
  actions: api.CodeActionProvider;
  lenses: api.CodeLensProvider;
  tokens: api.DocumentSemanticTokensProvider;
  highlights: api.DocumentHighlightProvider;
  signatures: api.SignatureHelpProvider;
  folding: api.FoldingRangeProvider;
}

interface Registered<K extends keyof Providers> {
  readonly selector: api.DocumentSelector;
  readonly provider: Providers[K];
}

const registered: { [K in keyof Providers]: Registered<K>[] } = {
  completion: [],
  hover: [],
  definition: [],
  references: [],
  rename: [],
  symbols: [],
  workspaceSymbols: [],
  formatting: [],
  actions: [],
  lenses: [],
  tokens: [],
  highlights: [],
  signatures: [],
  folding: [],
};

// legend has the names of the types and modifiers of semantic tokens, and triggers the characters that ask for completion.
export let legend: api.SemanticTokensLegend | undefined;
export let triggers: readonly string[] = [];

function register<K extends keyof Providers>(kind: K, selector: api.DocumentSelector, provider: Providers[K]): Disposable {
  const entry = { selector, provider };
  registered[kind].push(entry);
  return new Disposable(() => registered[kind].splice(registered[kind].indexOf(entry), 1));
}

// providers returns the providers of a kind for a document, as VS Code calls them.
export function providers<K extends keyof Providers>(kind: K, document: api.TextDocument): Providers[K][] {
  return registered[kind].filter((r) => match(r.selector, document) > 0).map((r) => r.provider);
}

// match scores a selector. No pattern of a path is used here.
function match(selector: api.DocumentSelector, document: api.TextDocument): number {
  if (Array.isArray(selector)) return Math.max(0, ...selector.map((s: string | api.DocumentFilter) => match(s, document)));
  const { language, scheme, pattern }: api.DocumentFilter = typeof selector === "string" ? { language: selector } : "language" in selector || "scheme" in selector || "pattern" in selector ? selector : {};
  if (pattern !== undefined) throw new Error("a selector with a pattern");
  if (scheme !== undefined && scheme !== "*" && scheme !== document.uri.scheme) return 0;
  if (language === undefined) return scheme === undefined ? 0 : 10;
  return language === document.languageId ? 10 : language === "*" ? 5 : 0;
}

const shown = new EventEmitter<void>();
const collections: Collection[] = [];

class Collection implements api.DiagnosticCollection {
  private readonly lists = new Map<string, readonly api.Diagnostic[]>();
  constructor(readonly name: string) {}
  set(at: api.Uri | readonly [api.Uri, readonly api.Diagnostic[] | undefined][], list?: readonly api.Diagnostic[]): void {
    const entries = at instanceof vscode.Uri ? ([[at, list]] as const) : "map" in at ? at : [];
    for (const [uri, diagnostics] of entries) this.lists.set(uri.toString(), diagnostics ?? []);
    shown.fire();
  }
  delete(uri: api.Uri): void {
    this.lists.delete(uri.toString());
    shown.fire();
  }
  clear(): void {
    this.lists.clear();
    shown.fire();
  }
  forEach(callback: (uri: api.Uri, list: readonly api.Diagnostic[], all: api.DiagnosticCollection) => unknown): void {
    for (const [uri, list] of this) callback(uri, list, this);
  }
  get(uri: api.Uri): readonly api.Diagnostic[] | undefined {
    return this.lists.get(uri.toString());
  }
  has(uri: api.Uri): boolean {
    return this.lists.has(uri.toString());
  }
  dispose(): void {
    this.clear();
  }
  *[Symbol.iterator](): Iterator<[api.Uri, readonly api.Diagnostic[]]> {
    for (const [uri, list] of this.lists) yield [vscode.Uri.parse(uri), list];
  }
}

// onDidShow is raised when diagnostics are set.
export const onDidShow = shown.event;

// diagnostics returns those of all files.
export function diagnostics(): [api.Uri, api.Diagnostic][] {
  return collections.flatMap((c) => [...c].flatMap(([uri, list]) => list.map((d) => [uri, d] satisfies [api.Uri, api.Diagnostic])));
}

// none registers providers that the server does not have.
const none = (): Disposable => {
  throw new Error("the stand-in does not know these providers");
};

export const languages = {
  match,
  createDiagnosticCollection: (name = ""): Collection => {
    const c = new Collection(name);
    collections.push(c);
    return c;
  },
  registerCompletionItemProvider: (s: api.DocumentSelector, p: api.CompletionItemProvider, ...characters: string[]) => {
    triggers = characters;
    return register("completion", s, p);
  },
  registerHoverProvider: (s: api.DocumentSelector, p: api.HoverProvider) => register("hover", s, p),
  registerDefinitionProvider: (s: api.DocumentSelector, p: api.DefinitionProvider) => register("definition", s, p),
  registerReferenceProvider: (s: api.DocumentSelector, p: api.ReferenceProvider) => register("references", s, p),
  registerRenameProvider: (s: api.DocumentSelector, p: api.RenameProvider) => register("rename", s, p),
  registerDocumentSymbolProvider: (s: api.DocumentSelector, p: api.DocumentSymbolProvider) => register("symbols", s, p),
  registerWorkspaceSymbolProvider: (p: api.WorkspaceSymbolProvider) => register("workspaceSymbols", { scheme: "file" }, p),
  registerDocumentFormattingEditProvider: (s: api.DocumentSelector, p: api.DocumentFormattingEditProvider) => register("formatting", s, p),
  registerCodeActionsProvider: (s: api.DocumentSelector, p: api.CodeActionProvider) => register("actions", s, p),
  registerCodeLensProvider: (s: api.DocumentSelector, p: api.CodeLensProvider) => register("lenses", s, p),
  registerDocumentHighlightProvider: (s: api.DocumentSelector, p: api.DocumentHighlightProvider) => register("highlights", s, p),
  registerSignatureHelpProvider: (s: api.DocumentSelector, p: api.SignatureHelpProvider) => register("signatures", s, p),
  registerFoldingRangeProvider: (s: api.DocumentSelector, p: api.FoldingRangeProvider) => register("folding", s, p),
  registerDocumentSemanticTokensProvider: (s: api.DocumentSelector, p: api.DocumentSemanticTokensProvider, l: api.SemanticTokensLegend) => {
    legend = l;
    return register("tokens", s, p);
  },
  registerDocumentRangeSemanticTokensProvider: () => new Disposable(() => undefined),
  registerDeclarationProvider: none,
  registerTypeDefinitionProvider: none,
  registerImplementationProvider: none,
  registerColorProvider: none,
  registerDocumentLinkProvider: none,
  registerDocumentRangeFormattingEditProvider: none,
  registerOnTypeFormattingEditProvider: none,
  registerSelectionRangeProvider: none,
  registerCallHierarchyProvider: none,
  registerTypeHierarchyProvider: none,
  registerLinkedEditingRangeProvider: none,
  registerInlayHintsProvider: none,
  registerInlineValuesProvider: none,
  registerInlineCompletionItemProvider: none,
};
