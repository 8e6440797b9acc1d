// A static web server for the stories of the playground, as there are many: it only sends files.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Record<string, string> = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".gz": "application/gzip" };

// Site is a folder that is served at url.
export interface Site {
  url: string;
  asked: string[]; // the paths that were asked for
  close(): void;
}

// serve serves a folder to this machine. With encoded, it says of files that end in .gz that they are compressed on the way, as
// some servers do.
export function serve(dir: string, encoded = false): Promise<Site> {
  const asked: string[] = [];
  const server = createServer((request, reply) => {
    const path = normalize(new URL(request.url ?? "/", "http://x").pathname);
    asked.push(path);
    const file = join(dir, path.endsWith("/") ? `${path}index.html` : path);
    try {
      const body = readFileSync(file);
      const type = types[extname(file)] ?? "application/octet-stream";
      reply.writeHead(200, { "Content-Type": type, "Content-Length": body.length, ...(encoded && file.endsWith(".gz") ? { "Content-Encoding": "gzip" } : {}) });
      reply.end(body);
    } catch {
      reply.writeHead(404).end();
    }
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close: () => void server.close() });
    });
  });
}
