package complete

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A binding is a variable in scope.
type binding struct {
	name      string
	typ       types.Type
	parameter bool // of a function
}

// A scope gathers variables, the nearest first. Of several with one name the nearest counts.
// It repeats the scoping of typecheck on purpose: there a name is looked up, here all names
// that could be are listed, in a tree that may be broken. Where the parser dropped a part of
// the tree, each variable that is bound before the cursor counts as visible.
type scope struct {
	scene *scene
	found []binding
	seen  map[string]bool
}

// locals are the variables that can be named at the stand-in.
//
// The path is walked from the stand-in outwards, and each node contributes what it binds for the child
// that the path goes through. Nearer bindings hide farther ones by name (seen).
func (s *scene) locals() []binding {
	c := &scope{scene: s, seen: map[string]bool{}}
	lost := !s.inTree()
	for i := len(s.path) - 1; i > 0; i-- {
		lost = lost || s.item.Kind(s.path[i]) == syntax.BadNode
		c.around(s.path[i-1], s.path[i])
	}
	c.graphs()
	if !s.source.Program() && s.item.Kind(s.item.Root) == syntax.ItemExpr {
		c.implied()
	}
	if lost || s.item.Kind(s.item.Root) == syntax.ItemBad {
		c.everyBinder()
	}
	return c.found
}

// around takes what a node declares for one of its children.
//
// A `let` is visible in its own value only if that is a function, which may be recursive. Parameters
// are visible in the body and not in each other's types.
func (c *scope) around(n, child syntax.NodeID) {
	item := c.scene.item
	switch item.Kind(n) {
	case syntax.Block:
		c.statements(n, child)
	case syntax.Let:
		if let := item.Let(n); child == let.Value && item.Kind(child) == syntax.Fn {
			c.pattern(let.Pattern)
		}
	case syntax.Clause:
		if clause := item.Clause(n); child == clause.Body {
			c.pattern(clause.Pattern)
		}
	case syntax.Fn:
		fn := item.Fn(n)
		c.params(fn.Params, child == fn.Body)
	case syntax.ItemDef:
		def := item.Def(n)
		c.params(def.Params, child == def.Body)
	}
}

// statements takes the bindings before a statement, last one first.
func (c *scope) statements(block, child syntax.NodeID) {
	item := c.scene.item
	kids := item.Kids(block)
	at := len(kids)
	for i, kid := range kids {
		if kid == child {
			at = i
		}
	}
	for i := at - 1; i >= 0; i-- {
		switch item.Kind(kids[i]) {
		case syntax.Let:
			c.pattern(item.Let(kids[i]).Pattern)
		case syntax.FreeVar:
			name := item.FreeVar(kids[i]).Name
			c.add(item.SourceText(name), name)
		}
	}
}

func (c *scope) params(list syntax.NodeID, inBody bool) {
	if !inBody || list == syntax.NoNode {
		return
	}
	first := len(c.found)
	for _, p := range c.scene.item.Kids(list) {
		if c.scene.item.Kind(p) == syntax.Param {
			c.pattern(c.scene.item.Param(p).Pattern)
		}
	}
	for i := range c.found[first:] {
		c.found[first+i].parameter = true
	}
}

// pattern takes the variables of a pattern.
func (c *scope) pattern(p syntax.NodeID) {
	c.scene.item.Walk(p, func(n syntax.NodeID) bool {
		c.binder(n)
		return true
	})
}

// binder takes a node of a pattern if it binds a variable.
func (c *scope) binder(n syntax.NodeID) {
	text := c.scene.item.SourceText(n)
	switch c.scene.item.Kind(n) {
	case syntax.PatVar:
		c.add(text, n)
	case syntax.PatName:
		if o := c.scene.objectOf(n); o != nil && o.Kind == typecheck.LocalObject {
			c.add("%"+text, n)
		}
	}
}

// graphs takes the graph bindings, but not in their own value: those with a
// number are seen in the whole definition, others after their place.
func (c *scope) graphs() {
	item := c.scene.item
	for n := syntax.NodeID(item.Len() - 1); n > 0; n-- {
		if item.Kind(n) != syntax.Graph {
			continue
		}
		span, variable := item.Span(n), item.Graph(n).Name
		name := item.SourceText(variable)
		if span.End < c.scene.at || span.Start > c.scene.at && isDigit(byteAt(name, 1)) {
			c.add(name, variable)
		}
	}
}

// implied takes the free variables of a document's expression, which are its
// parameters.
func (c *scope) implied() {
	for n := syntax.NodeID(1); int(n) < c.scene.item.Len(); n++ {
		o := c.scene.objectOf(n)
		if c.scene.item.Kind(n) == syntax.Local && o != nil && o.Item == c.scene.item && c.scene.item.Kind(o.Node) == syntax.Local {
			c.add(o.Name, n)
		}
	}
}

// everyBinder takes each variable that is bound before the stand-in,
// whether or not it can be seen: what is left where recovery dropped the rest.
func (c *scope) everyBinder() {
	for n := syntax.NodeID(c.scene.item.Len() - 1); n > 0; n-- {
		if c.scene.item.Span(n).End < c.scene.at {
			c.binder(n)
		}
	}
}

// add takes a variable unless a nearer one has its name. Its type is that of the node, or of the
// object where the node has none (in a tree with errors).
func (c *scope) add(name string, n syntax.NodeID) {
	if c.seen[name] || len(name) < 2 || name == c.scene.standIn {
		return
	}
	c.seen[name] = true
	t := c.scene.typeOf(n)
	if o := c.scene.objectOf(n); t == nil && o != nil && !types.IsBad(o.Type) {
		t = o.Type
	}
	c.found = append(c.found, binding{name: name, typ: t})
}
