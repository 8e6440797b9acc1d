// rank says how well a text fits what was typed: 0 if its letters do not occur in their order, and more for whole words and
// begins of words.
export function rank(typed: string, text: string): number {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const low = text.toLowerCase();
  let sum = 1;
  for (const w of words) {
    const at = low.indexOf(w);
    if (at >= 0) {
      sum += 20 + w.length - Math.min(10, at) + (at === 0 || /[\s./_#]/.test(low[at - 1] ?? "") ? 20 : 0);
      if (low.length === w.length) sum += 30;
      continue;
    }
    let i = 0;
    let gaps = 0;
    for (const ch of w) {
      const next = low.indexOf(ch, i);
      if (next < 0) return 0;
      gaps += next - i;
      i = next + 1;
    }
    if (gaps > 12) return 0;
    sum += Math.max(1, 10 - gaps);
  }
  return sum;
}
