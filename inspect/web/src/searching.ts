// Finding sections of the documentation by words.

// Section is a section of a page, as in search.json.
export interface Section {
  page: string;
  id: string;
  in: string; // title of the page
  title: string;
  text: string;
}

// Hit is a section that was found.
export interface Hit {
  section: Section;
  excerpt: string;
}

const most = 20;

// found returns the sections that have all words of a query, the best first: words in the title count more than in the text, and
// begins of words more than their inside. The page of messages, which quotes everything, comes after others.
export function found(sections: readonly Section[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits: { section: Section; text: string; score: number }[] = [];
  for (const section of sections) {
    const title = ` ${section.title} ${section.in}`.toLowerCase();
    const text = ` ${section.text}`.toLowerCase();
    let score = section.page === "messages.html" ? -6 : 0;
    const all = words.every((word) => {
      const inTitle = title.indexOf(word);
      const times = text.split(word).length - 1;
      if (inTitle < 0 && times === 0) return false;
      if (inTitle >= 0) score += /\W/.test(title[inTitle - 1] ?? " ") ? 12 : 6;
      score += Math.min(times, 5) + (RegExp(`\\W${word.replace(/[^\w]/g, "\\$&")}`).test(text) ? 2 : 0);
      return true;
    });
    if (all) hits.push({ section, text, score });
  }
  hits.sort((a, b) => b.score - a.score);
  return hits.slice(0, most).map(({ section, text }) => {
    const at = Math.max(0, ...words.map((w) => text.indexOf(w)).filter((i) => i >= 0).slice(0, 1)) - 1;
    const from = Math.max(0, at - 40);
    return { section, excerpt: `${from > 0 ? "…" : ""}${section.text.slice(from, from + 160)}${section.text.length > from + 160 ? "…" : ""}` };
  });
}
