// Finding sections of the documentation by words.

// Section is a section of a page, as in search.json.
export interface Section {
  page: string; // from the folder of the documentation
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

// isChinese reports whether a text has Chinese characters.
export const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

// merged returns the sections for a reader of Chinese: those in Chinese, and those of pages that are only in English.
export function merged(chinese: readonly Section[], english: readonly Section[]): Section[] {
  const pages = new Set(chinese.map((s) => s.page.replace(/^zh\//, "")));
  return [...chinese, ...english.filter((s) => !pages.has(s.page))];
}

// wordsOf returns the words of a query. Chinese has no spaces between words, so characters in a row are one. Words of a question,
// such as 怎么, are left out if there are others.
function wordsOf(query: string): string[] {
  const plain = query.replace(/(?![ -~])\p{P}/gu, " ").normalize("NFKC").toLowerCase();
  const words = (text: string) => text.match(/\p{Script=Han}+|[^\s\p{Script=Han}]+/gu) ?? [];
  const asked = words(plain.replace(/为什么|怎么|怎样|如何|什么/g, " "));
  return asked.length > 0 ? asked : words(plain);
}

// pairsOf returns the pairs of neighbors in a Chinese word of more than two characters.
function pairsOf(word: string): string[] {
  const signs = isChinese(word) ? [...word] : [];
  return signs.length > 2 ? signs.slice(1).map((sign, i) => signs[i] + sign) : [];
}

// found returns the sections that have all words of a query, the best first: words in the title count more than in the text, and
// begins of words more than their inside. Of a long Chinese word, which may be several, half of the pairs are enough. The page of
// messages, which quotes everything, comes after others.
export function found(sections: readonly Section[], query: string): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const hits: { section: Section; at: number; score: number }[] = [];
  for (const section of sections) {
    const title = ` ${section.title} ${section.in}`.toLowerCase();
    const text = ` ${section.text}`.toLowerCase();
    let score = section.page.endsWith("messages.html") ? -6 : 0;
    let at = -1; // where the text has a word first
    const all = words.every((word) => {
      const inTitle = title.indexOf(word);
      const times = text.split(word).length - 1;
      if (inTitle < 0 && times === 0) {
        const pairs = pairsOf(word);
        const there = pairs.filter((pair) => title.includes(pair) || text.includes(pair));
        if (there.length === 0 || there.length * 2 < pairs.length) return false;
        score += (4 * there.length) / pairs.length;
        if (at < 0) at = Math.max(...there.map((pair) => text.indexOf(pair)));
        return true;
      }
      if (inTitle >= 0) score += /\W/.test(title[inTitle - 1] ?? " ") ? 12 : 6;
      score += Math.min(times, 5) + (RegExp(`\\W${word.replace(/[^\w]/g, "\\$&")}`).test(text) ? 2 : 0);
      if (at < 0) at = text.indexOf(word);
      return true;
    });
    if (all) hits.push({ section, at, score });
  }
  hits.sort((a, b) => b.score - a.score);
  return hits.slice(0, most).map(({ section, at }) => {
    const from = Math.max(0, at - 41);
    return { section, excerpt: `${from > 0 ? "…" : ""}${section.text.slice(from, from + 160)}${section.text.length > from + 160 ? "…" : ""}` };
  });
}
