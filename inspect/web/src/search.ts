// The search of the documentation: the sections that have all words, best first. The index is loaded when the field is first used.
import { found } from "./searching.ts";
import type { Section } from "./searching.ts";

const field = document.getElementById("search") as HTMLInputElement;
const list = document.getElementById("found") as HTMLElement;
let sections: Promise<Section[]> | null = null;

async function search(): Promise<void> {
  sections ??= fetch("search.json").then((r) => r.json() as Promise<Section[]>);
  const all = await sections.catch(() => {
    sections = null; // the next key tries again
    return null;
  });
  list.hidden = field.value.trim() === "";
  if (!all) {
    list.textContent = "The index cannot be loaded.";
    return;
  }
  const hits = found(all, field.value);
  list.replaceChildren(
    ...hits.map((hit) => {
      const a = document.createElement("a");
      a.href = hit.section.page + (hit.section.id ? `#${hit.section.id}` : "");
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
  if (hits.length === 0) list.textContent = "Nothing has all of these words.";
}

field.addEventListener("input", () => void search());
field.addEventListener("focus", () => void search());
document.addEventListener("keydown", (e) => {
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
