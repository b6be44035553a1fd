// Package actions answers requests whose answer is a change of the text: code actions (fixes
// of diagnostics, refactorings, conversions to normal forms, rewrite rules), renaming of names
// and files, and layout.
//
// A code action is offered in two steps where the client allows it (resolve.go): first its
// title with an actionData, a description small enough to be sent back; then, when the user
// has chosen it, its edits. Between the two the text may change. The data hold a hash of the
// item, by which the item is found again where edits above have moved it, and the action is
// refused if its own text is another.
//
// Read action.go first.
package actions

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/internal/workspace/repair"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// feature offers changes of a program.
type feature struct {
	rewriters *rewriters
	runner    *runs.Runner
}

func newActions(runner *runs.Runner) request.Feature {
	f := feature{&rewriters{}, runner}
	return request.Feature{
		Requests: map[string]request.Route{
			protocol.MethodTextDocumentCodeAction: request.Handles(f.codeAction),
			protocol.MethodCodeActionResolve:      request.Handles(f.resolveAction),
		},
		Commands: map[string]request.Command{request.FillCommand: request.OnTarget(f.fillHoles)},
		Announce: func(client request.Client, c *protocol.ServerCapabilities) {
			if client.ActionLiterals {
				c.CodeActionProvider = &protocol.CodeActionOptions{
					CodeActionKinds: []protocol.CodeActionKind{
						protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite,
						protocol.CodeActionKindRefactorExtract, protocol.CodeActionKindRefactorInline, fixAllKind, convertKind, rewriteKind,
					},
					ResolveProvider: &client.ActionResolves,
				}
			}
		},
	}
}

// An actionList gathers the actions for a range of a document.
type actionList struct {
	feature
	*request.Mapper
	ctx     context.Context
	source  *workspace.Source
	span    syntax.Span
	only    []protocol.CodeActionKind
	actions []protocol.CommandOrCodeAction
	titles  map[string]bool
}

// codeAction offers the fixes of the diagnostics at a range, and what else can be
// done with the program there.
//
// Titles are unique in an answer: a fix of a diagnostic, a repair and a refactoring may be the
// same change, and then the first one is offered.
func (f feature) codeAction(ctx context.Context, v *request.View, p *protocol.CodeActionParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return []protocol.CommandOrCodeAction{}, err
	}
	mapper := request.NewMapper(v)
	o := &actionList{
		feature: f, Mapper: mapper, ctx: ctx, source: source, span: mapper.Span(source, p.Range), only: p.Context.Only,
		actions: []protocol.CommandOrCodeAction{}, titles: map[string]bool{},
	}
	if source.Text() == prelude.Source || request.IsReadOnly(source) {
		return o.actions, nil // the copy that definitions lead to, or a model
	}
	if wanted(o.only, protocol.CodeActionKindQuickFix) {
		o.quickFixes()
		o.fill()
	}
	o.refactorings()
	o.reduction()
	o.conversions()
	o.ruleRewrites()
	o.makeRule()
	if len(o.only) > 0 && wanted(o.only, fixAllKind) {
		o.fixAll()
	}
	return o.actions, nil
}

func (o *actionList) add(a *protocol.CodeAction) {
	o.titles[a.Title] = true
	o.actions = append(o.actions, a)
}

// quickFixes offers the fixes of the diagnostics that the range touches, and for
// each of their codes to make all of its fixes.
func (o *actionList) quickFixes() {
	diagnostics, whole := o.diagnostics()
	offered := map[codes.Code]bool{}
	repairs := repair.Workspace{Finder: o.View.Finder(), Outlines: &o.View.Session.Outlines}
	for _, f := range o.at(diagnostics) {
		for _, a := range fixes(o.Mapper, &f) {
			o.add(a)
		}
		o.repairs(repairs, f)
		if whole && len(f.Fixes) == 1 && f.Fixes[0].Confidence == codes.Safe && !offered[f.Code] {
			offered[f.Code] = true
			o.fixAllOf(diagnostics, f.Code)
		}
	}
}

