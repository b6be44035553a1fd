package request

import (
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp/text"
)

// Client are what a client can do, as far as an answer depends on it.
type Client struct {
	Encoding           text.Encoding
	WatchesFiles       bool // files, when asked to
	Configuration      bool // can be asked for
	RegistersSettings  bool // registers for changes of the configuration
	PullsDiagnostics   bool
	progress           bool // shows work that the server begins
	ReadsContent       bool // reads documents of the server
	Refreshes          refreshes
	VersionedEdits     bool // documentChanges
	CreatesFiles       bool // by edits
	Annotations        bool // shows edits before it makes them, where an edit asks for it
	RelatedInformation bool // places beside a diagnostic
	tags               []protocol.DiagnosticTag
	codeDescriptions   bool
	Markdown           bool // in hovers
	SymbolTrees        bool
	ActionLiterals     bool // code actions that are more than commands
	Links              linking
	Folding            foldingLimits
	PreparesRename     bool
	MultilineTokens    bool // semantic tokens over several lines
	ResolvesTooltips   bool // of inlay hints
	ResolvesLocations  bool // of the parts of inlay hints
	TokenDeltas        bool // it asks what changed since the last semantic tokens

	Snippets           bool // in completions
	InsertsAsIs        bool // does not indent several lines, where an item asks for it
	CompletionMarkdown bool
	SignatureMarkdown  bool
	LabelOffsets       bool   // places of parameters in a signature
	NoActiveParameter  bool   // null for none
	ActionResolves     bool   // and that get their edits when they are chosen
	ActionDisabled     bool   // and shows why they cannot be done
	ShowsReferences    bool   // by a command of its own
	ShowsValues        bool   // by a command of its own
	ParameterHints     string // the command that shows the parameters of the call at the cursor; empty for none
	Suggests           string // the command that asks for completions at the cursor; empty for none
}

// readAbilities reads what a client says it can do. What it does not say it cannot.
func readAbilities(c *protocol.ClientCapabilities) Client {
	a := Client{Encoding: encodingOf(c.General), Markdown: true}
	if w := c.Workspace; w != nil {
		a.WatchesFiles = w.DidChangeWatchedFiles != nil && yes(w.DidChangeWatchedFiles.DynamicRegistration)
		a.Configuration = yes(w.Configuration)
		a.RegistersSettings = w.DidChangeConfiguration != nil && yes(w.DidChangeConfiguration.DynamicRegistration)
		a.ReadsContent = w.TextDocumentContent != nil
		a.Refreshes = readRefreshes(w)
		a.VersionedEdits = w.WorkspaceEdit != nil && yes(w.WorkspaceEdit.DocumentChanges)
		a.CreatesFiles = a.VersionedEdits && slices.Contains(w.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindCreate)
		a.Annotations = a.VersionedEdits && w.WorkspaceEdit.ChangeAnnotationSupport != nil
	}
	if d := c.TextDocument; d != nil {
		a.readDocument(d)
	}
	a.progress = c.Window != nil && yes(c.Window.WorkDoneProgress)
	return a
}

// readOptions reads what a client says of itself beyond the protocol. What
// cannot be read says nothing.
func (a *Client) readOptions(options protocol.LSPAny) {
	var said struct {
		ShowReferences        bool   `json:"showReferences"`
		ShowValue             bool   `json:"showValue"`
		ParameterHintsCommand string `json:"parameterHintsCommand"`
		SuggestCommand        string `json:"suggestCommand"`
	}
	if json.Unmarshal(options, &said) == nil {
		a.ShowsValues = said.ShowValue
		a.ShowsReferences, a.ParameterHints = said.ShowReferences, strings.Clone(said.ParameterHintsCommand)
		a.Suggests = strings.Clone(said.SuggestCommand)
	}
}

func (a *Client) readDocument(d *protocol.TextDocumentClientCapabilities) {
	if p := d.PublishDiagnostics; p != nil {
		a.readDiagnostics(&p.DiagnosticsCapabilities)
	}
	if p := d.Diagnostic; p != nil {
		a.PullsDiagnostics = true
		a.readDiagnostics(&p.DiagnosticsCapabilities)
	}
	if d.Hover != nil && len(d.Hover.ContentFormat) > 0 {
		a.Markdown = slices.Contains(d.Hover.ContentFormat, protocol.MarkupKindMarkdown)
	}
	a.Links, a.Folding = readLinking(d), readFoldingLimits(d.FoldingRange)
	a.PreparesRename = d.Rename != nil && yes(d.Rename.PrepareSupport)
	a.readCompletion(d.Completion)
	a.readSignatures(d.SignatureHelp)
	a.SymbolTrees = d.DocumentSymbol != nil && yes(d.DocumentSymbol.HierarchicalDocumentSymbolSupport)
	a.readTokens(d.SemanticTokens)
	a.readHints(d.InlayHint)
	a.ActionLiterals = d.CodeAction != nil && d.CodeAction.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil
	if c := d.CodeAction; c != nil {
		a.ActionResolves = yes(c.DataSupport) && slices.Contains(c.ResolveSupport.Properties, "edit")
		a.ActionDisabled = yes(c.DisabledSupport)
	}
}

