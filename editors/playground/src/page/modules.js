// The two modules of Go code, and the workers that run them.

/**
 * decompressed is a module's bytes, whether the host serves the file as it lies or takes the
 * compression off by itself (`Content-Encoding: gzip`): the first bytes tell.
 */
async function decompressed(response, progress) {
  const reader = response.body.getReader();
  const first = await reader.read();
  let received = 0;
  const count = (chunk) => { received += chunk.length; progress(received); };
  const bytes = new ReadableStream({
    start(controller) {
      if (first.done) controller.close();
      else { count(first.value); controller.enqueue(first.value); }
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else { count(value); controller.enqueue(value); }
    },
  });
  return !first.done && first.value[0] === 0x1f && first.value[1] === 0x8b ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes;
}

/** compiled fetches a module and compiles it while it comes in. */
async function compiled(url, progress) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  const stream = await decompressed(response, progress);
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
}

/** The folder of the scripts, in which the modules are too. */
export const base = new URL(".", import.meta.url);

const cache = new Map();

/** module is one of the modules, fetched once: `first` or `server`. */
export function module(name, progress = () => undefined) {
  if (!cache.has(name)) cache.set(name, compiled(new URL(`${name}.wasm.gz`, base), progress));
  return cache.get(name);
}

/** A Program is a module that runs in a worker. */
export class Program {
  #receive;
  #exit;

  /**
   * @param {{name: string, args?: string[], framing: string, files?: [string, Uint8Array][],
   *   receive: (message: string) => void, exit?: (reason: string) => void, progress?: (bytes: number) => void}} options
   */
  constructor({ name, args = [], framing, files = [], receive, exit = () => undefined, progress }) {
    this.#receive = receive;
    this.#exit = exit;
    this.worker = new Worker(new URL("worker.js", base));
    let reason = "it left";
    this.worker.onmessage = ({ data }) => {
      if (data.type === "receive") this.#receive(data.data);
      if (data.type === "log") {
        reason = data.text.split("\n")[0];
        console.warn(data.text);
      }
      if (data.type === "exit") this.#end(reason);
    };
    this.worker.onerror = (event) => this.#end(event.message || "the worker failed");
    this.started = module(name, progress).then((code) => {
      this.worker.postMessage({ type: "start", module: code, args, framing, files });
    });
    this.started.catch((error) => this.#end(String(error.message ?? error)));
  }

  #end(reason) {
    this.worker.terminate();
    const exit = this.#exit;
    this.#exit = () => undefined;
    exit(reason);
  }

  send(message) { this.worker.postMessage({ type: "send", data: message }); }

  write(path, content) { this.worker.postMessage({ type: "write", path, content }); }

  remove(path) { this.worker.postMessage({ type: "remove", path }); }

  /** end ends the worker, whatever it does. */
  end() {
    this.#exit = () => undefined;
    this.worker.terminate();
  }
}
