// All texts for people have a Chinese translation. The compiler reads the sources, so that a text that is not said is found too.
import assert from "node:assert/strict";
import { basename } from "node:path";
import { after, test } from "node:test";
import { API } from "typescript/unstable/sync";
import { SyntaxKind } from "typescript/unstable/ast";
import type { Expression, Node, SourceFile } from "typescript/unstable/ast";
import { isArrayLiteralExpression, isBinaryExpression, isCallExpression, isConditionalExpression, isElementAccessExpression, isIdentifier, isJsxAttribute, isJsxElement, isJsxExpression, isJsxFragment, isJsxText, isNoSubstitutionTemplateLiteral, isObjectLiteralExpression, isParenthesizedExpression, isPropertyAccessExpression, isPropertyAssignment, isStringLiteral, isTemplateExpression, isTemplateHead, isTemplateMiddle, isTemplateTail } from "typescript/unstable/ast/is";
import { zh } from "../src/zh.ts";

const api = new API({ cwd: process.cwd() });
after(() => api.close());
const project = api.updateSnapshot({ openProjects: [process.cwd() + "/tsconfig.json"] }).getProjects()[0];
assert(project);

// The search of the documentation is in the language of the documentation, and the worker has no texts that are shown.
const apart = ["search.ts", "searching.ts", "worker.ts", "zh.ts", "say.ts"];
const selects = new Set(["matches", "closest", "querySelector", "querySelectorAll", "matchMedia"]);
const files: SourceFile[] = [];
for (const name of project.program.getSourceFileNames()) {
  const file = name.startsWith(process.cwd() + "/src/") && !apart.includes(basename(name)) ? project.program.getSourceFile(name) : undefined;
  if (file) files.push(file);
}

// at returns the place of a node.
function at(file: SourceFile, node: Node): string {
  return `${basename(file.fileName)}:${file.text.slice(0, node.getStart(file)).split("\n").length}`;
}

// What is the same in all languages: names, keys, code, and words of the languages of trees and scripts.
const same = /^(Bough|Ctrl K|Ctrl S|wait 2|hp < 30|patrol\.bt|id|when|when |tree )$/;
const isWord = (text: string) => /\p{L}{2}/u.test(text) && !same.test(text);
const isText = (text: string) => /\p{L}{2}[,:]? \p{Ll}{2}/u.test(text) && !same.test(text);

