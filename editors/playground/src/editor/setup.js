// What every editor of a program has, in the playground and in the manual.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers, tooltips } from "@codemirror/view";
import { frac } from "./language.js";

/** The key Tab leaves the editor, so that a keyboard alone gets out of it. */
export const basics = ({ label, lines = true }) => [
  lines ? lineNumbers() : [], highlightSpecialChars(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
  autocompletion(), highlightActiveLine(), search({ top: true }), frac(), indentUnit.of("  "), EditorState.tabSize.of(4),
  tooltips({ parent: document.body }),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
  EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off", autocorrect: "off" }),
];
