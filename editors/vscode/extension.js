"use strict";
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { Content } = require("./content");
const commands = require("./commands");
const { located } = require("./executable");

/** @type {LanguageClient | undefined} */
let client;
const content = new Content(() => client);

/** options of the client: where it works, and what it does itself. */
const options = {
  documentSelector: [{ language: "frac" }, { language: "fracrule" }],
  // The lens over a definition brings its references, and a command here shows them.
  initializationOptions: { showReferences: true },
  middleware: { executeCommand: commands.executed },
};

/** start runs the server; where that fails, the user learns how to name it. */
async function start() {
  const named = vscode.workspace.getConfiguration("fraccheck").get("path", "fraccheck");
  try {
    const command = located(named, process.env, process.platform);
    client = new LanguageClient("fraccheck", "fraccheck", { command, args: ["lsp"] }, options);
    client.registerFeature(content.feature());
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(`fraccheck does not start: ${error.message ?? error} The setting fraccheck.path names the command.`);
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
    ...commands.register(() => client),
    vscode.workspace.registerTextDocumentContentProvider("fraccheck", content),
    vscode.workspace.onDidChangeConfiguration((e) => e.affectsConfiguration("fraccheck.path") && restart()),
  );
  await start();
};

exports.deactivate = stop;