// Literals of several words that nobody reads.
const unread: Readonly<Record<string, RegExp>> = {
  "editor.tsx": /^(dt 0\.05\n|\.?cm-|inset |underline |underline wavy|1px solid |color-mix|"JetBrains|\n?tree )|^(replaced|match|by|replace|current|on|Go|No) [$\w ]+$|var\(--|\n {2}(idle|behavior|params)/,
  "paint.ts": /^11px /,
  "coverage.ts": /^(cm-cover |3px )/,
  "drag.ts": /^inset /,
  "edit.tsx": /^12, "text"/,
  "crowd.ts": /./, // errors of the protocol
  "state.ts": /^the page has no source yet$/,
  "share.ts": /^too large$/,
  "side.tsx": /^another (field|entry)$/,
  "capture.ts": /^(tick |spawn |board |dt | {4}| {2})/,
  "rowform.tsx": /^tree /,
};

// keys are the texts that are said, with the place of each.
const keys = new Map<string, string>();
const wrong: string[] = [];

const said = new Set(["say", "rich"]);
// literals returns the texts that an argument of say may be, null if it may be anything else.
function literals(e: Expression | undefined): string[] | null {
  return e && (isStringLiteral(e) || isNoSubstitutionTemplateLiteral(e)) ? [e.text] : null;
}

// shown finds words in what is shown: literals that are not said.
function shown(file: SourceFile, e: Expression | undefined): void {
  if (!e) return;
  const both = (...list: Expression[]) => list.forEach((x) => shown(file, x));
  if (isStringLiteral(e) || isNoSubstitutionTemplateLiteral(e)) {
    if (isWord(e.text)) wrong.push(`${at(file, e)}: ${e.text}`);
  } else if (isTemplateExpression(e)) {
    if (isWord(e.head.text)) wrong.push(`${at(file, e)}: ${e.head.text}`);
    for (const s of e.templateSpans) {
      if (isWord(s.literal.text)) wrong.push(`${at(file, e)}: ${s.literal.text}`);
      shown(file, s.expression);
    }
  } else if (isParenthesizedExpression(e)) shown(file, e.expression);
  else if (isConditionalExpression(e)) both(e.whenTrue, e.whenFalse);
  else if (isArrayLiteralExpression(e)) both(...e.elements);
  else if (isBinaryExpression(e)) {
    if ([SyntaxKind.PlusToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken].includes(e.operatorToken.kind)) both(e.left, e.right);
    else if (e.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken) shown(file, e.right);
  } else if (isElementAccessExpression(e) && isObjectLiteralExpression(e.expression)) {
    for (const p of e.expression.properties) if (isPropertyAssignment(p)) shown(file, p.initializer);
  } else if (isCallExpression(e) && isPropertyAccessExpression(e.expression)) {
    if (["join", "filter"].includes(e.expression.name.text)) shown(file, e.expression.expression);
  }
}

const attributes = new Set(["title", "aria-label", "aria-valuetext", "placeholder", "alt", "label", "hint", "text"]);

function walk(file: SourceFile, node: Node): void {
  if (isCallExpression(node)) {
    const f = isIdentifier(node.expression) ? node.expression.text : isPropertyAccessExpression(node.expression) ? node.expression.name.text : "";
    if (selects.has(f)) return walk(file, node.expression);
    const noun = f === "count" && basename(file.fileName) !== "format.ts" ? literals(node.arguments[1]) : null;
    for (const key of noun ?? []) keys.set(`{n} ${key}`, at(file, node));
    if (noun) return;
    if (said.has(f)) {
      const texts = literals(node.arguments[0]);
      if (!texts && basename(file.fileName) !== "format.ts") wrong.push(`${at(file, node)}: ${f} of something that is no literal`);
      for (const key of texts ?? []) keys.set(key, at(file, node));
      node.arguments.slice(1).forEach((x) => walk(file, x));
      return;
    }
  }
  if (isJsxAttribute(node)) {
    const name = isIdentifier(node.name) ? node.name.text : "";
    const value = node.initializer;
    if (["class", "style", "d", "transform", "viewBox"].includes(name)) return;
    if (attributes.has(name) && value) shown(file, isJsxExpression(value) ? value.expression : (value as Expression));
  }
  if (isJsxElement(node) || isJsxFragment(node)) {
    for (const child of node.children) {
      if (isJsxText(child) && isWord(child.text.trim())) wrong.push(`${at(file, child)}: ${child.text.trim()}`);
      if (isJsxExpression(child)) shown(file, child.expression);
    }
  }
  // Any other literal that reads like a sentence.
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isTemplateHead(node) || isTemplateMiddle(node) || isTemplateTail(node)) {
    if (isText(node.text) && !unread[basename(file.fileName)]?.test(node.text)) wrong.push(`${at(file, node)}: ${node.text}`);
  }
  node.forEachChild((child) => walk(file, child));
}
for (const file of files) walk(file, file);

test("texts are said", () => {
  assert(files.length > 40, "the sources are not found");
  assert.deepEqual([...new Set(wrong)], []);
});

test("each text has a translation, and no other one is left", () => {
  assert(keys.size > 200, "the texts are not found");
  assert.deepEqual([...keys].filter(([key]) => zh[key] === undefined).map(([key, place]) => `${place}: ${key}`), []);
  assert.deepEqual(Object.keys(zh).filter((key) => !keys.has(key)), []);
});

test("a translation has the names of its text", () => {
  const names = (text: string) => [...text.matchAll(/{\w+}/g)].map((m) => m[0]).sort();
  for (const [key, text] of Object.entries(zh)) assert.deepEqual(names(text), names(key), key);
});

test("a translation is in Chinese, with its punctuation", () => {
  for (const [key, text] of Object.entries(zh)) {
    if (!/\p{L}/u.test(text.replace(/{\w+}/g, ""))) continue;
    assert.match(text, /\p{Script=Han}/u, key);
    assert.doesNotMatch(text, /\p{Script=Han}[,;:?!]|您|\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u, "a space stands between Chinese and Latin letters");
  }
});
