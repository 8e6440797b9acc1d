// A story of a designer in VS Code: the extension and its language client talk to the real program. BOUGH names it, and
// BOUGH_PROJECT the folder of a new project, which has Chinese letters and an emoji in its name.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { find } from "../src/command.ts";
import { activate, deactivate } from "../src/extension.ts";
import { addressIn, html } from "../src/page.ts";
import { read } from "../src/report.ts";
import { scriptsOf } from "../src/run.ts";
import * as editor from "./editor.ts";
import { commands, log, messages, nextMessage, nextPage, output, results, terminals, testItems } from "./window.ts";
import { openFolder, set, workspace, write } from "./workspace.ts";

const is: typeof assert.deepEqual = assert.deepEqual;
const { BOUGH = "", BOUGH_PROJECT = "" } = process.env;

// step is a part of the story. The first one that fails ends it, also one that takes too long.
async function step(name: string, play: () => Promise<void>): Promise<void> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("it takes too long")), 30_000).unref());
  try {
    await Promise.race([play(), late]);
  } catch (e) {
    console.error(`${name}: ${e instanceof Error ? (e.stack ?? e.message) : String(e)}\nmessages: ${messages.join("; ")}\noutput: ${log.join("\n")}`);
    process.exit(1);
  }
}

// outcome returns the first lines of the results since it was called last.
const outcome = (): string[] => results.splice(0).map((r) => r.split("\n")[0] ?? "");

