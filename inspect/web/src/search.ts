// The search of the documentation: the sections that have all words, best first. An index is loaded when it is first needed: that of
// the language of the page when the field is first used, and that in Chinese also for Chinese words. The words for the reader are
// those of the page.
import { found, isChinese, merged } from "./searching.ts";
import type { Section } from "./searching.ts";

const field = document.getElementById("search") as HTMLInputElement;
const list = document.getElementById("found") as HTMLElement;
const here = new URL(".", import.meta.url);
const inChinese = document.documentElement.lang === "zh";
const indices = new Map<string, Promise<Section[]>>();

// index returns the sections in a file.
function index(file: string): Promise<Section[]> {
  let sections = indices.get(file);
  if (!sections) {
    sections = fetch(new URL(file, here)).then((r) => r.json() as Promise<Section[]>);
    indices.set(file, sections);
    sections.catch(() => indices.delete(file)); // the next key tries again
  }
  return sections;
}

async function sectionsFor(query: string): Promise<Section[]> {
  const english = index("search.json");
  if (inChinese) return merged(await index("zh/search.json"), await english);
  return isChinese(query) ? [...(await english), ...(await index("zh/search.json"))] : english;
}

async function search(): Promise<void> {
  const query = field.value;
  const all = await sectionsFor(query).catch(() => null);
  if (query !== field.value) return; // a later call shows what is there now
  list.hidden = query.trim() === "";
  if (!all) {
    list.textContent = list.dataset["broken"] ?? "";
    return;
  }
  const hits = found(all, query);
  list.replaceChildren(
    ...hits.map((hit) => {
      const a = document.createElement("a");
      a.href = new URL(hit.section.page + (hit.section.id ? `#${hit.section.id}` : ""), here).href;
      a.lang = hit.section.page.startsWith("zh/") ? "zh" : "en";
      const title = document.createElement("strong");
      title.textContent = hit.section.title || hit.section.in;
      const where = document.createElement("small");
      where.textContent = hit.section.in;
      const text = document.createElement("span");
      text.textContent = hit.excerpt;
      a.append(title, where, text);
      return a;
    }),
  );
  if (hits.length === 0) list.textContent = list.dataset["none"] ?? "";
}

field.addEventListener("input", () => void search());
field.addEventListener("focus", () => void search());
document.addEventListener("keydown", (e) => {
  if (e.isComposing || e.keyCode === 229) return; // an input method takes the key, such as Enter for a candidate
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (e.key === "/" && document.activeElement !== field) field.focus();
  else if (e.key === "Escape") list.hidden = true;
  else if (e.key === "Enter" && document.activeElement === field) links[0]?.click();
  else if ((e.key === "ArrowDown" || e.key === "ArrowUp") && !list.hidden && (at >= 0 || document.activeElement === field)) (links[at + (e.key === "ArrowDown" ? 1 : -1)] ?? field).focus();
  else return;
  e.preventDefault();
});
document.addEventListener("click", (e) => {
  if (e.target instanceof Node && (!list.contains(e.target) || (e.target instanceof Element && e.target.closest("a"))) && e.target !== field) list.hidden = true;
});
