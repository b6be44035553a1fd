package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// waited are the requests that a user makes and waits for, which may look at all
// files of the folders or at all of a long one. Others follow the cursor or the
// text: what they do is not to flicker in the editor.
var waited = map[string]string{
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

// wait shows a request for which the user waits, once it lasts, and has the
// user end it.
func (v *view) wait(ctx context.Context, method string) (context.Context, func()) {
	title, ok := waited[method]
	if !ok {
		return ctx, func() {}
	}
	ctx, work := v.session.begin(ctx, v.client, nil, title, 0)
	return ctx, func() { work.end("") }
}
