package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// progressTitles are the requests that a user makes and waits for, by the title
// under which their progress is shown: they may look at all files of the folders
// or at all of a long one. Others follow the cursor or the text: what they do is
// not to flicker in the editor.
var progressTitles = map[string]string{
	protocol.MethodTextDocumentReferences:      "Looking for references",
	protocol.MethodTextDocumentImplementation:  "Looking for constructors",
	protocol.MethodTextDocumentRename:          "Renaming",
	protocol.MethodTextDocumentFormatting:      "Formatting",
	protocol.MethodTextDocumentRangeFormatting: "Formatting",
	protocol.MethodWorkspaceSymbol:             "Looking for symbols",
	protocol.MethodWorkspaceWillRenameFiles:    "Changing imports",
	protocol.MethodCallHierarchyIncomingCalls:  "Looking for callers",
	protocol.MethodTypeHierarchySubtypes:       "Looking for constructors",
	protocol.MethodCodeActionResolve:           "Working out the change",
}

// showProgress shows a request for which the user waits, once it lasts, and has the
// user end it.
func (v *view) showProgress(ctx context.Context, method string) (context.Context, func()) {
	title, ok := progressTitles[method]
	if !ok {
		return ctx, func() {}
	}
	ctx, work := v.session.begin(ctx, v.client, nil, title, 0)
	return ctx, func() { work.end("") }
}
