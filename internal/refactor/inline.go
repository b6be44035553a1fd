package refactor

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Inlining. A value may be at a use of its variable if its own variables mean
// the same there. The binding may go if the value is total, or if evaluation gets
// from the binding to some use for sure and no effect passes another on the way
// (order.go); a value with an effect must have no other use.

// offerInlining offers to put a binding's value in the place of its variable.
func (t *Target) offerInlining() {
	if len(t.path) == 0 {
		return
	}
	n := t.path[len(t.path)-1]
	if t.item().Kind(n) == syntax.Segment {
		n = t.tree.Parent(n)
	}
	o := t.tree.ObjectAt(n)
	if o == nil || o.Kind != typecheck.LocalObject || o.Item != t.item() {
		return
	}
	b, ok := t.bindingOf(o)
	if !ok {
		return
	}
	t.offer(Inline, "inline.all", "inline `"+o.Name+"` and remove its binding", func() ([]syntax.Edit, error) { return t.inlineAll(b) })
	if n != o.Node && len(t.tree.Uses(o)) > 1 {
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
	s := t.tree.Parent(o.Node)
	item := t.item()
	var name syntax.NodeID
	b := bound{object: o, statement: s}
	switch item.Kind(s) {
	case syntax.Graph:
		name, b.value, b.graph = item.Graph(s).Name, item.Graph(s).Value, true
	case syntax.Let:
		name, b.value = item.Let(s).Pattern, item.Let(s).Value
	default:
		return bound{}, false
	}
	return b, name == o.Node && b.value != syntax.NoNode && item.Kind(t.tree.Parent(s)) == syntax.Block
}

// inlineAll puts the value at every use and takes the binding away.
func (t *Target) inlineAll(b bound) ([]syntax.Edit, error) {
	uses := t.tree.Uses(b.object)
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
	want.Skip = map[syntax.NodeID]bool{b.statement: true}
	return t.proved(append(edits, syntax.Edit{Span: t.tree.Line(b.statement)}), want)
}

// inlineOne puts the value at one use. The binding has been evaluated by then,
// so the value is there again.
func (t *Target) inlineOne(b bound, use syntax.NodeID) ([]syntax.Edit, error) {
	if err := t.mayInline(b, []syntax.NodeID{use}); err != nil {
		return nil, err
	}
	if t.of(b.value).effect {
		return nil, rewrite.Refusal("its value has an effect, which would happen twice")
	}
	edits, want, err := t.replaced(b, []syntax.NodeID{use})
	if err != nil {
		return nil, err
	}
	return t.proved(edits, want)
}

// mayInline reports why a value cannot be at some uses of its variable.
func (t *Target) mayInline(b bound, uses []syntax.NodeID) error {
	if t.rebinds {
		return rewrite.Refusal("an operator here gives variables new values")
	}
	names := map[string]bool{}
	for _, o := range t.tree.Free(b.value) {
		if o == b.object {
			return rewrite.Refusal("`" + o.Name + "` calls itself")
		}
		names[o.Name] = true
	}
	for _, use := range uses {
		if t.tree.Within(use, b.value) {
			return rewrite.Refusal("`" + b.object.Name + "` calls itself")
		}
		if t.item().Kind(use) != syntax.Local {
			return rewrite.Refusal("a use of it is written as a bare name")
		}
	}
	if t.rebound(b, uses, names) {
		return rewrite.Refusal("a variable of its value means something else at a use")
	}
	if t.item().Kind(b.statement) == syntax.Let && t.item().Let(b.statement).Type != syntax.NoNode {
		if !printsSame(t.tree.TypeAt(t.item().Let(b.statement).Pattern), t.tree.TypeAt(b.value)) {
			return rewrite.Refusal("its annotation says more than its value does")
		}
	}
	return nil
}

func printsSame(a, b types.Type) bool {
	return a != nil && b != nil && types.Key(a) == types.Key(b)
}

// rebound reports whether a name is bound anew between a binding and a use.
func (t *Target) rebound(b bound, uses []syntax.NodeID, names map[string]bool) bool {
	if len(names) == 0 {
		return false
	}
	block, behind := t.tree.Parent(b.statement), false
	for _, kid := range t.item().Kids(block) {
		if behind && kid != syntax.NoNode && t.tree.Binds(kid, names) {
			return true
		}
		behind = behind || kid == b.statement
	}
	for _, use := range uses {
		if !t.tree.Within(use, block) {
			return true // a graph variable that is read in another block
		}
	}
	return false
}

// mayDrop reports why the binding has to stay.
func (t *Target) mayDrop(b bound, uses []syntax.NodeID) error {
	item := t.item()
	span := item.Span(b.statement)
	value := item.Span(b.value)
	if len(uses) == 0 {
		return rewrite.Refusal("`" + b.object.Name + "` is not used")
	}
	if t.tree.Commented(span.Start, value.Start) || t.tree.Commented(value.End, span.End) {
		return rewrite.Refusal("a comment in the binding would be lost")
	}
	behavior := t.of(b.value)
	if len(uses) > 1 && (behavior.effect || b.graph) {
		return rewrite.Refusal("it is evaluated once and used more than once")
	}
	if b.graph {
		if t.reachFrom(b, uses[0]).Repeated {
			return rewrite.Refusal("it is evaluated once and used in a function")
		}
		return nil // evaluated where it is read first, which is its one use
	}
	if behavior.total() {
		return nil
	}
	overtaken := false
	for _, use := range uses {
		p := t.reachFrom(b, use)
		if p.moves(behavior) {
			return nil // evaluated there, or the program fails as it does now
		}
		overtaken = overtaken || p.Certain() && p.partial
	}
	if behavior.effect {
		return rewrite.Refusal("the order of effects would change")
	}
	if overtaken {
		return rewrite.Refusal("of two failures, another might come first")
	}
	return rewrite.Refusal("it would no longer be evaluated, or not always")
}

// replaced gives the edits that put a value at uses.
func (t *Target) replaced(b bound, uses []syntax.NodeID) ([]syntax.Edit, rewrite.Outline, error) {
	meaning, ok := rewrite.OutlineOf(t.info(), b.value)
	if !ok {
		return nil, rewrite.Outline{}, rewrite.Refusal("the value is nested too deeply")
	}
	var edits []syntax.Edit
	want := rewrite.Outline{Swap: map[syntax.NodeID]string{}}
	for _, use := range uses {
		span := t.tree.OwnSpan(use)
		tail := t.item().Text[span.End:t.item().Span(use).End]
		if strings.ContainsAny(tail, "/:") {
			return nil, rewrite.Outline{}, rewrite.Refusal("a use of it is part of a longer name")
		}
		want.Swap[use] = meaning
		edits = append(edits, syntax.Edit{Span: span, NewText: t.tree.Fitting(b.value, use, tail != "")})
	}
	return edits, want, nil
}
