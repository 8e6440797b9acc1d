// The page of a playground: the list of scenes, and one of them that is played in a worker. The fragment of the address says
// which: gallery/door is one of the list, and share= has a project in it; see share.ts.
import { effect, signal } from "@preact/signals";
import { render } from "preact";
import type { JSX } from "preact";
import { extras } from "./extras.ts";
import { listen } from "./keys.ts";
import { load } from "./load.ts";
import { workerSource } from "./playsource.ts";
import type { Played, Project } from "./playsource.ts";
import { say } from "./say.ts";
import { longest, pack, parse, unpack } from "./share.ts";
import { Shell } from "./shell.tsx";
import { act, hello, link, start } from "./state.ts";

// Listed is a scene of scenes.json.
interface Listed {
  name: string; // as in the fragment
  group: string;
  title: string;
  about: string; // a sentence
}

const list = signal<readonly Listed[]>([]);
const name = signal(""); // of the scene that is played
const trouble = signal("");
const told = signal(""); // the answer to a button
const said = signal(""); // the last line that the scene printed
const loaded = signal(0); // share of the engine
const begun = signal(false); // the page is shown, also while the scene begins again
let source: Played | null = null;

effect(() => {
  if (hello.value || link.value.kind === "lost" || link.value.kind === "schema") begun.value = true;
});

// kept is where the saved files of a scene outlast a reload of this tab.
const kept = () => `bough-playground:${location.hash}`;
const changed = signal(false); // the files are not the original ones

// keep notes the files after a save. Without room for them, a reload begins with the original ones.
async function keep(): Promise<void> {
  if (!source) return;
  try {
    sessionStorage.setItem(kept(), JSON.stringify(await source.project()));
    changed.value = true;
  } catch {
    // the button Original does not appear
  }
}

function original(): void {
  sessionStorage.removeItem(kept());
  for (const k of Object.keys(sessionStorage)) if (k.startsWith("bough-draft:")) sessionStorage.removeItem(k);
  location.reload();
}

// handed is where a project that was opened from a file waits for the page to be loaded again.
const handed = "bough-playground";

async function fetched<T>(path: string): Promise<T> {
  const reply = await fetch(path);
  if (!reply.ok) throw new Error(say("the server answered {status} for {path}", { status: reply.status, path }));
  return (await reply.json()) as T;
}

// chosen returns the project that the address names, null for the list.
async function chosen(fragment: string): Promise<Project | null> {
  const mine = sessionStorage.getItem(kept());
  if (mine && fragment !== "") {
    changed.value = true;
    return parse(mine);
  }
  if (fragment === "file") {
    const text = sessionStorage.getItem(handed);
    if (text) return parse(text);
    throw new Error(say("the file is not here any more: open it again"));
  }
  if (fragment.startsWith("share=")) return unpack(fragment.slice(6));
  if (fragment === "") return null;
  if (!/^[\w-]+\/[\w-]+$/.test(fragment)) throw new Error(say("there is no scene {name}", { name: fragment }));
  return fetched<Project>(`scenes/${fragment}.json`);
}

// opened is where the tab notes to which scene the texts belong that are not saved.
const opened = "bough-playground-of";

// play opens a project.
function play(project: Project): void {
  name.value = project.name;
  // What is not saved belongs to the project in which it was written.
  const key = location.hash + project.name;
  if (sessionStorage.getItem(opened) !== key) {
    for (const k of Object.keys(sessionStorage)) if (k.startsWith("bough-draft:")) sessionStorage.removeItem(k);
    sessionStorage.setItem(opened, key);
  }
  const worker = new Worker("worker.js");
  worker.addEventListener("error", (e) => void (trouble.value = say("The engine cannot be started: {why}.", { why: e.message || say("worker.js or wasm_exec.js is missing") })));
  const made = workerSource(worker, project, (line) => void (said.value = line), (share) => void (loaded.value = share));
  source = {
    ...made,
    save: async (path, save) => {
      const reply = await made.save(path, save);
      void keep();
      return reply;
    },
  };
  start(source);
  load();
  listen();
  extras();
}

// Failing buttons say why.
const tell = (what: Promise<string>) => void what.then((text) => (told.value = text), (e: unknown) => (told.value = e instanceof Error ? e.message : String(e)));

