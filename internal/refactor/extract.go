package refactor

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Extraction. An expression may be named before its statement if it may be
// evaluated there: what runs in between neither sees nor is seen by its effects,
// and it is reached for sure, or is total (order.go). As a definition it is called
// where it stood, so order does not matter; its free variables become parameters.

// offerExtraction offers to name the selected expression, or to make it a
// definition of its own.
func (t *Target) offerExtraction() {
	if !t.selected() {
		return
	}
	n := t.selectedExpr()
	if n == syntax.NoNode {
		t.offerChainPart()
		return
	}
	n = t.tree.WithParens(t.tree.Unparen(n))
	t.offer(Extract, "extract.let", "extract into a `let`", func() ([]syntax.Edit, error) { return t.extractLet(n) })
	if literal[t.item().Kind(t.item().Unparen(n))] {
		return
	}
	t.offer(Extract, "extract.def", "extract into a definition", func() ([]syntax.Edit, error) { return t.extractDef(n) })
}

// unnamed are expressions that a name would say nothing of.
var unnamed = map[syntax.Kind]bool{syntax.Local: true, syntax.Global: true, syntax.Name: true, syntax.Block: true, syntax.String: true}

// literal are expressions that are as short as the call of a definition.
var literal = map[syntax.Kind]bool{syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.Meta: true}

// selectedExpr is the expression that the selection covers.
func (t *Target) selectedExpr() syntax.NodeID {
	for i := len(t.path) - 1; i >= 0; i-- {
		n := t.path[i]
		if t.item().Span(n) != t.Span {
			break
		}
		if t.isExpr(n) && !unnamed[t.item().Kind(t.item().Unparen(n))] {
			return n
		}
	}
	return syntax.NoNode
}

// isExpr reports whether a node is an expression that is evaluated: it has a
// type, and is no attribute of an operator.
func (t *Target) isExpr(n syntax.NodeID) bool {
	if t.tree.TypeAt(n) == nil || !expressions[t.item().Kind(n)] {
		return false
	}
	for at := n; at != syntax.NoNode; at = t.tree.Parent(at) {
		call := t.call(t.tree.Parent(at))
		if call == nil {
			continue
		}
		for _, place := range call.Places {
			if place != syntax.NoNode && t.tree.Within(n, place) {
				return false
			}
		}
	}
	return true
}

var expressions = map[syntax.Kind]bool{
	syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.Call: true, syntax.Project: true, syntax.Index: true,
	syntax.Paren: true, syntax.Tuple: true, syntax.List: true, syntax.Fn: true, syntax.If: true, syntax.Match: true,
	syntax.Unary: true, syntax.Binary: true, syntax.Local: true, syntax.Meta: true,
}

// extractLet names an expression before its statement.
func (t *Target) extractLet(n syntax.NodeID) ([]syntax.Edit, error) {
	at, ok := t.tree.Site(n)
	if !ok {
		return nil, rewrite.Refusal("no statement can precede this expression")
	}
	if parent := t.tree.Parent(n); t.item().Kind(parent) == syntax.Let {
		return nil, rewrite.Refusal("this expression has a name already")
	}
	if err := t.mayMove(n, at.Statement); err != nil {
		return nil, err
	}
	name := "%" + t.tree.Fresh("extracted")
	value := t.item().SourceText(t.tree.Unparen(n))
	edits := append(t.tree.InFront(at, "let "+name+" = "+value+";"), syntax.Edit{Span: t.item().Span(n), NewText: name})
	meaning, ok := rewrite.OutlineOf(t.info(), n)
	if !ok {
		return nil, rewrite.Refusal("the expression is nested too deeply")
	}
	return t.proved(edits, rewrite.Outline{
		Swap:  map[syntax.NodeID]string{n: rewrite.VariableOutline(name)},
		Front: map[syntax.NodeID]string{at.Statement: rewrite.LetOutline(name, meaning)},
	})
}

// mayMove reports why an expression cannot be evaluated where a statement begins.
func (t *Target) mayMove(n, statement syntax.NodeID) error {
	if t.rebinds {
		return rewrite.Refusal("an operator here gives variables new values")
	}
	for _, o := range t.tree.Free(n) {
		if t.tree.Within(o.Node, statement) {
			return rewrite.Refusal("`" + o.Name + "` is not known before the statement")
		}
	}
	b, p := t.of(n), t.reach(statement, n)
	switch {
	case p.moves(b):
		return nil
	case b.effect && p.effect:
		return rewrite.Refusal("the order of effects would change")
	case b.partial && p.partial && p.Certain():
		return rewrite.Refusal("of two failures, another might come first")
	}
	return rewrite.Refusal("it would be evaluated where it may not be now")
}

