// Names as scripts and trees have them: letters and digits of any script, and underscores.

// rest is the inside of a class of a regular expression with the flag u: the characters of a name.
export const rest = "\\p{L}\\p{N}\\p{M}_";

const word = RegExp(`[${rest}]+`, "gu");

// wordsOf returns the names and the whole numbers of a text.
export const wordsOf = (text: string): string[] => text.match(word) ?? [];

// isName reports whether a text is a name.
export const isName = (text: string): boolean => wordsOf(text)[0] === text && !/^[\p{N}\p{M}]/u.test(text);
