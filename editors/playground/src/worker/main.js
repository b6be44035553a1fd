// A worker that runs one Go program. Its first message says which (`start`); the others are the
// program's input (`send`) and changes of the files that it sees (`write`, `remove`). What the
// program writes comes back as `receive`, its standard error as `log`, its end as `exit`.

import { Files, Stream } from "./files.js";
import { framings } from "./framing.js";

// The runtime's script looks for these when it is loaded.
const evaluators = new Map(); // by the path of their device
const files = new Files((path) => evaluators.get(path)?.stream);
globalThis.fs = files.fs;
globalThis.process = {
  getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 0,
  umask: () => 0o22, cwd: () => "/program", chdir: () => undefined,
};

let ownModule = null; // compiled; evaluators run it too

/** The functions by which the language server starts and ends workers that run programs. */
globalThis.fraccheckEvaluators = {
  start() {
    const path = `/dev/evaluator/${evaluators.size + 1}`;
    const worker = new Worker(self.location.href);
    const evaluator = { worker, reason: "it was ended", stream: new Stream((bytes) => worker.postMessage({ type: "send", data: bytes }, [bytes.buffer])) };
    worker.onmessage = ({ data }) => {
      if (data.type === "receive") evaluator.stream.push(data.data);
      if (data.type === "log") evaluator.reason = data.text.split("\n")[0];
      if (data.type === "exit") this.end(path);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      evaluator.reason = event.message || "the worker could not be started";
      this.end(path);
    };
    worker.postMessage({ type: "start", module: ownModule, args: ["evaluate"], framing: "bytes", files: files.all() });
    evaluators.set(path, evaluator);
    return path;
  },
  end(path) {
    const evaluator = evaluators.get(path);
    evaluator.worker.terminate();
    evaluator.stream.end();
  },
  reason: (path) => evaluators.get(path).reason,
};

const toEvaluators = (message) => evaluators.forEach(({ worker }) => worker.postMessage(message));

let input = null, framing = null;

async function start({ module, args, framing: name, files: given }) {
  await import("wasm_exec");
  for (const [path, content] of given ?? []) files.write(path, content);
  ownModule = module;
  framing = framings[name]((message) => self.postMessage({ type: "receive", data: message }));
  input = new Stream(() => undefined);
  const decoder = new TextDecoder();
  let log = "";
  const errors = new Stream((bytes) => {
    log += decoder.decode(bytes, { stream: true });
    const end = log.lastIndexOf("\n");
    if (end < 0) return;
    self.postMessage({ type: "log", text: log.slice(0, end) });
    log = log.slice(end + 1);
  });
  files.streams(input, new Stream((bytes) => framing.decode(bytes)), errors);
  const go = new globalThis.Go();
  go.argv = ["fraccheck", ...args];
  go.env = { HOME: "/", TMPDIR: "/tmp", FRACCHECK_CACHE: "off" };
  let code = 0;
  go.exit = (status) => { code = status; };
  drain();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  self.postMessage({ type: "ready" });
  await go.run(instance);
  self.postMessage({ type: "exit", code });
}

const waiting = []; // input that came before the program was there

function drain() {
  while (input && waiting.length > 0) input.push(framing.encode(waiting.shift()));
}

self.onmessage = ({ data }) => {
  switch (data.type) {
    case "start":
      start(data).catch((error) => {
        self.postMessage({ type: "log", text: String(error) });
        self.postMessage({ type: "exit", code: 2 });
      });
      break;
    case "send":
      waiting.push(data.data);
      drain();
      break;
    case "write":
      files.write(data.path, data.content);
      toEvaluators(data);
      break;
    case "remove":
      files.remove(data.path);
      toEvaluators(data);
      break;
  }
};