// repairs offers the fixes that need more than the check has, after the check's own.
func (o *actionList) repairs(w repair.Workspace, f workspace.Finding) {
	own := len(f.Fixes)
	f.Fixes = w.Of(o.ctx, &f)
	for _, a := range fixes(o.Mapper, &f) {
		if preferred := *a.IsPreferred && own == 0; !preferred {
			a.IsPreferred = &preferred
		}
		o.add(a)
	}
}

// at are the diagnostics that the range touches, with the fixes that help.
func (o *actionList) at(diagnostics []workspace.Finding) []workspace.Finding {
	var touched []workspace.Finding
	for _, f := range diagnostics {
		if request.Touches(f.Span, o.span) {
			touched = append(touched, f)
		}
	}
	offered, err := fixer.Offer(o.ctx, o.View.Snapshot, touched)
	if err != nil {
		return nil
	}
	return offered
}

// smallFile is the length of files that are checked as a whole for their
// actions. In others, only the items at the range are, unless the check has
// been made.
const smallFile = 64 << 10

// diagnostics are those of the items at the range, or whole those of the file.
// What cannot be checked has none: its diagnostics say why.
func (o *actionList) diagnostics() (found []workspace.Finding, whole bool) {
	if report := o.View.KeptReport(o.source.Path); report != nil {
		return report.Findings, true
	}
	if len(o.source.Text()) <= smallFile {
		report, err := o.View.Report(o.ctx, o.source.Path)
		if err != nil {
			return nil, false
		}
		return report.Findings, true
	}
	const most = 50 // items of a large selection that are looked at
	first := max(o.source.File.ItemAt(o.span.Start), 0)
	for i := first; i < min(first+most, o.source.File.Len()) && o.source.File.Start(i) <= o.span.End; i++ {
		in, err := o.View.Snapshot.CheckItem(o.source.Path, i)
		if err != nil || o.ctx.Err() != nil {
			return nil, false
		}
		found = append(found, in...)
	}
	return found, false
}

// wanted reports whether a kind is among those that a client asks for, each of
// which represents all below it. Asking for none is asking for all.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == kind || o == "" || strings.HasPrefix(string(kind), string(o)+".")
	})
}

// fixes makes an action of each fix of a diagnostic. It is preferred (a client applies it by one key)
// if it is the only one and safe, or likely and leaves no other error.
func fixes(p *request.Mapper, f *workspace.Finding) []*protocol.CodeAction {
	var actions []*protocol.CodeAction
	kind := protocol.CodeActionKindQuickFix
	for _, fix := range f.Fixes {
		preferred := len(f.Fixes) == 1 && (fix.Confidence == codes.Safe || fix.Confidence == codes.Likely && fix.Clean)
		actions = append(actions, &protocol.CodeAction{
			Title: fix.Title, Kind: &kind, IsPreferred: &preferred,
			Diagnostics: []protocol.Diagnostic{p.Diagnostic(f)},
			Edit:        workspaceEdit(p, fix.Edits),
		})
	}
	return actions
}

// workspaceEdit writes edits for the client; where it can, for the versions
// that they were made for.
func workspaceEdit(p *request.Mapper, edits []workspace.Edit) *protocol.WorkspaceEdit {
	changes := map[uri.URI][]protocol.TextEdit{}
	for _, e := range edits {
		u := p.View.Address(e.Source.Path)
		changes[u] = append(changes[u], protocol.TextEdit{Range: p.Range(e.Place), NewText: e.NewText})
	}
	if !p.View.Client.VersionedEdits {
		return &protocol.WorkspaceEdit{Changes: changes}
	}
	return &protocol.WorkspaceEdit{DocumentChanges: versioned(p.View, changes)}
}

// versioned groups edits by document with the versions that they were computed for: a client refuses
// them if the user typed meanwhile, instead of making them in the wrong place.
func versioned(v *request.View, changes map[uri.URI][]protocol.TextEdit) []protocol.DocumentChange {
	var versioned []protocol.DocumentChange
	for u, edits := range changes {
		edit := &protocol.TextDocumentEdit{}
		edit.TextDocument.URI = u
		if d := v.Document(u); d != nil {
			edit.TextDocument.Version = &d.Version
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

// Features are the requests of this package.
func Features(runner *runs.Runner) []request.Feature {
	return []request.Feature{
		newActions(runner),
		renameFeature,
		fileRenameFeature,
		formattingFeature,
	}
}
