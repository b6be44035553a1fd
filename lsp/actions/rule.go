package actions

import (
	"context"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/refactor"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/protocol"
)

// rewriteKind is the kind of the actions that apply rules to a whole file. They are no
// `source.fixAll`: rules may change more than errors.
const rewriteKind protocol.CodeActionKind = protocol.CodeActionKindSource + ".rewrite"

// What the names of actions begin with that apply a rule at a place, or in a file.
const (
	ruleAction     = "rule:"
	ruleFileAction = "ruleFile:"
)

// mostRuleActions is how many places of rules are offered at a selection.
const mostRuleActions = 20

// rewriters keeps the compiled rewrite rules of the set that was asked for last.
type rewriters struct {
	mu       sync.Mutex
	set      *ruleset.Set
	rewriter *rewriting.Rewriter
}

// of is nil where the set has no rewrite rules.
func (r *rewriters) of(set *ruleset.Set) *rewriting.Rewriter {
	if !slices.ContainsFunc(set.Rules, isRewrite) {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.set != set {
		r.set, r.rewriter = set, rewriting.New(set.Rules)
	}
	return r.rewriter
}

func isRewrite(r *pattern.Rule) bool { return r.Kind == pattern.Rewrite }

// ruleRewrites offers to apply the rewrite rules of the configuration where they match,
// and where that is asked for, in the whole file.
func (o *actionList) ruleRewrites() {
	if !o.source.Program() || o.View.Oversized(o.source) {
		return
	}
	set, err := o.View.Snapshot.Rules(o.source.Path)
	if err != nil {
		return // the diagnostics say why
	}
	rewriter := o.rewriters.of(set)
	if rewriter == nil {
		return
	}
	if wanted(o.only, protocol.CodeActionKindRefactorRewrite) {
		o.rulesAt(rewriter)
	}
	if len(o.only) > 0 && wanted(o.only, rewriteKind) {
		o.rulesInFile(set)
	}
}

// rulesAt offers the rules that match at the range.
func (o *actionList) rulesAt(rewriter *rewriting.Rewriter) {
	t, ok := selected(o.ctx, o.View, o.source, o.span)
	if !ok {
		return
	}
	target := rewriteTarget(t)
	offered := 0
	for _, m := range rewriter.Matches(target) {
		at := m.At.Span()
		title := "apply the rule `" + m.Rule.Name + "`"
		if m.At.In.Info.Item != t.Result.Item || !request.Touches(at, t.Span) || o.titles[title] {
			continue
		}
		if offered++; offered > mostRuleActions || o.ctx.Err() != nil {
			return
		}
		o.ruleAt(rewriter, target, m, title)
	}
}

// ruleAt offers one rule at a place. Where the item is small, its edits are worked out
// first, so that what would be refused is not offered.
func (o *actionList) ruleAt(rewriter *rewriting.Rewriter, t rewriting.Target, m *matcher.Match, title string) {
	at := m.At.Span()
	data := actionData{ID: ruleAction + m.Rule.Name, Item: t.Index, Start: at.Start, End: at.End}
	if o.View.Client.ActionResolves && len(t.Result.Item.Text) > eagerBytes {
		o.addLazy(protocol.CodeActionKindRefactorRewrite, title, data, nil)
		return
	}
	edits, err := rewriter.Edits(t, m)
	if err != nil || len(edits) == 0 {
		return
	}
	o.addLazy(protocol.CodeActionKindRefactorRewrite, title, data, placed(o.source, t.Index, edits))
}

func rewriteTarget(t refactor.Target) rewriting.Target {
	return rewriting.Target{Context: t.Context, Module: t.Module, Index: t.Index, Result: t.Result, Facts: t.Facts}
}

// resolvedRule are the edits of a rule at a place.
func (f feature) resolvedRule(ctx context.Context, v *request.View, source *workspace.Source, i int, name string, data actionData) ([]workspace.Edit, error) {
	set, err := v.Snapshot.Rules(source.Path)
	if err != nil {
		return nil, request.Failed(err)
	}
	t, ok := targetIn(ctx, v, source, i, syntax.Span{Start: data.Start, End: data.End})
	rewriter := f.rewriters.of(set)
	if !ok || rewriter == nil {
		return nil, errStale
	}
	target := rewriteTarget(t)
	for _, m := range rewriter.Matches(target) {
		if m.Rule.Name != name || m.At.Span() != t.Span || m.At.In.Info.Item != t.Result.Item {
			continue
		}
		edits, err := rewriter.Edits(target, m)
		if err != nil {
			return nil, request.Failed(err)
		}
		return placed(source, i, edits), nil
	}
	return nil, errStale
}

// rulesInFile offers to apply all rewrite rules, or each of them, in the file.
func (o *actionList) rulesInFile(set *ruleset.Set) {
	all, err := ruleuse.Apply(o.ctx, o.View.Snapshot, o.source.Path, set, pattern.Rewrite)
	if err != nil || len(all.Edits) == 0 {
		return
	}
	o.addLazy(rewriteKind, "apply all rewrite rules", actionData{ID: ruleFileAction}, placedInFile(o.source, all.Edits))
	var names []string
	for _, use := range all.Done {
		if !slices.Contains(names, use.Rule.Name) {
			names = append(names, use.Rule.Name)
		}
	}
	for _, name := range names {
		edits, err := ruleFileEdits(o.ctx, o.View, o.source, name)
		if err == nil && len(edits) > 0 {
			o.addLazy(rewriteKind+"."+protocol.CodeActionKind(name), "apply the rule `"+name+"` in the whole file", actionData{ID: ruleFileAction + name}, edits)
		}
	}
}

// ruleFileEdits are the edits of the rewrite rule of a name, or of all, in a file.
func ruleFileEdits(ctx context.Context, v *request.View, source *workspace.Source, name string) ([]workspace.Edit, error) {
	set, err := v.Snapshot.Rules(source.Path)
	if err != nil {
		return nil, request.Failed(err)
	}
	var only []*pattern.Rule
	for _, r := range set.Rules {
		if isRewrite(r) && (name == "" || r.Name == name) {
			only = append(only, r)
		}
	}
	result, err := ruleuse.Apply(ctx, v.Snapshot, source.Path, ruleset.Of(only), pattern.Rewrite)
	if err != nil {
		return nil, err
	}
	return placedInFile(source, result.Edits), nil
}

// confirmed has the client show edits, and ask, before it makes them.
//
// Rules are the user's own and may change what a program computes, unlike refactorings, whose
// results are compared with the program before.
func confirmed(edit *protocol.WorkspaceEdit, title string) *protocol.WorkspaceEdit {
	const id = "rule"
	asks := true
	for _, change := range edit.DocumentChanges {
		d, ok := change.(*protocol.TextDocumentEdit)
		if !ok {
			continue
		}
		for i, e := range d.Edits {
			if plain, ok := e.(*protocol.TextEdit); ok {
				d.Edits[i] = &protocol.AnnotatedTextEdit{TextEdit: *plain, AnnotationID: id}
			}
		}
	}
	if len(edit.DocumentChanges) > 0 {
		edit.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{id: {Label: title, NeedsConfirmation: &asks}}
	}
	return edit
}
