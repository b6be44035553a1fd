// What an editor shows between the letters and asks the server for again after edits.
import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, ViewPlugin, Decoration } from "@codemirror/view";
import { serverOf } from "./server.js";

/** How long after an edit the server is asked, in milliseconds. */
const pause = 120;

/**
 * refreshed is an extension: ask(connection, view) fetches, decorate(answer, state, connection) makes
 * a set of decorations of it, which moves with the text until the next answer comes.
 */
export function refreshed(ask, decorate) {
  const put = StateEffect.define();
  const shown = StateField.define({
    create: () => Decoration.none,
    update(value, transaction) {
      for (const effect of transaction.effects) if (effect.is(put)) return effect.value;
      return value.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  const plugin = ViewPlugin.fromClass(class {
    constructor(view) {
      this.view = view;
      this.timer = 0;
      this.again = () => this.soon();
      this.soon(0);
    }

    update(update) { if (update.docChanged) this.soon(); }

    soon(after = pause) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.fetch(), after);
    }

    async fetch() {
      const connection = serverOf(this.view);
      if (!connection) return;
      if (this.server !== connection.server) {
        this.server?.removeEventListener("refresh", this.again);
        this.server = connection.server;
        this.server.addEventListener("refresh", this.again);
      }
      let answer;
      try {
        answer = await ask(connection, this.view);
      } catch {
        return; // the document changed meanwhile, or the server ended: what was shown stays
      }
      if (this.gone || connection.plugin.syncedDoc !== this.view.state.doc) return;
      this.view.dispatch({ effects: put.of(decorate(answer, this.view.state, connection)) });
    }

    destroy() {
      this.gone = true;
      clearTimeout(this.timer);
      this.server?.removeEventListener("refresh", this.again);
    }
  });
  return [shown, plugin];
}
