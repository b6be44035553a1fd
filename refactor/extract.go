package refactor

import (
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// offerExtraction offers to name the selected expression, or to make it a
// definition of its own.
func (t *Target) offerExtraction() {
	if !t.selected() {
		return
	}
	n := t.selectedExpr()
	if n == syntax.NoNode {
		return
	}
	n = t.tidy(n)
	for p := t.parents[n]; t.item().Kind(p) == syntax.Paren && !t.head(p) && t.tidy(p) != p; p = t.parents[n] {
		n = p // a name needs none
	}
	t.offer(Extract, "extract.let", "extract into a `let`", func() ([]syntax.Edit, error) { return t.extractLet(n) })
	if literal[t.item().Kind(t.bare(n))] {
		return
	}
	t.offer(Extract, "extract.def", "extract into a definition", func() ([]syntax.Edit, error) { return t.extractDef(n) })
}

// unnamed are expressions that a name would say nothing of.
var unnamed = map[syntax.Kind]bool{syntax.Local: true, syntax.Global: true, syntax.Name: true, syntax.Block: true, syntax.String: true}

// head tells of parentheses that belong to `if` or `match`.
func (t *Target) head(n syntax.NodeID) bool {
	parent := t.parents[n]
	kind := t.item().Kind(parent)
	return (kind == syntax.If || kind == syntax.Match) && t.item().Kid(parent, 0) == n
}

// literal are expressions that are as short as the call of a definition.
var literal = map[syntax.Kind]bool{syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.Meta: true}

// selectedExpr is the expression that the selection covers.
func (t *Target) selectedExpr() syntax.NodeID {
	for i := len(t.path) - 1; i >= 0; i-- {
		n := t.path[i]
		if t.item().Span(n) != t.Span {
			break
		}
		if t.isExpr(n) && !unnamed[t.item().Kind(t.bare(n))] {
			return n
		}
	}
	return syntax.NoNode
}

// isExpr tells whether a node is an expression that is evaluated: it has a
// type, and is no attribute of an operator.
func (t *Target) isExpr(n syntax.NodeID) bool {
	if t.typeOf(n) == nil || !expressions[t.item().Kind(n)] {
		return false
	}
	for at := n; at != syntax.NoNode; at = t.parents[at] {
		call := t.call(t.parents[at])
		if call == nil {
			continue
		}
		for _, place := range call.Places {
			if place != syntax.NoNode && t.within(n, place) {
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

// A site is where a statement can be put in front of an expression: as near as
// can be, in the same block.
type site struct {
	statement syntax.NodeID
	bare      bool // the body of a clause without braces
}

// site finds the statement that an expression stands in.
func (t *Target) site(n syntax.NodeID) (site, bool) {
	for ; n != syntax.NoNode; n = t.parents[n] {
		switch parent := t.parents[n]; t.item().Kind(parent) {
		case syntax.Block:
			return site{n, false}, true
		case syntax.Clause:
			if t.item().Kid(parent, 1) == n {
				return site{n, true}, true
			}
			return site{}, false
		case syntax.Let, syntax.Fn, syntax.Params, syntax.Param, syntax.ItemDef, syntax.ItemExpr:
			if t.item().Kind(parent) != syntax.Let {
				return site{}, false
			}
		}
	}
	return site{}, false
}

// extractLet names an expression in front of its statement.
func (t *Target) extractLet(n syntax.NodeID) ([]syntax.Edit, error) {
	at, ok := t.site(n)
	if !ok {
		return nil, refusal("no statement can stand in front of this expression")
	}
	if parent := t.parents[n]; t.item().Kind(parent) == syntax.Let {
		return nil, refusal("this expression has a name already")
	}
	if err := t.mayMove(n, at.statement); err != nil {
		return nil, err
	}
	name := "%" + t.fresh("extracted")
	value := t.item().SourceText(t.tidy(n))
	edits := append(t.statement(at, "let "+name+" = "+value+";"), syntax.Edit{Span: t.item().Span(n), NewText: name})
	meaning, ok := outlineOf(t.info(), n)
	if !ok {
		return nil, refusal("the expression is nested too deeply")
	}
	return t.proved(edits, outline{
		swap:  map[syntax.NodeID]string{n: variable(name)},
		front: map[syntax.NodeID]string{at.statement: binding(name, meaning)},
	})
}

// mayMove tells why an expression cannot be evaluated where a statement begins.
func (t *Target) mayMove(n, statement syntax.NodeID) error {
	if t.rebinds {
		return refusal("an operator here gives variables new values")
	}
	for _, o := range t.free(n) {
		if t.within(o.Node, statement) {
			return refusal("`" + o.Name + "` is not known in front of the statement")
		}
	}
	b, p := t.of(n), t.reach(statement, n)
	switch {
	case p.moves(b):
		return nil
	case b.effect && p.effect:
		return refusal("the order of effects would change")
	}
	return refusal("it would be evaluated where it may not be now")
}

// statement gives the edits that put a statement in front of another; the first
// one is where it stands.
func (t *Target) statement(at site, text string) []syntax.Edit {
	span := t.item().Span(at.statement)
	start := syntax.Span{Start: span.Start, End: span.Start}
	if at.bare {
		return []syntax.Edit{{Span: start, NewText: "{ " + text + " "}, {Span: syntax.Span{Start: span.End, End: span.End}, NewText: " }"}}
	}
	between := " "
	if blanks, own := t.indent(span.Start); own {
		between = t.newline() + blanks
	}
	return []syntax.Edit{{Span: start, NewText: text + between}}
}

// extractDef makes an expression a definition of what its variables are.
func (t *Target) extractDef(n syntax.NodeID) ([]syntax.Edit, error) {
	if t.rebinds {
		return nil, refusal("an operator here gives variables new values")
	}
	result, ok := t.written(t.typeOf(n))
	if !ok {
		return nil, refusal("the type of the expression cannot be written")
	}
	free := t.free(n)
	params, err := t.parameters(free)
	if err != nil {
		return nil, err
	}
	name, line := "@"+t.freshGlobal("extracted"), t.newline()
	def := "def " + name + t.quantified(n, free) + "(" + strings.Join(params, ", ") + ") -> " + result + " {" + line +
		"  " + t.enclosed(t.tidy(n), t.shifted(t.tidy(n), n, "  ")) + line + "}" + line + line
	at, newline := t.top()
	if newline {
		def = line + def
	}
	call, meaning := applied(name, free)
	edits := []syntax.Edit{{Span: syntax.Span{Start: at, End: at}, NewText: def}, {Span: t.item().Span(n), NewText: call}}
	body, ok := outlineOf(t.info(), n)
	if !ok {
		return nil, refusal("the expression is nested too deeply")
	}
	// The body is the last part of a definition.
	return t.proved(edits, outline{swap: map[syntax.NodeID]string{n: meaning}, parts: []string{" - " + body + ")"}})
}

// enclosed puts the text of an expression in parentheses where its lines could
// be read as several statements.
func (t *Target) enclosed(n syntax.NodeID, text string) string {
	kind := t.item().Kind(n)
	if (kind == syntax.Binary || kind == syntax.Unary) && strings.Contains(text, "\n") {
		return "(" + text + ")"
	}
	return text
}

// parameters declares variables as the parameters of a definition.
func (t *Target) parameters(free []*typecheck.Object) ([]string, error) {
	var params []string
	for _, o := range free {
		if t.isGraph(o) {
			return nil, refusal("`" + o.Name + "` is worked out when it is first read, and cannot be given to a function")
		}
		text, ok := t.written(t.typeOf(o.Node))
		if !ok {
			return nil, refusal("the type of `" + o.Name + "` cannot be written")
		}
		params = append(params, o.Name+": "+text)
	}
	return params, nil
}

// applied is the call of a definition with variables, as text and as outline.
func applied(name string, args []*typecheck.Object) (text, meaning string) {
	names := make([]string, len(args))
	meaning = "(" + itoa(int(syntax.Call)) + " (" + itoa(int(syntax.Global)) + " " + name + ")"
	for i, o := range args {
		names[i] = o.Name
		meaning += " " + variable(o.Name)
	}
	return name + "(" + strings.Join(names, ", ") + ")", meaning + ")"
}

// top is where a definition can stand in front of the item: above its
// documentation and attributes, but behind what belongs to the line of the item
// before.
func (t *Target) top() (at int32, newline bool) {
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
// there is none in front of it.
func (t *Target) firstLine() (int32, bool) {
	text, start := t.item().Text, t.Module.File().Starts[t.Index]
	if start == 0 || t.Module.File().Text[start-1] == '\n' {
		return int32(len(text) - len(strings.TrimPrefix(text, "\ufeff"))), true
	}
	i := strings.IndexByte(text[:t.item().Span(t.item().Root).Start], '\n')
	return int32(i + 1), i >= 0
}

// lineStart is where the line of an offset begins.
func lineStart(text string, at int32) int32 {
	return int32(strings.LastIndexByte(text[:max(at, 0)], '\n') + 1)
}

// quantified declares the type parameters that an expression and its variables
// speak of.
func (t *Target) quantified(n syntax.NodeID, free []*typecheck.Object) string {
	parts := []types.Type{t.typeOf(n)}
	for _, o := range free {
		parts = append(parts, t.typeOf(o.Node))
	}
	speaks := map[string]bool{}
	for _, part := range parts {
		for name := range namesIn(part) {
			speaks[name] = true
		}
	}
	t.item().Walk(n, func(n syntax.NodeID) bool {
		if o := t.object(n); o != nil && o.Kind == typecheck.ParamObject {
			speaks[o.Name] = true
		}
		return true
	})
	var names []string
	for _, name := range t.typeParams() {
		if speaks[name] {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "<" + strings.Join(names, ", ") + ">"
}
