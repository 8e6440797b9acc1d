// Makes dist and the files of the playground from src, and prints what a first load costs. --out=FOLDER and --play=FOLDER name other folders. With --tests it bundles
// the tests for node instead.
import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, relative } from "node:path";
import { gzipSync } from "node:zlib";

const limit = 60_000; // bytes, compressed, for everything that a first load takes

// browser are the settings of all scripts for a browser.
const browser = {
  bundle: true,
  preserveSymlinks: true, // so that names of chunks do not depend on where the packages are
  minify: true,
  target: ["chrome111", "firefox115", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};

process.chdir(import.meta.dirname);
// tests bundles the files of a folder with an ending for node, into .FOLDER.
async function tests(folder, ending) {
  await rm("." + folder, { recursive: true, force: true });
  const files = (await readdir(folder)).filter((f) => f.endsWith(ending)).map((f) => `${folder}/${f}`);
  await build({ entryPoints: files, outdir: "." + folder, outExtension: { ".js": ".mjs" }, define: { IN_FILE: "false" }, bundle: true, packages: folder === "stories" ? "external" : "bundle", external: ["typescript/*"], platform: "node", format: "esm", target: "node20", logLevel: "warning" });
}

if (process.argv.includes("--tests")) {
  await tests("tests", ".test.ts");
} else if (process.argv.includes("--stories")) {
  await tests("stories", ".story.ts");
} else {
  const out = process.argv.find((a) => a.startsWith("--out="))?.slice(6) ?? "dist";
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const made = await build({
    metafile: true,
    entryPoints: { page: "src/main.tsx", style: "src/style.css", views: "src/views.css", editor: "src/editor.css" },
    define: { IN_FILE: "false" },
    outdir: out,
    ...browser,
    format: "esm",
    splitting: true,
    chunkNames: "[name]-[hash]",
  });
  // The page of a file has one script, without the editor, which needs a game.
  await build({
    entryPoints: { file: "src/file.tsx" },
    define: { IN_FILE: "true" },
    outdir: out,
    ...browser,
    format: "iife",
    plugins: [{ name: "no editor", setup: (b) => void b.onResolve({ filter: /\/editor\.tsx$/ }, () => ({ path: process.cwd() + "/src/later.tsx" })) }],
  });
  // The texts in Chinese are a script that the page in Chinese and a file in Chinese load first.
  await build({ entryPoints: { zh: "src/zh.ts" }, outdir: out, ...browser, format: "iife" });
  // The playground has files of its own, since games that show the page do not need it.
  const play = process.argv.find((a) => a.startsWith("--play="))?.slice(7) ?? "../../cmd/bough/internal/playground/page/dist";
  await rm(play, { recursive: true, force: true });
  await mkdir(play, { recursive: true });
  await build({
    entryPoints: { play: "src/begin.ts", worker: "src/worker.ts", style: "src/style.css", views: "src/views.css", editor: "src/editor.css", bar: "src/play.css" },
    define: { IN_FILE: "false" },
    outdir: play,
    ...browser,
    format: "esm",
    splitting: true,
    chunkNames: "[name]-[hash]",
  });
  await build({ entryPoints: { search: "src/search.ts", docs: "src/docs.css" }, outdir: play, ...browser, format: "esm" });
  await writeFile(`${play}/index.html`, await readFile("src/play.html"));
  await writeFile(`${play}/site.html`, await readFile("src/site.html"));
  await writeFile(`${play}/icon.svg`, await readFile("src/icon.svg"));
  const index = await readFile("src/index.html", "utf8");
  await writeFile(`${out}/index.html`, index);
  await writeFile(`${out}/zh.html`, index.replace('lang="en"', 'lang="zh-CN"').replace("<script", '<script src="zh.js" defer></script>\n<script'));
  await writeFile(`${out}/icon.svg`, await readFile("src/icon.svg"));
  // A first load takes what page.js imports at once, but not what it imports when a part is first shown.
  const first = new Set(["index.html", "icon.svg", "style.css"]);
  const add = (name) => {
    if (first.has(name)) return;
    first.add(name);
    for (const i of made.metafile.outputs[relative(".", `${out}/${name}`)].imports) if (i.kind === "import-statement") add(basename(i.path));
  };
  add("page.js");
  let sum = 0;
  for (const name of (await readdir(out)).sort()) {
    const bytes = gzipSync(await readFile(`${out}/${name}`), { level: 9 }).length;
    if (first.has(name)) sum += bytes;
    console.log(`${name} ${(bytes / 1000).toFixed(1)} kB${first.has(name) ? "" : ", when it is first shown"}`);
  }
  console.log(`first load ${(sum / 1000).toFixed(1)} kB of ${limit / 1000} kB, compressed`);
  if (sum > limit) {
    process.exitCode = 1;
    console.error("the first load is too large");
  }
}
