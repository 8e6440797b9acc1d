// Lines of scripts and trees in pieces, for their colors.

// Piece is a part of a line. Its kind is "" for plain code.
export interface Piece {
  text: string;
  kind: "" | "string" | "comment" | "when";
}

// pieces splits a line of a file. Signs of a comment and the word when mean nothing within quotes. Only trees have conditions.
export function pieces(line: string, tree: boolean): Piece[] {
  const list: Piece[] = [];
  const put = (text: string, kind: Piece["kind"]) => {
    const last = list.at(-1);
    if (text === "") return;
    if (last?.kind === kind) last.text += text;
    else list.push({ text, kind });
  };
  const next = tree ? /"(?:[^"\\]|\\.)*"?|(?<!\S)#.*$|(?<=\s)when(?=\s)/g : /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|--.*$/g;
  let kind: Piece["kind"] = ""; // of what is not a string or a comment
  let at = 0;
  for (const m of line.matchAll(next)) {
    put(line.slice(at, m.index), kind);
    const word = m[0];
    if (word === "when") kind = "when";
    if (word.startsWith("#") || word.startsWith("--")) put(word, "comment");
    else put(word, kind || "string");
    at = m.index + word.length;
  }
  put(line.slice(at), kind);
  return list;
}
