package lsp

import (
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp/text"
)

// abilities are what a client can do, as far as an answer depends on it.
type abilities struct {
	encoding         text.Encoding
	watches          bool // files, when asked to
	configuration    bool // can be asked for
	tellsSettings    bool // registers for changes of the configuration
	pullsDiagnostics bool
	progress         bool // shows work that the server begins
	content          bool // reads documents of the server
	refreshes        refreshes
	versionedEdits   bool // documentChanges
	createsFiles     bool // by edits
	annotations      bool // shows edits before it makes them, when told so
	related          bool // places beside a diagnostic
	tags             []protocol.DiagnosticTag
	codeDescriptions bool
	markdown         bool // in hovers
	symbolTrees      bool
	actionLiterals   bool // code actions that are more than commands
	links            linking
	folding          foldingLimits
	preparesRename   bool
	multilineTokens  bool // semantic tokens over several lines
	lateTooltips     bool // of inlay hints
	lateLocations    bool // of the parts of inlay hints
	tokenDeltas      bool // it asks what changed since the last semantic tokens

	snippets           bool // in completions
	insertsAsIs        bool // does not indent several lines, when told so
	completionMarkdown bool
	signatureMarkdown  bool
	labelOffsets       bool   // places of parameters in a signature
	noActiveParameter  bool   // null for none
	actionResolves     bool   // and that get their edits when they are chosen
	actionDisabled     bool   // and that tell why they cannot be done
	showsReferences    bool   // by a command of its own
	showsValues        bool   // by a command of its own
	parameterHints     string // the command that shows the parameters of the call at the cursor; empty for none
	suggests           string // the command that asks for completions at the cursor; empty for none
}

func readAbilities(c *protocol.ClientCapabilities) abilities {
	a := abilities{encoding: encodingOf(c.General), markdown: true}
	if w := c.Workspace; w != nil {
		a.watches = w.DidChangeWatchedFiles != nil && yes(w.DidChangeWatchedFiles.DynamicRegistration)
		a.configuration = yes(w.Configuration)
		a.tellsSettings = w.DidChangeConfiguration != nil && yes(w.DidChangeConfiguration.DynamicRegistration)
		a.content = w.TextDocumentContent != nil
		a.refreshes = readRefreshes(w)
		a.versionedEdits = w.WorkspaceEdit != nil && yes(w.WorkspaceEdit.DocumentChanges)
		a.createsFiles = a.versionedEdits && slices.Contains(w.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindCreate)
		a.annotations = a.versionedEdits && w.WorkspaceEdit.ChangeAnnotationSupport != nil
	}
	if d := c.TextDocument; d != nil {
		a.readDocument(d)
	}
	a.progress = c.Window != nil && yes(c.Window.WorkDoneProgress)
	return a
}

// readOptions reads what a client says of itself beyond the protocol. What
// cannot be read says nothing.
func (a *abilities) readOptions(options protocol.LSPAny) {
	var said struct {
		ShowReferences        bool   `json:"showReferences"`
		ShowValue             bool   `json:"showValue"`
		ParameterHintsCommand string `json:"parameterHintsCommand"`
		SuggestCommand        string `json:"suggestCommand"`
	}
	if json.Unmarshal(options, &said) == nil {
		a.showsValues = said.ShowValue
		a.showsReferences, a.parameterHints = said.ShowReferences, strings.Clone(said.ParameterHintsCommand)
		a.suggests = strings.Clone(said.SuggestCommand)
	}
}

func (a *abilities) readDocument(d *protocol.TextDocumentClientCapabilities) {
	if p := d.PublishDiagnostics; p != nil {
		a.readDiagnostics(&p.DiagnosticsCapabilities)
	}
	if p := d.Diagnostic; p != nil {
		a.pullsDiagnostics = true
		a.readDiagnostics(&p.DiagnosticsCapabilities)
	}
	if d.Hover != nil && len(d.Hover.ContentFormat) > 0 {
		a.markdown = slices.Contains(d.Hover.ContentFormat, protocol.MarkupKindMarkdown)
	}
	a.links, a.folding = readLinking(d), readFoldingLimits(d.FoldingRange)
	a.preparesRename = d.Rename != nil && yes(d.Rename.PrepareSupport)
	a.readCompletion(d.Completion)
	a.readSignatures(d.SignatureHelp)
	a.symbolTrees = d.DocumentSymbol != nil && yes(d.DocumentSymbol.HierarchicalDocumentSymbolSupport)
	a.readTokens(d.SemanticTokens)
	a.readHints(d.InlayHint)
	a.actionLiterals = d.CodeAction != nil && d.CodeAction.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil
	if c := d.CodeAction; c != nil {
		a.actionResolves = yes(c.DataSupport) && slices.Contains(c.ResolveSupport.Properties, "edit")
		a.actionDisabled = yes(c.DisabledSupport)
	}
}

