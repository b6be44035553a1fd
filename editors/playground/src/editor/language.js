// Colours of programs by their letters alone: what shows before the language server has looked.
import { HighlightStyle, LanguageSupport, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const words = /^(?:match\?|(?:def|data|type|extern|import|assert|let|fn|fun|match|case|if|else|where|free_var|rule|rewrite|pattern)\b)/;
const types = /^(?:Tensor|Array|FractalTensor|ref|bool|u?int\d*|b?float\d*)\b/;

const parser = {
  name: "frac",
  startState: () => ({ depth: 0 }),
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] }, indentOnInput: /^\s*[})\]]$/ },
  indent(state, textAfter, context) {
    const line = context.lineAt(context.pos, -1);
    const open = (line.text.match(/[{(\[]/g) ?? []).length - (line.text.match(/[})\]]/g) ?? []).length;
    const indent = line.text.search(/\S|$/) + Math.max(0, Math.min(open, 1)) * context.unit;
    return /^\s*[})\]]/.test(textAfter) ? Math.max(0, indent - context.unit) : indent;
  },
  token(stream, state) {
    if (state.depth > 0 || stream.match("/*")) {
      if (state.depth === 0) state.depth = 1;
      while (!stream.eol() && state.depth > 0) {
        if (stream.match("*/")) state.depth--;
        else if (stream.match("/*")) state.depth++;
        else stream.next();
      }
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^#\[.*\]/)) return "meta";
    if (stream.match(/^(?:#|\/\/).*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(words)) return "keyword";
    if (stream.match(/^(?:[Tt]rue|[Ff]alse)\b/)) return "bool";
    if (stream.match(/^(?:\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?:f\d*|[iu]\d+)?|inff|nanf)\b/)) return "number";
    if (stream.match(types)) return "typeName";
    if (stream.match(/^%(?:"[^"]*"|[\w\/]+(?:::\w+)*)/)) return "variableName";
    if (stream.match(/^@(?:"[^"]*"|\w+(?:(?:-|::)\w+)*)/)) return "function";
    if (stream.match(/^[A-Z]\w*/)) return "className";
    if (stream.match(/^[a-z_][\w.]*(?=\()/)) return "function";
    if (stream.match(/^[\w.]+/)) return null;
    stream.next();
    return "operator";
  },
  tokenTable: { function: tags.function(tags.variableName) },
};

const style = HighlightStyle.define([
  { tag: tags.comment, class: "t-comment" }, { tag: tags.meta, class: "t-macro" }, { tag: tags.string, class: "t-string" },
  { tag: [tags.keyword, tags.bool], class: "t-keyword" }, { tag: tags.number, class: "t-number" },
  { tag: tags.typeName, class: "t-type" }, { tag: tags.className, class: "t-enumMember" },
  { tag: tags.function(tags.variableName), class: "t-function" },
]);

const language = StreamLanguage.define(parser);

/** frac is the language of programs and of files of rules. */
export const frac = () => new LanguageSupport(language, [syntaxHighlighting(style)]);
export const fracLanguage = language;
