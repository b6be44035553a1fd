// The client of the first module: requests about programs (package internal/playground).

import { Program } from "./modules.js";

/** An Ended says that the worker was ended before it answered. */
export class Ended extends Error {}

/** A First asks a first module in a worker of its own, and starts another one after the end. */
export class First {
  #program = null;
  #waiting = new Map();
  #next = 0;

  /** @param {() => [string, Uint8Array][]} files lists the files that programs import. */
  constructor(files = () => [], progress = undefined) {
    this.files = files;
    this.progress = progress;
  }

  #start() {
    const program = new Program({
      name: "first", framing: "lines", files: this.files(), progress: this.progress,
      receive: (line) => {
        const { id, result, error } = JSON.parse(line);
        const { resolve, reject } = this.#waiting.get(id) ?? {};
        this.#waiting.delete(id);
        if (error !== undefined) reject?.(new Error(error));
        else resolve?.(result ?? null);
      },
      exit: (reason) => this.#lose(reason),
    });
    this.#program = program;
  }

  #lose(reason) {
    this.#program = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach(({ reject }) => reject(new Ended(reason)));
  }

  /** warm starts the worker before it is needed. */
  warm() { if (this.#program === null) this.#start(); }

  /** ask asks for a method; the promise rejects with an Ended where the worker ends first. */
  ask(method, params) {
    this.warm();
    const id = ++this.#next;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#program.send(JSON.stringify({ id, method, ...params }));
    });
  }

  get busy() { return this.#waiting.size > 0; }

  write(path, content) { this.#program?.write(path, content); }

  remove(path) { this.#program?.remove(path); }

  /** end ends the worker and all that it does. */
  end(reason = "it was stopped") {
    this.#program?.end();
    this.#lose(reason);
  }
}
