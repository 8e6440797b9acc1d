// Texts for people, in the language of the page. A key is the English text as it stands in the code, and zh.ts has the Chinese one
// of each. The dictionary is loaded before anything else: the server of the page, or the playground, chooses it. A test finds the
// keys, and texts that are not said so.
import type { ComponentChildren } from "preact";

// Dictionary has the texts of a language by the English ones.
export type Dictionary = Readonly<Record<string, string>>;

const dictionary = (globalThis as { boughTexts?: Dictionary }).boughTexts;

// english reports whether the page is in English.
export const english = !dictionary;

// say returns a text with its {names} replaced by values.
export function say(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return (dictionary?.[text] ?? text).replace(/{(\w+)}/g, (name, key: string) => String(values[key] ?? name));
}

// rich is say for a text with elements in it.
export function rich(text: string, parts: Readonly<Record<string, ComponentChildren>>): ComponentChildren {
  return (dictionary?.[text] ?? text).split(/{(\w+)}/).map((part, i) => (i % 2 ? parts[part] : part));
}
