// The extension on the other side of the page.
import type { Range } from "../reply";

const host = acquireVsCodeApi();

export function send(message: { do: string; [field: string]: unknown }): void {
  host.postMessage(message);
}

export function reveal(uri: string, range: Range): void {
  send({ do: "reveal", uri, range });
}

export function copy(text: string): void {
  send({ do: "copy", text });
}
