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

// capabilities are what the server can do.
func capabilities(client abilities) protocol.ServerCapabilities {
	on, incremental := true, protocol.TextDocumentSyncKindIncremental
	c := protocol.ServerCapabilities{
		PositionEncoding: protocol.PositionEncodingKind(client.encoding.String()),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: &on, Change: &incremental, Save: protocol.Boolean(true),
		},
		Workspace: &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
			Supported: &on, ChangeNotifications: protocol.Boolean(true),
		}},
	}
	for _, f := range features {
		f.announce(client, &c)
	}
	return c
}
