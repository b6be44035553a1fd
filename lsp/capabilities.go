package lsp

import (
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp/text"
)

// abilities are what a client can do, as far as an answer depends on it.
type abilities struct {
	encoding         text.Encoding
	watches          bool // files, when asked to
	configuration    bool // can be asked for
	tellsSettings    bool // registers for changes of the configuration
	pulls            bool // diagnostics
	progress         bool // shows work that the server begins
	content          bool // reads documents of the server
	refreshes        refreshes
	versionedEdits   bool // documentChanges
	related          bool // places beside a diagnostic
	tags             []protocol.DiagnosticTag
	codeDescriptions bool
	markdown         bool // in hovers
	symbolTrees      bool
	actionLiterals   bool // code actions that are more than commands
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
	}
	if d := c.TextDocument; d != nil {
		a.readDocument(d)
	}
	a.progress = c.Window != nil && yes(c.Window.WorkDoneProgress)
	return a
}

func (a *abilities) readDocument(d *protocol.TextDocumentClientCapabilities) {
	if p := d.PublishDiagnostics; p != nil {
		a.readDiagnostics(&p.DiagnosticsCapabilities)
	}
	if p := d.Diagnostic; p != nil {
		a.pulls = true
		a.readDiagnostics(&p.DiagnosticsCapabilities)
	}
	if d.Hover != nil && len(d.Hover.ContentFormat) > 0 {
		a.markdown = slices.Contains(d.Hover.ContentFormat, protocol.MarkupKindMarkdown)
	}
	a.symbolTrees = d.DocumentSymbol != nil && yes(d.DocumentSymbol.HierarchicalDocumentSymbolSupport)
	a.actionLiterals = d.CodeAction != nil && d.CodeAction.CodeActionLiteralSupport.CodeActionKind.ValueSet != nil
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
