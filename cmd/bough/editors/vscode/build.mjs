// Makes dist from src, with the licenses of what it contains, and prints its size. With --tests it bundles the story for node
// instead, with a stand-in for the module that exists only in VS Code. --out=FOLDER names another folder.
//
// icon.png is a picture of the icon of the page: rsvg-convert -w 128 -h 128 ../../../../inspect/web/src/icon.svg -o icon.png
import { build } from "esbuild";
import { copyFile, readFile, readdir, stat, writeFile } from "node:fs/promises";

process.chdir(import.meta.dirname);
const tests = process.argv.includes("--tests");
const out = process.argv.find((a) => a.startsWith("--out="))?.slice(6) ?? (tests ? ".tests" : "dist");
const node = { bundle: true, platform: "node", target: "node20", format: "cjs", charset: "utf8", outdir: out, logLevel: "warning" };
if (tests) {
  // The stand-in has the classes and functions; the numbers of enumerations come from the declarations.
  const standIn = {
    name: "vscode",
    setup: (b) => {
      b.onResolve({ filter: /^vscode$/ }, () => ({ path: "vscode", namespace: "stand-in" }));
      b.onLoad({ filter: /./, namespace: "stand-in" }, async () => ({
        contents: enums(await readFile("node_modules/@types/vscode/index.d.ts", "utf8")) + 'export * from "./tests/vscode.ts";',
        loader: "ts",
        resolveDir: ".",
      }));
    },
  };
  await build({ ...node, entryPoints: { story: "tests/story.ts" }, plugins: [standIn], sourcemap: "inline" });
} else {
  const made = await build({ ...node, entryPoints: { extension: "src/extension.ts" }, external: ["vscode"], minify: true, legalComments: "none", metafile: true });
  console.log(`extension.js ${((await stat(`${out}/extension.js`)).size / 1000).toFixed(0)} kB`);
  await writeFile(`${out}/LICENSES`, await licenses(Object.keys(made.metafile.inputs)));
  await copyFile("../../../../LICENSE", "LICENSE");
}

// enums returns the enumerations of a file of declarations.
function enums(declarations) {
  const plain = declarations.replace(/\/\*[^]*?\*\//g, "");
  return [...plain.matchAll(/export (enum \w+ \{[^}]*\})/g)].map((m) => `export ${m[1]}\n`).join("");
}

// licenses returns the licenses of the packages to which files belong.
async function licenses(files) {
  const packages = new Set(files.flatMap((f) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(f) ?? []));
  const texts = new Set(["extension.js contains parts of these packages.\n"]); // a package can be there in two versions
  for (const dir of [...packages].sort()) {
    const name = (await readdir(dir)).find((f) => /^licen[sc]e/i.test(f));
    if (!name) throw new Error(`${dir} has no license`);
    const license = (await readFile(`${dir}/${name}`, "utf8")).replaceAll("\r\n", "\n").trim();
    texts.add(`== ${JSON.parse(await readFile(dir + "/package.json", "utf8")).name}\n\n${license}\n`);
  }
  return [...texts].join("\n");
}