async function story(): Promise<void> {
  openFolder(BOUGH_PROJECT);
  set("bough.command", ["bough-that-is-not-there"]);
  const subscriptions: { dispose(): unknown }[] = [];

  await step("without the program", async () => {
    await activate({ subscriptions });
    is(await nextMessage(), "The program bough-that-is-not-there is not found. Bough's trees and scripts are colored, but not completed and checked. | How to get it | Set the program");
  });

  await step("with a program that has no server", async () => {
    set("bough.command", [process.execPath, "-e", "console.error('no server here'); process.exit(2)"]);
    assert.match(await nextMessage(), / lsp does not start: no server here \| How to get it \| Set the program$/);
    await commands.executeCommand("bough.restart");
    assert.match(await nextMessage(), / lsp does not start: no server here /);
    is(messages, []);
  });

  const tree = await editor.open("scripts/villager.bt");
  const test = await editor.open("scripts/villager_test.lua");

  await step("with it", async () => {
    set("bough.command", [BOUGH]);
    await commands.executeCommand("bough.restart");
    await editor.problems();
    is(messages, []);
  });

  await step("a behavior from completions", async () => {
    write(editor.at("scripts/rest.lua"), "return {\n  \n}\n");
    const rest = await editor.open("scripts/rest.lua");
    is(await editor.names(rest, "{\n  |\n"), hooks);
    editor.type(rest, "{\n  |\n", "beh");
    await editor.accept(rest, "beh|\n", "behavior");
    is(rest.getText(), "return {\n  behavior = function(agent, params, memory)\n    \n  end,\n}\n");
    editor.type(rest, "memory)\n    |", "agent.");
    is(await editor.names(rest, "agent.|\n"), ["enemy_x", "hp", "x"]);
    await editor.accept(rest, "agent.|\n", "hp");
    editor.type(rest, "agent.hp|\n", " = math.min(agent.hp + 10 * bt.d, 100)");
    is(await editor.names(rest, "bt.d|,"), ["dt"]);
    await editor.accept(rest, "bt.d|,", "dt");
    is(rest.getText(), "return {\n  behavior = function(agent, params, memory)\n    agent.hp = math.min(agent.hp + 10 * bt.dt, 100)\n  end,\n}\n");
  });

  await step("a tree that uses it before it is saved", async () => {
    editor.type(tree, "    flee\n|", "    re\n");
    is(await editor.names(tree, "    re|\n"), ["rest", "reactive_fallback", "reactive_sequence", "repeat", "request", "retry"]);
    await editor.accept(tree, "    re|\n", "rest");
    editor.type(tree, "    rest|\n", "  when h");
    is(await editor.names(tree, "when h|\n"), ["hp"]);
    await editor.accept(tree, "when h|\n", "hp");
    editor.type(tree, "rest  when hp|\n", " < 50");
    await editor.problems();
    is(readFileSync(editor.at("scripts/rest.lua").fsPath, "utf8"), "return {\n  \n}\n");
  });

  await step("a test", async () => {
    editor.type(test, "t.equal(villager.x, 0)\n|", '    t.expect_a\n');
    is(await editor.names(test, "t.expect_a|\n"), ["expect_active"]);
    await editor.accept(test, "t.expect_a|\n", "expect_active");
    editor.type(test, "t.expect_active|\n", '(villager, "")');
    is(await editor.names(test, 'active(villager, "|")'), ["flee", "stroll", "rest", "root"]);
    await editor.accept(test, 'active(villager, "|")', "rest");
    await editor.problems();
  });

  await step("mistakes come and go", async () => {
    editor.replace(tree, "    flee", "    fle");
    await editor.problems("scripts/villager.bt 5:5-8 unknown-behavior there is no behavior or node kind fle: did you mean flee?");
    is((await editor.fixes(tree, "fl|e\n")).map((a) => [a.title, a.isPreferred]), [["Write flee in place of fle", true]]);
    await editor.fix(tree, "fl|e\n", "Write flee in place of fle");
    await editor.problems();
  });

  await step("a missing behavior", async () => {
    editor.type(tree, "    flee\n|", "    dance\n");
    await editor.problems(
      "scripts/villager.bt 6:5-10 unknown-behavior there is no behavior or node kind dance: bough new behavior dance writes one; the behaviors are flee, rest, root, stroll; for the node kinds see bough kinds",
    );
    await editor.fix(tree, "|dance\n", "Create the behavior dance.lua");
    await editor.problems();
    const dance = await editor.open("scripts/dance.lua");
    is(dance.getText().split("\n").slice(0, 3), ["-- dance: say here what it is for and how to tune it.", "return {", '  doc = "What dance does, in a sentence.",']);
    editor.replace(tree, "    dance\n", "");
    await editor.problems();
  });

  await step("what a name means, and where it is", async () => {
    is(await editor.hover(tree, "    fl|ee\n"), fleeHelp);
    is(await editor.hover(tree, "rest  when h|p"), "6:16-18 ```\nhp number 0..100 = 100: hit points left\n```\n\nSet in 5 places, read in 3 places.");
    is(await editor.definition(tree, "    fl|ee\n"), ["scripts/flee.lua 1:1-1"]);
    is(await editor.definition(tree, "rest  when h|p"), ["scripts/agent.fields 4:1-3"]);
    const flee = await editor.open("scripts/flee.lua");
    is(await editor.references(flee, "retu|rn {\n  doc"), ["scripts/flee.lua 1:1-1", "scripts/villager.bt 5:5-9", "scripts/villager_test.lua 9:32-36"]);
    is(await editor.symbols(tree), ["villager Class", "villager/root Function", "villager/root/flee Function", "villager/root/rest Function", "villager/root/idle Operator", "villager/root/stroll Function"]);
    is(await editor.find(tree, "ll"), ["stroll Module scripts/stroll.lua 1:1-1", "villager Class scripts/villager.bt 3:6-14"]);
  });

  await step("a behavior is renamed, with its file", async () => {
    await editor.rename(tree, "    fl|ee\n", "逃跑");
    is(tree.getText().split("\n").slice(3), ["  root", "    逃跑", "    rest  when hp < 50", "    idle  when hp < 30", "    stroll", ""]);
    is([existsSync(editor.at("scripts/flee.lua").fsPath), existsSync(editor.at("scripts/逃跑.lua").fsPath)], [false, true]);
    is(await editor.references(tree, "    逃|跑\n"), ["scripts/villager.bt 5:5-7", "scripts/villager_test.lua 9:32-34", "scripts/逃跑.lua 1:1-1"]);
    await editor.problems();
  });

  await step("a field is renamed everywhere", async () => {
    await editor.rename(tree, "rest  when h|p", "生命");
    is(await nextMessage(), "hp becomes 生命 in the files of the game; Go code that uses the name is not changed.");
    is(tree.getText().split("\n").slice(5, 7), ["    rest  when 生命 < 50", "    idle  when 生命 < 30"]);
    for (const [path, times] of [["rest.lua", 2], ["villager.scene", 1], ["agent.fields", 1], ["villager_test.lua", 3]] as const) {
      const text = readFileSync(editor.at("scripts/" + path).fsPath, "utf8");
      is([path, text.split("生命").length - 1, /\bhp\b/.test(text)], [path, times, false]);
    }
    await editor.problems();
  });

  await step("a tree is renamed", async () => {
    await editor.rename(tree, "tree vill|ager", "farmer");
    is((await editor.references(tree, "tree far|mer")).map((r) => r.split(" ")[0]), ["scripts/villager.bt", "scripts/villager.scene", "scripts/villager_test.lua", "scripts/villager_test.lua", "scripts/villager_test.lua"]);
    await editor.problems();
  });

  await step("a name that cannot be renamed", async () => {
    await assert.rejects(editor.rename(tree, "    id|le", "sleep"), /idle is a node kind, whose name is fixed/);
    await assert.rejects(editor.rename(tree, "    ro|ot".trim() + "\n", "stroll"), /stroll/);
  });

  await step("positions count UTF-16 units", async () => {
    editor.replace(tree, "    逃跑\n", '    逃跑 note="😀 世界" sped=2 when 生命 < 90\n');
    await editor.problems('scripts/villager.bt 5:21-25 undeclared-behavior-parameter 逃跑 declares no parameter sped: did you mean speed?');
    await editor.fix(tree, "sp|ed=2", "Write speed in place of sped");
    await editor.problems();
    is(await editor.hover(tree, "speed=2 when 生|命"), "5:34-36 ```\n生命 number 0..100 = 100: hit points left\n```\n\nSet in 5 places, read in 4 places.");
    is((await editor.tokens(tree)).slice(6, 10), tokens);
    await editor.rename(tree, "speed=2 when 生|命", "hp");
    is(tree.getText().split("\n")[4], '    逃跑 note="😀 世界" speed=2 when hp < 90');
    is(await nextMessage(), "生命 becomes hp in the files of the game; Go code that uses the name is not changed.");
    const rest = await editor.open("scripts/rest.lua");
    editor.type(rest, "memory)\n|", '    print("😀 世界", agent.h)\n');
    await editor.accept(rest, "agent.h|)", "hp");
    is(rest.getText().split("\n")[2], '    print("😀 世界", agent.hp)');
    is(await editor.definition(rest, '", agent.h|p)'), ["scripts/agent.fields 4:1-3"]);
  });

  await step("formatting", async () => {
    editor.replace(tree, "    rest  when hp < 50\n", "    rest     when   hp<50\n");
    await editor.format(tree);
    is(tree.getText().split("\n").slice(2), farmer);
    const once = tree.version;
    await editor.format(tree);
    is(tree.version, once);
  });

  await step("lenses, and tests that run", async () => {
    is([...testItems].map(([, item]) => [...item.children].map(([name]) => name)), [tests]);
    await workspace.saveAll();
    is((await editor.lenses(tree)).map((l) => [editor.shown(l.range), l.command?.title]), [["3:6-12", "used by 1 test file, 1 other file"]]);
    const places: unknown[] = [];
    subscriptions.push(vscode.commands.registerCommand("editor.action.showReferences", (...args: unknown[]) => void places.push(...args)));
    const lenses = await editor.lenses(test);
    is(lenses.map((l) => [editor.shown(l.range), l.command?.title]), [["1:1-1", "run all tests of the file"], ["3:4-38", "run test"], ["13:4-41", "run test"], ["20:4-28", "run test"]]);
    const run = async (l: vscode.CodeLens | undefined): Promise<void> => void (await commands.executeCommand(l?.command?.command ?? "", ...(l?.command?.arguments ?? [])));
    await run((await editor.lenses(tree))[0]);
    is([String(places[0]), editor.shown(new vscode.Range(places[1] as vscode.Position, places[1] as vscode.Position)), (places[2] as unknown[]).length], [tree.uri.toString(), "3:6-6", 4]);
    await run(lenses[1]);
    is(outcome(), ["started flees from an enemy that is near", "failed flees from an enemy that is near: 9:5: 逃跑 of farmer#1 is not active, but it is doing root/stroll", "end"]);
    editor.replace(tree, 'speed=2 note="😀 世界"  when hp < 90', "speed=4"); // not saved: tests save first
    await run(lenses[0]);
    is(outcome().sort(), ["end", ...tests.flatMap((t) => ["passed " + t, "started " + t])].sort());
    is([...testItems].map(([, item]) => [item.label, [...item.children].map(([, t]) => t.range && editor.shown(t.range))]), [["scripts/villager_test.lua", ["3:4-38", "13:4-41", "20:4-28"]]]);
  });

  await step("tests in a file with mistakes", async () => {
    editor.replace(test, "t.tick()\n", "t.tick(\n");
    const [all] = await editor.lenses(test);
    await commands.executeCommand(all?.command?.command ?? "", ...(all?.command?.arguments ?? []));
    const why = '8:11: "(" is not closed: ")" is missing';
    is(outcome(), [...tests.map((t) => `started ${t}`), `scripts/villager_test.lua:${why}`, ...tests.map((t) => `errored ${t}: ${why}`), "end"]);
    editor.replace(test, "t.tick(\n", "t.tick()\n");
    await editor.problems();
  });

  await step("the page of a game", async () => {
    const page = nextPage();
    await commands.executeCommand("bough.showPage", "farmer");
    const [, address = ""] = /<iframe src="([^"]*)"/.exec(await page) ?? [];
    const answer = await fetch(address);
    is([answer.status, answer.headers.get("content-security-policy")?.includes("frame-ancestors vscode-webview: vscode-file:")], [200, true]);
    const [game] = terminals;
    assert.ok(game);
    const ended = output(game, "It has ended.\r\n");
    game.handleInput?.("\x03");
    await ended;
  });

  await step("the small parts", async () => {
    is([addressIn("tick 1\nhttp://127.0.0.1:80/#a\n"), addressIn("see http://127.0.0.1:80/#a"), addressIn("http://127.0.0.1:80/")], ["http://127.0.0.1:80/#a", undefined, undefined]);
    assert.match(html('http://127.0.0.1:80/#"><script>'), /src="http:\/\/127.0.0.1:80\/#&#34;&#62;&#60;script&#62;"/);
    is([find(BOUGH, undefined), find("./scripts", BOUGH_PROJECT), find("bough", undefined, `.:${dirname(BOUGH)}`)], [BOUGH, undefined, BOUGH]);
    const project = (path: string): string => join(BOUGH_PROJECT, path);
    is([scriptsOf(BOUGH_PROJECT, project("scripts/a/b_test.lua")), scriptsOf(project("scripts"), project("scripts/a_test.lua")), scriptsOf(BOUGH_PROJECT, project("b_test.lua"))], ["scripts", ".", undefined]);
    is([read("no JSON"), read("{}"), read('{"results": [{"file": "a", "name": "b"}]}')], [undefined, undefined, { results: [{ file: "a", name: "b", printed: [], failure: undefined }], problems: [] }]);
  });

  await step("the end", async () => {
    await deactivate();
    for (const d of subscriptions) d.dispose();
    is(messages, []);
  });
}

const tests = ["flees from an enemy that is near", "walks on when the enemy is far away", "stands still when hurt"];

const hooks = [
  ...["behavior", "choose", "on_enter", "on_exit", "on_reload", "postcondition", "precondition", "result", "run", "utility"],
  ...["args", "children", "doc", "importance", "interval", "non_exclusive", "params", "restart_on_reload", "stimulus"],
];

const fleeHelp = `5:5-9 \`\`\`bt
flee near=10 speed=4
\`\`\`
Runs from an enemy that is near.

Hooks: precondition, on_enter, behavior, on_exit

- \`near\` number (default: 10)
- \`speed\` number (default: 4)`;

const tokens = ["逃跑 function", "speed parameter", "when keyword", "生命 property"];

const farmer = [
  'tree farmer "Runs from enemies, stands still when hurt, walks about."',
  "  root",
  '    逃跑 speed=2 note="😀 世界"  when hp < 90',
  "    rest                         when hp<50",
  "    idle                         when hp < 30",
  "    stroll",
  "",
];

void story();