func (a *abilities) readCompletion(c *protocol.CompletionClientCapabilities) {
	if c == nil || c.CompletionItem == nil {
		return
	}
	a.snippets = yes(c.CompletionItem.SnippetSupport)
	a.insertsAsIs = slices.Contains(c.CompletionItem.InsertTextModeSupport.ValueSet, protocol.InsertTextModeAsIs)
	a.completionMarkdown = slices.Contains(c.CompletionItem.DocumentationFormat, protocol.MarkupKindMarkdown)
}

func (a *abilities) readSignatures(c *protocol.SignatureHelpClientCapabilities) {
	if c == nil || c.SignatureInformation == nil {
		return
	}
	s := c.SignatureInformation
	a.noActiveParameter = yes(s.NoActiveParameterSupport)
	a.signatureMarkdown = slices.Contains(s.DocumentationFormat, protocol.MarkupKindMarkdown)
	a.labelOffsets = s.ParameterInformation != nil && yes(s.ParameterInformation.LabelOffsetSupport)
}

// readDiagnostics adds what a client says of diagnostics that are pushed, or of
// those that it pulls.
func (a *abilities) readDiagnostics(c *protocol.DiagnosticsCapabilities) {
	a.related = a.related || yes(c.RelatedInformation)
	a.codeDescriptions = a.codeDescriptions || yes(c.CodeDescriptionSupport)
	if a.tags == nil {
		a.tags = c.TagSupport.ValueSet
	}
}

func yes(b *bool) bool { return b != nil && *b }

// readHints reads which properties of inlay hints a client asks for later.
func (a *abilities) readHints(c *protocol.InlayHintClientCapabilities) {
	if c != nil {
		a.lateTooltips = slices.Contains(c.ResolveSupport.Properties, "tooltip")
		a.lateLocations = slices.Contains(c.ResolveSupport.Properties, "label.location")
	}
}

// readTokens reads what a client does with semantic tokens.
func (a *abilities) readTokens(c protocol.SemanticTokensClientCapabilities) {
	full, _ := c.Requests.Full.(*protocol.ClientSemanticTokensRequestFullDelta)
	a.tokenDeltas = full != nil && yes(full.Delta)
	a.multilineTokens = yes(c.MultilineTokenSupport)
}

// linking tells to which requests a client takes answers with the span of the
// name that was asked about.
type linking struct{ definition, declaration, typeDefinition, implementation bool }

func readLinking(d *protocol.TextDocumentClientCapabilities) (l linking) {
	l.definition = d.Definition != nil && yes(d.Definition.LinkSupport)
	l.declaration = d.Declaration != nil && yes(d.Declaration.LinkSupport)
	l.typeDefinition = d.TypeDefinition != nil && yes(d.TypeDefinition.LinkSupport)
	l.implementation = d.Implementation != nil && yes(d.Implementation.LinkSupport)
	return l
}

// foldingLimits are what a client shows of folding ranges.
type foldingLimits struct {
	linesOnly bool
	most      int // 0: any number
}

func readFoldingLimits(f *protocol.FoldingRangeClientCapabilities) (l foldingLimits) {
	if f == nil {
		return l
	}
	if f.RangeLimit != nil {
		l.most = int(*f.RangeLimit)
	}
	l.linesOnly = yes(f.LineFoldingOnly)
	return l
}

// Refreshes are the answers that a client can be told to ask for again.
type refreshes struct {
	hints, lenses, tokens, diagnostics bool
}

func readRefreshes(w *protocol.WorkspaceClientCapabilities) (r refreshes) {
	r.hints = w.InlayHint != nil && yes(w.InlayHint.RefreshSupport)
	r.lenses = w.CodeLens != nil && yes(w.CodeLens.RefreshSupport)
	r.tokens = w.SemanticTokens != nil && yes(w.SemanticTokens.RefreshSupport)
	r.diagnostics = w.Diagnostics != nil && yes(w.Diagnostics.RefreshSupport)
	return r
}

// encodingOf negotiates the position encoding.
func encodingOf(general *protocol.GeneralClientCapabilities) text.Encoding {
	if general == nil {
		return text.UTF16
	}
	var offered []string
	for _, e := range general.PositionEncodings {
		offered = append(offered, string(e))
	}
	return text.Negotiate(offered)
}