async function share(): Promise<string> {
  if (!source) return "";
  const text = await pack(await source.project());
  if (text.length > longest) return say("Too long for an address: {n} characters, at most {most}. Save it as a file instead.", { n: text.length, most: longest });
  history.replaceState(null, "", `#share=${text}`);
  sessionStorage.setItem(opened, location.hash + name.value);
  try {
    await navigator.clipboard.writeText(location.href);
    return say("The address is copied: {n} characters, with all files in it.", { n: location.href.length });
  } catch {
    return say("Copy the address above: {n} characters, with all files in it.", { n: location.href.length });
  }
}

async function download(): Promise<string> {
  if (!source) return "";
  const project = await source.project();
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([JSON.stringify(project, null, 1)], { type: "application/json" }));
  a.download = `${project.name.replace(/[^\w-]+/g, "-")}.bough.json`;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
  return say("{file} is saved. Open file on the list of scenes opens it.", { file: a.download });
}

async function upload(file: File | undefined): Promise<string> {
  if (!file) return "";
  const text = await file.text();
  parse(text);
  sessionStorage.setItem(handed, text);
  sessionStorage.removeItem("bough-playground:#file");
  if (location.hash === "#file") location.reload();
  else location.hash = "#file";
  return "";
}

async function again(): Promise<string> {
  if (!source) return "";
  await act({ act: "scene", name: (await source.project()).scene, tick: 0 });
  return "";
}

function Scenes(): JSX.Element {
  const groups = [...new Set(list.value.map((x) => x.group))];
  return (
    <main class="scenes">
      <div>
        <h1>{say("Bough playground")}</h1>
        <p>{say("Each scene plays here, in your browser. See what its agents do and why, change a file, save it, and see the change in force. Nothing leaves this page.")}</p>
        {trouble.value || told.value ? <p class="bad" role="alert">{trouble.value || told.value}</p> : null}
        <p>
          <label>
            {say("Open file:")} <input type="file" accept=".json" onChange={(e) => tell(upload(e.currentTarget.files?.[0]))} />
          </label>
        </p>
        {groups.map((g) => (
          <section key={g} aria-label={g}>
            <h2>{g}</h2>
            <ul>
              {list.value.filter((x) => x.group === g).map((x) => (
                <li key={x.name}>
                  <a href={`#${x.name}`}>
                    <strong>{x.title}</strong>
                    <small>{x.about}</small>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </main>
  );
}

function Play(): JSX.Element {
  return (
    <div class="play">
      <nav class="play-bar" aria-label={say("playground")}>
        <a class="link" href="#">{say("Scenes")}</a>
        <strong>{name.value}</strong>
        <span class="soft play-said" role="status" aria-label={say("the scene says")} title={said.value}>{told.value || said.value}</span>
        <span class="grow" />
        {changed.value ? <button type="button" class="button" title={say("give up all changes in this tab")} onClick={original}>{say("Original")}</button> : null}
        <button type="button" class="button" title={say("begin the scene again, with the files as they are saved")} onClick={() => tell(again())}>{say("Play again")}</button>
        <button type="button" class="button" title={say("put the saved files into the address of this page")} onClick={() => tell(share())}>{say("Share")}</button>
        <button type="button" class="button" title={say("save the scene with all its files")} onClick={() => tell(download())}>{say("Save as file")}</button>
      </nav>
      {begun.value ? (
        <Shell />
      ) : (
        <main class="play-load">
          {trouble.value ? <span class="bad" role="alert">{trouble.value}</span> : <span role="status">{say("Loading the engine …")}</span>}
          {trouble.value ? null : <progress aria-label={say("engine")} value={loaded.value || undefined} max={1} />}
        </main>
      )}
    </div>
  );
}

async function begin(): Promise<void> {
  let project: Project | null = null;
  try {
    project = await chosen(location.hash.slice(1));
  } catch (e) {
    trouble.value = say("This scene cannot be opened: {why}.", { why: e instanceof Error ? e.message : String(e) });
  }
  const page = document.getElementById("page") as HTMLElement;
  if (project) {
    play(project);
    return render(<Play />, page);
  }
  render(<Scenes />, page);
  try {
    list.value = await fetched<Listed[]>("scenes.json");
  } catch (e) {
    trouble.value ||= say("The list of scenes cannot be loaded: {why}.", { why: e instanceof Error ? e.message : String(e) });
  }
}

// Another scene begins on a fresh page.
addEventListener("hashchange", () => location.reload());
void begin();