func (a *Client) readCompletion(c *protocol.CompletionClientCapabilities) {
	if c == nil || c.CompletionItem == nil {
		return
	}
	a.Snippets = yes(c.CompletionItem.SnippetSupport)
	a.InsertsAsIs = slices.Contains(c.CompletionItem.InsertTextModeSupport.ValueSet, protocol.InsertTextModeAsIs)
	a.CompletionMarkdown = slices.Contains(c.CompletionItem.DocumentationFormat, protocol.MarkupKindMarkdown)
}

func (a *Client) readSignatures(c *protocol.SignatureHelpClientCapabilities) {
	if c == nil || c.SignatureInformation == nil {
		return
	}
	s := c.SignatureInformation
	a.NoActiveParameter = yes(s.NoActiveParameterSupport)
	a.SignatureMarkdown = slices.Contains(s.DocumentationFormat, protocol.MarkupKindMarkdown)
	a.LabelOffsets = s.ParameterInformation != nil && yes(s.ParameterInformation.LabelOffsetSupport)
}

// readDiagnostics adds what a client says of diagnostics that are pushed, or of
// those that it pulls.
func (a *Client) readDiagnostics(c *protocol.DiagnosticsCapabilities) {
	a.RelatedInformation = a.RelatedInformation || yes(c.RelatedInformation)
	a.codeDescriptions = a.codeDescriptions || yes(c.CodeDescriptionSupport)
	if a.tags == nil {
		a.tags = c.TagSupport.ValueSet
	}
}

func yes(b *bool) bool { return b != nil && *b }

// readHints reads which properties of inlay hints a client asks for later.
func (a *Client) readHints(c *protocol.InlayHintClientCapabilities) {
	if c != nil {
		a.ResolvesTooltips = slices.Contains(c.ResolveSupport.Properties, "tooltip")
		a.ResolvesLocations = slices.Contains(c.ResolveSupport.Properties, "label.location")
	}
}

// readTokens reads what a client does with semantic tokens.
func (a *Client) readTokens(c protocol.SemanticTokensClientCapabilities) {
	full, _ := c.Requests.Full.(*protocol.ClientSemanticTokensRequestFullDelta)
	a.TokenDeltas = full != nil && yes(full.Delta)
	a.MultilineTokens = yes(c.MultilineTokenSupport)
}

// links are the requests to which a client takes answers with the span of the
// name that was asked about.
type linking struct{ Definition, Declaration, TypeDefinition, Implementation bool }

func readLinking(d *protocol.TextDocumentClientCapabilities) (l linking) {
	l.Definition = d.Definition != nil && yes(d.Definition.LinkSupport)
	l.Declaration = d.Declaration != nil && yes(d.Declaration.LinkSupport)
	l.TypeDefinition = d.TypeDefinition != nil && yes(d.TypeDefinition.LinkSupport)
	l.Implementation = d.Implementation != nil && yes(d.Implementation.LinkSupport)
	return l
}

// foldingLimits are what a client shows of folding ranges.
type foldingLimits struct {
	LinesOnly bool
	Most      int // 0: any number
}

func readFoldingLimits(f *protocol.FoldingRangeClientCapabilities) (l foldingLimits) {
	if f == nil {
		return l
	}
	if f.RangeLimit != nil {
		l.Most = int(*f.RangeLimit)
	}
	l.LinesOnly = yes(f.LineFoldingOnly)
	return l
}

// refreshes are the answers that a client can be made to ask for again.
type refreshes struct {
	Hints, Lenses, Tokens, Diagnostics bool
}

func readRefreshes(w *protocol.WorkspaceClientCapabilities) (r refreshes) {
	r.Hints = w.InlayHint != nil && yes(w.InlayHint.RefreshSupport)
	r.Lenses = w.CodeLens != nil && yes(w.CodeLens.RefreshSupport)
	r.Tokens = w.SemanticTokens != nil && yes(w.SemanticTokens.RefreshSupport)
	r.Diagnostics = w.Diagnostics != nil && yes(w.Diagnostics.RefreshSupport)
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
