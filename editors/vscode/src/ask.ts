// Asking the server by its commands.
import type { CancellationToken } from "vscode";
import { ExecuteCommandRequest } from "vscode-languageclient/node";
import type { Server } from "./server";

/** ask sends a command with its one object of arguments; a refusal is thrown as an Error with a sentence. */
export function ask<T>(server: Server, command: string, args: object, token?: CancellationToken): Promise<T> {
  if (!server.client?.isRunning()) return Promise.reject(new Error("The language server does not run."));
  if (!server.has(command)) return Promise.reject(new Error(`The server that runs has no command ${command}; a newer fraccheck may have it.`));
  return server.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [args] }, token) as Promise<T>;
}

/** isGone tells whether the server refused because it no longer keeps a value. */
export function isGone(error: unknown): boolean {
  return (error as { data?: { code?: string } })?.data?.code === "value-gone";
}

/** isCancelled tells whether nobody waits for the answer any more. */
export function isCancelled(error: unknown): boolean {
  return [-32800, -32802].includes((error as { code?: number })?.code ?? 0);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