// extractDef makes an expression a definition of what its variables are.
func (t *Target) extractDef(n syntax.NodeID) ([]syntax.Edit, error) {
	if t.rebinds {
		return nil, rewrite.Refusal("an operator here gives variables new values")
	}
	result, ok := t.tree.Spelled(t.tree.TypeAt(n))
	if !ok {
		return nil, rewrite.Refusal("the type of the expression cannot be written")
	}
	free := t.tree.Free(n)
	params, err := t.parameters(free)
	if err != nil {
		return nil, err
	}
	name, line := "@"+t.tree.FreshGlobal(t.Module, t.Index, "extracted"), t.tree.Newline()
	def := "def " + name + t.typeParamList(n, free) + "(" + strings.Join(params, ", ") + ") -> " + result + " {" + line +
		"  " + t.tree.Enclosed(t.tree.Unparen(n), t.tree.Reindented(t.tree.Unparen(n), n, "  ")) + line + "}" + line + line
	at, newline := t.definitionPlace()
	if newline {
		def = line + def
	}
	call, meaning := callText(name, free)
	edits := []syntax.Edit{{Span: syntax.Span{Start: at, End: at}, NewText: def}, {Span: t.item().Span(n), NewText: call}}
	body, ok := rewrite.OutlineOf(t.info(), n)
	if !ok {
		return nil, rewrite.Refusal("the expression is nested too deeply")
	}
	// The body is the last part of a definition.
	return t.proved(edits, rewrite.Outline{Swap: map[syntax.NodeID]string{n: meaning}}, " - "+body+")")
}

// parameters declares variables as the parameters of a definition.
func (t *Target) parameters(free []*typecheck.Object) ([]string, error) {
	var params []string
	for _, o := range free {
		if t.tree.IsGraph(o) {
			return nil, rewrite.Refusal("`" + o.Name + "` is worked out when it is first read, and cannot be given to a function")
		}
		text, ok := t.tree.Spelled(t.tree.TypeAt(o.Node))
		if !ok {
			return nil, rewrite.Refusal("the type of `" + o.Name + "` cannot be written")
		}
		params = append(params, o.Name+": "+text)
	}
	return params, nil
}

// callText is the call of a definition with variables, as text and as outline.
func callText(name string, args []*typecheck.Object) (text, meaning string) {
	names := make([]string, len(args))
	outlines := make([]string, len(args))
	for i, o := range args {
		names[i] = o.Name
		outlines[i] = rewrite.VariableOutline(o.Name)
	}
	return name + "(" + strings.Join(names, ", ") + ")", rewrite.CallOutline(rewrite.GlobalOutline(name), outlines...)
}

// definitionPlace is where a definition can precede the item: above its
// documentation and attributes, but after what belongs to the line of the item
// before.
func (t *Target) definitionPlace() (at int32, newline bool) {
	item := t.item()
	first := item.Span(item.Root).Start
	for _, a := range item.Attributes {
		first = min(first, item.Span(a).Start)
	}
	start, ok := t.firstLine()
	at = lineStart(item.Text, first)
	if !ok || at < start || strings.TrimSpace(item.Text[at:first]) != "" {
		return first, true
	}
	if doc := item.Doc(); doc != "" {
		for range strings.Count(doc, "\n") + 1 {
			at = max(lineStart(item.Text, at-1), start)
		}
	}
	return at, false
}

// firstLine is where the first line begins that is the item's alone; false where
// there is none before it.
func (t *Target) firstLine() (int32, bool) {
	text, start := t.item().Text, t.Module.File().Start(t.Index)
	if start == 0 || t.Module.File().Text()[start-1] == '\n' {
		return int32(len(text) - len(strings.TrimPrefix(text, "\ufeff"))), true
	}
	i := strings.IndexByte(text[:t.item().Span(t.item().Root).Start], '\n')
	return int32(i + 1), i >= 0
}

// lineStart is where the line of an offset begins.
func lineStart(text string, at int32) int32 {
	return int32(strings.LastIndexByte(text[:max(at, 0)], '\n') + 1)
}

// typeParamList declares the type parameters that an expression and its variables
// mention.
func (t *Target) typeParamList(n syntax.NodeID, free []*typecheck.Object) string {
	parts := []types.Type{t.tree.TypeAt(n)}
	for _, o := range free {
		parts = append(parts, t.tree.TypeAt(o.Node))
	}
	speaks := map[string]bool{}
	for _, part := range parts {
		for name := range rewrite.NamesIn(part) {
			speaks[name] = true
		}
	}
	t.item().Walk(n, func(n syntax.NodeID) bool {
		if o := t.tree.ObjectAt(n); o != nil && o.Kind == typecheck.ParamObject {
			speaks[o.Name] = true
		}
		return true
	})
	var names []string
	for _, name := range t.tree.TypeParams() {
		if speaks[name] {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "<" + strings.Join(names, ", ") + ">"
}
