"use strict";
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** start runs the server; where that fails, the user learns how to name it. */
async function start() {
  const command = vscode.workspace.getConfiguration("fraccheck").get("path", "fraccheck");
  client = new LanguageClient(
    "fraccheck",
    "fraccheck",
    { command, args: ["lsp"] },
    { documentSelector: [{ language: "frac" }] },
  );
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(`fraccheck does not start: ${error.message}. The setting fraccheck.path names the command.`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart() {
  await stop();
  await start();
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("fraccheck.restart", restart),
    vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration("fraccheck.path") && restart()),
  );
  await start();
};

exports.deactivate = stop;
