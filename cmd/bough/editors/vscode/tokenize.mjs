// Reads {files, texts} as JSON from standard input: paths of grammars, and texts, each with the scope of its grammar and its
// lines. Writes for each text what a TextMate engine makes of each line: [from, to, scopes] in UTF-16 units, and whether the
// line gets the same tokens alone.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const { files, texts } = JSON.parse(readFileSync(0, "utf8"));
const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));

const grammars = new Map();
for (const path of files) {
  const grammar = textmate.parseRawGrammar(readFileSync(path, "utf8"), path);
  grammars.set(grammar.scopeName, grammar);
}
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => grammars.get(scope) ?? null,
});

const limit = 2000; // milliseconds for a line
const answer = [];
for (const { scope, lines } of texts) {
  const grammar = await registry.loadGrammar(scope);
  let state = textmate.INITIAL;
  answer.push(lines.map((line) => {
    const read = (from) => {
      const got = grammar.tokenizeLine(line, from, limit);
      const tokens = got.tokens.map((t) => [t.startIndex, Math.min(t.endIndex, line.length), t.scopes.slice(1).join(" ")]);
      return { tokens, stopped: got.stoppedEarly, next: got.ruleStack };
    };
    const { tokens, stopped, next } = read(state);
    state = next;
    return { tokens, stopped, alone: JSON.stringify(read(textmate.INITIAL).tokens) === JSON.stringify(tokens) };
  }));
}
process.stdout.write(JSON.stringify(answer));
