package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

var actionFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentCodeAction: asks(codeAction)},
	announce: func(client abilities, c *protocol.ServerCapabilities) {
		if client.actionLiterals {
			c.CodeActionProvider = &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix}}
		}
	},
}

// codeAction offers the fixes of the findings at a range.
func codeAction(ctx context.Context, v *view, p *protocol.CodeActionParams) (any, error) {
	actions := []protocol.CommandOrCodeAction{}
	source, err := v.source(p.TextDocument.URI)
	if err != nil || !wanted(p.Context.Only, protocol.CodeActionKindQuickFix) {
		return actions, err
	}
	report, err := v.report(ctx, source.Path)
	if err != nil {
		return actions, nil // its diagnostics tell why it is not checked
	}
	places := newPlaces(v)
	span := places.span(source, p.Range)
	for _, f := range report.Findings {
		if meets(f.Span, span) {
			actions = append(actions, places.fixes(&f)...)
		}
	}
	return actions, nil
}

// wanted tells whether a kind is among those that a client asks for, each of
// which stands for all below it. Asking for none is asking for all.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == kind || o == "" || strings.HasPrefix(string(kind), string(o)+".")
	})
}

// meets tells whether a cursor or a selection touches a span.
func meets(a, b syntax.Span) bool { return a.Start <= b.End && b.Start <= a.End }

func (p *places) fixes(f *workspace.Finding) []protocol.CommandOrCodeAction {
	var actions []protocol.CommandOrCodeAction
	kind, preferred := protocol.CodeActionKindQuickFix, len(f.Fixes) == 1
	for _, fix := range f.Fixes {
		actions = append(actions, &protocol.CodeAction{
			Title: fix.Title, Kind: &kind, IsPreferred: &preferred,
			Diagnostics: []protocol.Diagnostic{p.diagnostic(f)},
			Edit:        p.workspaceEdit(fix.Edits),
		})
	}
	return actions
}

// workspaceEdit writes edits for the client; where it can, for the versions
// that they were made for.
func (p *places) workspaceEdit(edits []workspace.Edit) *protocol.WorkspaceEdit {
	changes := map[uri.URI][]protocol.TextEdit{}
	for _, e := range edits {
		u := p.view.address(e.Source.Path)
		changes[u] = append(changes[u], protocol.TextEdit{Range: p.rangeOf(e.Place), NewText: e.NewText})
	}
	if !p.view.client.versionedEdits {
		return &protocol.WorkspaceEdit{Changes: changes}
	}
	return &protocol.WorkspaceEdit{DocumentChanges: p.view.versioned(changes)}
}

func (v *view) versioned(changes map[uri.URI][]protocol.TextEdit) []protocol.DocumentChange {
	var versioned []protocol.DocumentChange
	for u, edits := range changes {
		edit := &protocol.TextDocumentEdit{}
		edit.TextDocument.URI = u
		if d := v.document(u); d != nil {
			edit.TextDocument.Version = &d.version
		}
		for _, e := range edits {
			edit.Edits = append(edit.Edits, &e)
		}
		versioned = append(versioned, edit)
	}
	slices.SortFunc(versioned, func(a, b protocol.DocumentChange) int {
		return cmp.Compare(a.(*protocol.TextDocumentEdit).TextDocument.URI, b.(*protocol.TextDocumentEdit).TextDocument.URI)
	})
	return versioned
}
