package refactor

import (
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// offerInlining offers to put a binding's value in the place of its variable.
func (t *Target) offerInlining() {
	if len(t.path) == 0 {
		return
	}
	n := t.path[len(t.path)-1]
	if t.item().Kind(n) == syntax.Segment {
		n = t.parents[n]
	}
	o := t.object(n)
	if o == nil || o.Kind != typecheck.LocalObject || o.Item != t.item() {
		return
	}
	b, ok := t.bindingOf(o)
	if !ok {
		return
	}
	t.offer(Inline, "inline.all", "inline `"+o.Name+"` and remove its binding", func() ([]syntax.Edit, error) { return t.inlineAll(b) })
	if n != o.Node && len(t.uses(o)) > 1 {
		t.offer(Inline, "inline.one", "inline this use of `"+o.Name+"`", func() ([]syntax.Edit, error) { return t.inlineOne(b, n) })
	}
}

// A bound is a variable with the statement that binds it, and its value.
type bound struct {
	object    *typecheck.Object
	statement syntax.NodeID
	value     syntax.NodeID
	graph     bool
}

// bindingOf finds the statement `let %x = e` or `%0 = e` of a variable.
func (t *Target) bindingOf(o *typecheck.Object) (bound, bool) {
	s := t.parents[o.Node]
	item := t.item()
	value := 2
	if item.Kind(s) == syntax.Graph {
		value = 1
	} else if item.Kind(s) != syntax.Let {
		return bound{}, false
	}
	b := bound{o, s, item.Kid(s, value), value == 1}
	return b, item.Kid(s, 0) == o.Node && b.value != syntax.NoNode && item.Kind(t.parents[s]) == syntax.Block
}

// inlineAll puts the value at every use and takes the binding away.
func (t *Target) inlineAll(b bound) ([]syntax.Edit, error) {
	uses := t.uses(b.object)
	if err := t.mayInline(b, uses); err != nil {
		return nil, err
	}
	if err := t.mayDrop(b, uses); err != nil {
		return nil, err
	}
	edits, want, err := t.replaced(b, uses)
	if err != nil {
		return nil, err
	}
	want.skip = map[syntax.NodeID]bool{b.statement: true}
	return t.proved(append(edits, syntax.Edit{Span: t.line(b.statement)}), want)
}

// inlineOne puts the value at one use. The binding has been evaluated by then,
// so the value is there again.
func (t *Target) inlineOne(b bound, use syntax.NodeID) ([]syntax.Edit, error) {
	if err := t.mayInline(b, []syntax.NodeID{use}); err != nil {
		return nil, err
	}
	if t.of(b.value).effect {
		return nil, refusal("its value has an effect, which would happen twice")
	}
	edits, want, err := t.replaced(b, []syntax.NodeID{use})
	if err != nil {
		return nil, err
	}
	return t.proved(edits, want)
}

// mayInline tells why a value cannot stand at some uses of its variable.
func (t *Target) mayInline(b bound, uses []syntax.NodeID) error {
	if t.rebinds {
		return refusal("an operator here gives variables new values")
	}
	names := map[string]bool{}
	for _, o := range t.free(b.value) {
		if o == b.object {
			return refusal("`" + o.Name + "` calls itself")
		}
		names[o.Name] = true
	}
	for _, use := range uses {
		if t.within(use, b.value) {
			return refusal("`" + b.object.Name + "` calls itself")
		}
		if t.item().Kind(use) != syntax.Local {
			return refusal("a use of it is written as a bare name")
		}
	}
	if t.rebound(b, uses, names) {
		return refusal("a variable of its value means something else at a use")
	}
	if t.item().Kind(b.statement) == syntax.Let && t.item().Kid(b.statement, 1) != syntax.NoNode {
		if !printsSame(t.typeOf(t.item().Kid(b.statement, 0)), t.typeOf(b.value)) {
			return refusal("its annotation says more than its value does")
		}
	}
	return nil
}

func printsSame(a, b types.Type) bool {
	return a != nil && b != nil && types.String(a) == types.String(b)
}

// rebound tells whether a name is bound anew between a binding and a use.
func (t *Target) rebound(b bound, uses []syntax.NodeID, names map[string]bool) bool {
	if len(names) == 0 {
		return false
	}
	block, behind := t.parents[b.statement], false
	for _, kid := range t.item().Kids(block) {
		if behind && kid != syntax.NoNode && t.binds(kid, names) {
			return true
		}
		behind = behind || kid == b.statement
	}
	for _, use := range uses {
		if !t.within(use, block) {
			return true // a graph variable that is read in another block
		}
	}
	return false
}

// mayDrop tells why the binding has to stay.
func (t *Target) mayDrop(b bound, uses []syntax.NodeID) error {
	item := t.item()
	span := item.Span(b.statement)
	value := item.Span(b.value)
	if len(uses) == 0 {
		return refusal("`" + b.object.Name + "` is not used")
	}
	if t.commented(span.Start, value.Start) || t.commented(value.End, span.End) {
		return refusal("a comment in the binding would be lost")
	}
	behavior := t.of(b.value)
	if len(uses) > 1 && (behavior.effect || b.graph) {
		return refusal("it is evaluated once and used more than once")
	}
	if b.graph {
		if t.reachFrom(b, uses[0]).repeated {
			return refusal("it is evaluated once and used in a function")
		}
		return nil // evaluated where it is read first, which is its one use
	}
	if behavior.total() {
		return nil
	}
	for _, use := range uses {
		if p := t.reachFrom(b, use); p.moves(behavior) {
			return nil // evaluated there, or the program fails as it does now
		}
	}
	if behavior.effect {
		return refusal("the order of effects would change")
	}
	return refusal("it would no longer be evaluated, or not always")
}

// reachFrom is what evaluation meets from the end of a binding to a use.
func (t *Target) reachFrom(b bound, use syntax.NodeID) passage {
	block := t.parents[b.statement]
	if !t.within(use, block) {
		return passage{behavior: unknown, repeated: true}
	}
	statement := use
	for t.parents[statement] != block {
		statement = t.parents[statement]
	}
	p := t.reach(statement, use)
	behind := false
	for _, kid := range t.item().Kids(block) {
		if kid == statement {
			break
		}
		if behind && kid != syntax.NoNode && t.item().Kind(kid) != syntax.Graph {
			p.behavior = p.and(t.of(kid))
		}
		behind = behind || kid == b.statement
	}
	if t.item().Kind(statement) == syntax.Graph && !b.graph {
		p.known = false
	}
	return p
}

// replaced gives the edits that put a value at uses.
func (t *Target) replaced(b bound, uses []syntax.NodeID) ([]syntax.Edit, outline, error) {
	meaning, ok := outlineOf(t.info(), b.value)
	if !ok {
		return nil, outline{}, refusal("the value is nested too deeply")
	}
	var edits []syntax.Edit
	want := outline{swap: map[syntax.NodeID]string{}}
	for _, use := range uses {
		span := t.ownSpan(use)
		tail := t.item().Text[span.End:t.item().Span(use).End]
		if strings.ContainsAny(tail, "/:") {
			return nil, outline{}, refusal("a use of it is part of a longer name")
		}
		want.swap[use] = meaning
		edits = append(edits, syntax.Edit{Span: span, NewText: t.fitting(b.value, use, tail != "")})
	}
	return edits, want, nil
}

// closed are expressions that need no parentheses anywhere.
var closed = map[syntax.Kind]bool{
	syntax.Local: true, syntax.Global: true, syntax.Name: true, syntax.Int: true, syntax.Float: true, syntax.Bool: true,
	syntax.Call: true, syntax.Index: true, syntax.Project: true, syntax.Paren: true, syntax.Tuple: true, syntax.List: true,
	syntax.Meta: true,
}

// wide are the parents in which an expression ends by itself.
var wide = map[syntax.Kind]bool{
	syntax.Call: true, syntax.Tuple: true, syntax.List: true, syntax.Paren: true, syntax.Let: true, syntax.Graph: true,
	syntax.NamedArg: true, syntax.Clause: true, syntax.Block: true,
}

// fitting is the text of a value for a place, in parentheses where it needs
// them.
func (t *Target) fitting(value, use syntax.NodeID, tail bool) string {
	item := t.item()
	text, kind := item.SourceText(value), item.Kind(value)
	parent := t.parents[use]
	callee := (item.Kind(parent) == syntax.Call || item.Kind(parent) == syntax.Index || item.Kind(parent) == syntax.Project) && item.Kid(parent, 0) == use
	negative := item.Flag(value, syntax.FlagNegative)
	switch {
	case kind == syntax.Paren || kind == syntax.Tuple && !tail && !callee:
		return text
	case (tail || callee) && (kind == syntax.Local || kind == syntax.Name || kind == syntax.Int || kind == syntax.Float):
	case closed[kind] && !negative:
		return text
	case wide[item.Kind(parent)] && !callee && !tail:
		return text
	}
	return "(" + text + ")"
}

// line is what goes with a statement: the comment that says its type, its `;`,
// and its line where nothing else is on it.
func (t *Target) line(statement syntax.NodeID) syntax.Span {
	text, span := t.item().Text, t.item().Span(statement)
	for _, c := range t.item().TypeComments {
		if c.Span.Start >= span.End && t.within(c.Of, statement) {
			span.End = c.Span.End
		}
	}
	rest := text[span.End:]
	if trimmed := strings.TrimLeft(rest, " \t\r\n"); strings.HasPrefix(trimmed, ";") && !t.commented(span.End, span.End+int32(len(rest)-len(trimmed))) {
		span.End += int32(len(rest)-len(trimmed)) + 1
	}
	blanks, own := t.indent(span.Start)
	after := strings.TrimLeft(text[span.End:], " \t\r")
	switch {
	case own && strings.HasPrefix(after, "\n"):
		return syntax.Span{Start: span.Start - int32(len(blanks)), End: int32(len(text)-len(after)) + 1}
	case strings.HasPrefix(after, "\n"):
		span.Start = int32(len(strings.TrimRight(text[:span.Start], " \t")))
	default:
		span.End = int32(len(text) - len(after))
	}
	return span
}
