// Projects as text: packed into the fragment of an address, or as a file.
import type { Project } from "./playsource.ts";
import { say } from "./say.ts";

// longest is the number of characters of a fragment up to which an address is made. Chat programs and mail cut longer ones.
export const longest = 8000;

// largest bounds what a fragment or a file may unpack to.
const largest = 4 << 20;

// pack returns a project as deflated JSON in base64url.
export async function pack(project: Project): Promise<string> {
  const stream = new Blob([JSON.stringify(project)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of new Uint8Array(await new Response(stream).arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

// unpack returns what pack has packed. It fails with a sentence.
export async function unpack(text: string): Promise<Project> {
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const stream = new Blob([Uint8Array.from(binary, (c) => c.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = stream.getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let size = 0; ; ) {
      const part = await reader.read();
      if (part.done) break;
      size += part.value.length;
      if (size > largest) throw new Error("too large");
      parts.push(part.value);
    }
    return parse(await new Blob(parts).text());
  } catch {
    throw new Error(say("the address is not whole: copy all of it, with what is behind #"));
  }
}

// parse reads a project from JSON. It fails with a sentence.
export function parse(text: string): Project {
  let p: Partial<Project> | null = null;
  try {
    p = text.length <= largest ? (JSON.parse(text) as Partial<Project> | null) : null;
  } catch {
    // said below
  }
  const isMap = p !== null && typeof p === "object" && typeof p.files === "object" && p.files !== null;
  if (!isMap || typeof p?.scene !== "string" || !Object.values(p.files as object).every((x) => typeof x === "string")) {
    throw new Error(say("this is no project of a playground: save one with Save as file"));
  }
  return { name: String(p.name ?? say("a shared scene")).slice(0, 100), scene: p.scene, files: p.files as Record<string, string> };
}
