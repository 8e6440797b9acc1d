// The worker of a playground: it loads the engine, and passes the messages of the page to it. wasm_exec.js is the part of Go that
// runs a program in a browser, of the version that has built the engine.

declare const Go: new () => { importObject: WebAssembly.Imports; run(instance: WebAssembly.Instance): Promise<void> };
declare function importScripts(...urls: string[]): void;

const scope = self as unknown as { postMessage(message: unknown): void; onmessage: ((e: MessageEvent<unknown[]>) => void) | null; bough?: (...message: unknown[]) => void };

// bytes returns the engine, which is compressed. Some servers tell browsers that it is, so that it arrives as it was before.
async function bytes(): Promise<Response> {
  const reply = await fetch("engine.wasm.gz");
  if (!reply.ok || !reply.body) throw new Error(`the server answered ${reply.status} for engine.wasm.gz`);
  const whole = Number(reply.headers.get("Content-Length")) || 0;
  const reader = reply.body.getReader();
  let first: ReadableStreamReadResult<Uint8Array<ArrayBuffer>> | null = await reader.read();
  let had = 0;
  const packed = first.value?.[0] === 0x1f && first.value[1] === 0x8b;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(c) {
      const part = first ?? (await reader.read());
      first = null;
      if (part.done) return c.close();
      had += part.value.length;
      if (packed && whole > 0) scope.postMessage(["loading", Math.min(1, had / whole)]);
      c.enqueue(part.value);
    },
  });
  return new Response(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream, { headers: { "Content-Type": "application/wasm" } });
}

async function run(): Promise<void> {
  importScripts("wasm_exec.js");
  const go = new Go();
  const made = await WebAssembly.instantiateStreaming(bytes(), go.importObject);
  scope.onmessage = (e) => scope.bough?.(...e.data);
  await go.run(made.instance);
  scope.postMessage(["gone", ""]);
}

void run().catch((e: unknown) => scope.postMessage(["gone", e instanceof Error ? e.message : String(e)]));
