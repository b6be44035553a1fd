// Semantic colours: the words that the server classifies, as classes of the style sheet.
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import { refreshed } from "./refreshed.js";

const marks = new Map();
const mark = (name) => {
  if (!marks.has(name)) marks.set(name, Decoration.mark({ class: name }));
  return marks.get(name);
};

export const semanticColours = refreshed(
  ({ server, uri }) => server.request("textDocument/semanticTokens/full", { textDocument: { uri } }),
  (answer, { doc }, { server }) => {
    const { tokenTypes } = server.client.serverCapabilities.semanticTokensProvider.legend;
    const set = new RangeSetBuilder();
    let line = 0, column = 0;
    const data = answer?.data ?? [];
    for (let i = 0; i + 4 < data.length; i += 5) {
      column = data[i] > 0 ? data[i + 1] : column + data[i + 1];
      line += data[i];
      const from = doc.line(line + 1).from + column;
      set.add(from, from + data[i + 2], mark(`t-${tokenTypes[data[i + 3]]}`));
    }
    return set.finish();
  },
);
