package compile

import (
	"math"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Code that is compiled for stepping does what other code does, operator by operator in
// the order of the text: nothing is fused, deferred or forked. It has points (code.Point)
// at the places of the text, and knows which variables are seen where.

// stepping is what a builder of such code keeps; it is not used by others.
type stepping struct {
	places map[syntax.NodeID]bool // of the item; true for statements
	began  syntax.NodeID          // what the last point stands before
	scope  *code.Variable
}

// point emits a point. Of a function with more of them than an instruction can name, the
// last places are not stopped at.
func (b *builder) point(p code.Point) {
	if !b.compiler.stepped || len(b.fn.Points) > math.MaxUint16 {
		return
	}
	b.fn.Points = append(b.fn.Points, p)
	was := b.setNode(p.Node)
	b.emitX(code.OpPoint, 0, len(b.fn.Points)-1)
	b.node = was
}

func (b *builder) entryPoint(body syntax.NodeID) {
	if body != syntax.NoNode && !b.compiler.watched {
		b.point(code.Point{Kind: code.EntryPoint, Node: body})
	}
}

// before emits the point of an expression that is evaluated next; it may be called for
// one several times in a row.
func (b *builder) before(n syntax.NodeID) {
	if statement, ok := b.place(n); ok && b.stepping.began != n && !b.compiler.watched {
		b.stepping.began = n
		b.point(code.Point{Kind: code.BeforePoint, Node: n, Statement: statement})
	}
}

// after emits the point of an expression whose value is in a register.
func (b *builder) after(n syntax.NodeID, reg int) {
	if statement, ok := b.place(n); ok {
		b.point(code.Point{Kind: code.AfterPoint, Node: n, Register: reg, Statement: statement})
	}
}

// isWatched reports whether the value of an expression is waited for.
func (b *builder) isWatched(n syntax.NodeID) bool {
	_, ok := b.place(n)
	return ok && b.compiler.watched
}

func (b *builder) place(n syntax.NodeID) (statement, ok bool) {
	if !b.compiler.stepped {
		return false, false
	}
	if b.stepping.places == nil {
		b.stepping.places = b.compiler.placesOf(b.item)
	}
	statement, ok = b.stepping.places[n]
	return statement, ok
}

func (p *Compiler) placesOf(item *syntax.Item) map[syntax.NodeID]bool {
	if known := p.itemPlaces[item]; known != nil || p.watched {
		return known
	}
	places := map[syntax.NodeID]bool{}
	for _, place := range Places(item) {
		places[place.Node] = place.Statement
	}
	p.itemPlaces[item] = places
	return places
}

// see notes that a variable is bound.
func (b *builder) see(o *typecheck.Object) {
	if !b.compiler.stepped || o == nil || o.Name == "" || strings.HasPrefix(o.Name, "(") {
		return
	}
	v := &code.Variable{Name: o.Name, Node: o.Node, Type: o.Type, Register: b.vars[o].at}
	switch {
	case o == b.self:
		v.Register = 0
	case b.vars[o].where == inEnvironment:
		v.Where, v.Register, v.Field = code.InEnvironment, b.envReg, b.vars[o].at
	}
	b.push(v)
}

// seeGraph notes a graph binding, which is seen in all of a function.
func (b *builder) seeGraph(o *typecheck.Object, field int) {
	if b.compiler.stepped {
		b.push(&code.Variable{Name: o.Name, Node: o.Node, Type: o.Type, Where: code.InEnvironment, Register: b.envReg, Field: field, Graph: true})
	}
}

func (b *builder) push(v *code.Variable) {
	v.Outer = b.stepping.scope
	b.leave(v)
}

// leave goes back to the variables that were seen before a block.
func (b *builder) leave(scope *code.Variable) {
	if b.stepping.scope != scope {
		b.stepping.scope = scope
		b.fn.Scopes = append(b.fn.Scopes, code.ScopeChange{PC: b.here(), Scope: scope})
	}
}

// listCaptured notes what the closure of a finished function holds.
func (b *builder) listCaptured() {
	if !b.compiler.stepped {
		return
	}
	for i, c := range b.captured {
		if c.object != nil {
			b.held(c.object, code.Variable{Where: code.InClosure, Field: i})
			continue
		}
		for _, o := range inOrder(c.env.graphs) {
			b.held(o, code.Variable{Where: code.InClosureEnvironment, Field: i, Inner: c.env.fields[o], Graph: true})
		}
	}
	if b.graph {
		for _, o := range inOrder(b.env.fields) {
			b.held(o, code.Variable{Where: code.InClosure, Field: b.env.fields[o], Graph: b.env.isGraph(o)})
		}
	}
}

func (b *builder) held(o *typecheck.Object, v code.Variable) {
	if strings.HasPrefix(o.Name, "(") {
		return
	}
	v.Name, v.Node, v.Type = o.Name, o.Node, o.Type
	b.fn.Captured = append(b.fn.Captured, &v)
}

// inOrder lists the variables of a table in the order of the text.
func inOrder(table map[*typecheck.Object]int) []*typecheck.Object {
	var all []*typecheck.Object
	for o := range table {
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b *typecheck.Object) int { return int(a.Node) - int(b.Node) })
	return all
}
