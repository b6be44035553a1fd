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
	AppliesEdits       bool // when asked to, for a version
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
	LabelDetails       bool // after the labels of completions
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

// linking are the requests to which a client takes answers with the span of the
// name that was asked about.
type linking struct{ Definition, Declaration, TypeDefinition, Implementation bool }

// foldingLimits are what a client shows of folding ranges.
type foldingLimits struct {
	LinesOnly bool
	Most      int // 0: any number
}

// refreshes are the answers that a client can be made to ask for again.
type refreshes struct {
	Hints, Lenses, Tokens, Diagnostics bool
}

// readAbilities reads what a client says it can do. What it does not say it cannot.
func readAbilities(c *protocol.ClientCapabilities) Client {
	a := Client{Encoding: text.UTF16, Markdown: true}
	if c.General != nil {
		var offered []string
		for _, e := range c.General.PositionEncodings {
			offered = append(offered, string(e))
		}
		a.Encoding = text.Negotiate(offered)
	}
	if w := c.Workspace; w != nil {
		a.WatchesFiles = w.DidChangeWatchedFiles != nil && yes(w.DidChangeWatchedFiles.DynamicRegistration)
		a.Configuration = yes(w.Configuration)
		a.RegistersSettings = w.DidChangeConfiguration != nil && yes(w.DidChangeConfiguration.DynamicRegistration)
		a.ReadsContent = w.TextDocumentContent != nil
		a.Refreshes = refreshes{
			Hints:       w.InlayHint != nil && yes(w.InlayHint.RefreshSupport),
			Lenses:      w.CodeLens != nil && yes(w.CodeLens.RefreshSupport),
			Tokens:      w.SemanticTokens != nil && yes(w.SemanticTokens.RefreshSupport),
			Diagnostics: w.Diagnostics != nil && yes(w.Diagnostics.RefreshSupport),
		}
		a.VersionedEdits = w.WorkspaceEdit != nil && yes(w.WorkspaceEdit.DocumentChanges)
		a.AppliesEdits = a.VersionedEdits && yes(w.ApplyEdit)
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

// readDocument reads what a client says of requests about a document, one after the other.
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
	a.Links = linking{
		Definition:     d.Definition != nil && yes(d.Definition.LinkSupport),
		Declaration:    d.Declaration != nil && yes(d.Declaration.LinkSupport),
		TypeDefinition: d.TypeDefinition != nil && yes(d.TypeDefinition.LinkSupport),
		Implementation: d.Implementation != nil && yes(d.Implementation.LinkSupport),
	}
	if f := d.FoldingRange; f != nil {
		a.Folding.LinesOnly = yes(f.LineFoldingOnly)
		if f.RangeLimit != nil {
			a.Folding.Most = int(*f.RangeLimit)
		}
	}
	a.PreparesRename = d.Rename != nil && yes(d.Rename.PrepareSupport)
	a.SymbolTrees = d.DocumentSymbol != nil && yes(d.DocumentSymbol.HierarchicalDocumentSymbolSupport)
	if c := d.Completion; c != nil && c.CompletionItem != nil {
		a.Snippets = yes(c.CompletionItem.SnippetSupport)
		a.LabelDetails = yes(c.CompletionItem.LabelDetailsSupport)
		a.InsertsAsIs = slices.Contains(c.CompletionItem.InsertTextModeSupport.ValueSet, protocol.InsertTextModeAsIs)
		a.CompletionMarkdown = slices.Contains(c.CompletionItem.DocumentationFormat, protocol.MarkupKindMarkdown)
	}
	if c := d.SignatureHelp; c != nil && c.SignatureInformation != nil {
		s := c.SignatureInformation
		a.NoActiveParameter = yes(s.NoActiveParameterSupport)
		a.SignatureMarkdown = slices.Contains(s.DocumentationFormat, protocol.MarkupKindMarkdown)
		a.LabelOffsets = s.ParameterInformation != nil && yes(s.ParameterInformation.LabelOffsetSupport)
	}
	full, _ := d.SemanticTokens.Requests.Full.(*protocol.ClientSemanticTokensRequestFullDelta)
	a.TokenDeltas = full != nil && yes(full.Delta)
	a.MultilineTokens = yes(d.SemanticTokens.MultilineTokenSupport)
	if h := d.InlayHint; h != nil { // which properties it asks for later
		a.ResolvesTooltips = slices.Contains(h.ResolveSupport.Properties, "tooltip")
		a.ResolvesLocations = slices.Contains(h.ResolveSupport.Properties, "label.location")
	}
	if c := d.CodeAction; c != nil {
		a.ActionLiterals = c.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil
		a.ActionResolves = yes(c.DataSupport) && slices.Contains(c.ResolveSupport.Properties, "edit")
		a.ActionDisabled = yes(c.DisabledSupport)
	}
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
