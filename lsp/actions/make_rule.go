package actions

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/refactor"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rules"
	"go.lsp.dev/protocol"
)

// makeRuleID names the action that makes a rule of an expression.
const makeRuleID = "makeRule"

// newRules is the file that new rules go to where the configuration names none.
var newRules = filepath.Join("rules", "new.fracrule")

// makeRule offers to make a rule of the expression that is selected.
func (o *actionList) makeRule() {
	span := trimmed(o.source.Text(), o.span)
	if span.Len() == 0 || !o.source.Program() || o.View.Oversized(o.source) || len(o.source.Text()) > smallFile ||
		!o.View.Client.ActionResolves || !o.View.Client.CreatesFiles || !wanted(o.only, protocol.CodeActionKindRefactorExtract) {
		return
	}
	t, ok := selected(o.ctx, o.View, o.source, o.span)
	if !ok || madeRule(o.ctx, o.View, o.source, t, "made") == "" {
		return
	}
	data := actionData{ID: makeRuleID, Item: t.Index, Start: t.Span.Start, End: t.Span.End}
	o.addLazy(protocol.CodeActionKindRefactorExtract, "make a rule of this expression", data, nil)
}

// madeRule is a rule that matches the expression at a target; "" where there is none.
//
// Patterns are tried from the deepest on, since a deep one may fail to match what it was made of
// (a constant that is folded, an argument that the pattern language cannot express), and a
// shallow one matches more than the user means.
func madeRule(ctx context.Context, v *request.View, source *workspace.Source, t refactor.Target, name string) string {
	item := t.Result.Item
	path := item.NodeAt(t.Span.Start)
	i := slices.IndexFunc(path, func(n syntax.NodeID) bool { return item.Span(n) == t.Span && request.IsExpression[item.Kind(n)] })
	if i < 0 {
		return ""
	}
	n := path[i]
	at := source.Absolute(t.Index, item.Span(item.Unparen(n)))
	for _, depth := range rules.Depths {
		text := rules.Make(t.Result.Info, n, name, depth)
		if text != "" && matchesAt(ctx, v, source, text, at) {
			return text
		}
	}
	return ""
}

// matchesAt reports whether the rule in a text matches at a place of a program.
func matchesAt(ctx context.Context, v *request.View, source *workspace.Source, text string, at syntax.Span) bool {
	found, err := ruleuse.Find(ctx, v.Snapshot, source.Path, ruleset.Of(rulefile.Parse("", text).Rules))
	if err != nil {
		return false
	}
	return slices.ContainsFunc(found.Matches, func(m ruleuse.Match) bool { return m.Source == source && m.Span == at })
}

// resolvedRuleText is the edit that puts a new rule after those of a file, which is made
// where it is not there.
func resolvedRuleText(ctx context.Context, v *request.View, source *workspace.Source, i int, data actionData) (*protocol.WorkspaceEdit, error) {
	t, ok := targetIn(ctx, v, source, i, syntax.Span{Start: data.Start, End: data.End})
	if !ok {
		return nil, errStale
	}
	to, there := fileOfNewRule(v, source)
	if to.Rules() == nil {
		return nil, request.Failed(fmt.Errorf("%s cannot be read as rules", to.Name))
	}
	text := madeRule(ctx, v, source, t, freeRuleName(to.Rules()))
	if text == "" {
		return nil, errStale
	}
	end := int32(len(to.Text()))
	if to.Text() != "" {
		text = strings.Repeat("\n", 2-trailingBreaks(to.Text())) + text
	}
	mapper := request.NewMapper(v)
	edit := workspaceEdit(mapper, []workspace.Edit{{Place: workspace.Place{Source: to, Span: syntax.Span{Start: end, End: end}}, NewText: text}})
	if !there {
		keep := true
		made := &protocol.CreateFile{Kind: "create", URI: v.Address(to.Path), Options: &protocol.CreateFileOptions{IgnoreIfExists: &keep}}
		edit.DocumentChanges = append([]protocol.DocumentChange{made}, edit.DocumentChanges...)
	}
	return edit, nil
}

// fileOfNewRule is the file that a new rule goes to: the first that the configuration names,
// else one in the folder; there reports whether it is.
func fileOfNewRule(v *request.View, source *workspace.Source) (to *workspace.Source, there bool) {
	if set, err := v.Snapshot.Rules(source.Path); err == nil && len(set.Sources) > 0 {
		return set.Sources[0], true
	}
	path := filepath.Join(v.Root, newRules)
	if to, err := v.Snapshot.Source(path); err == nil {
		return to, true
	}
	return sourcefile.New(path, filepath.ToSlash(newRules), ""), false
}

// trailingBreaks counts the ends of lines that a text ends with, up to two.
func trailingBreaks(text string) int {
	rest := strings.TrimRight(text, " \t\r\n")
	return min(2, strings.Count(text[len(rest):], "\n"))
}

// freeRuleName is a name that no rule of a file has.
func freeRuleName(f *rulefile.File) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(f.Parts, func(p rulefile.Part) bool { return p.Name == name && p.Kind == pattern.Find.String() })
	}
	name := "new_rule"
	for i := 2; taken(name); i++ {
		name = fmt.Sprintf("new_rule_%d", i)
	}
	return name
}
