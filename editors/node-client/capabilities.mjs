// What the tests' client can do: all that the server makes a difference of,
// except that it pulls diagnostics only where a test says so.
const markup = ["markdown", "plaintext"];
const dynamic = { dynamicRegistration: true };
const refresh = { refreshSupport: true };
const published = {
  relatedInformation: true, codeDescriptionSupport: true, dataSupport: true, tagSupport: { valueSet: [1, 2] },
};

const workspace = {
  applyEdit: true,
  configuration: true,
  workspaceFolders: true,
  workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"], failureHandling: "abort" },
  didChangeWatchedFiles: dynamic,
  didChangeConfiguration: dynamic,
  executeCommand: {},
  fileOperations: { willRename: true, didRename: true, didCreate: true, didDelete: true },
  symbol: { resolveSupport: { properties: ["location.range"] } },
  codeLens: refresh, inlayHint: refresh, semanticTokens: refresh, diagnostics: refresh, foldingRange: refresh,
  textDocumentContent: dynamic,
};

const completion = {
  contextSupport: true,
  insertTextMode: 2,
  completionItem: {
    snippetSupport: true, deprecatedSupport: true, insertReplaceSupport: true, labelDetailsSupport: true,
    documentationFormat: markup, tagSupport: { valueSet: [1] }, insertTextModeSupport: { valueSet: [1, 2] },
    resolveSupport: { properties: ["documentation", "detail", "additionalTextEdits"] },
  },
  completionList: { itemDefaults: ["editRange", "insertTextFormat", "insertTextMode", "data"] },
};

const tokenTypes = [
  "namespace", "type", "class", "enum", "interface", "struct", "typeParameter", "parameter", "variable", "property",
  "enumMember", "event", "function", "method", "macro", "keyword", "modifier", "comment", "string", "number", "regexp",
  "operator", "decorator",
];
const tokenModifiers = [
  "declaration", "definition", "readonly", "static", "deprecated", "abstract", "async", "modification",
  "documentation", "defaultLibrary",
];

const textDocument = {
  hover: { contentFormat: markup },
  definition: {}, declaration: {}, typeDefinition: {}, implementation: {}, references: {}, documentHighlight: {},
  documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  callHierarchy: {}, typeHierarchy: {}, documentLink: { tooltipSupport: true },
  completion,
  signatureHelp: {
    contextSupport: true,
    signatureInformation: {
      documentationFormat: markup, parameterInformation: { labelOffsetSupport: true }, activeParameterSupport: true,
      noActiveParameterSupport: true,
    },
  },
  rename: { prepareSupport: true, prepareSupportDefaultBehavior: 1 },
  codeAction: {
    codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix", "refactor", "source"] } },
    isPreferredSupport: true, disabledSupport: true, dataSupport: true, resolveSupport: { properties: ["edit"] },
  },
  codeLens: { resolveSupport: { properties: ["command"] } },
  inlayHint: { resolveSupport: { properties: ["tooltip", "textEdits", "label.tooltip", "label.location"] } },
  formatting: {}, rangeFormatting: { rangesSupport: true }, onTypeFormatting: {},
  foldingRange: { lineFoldingOnly: false, foldingRangeKind: { valueSet: ["comment", "imports", "region"] } },
  selectionRange: {}, linkedEditingRange: {},
  semanticTokens: {
    requests: { full: { delta: true }, range: true }, tokenTypes, tokenModifiers, formats: ["relative"],
    overlappingTokenSupport: false, multilineTokenSupport: true,
  },
  publishDiagnostics: { versionSupport: true, ...published },
};

/** capabilities are a client's; it pulls diagnostics where it is to. */
export function capabilities({ encodings, pulls }) {
  return {
    general: encodings && { positionEncodings: encodings },
    window: { workDoneProgress: true, showMessage: {} },
    workspace,
    textDocument: pulls ? { ...textDocument, diagnostic: { relatedDocumentSupport: false, ...published } } : textDocument,
  };
}
