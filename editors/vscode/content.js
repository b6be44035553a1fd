"use strict";
const vscode = require("vscode");

/** Content gives the documents that the server writes: those of the scheme `fraccheck`. */
exports.Content = class {
  #changed = new vscode.EventEmitter();
  #client;

  constructor(client) {
    this.#client = client;
    this.onDidChange = this.#changed.event;
  }

  async provideTextDocumentContent(uri, token) {
    const answer = await this.#client()?.sendRequest("workspace/textDocumentContent", { uri: uri.toString() }, token);
    return answer?.text;
  }

  /** feature tells the server that its documents are read here, and reads them again when it says so. */
  feature() {
    return {
      fillClientCapabilities: (capabilities) => {
        capabilities.workspace = { ...capabilities.workspace, textDocumentContent: { dynamicRegistration: false } };
      },
      initialize: () => {
        this.#client()?.onRequest("workspace/textDocumentContent/refresh", ({ uri }) => {
          this.#changed.fire(vscode.Uri.parse(uri));
          return null;
        });
      },
      getState: () => ({ kind: "static" }),
      clear: () => {},
    };
  }
};
