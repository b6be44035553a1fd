package treewalk

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A site is a node of an item.
type site struct {
	item *syntax.Item
	node syntax.NodeID
}

// A mention is a variable that a function literal names and does not bind: the names
// that it may have, those of a printed name with tails from the longest on.
type mention []string

// captured are the variables around a function literal that it names, one for each
// value.
func (m *machine) captured(n syntax.NodeID, s *scope) (found []*scope) {
	at := site{m.item, n}
	mentions, known := m.program.mentions[at]
	if !known {
		c := capture{machine: m}
		c.expr(n, nil)
		mentions = c.found
		m.program.mentions[at] = mentions
	}
	for _, names := range mentions {
		for _, name := range names {
			if v := s.find(name); v != nil {
				known := func(o *scope) bool { return o.now() == v.now() }
				if v.value != nil && !slices.ContainsFunc(found, known) { // nil is the function itself
					found = append(found, v)
				}
				break
			}
		}
	}
	return found
}

// A capture collects what a function literal mentions.
type capture struct {
	*machine
	found []mention
	met   map[string]bool
}

// bound are the variables that are bound around an expression, inside of the literal.
type bound struct {
	name  string
	outer *bound
}

func (b *bound) has(name string) bool {
	for ; b != nil; b = b.outer {
		if b.name == name {
			return true
		}
	}
	return false
}

// expr adds the free variables of an expression.
func (c *capture) expr(n syntax.NodeID, b *bound) {
	t := c.item
	switch t.Kind(n) {
	case syntax.Block:
		c.block(n, b)
	case syntax.Paren, syntax.Project:
		c.expr(t.Inner(n), b)
	case syntax.Tuple, syntax.List:
		c.exprs(t.Kids(n), b)
	case syntax.Index:
		c.exprs([]syntax.NodeID{t.Index(n).Sequence, t.Index(n).At}, b)
	case syntax.If:
		c.exprs([]syntax.NodeID{t.If(n).Cond, t.If(n).Then, t.If(n).Else}, b)
	case syntax.Unary:
		c.expr(t.Unary(n).Operand, b)
	case syntax.Binary:
		c.binary(n, b)
	case syntax.Call:
		c.exprs(append([]syntax.NodeID{t.Call(n).Callee}, t.Call(n).Args...), b)
	case syntax.NamedArg:
		c.expr(t.NamedArg(n).Value, b)
	case syntax.Fn:
		c.function(n, b)
	case syntax.Match:
		c.match(n, b)
	case syntax.Local:
		c.mention(c.names(n), b)
	case syntax.Name:
		c.mention([]string{t.SourceText(n)}, b)
	}
}

func (c *capture) exprs(ns []syntax.NodeID, b *bound) {
	for _, n := range ns {
		if n != syntax.NoNode {
			c.expr(n, b)
		}
	}
}

func (c *capture) block(n syntax.NodeID, b *bound) {
	block := c.item.Block(n)
	for _, statement := range block.Statements {
		switch c.item.Kind(statement) {
		case syntax.Let:
			l := c.item.Let(statement)
			inner := c.pattern(l.Pattern, b)
			if c.item.Kind(c.item.Unparen(l.Value)) == syntax.Fn {
				c.expr(l.Value, inner) // it sees itself
			} else {
				c.expr(l.Value, b)
			}
			b = inner
		case syntax.Graph:
			c.expr(c.item.Graph(statement).Value, b)
		default:
			c.expr(statement, b)
		}
	}
	c.expr(block.Result, b)
}

func (c *capture) binary(n syntax.NodeID, b *bound) {
	chain := c.item.Binary(n)
	c.expr(chain.First, b)
	for i := range chain.Links() {
		_, operand := chain.Link(i)
		c.expr(operand, b)
	}
}

// function binds its parameters, and the graph bindings of its body, which are seen in
// all of it.
func (c *capture) function(n syntax.NodeID, b *bound) {
	f := c.item.Fn(n)
	for _, p := range c.params(f.Params) {
		b = c.pattern(c.item.Param(p).Pattern, b)
	}
	for _, g := range c.graphs(f.Body, nil) {
		b = &bound{bare(c.item.SourceText(c.item.Graph(g).Name)), b}
	}
	c.expr(f.Body, b)
}

// match adds those of the clauses, without what their patterns bind.
func (c *capture) match(n syntax.NodeID, b *bound) {
	w := c.item.Match(n)
	c.expr(w.Scrutinee, b)
	for _, clause := range w.Clauses {
		c.expr(c.item.Clause(clause).Body, c.pattern(c.item.Clause(clause).Pattern, b))
	}
}

// pattern adds the variables of a pattern.
func (c *capture) pattern(n syntax.NodeID, b *bound) *bound {
	t := c.item
	switch t.Kind(n) {
	case syntax.PatVar:
		return &bound{bare(t.SourceText(n)), b}
	case syntax.PatName:
		if _, ok := c.program.fields(t, t.SourceText(n)); !ok {
			return &bound{t.SourceText(n), b}
		}
	case syntax.PatParen:
		return c.pattern(t.Inner(n), b)
	case syntax.PatTyped:
		return c.pattern(t.PatTyped(n).Pattern, b)
	case syntax.PatTuple:
		return c.patterns(t.Kids(n), b)
	case syntax.PatCons:
		return c.patterns(t.PatCons(n).Args, b)
	}
	return b
}

func (c *capture) patterns(ns []syntax.NodeID, b *bound) *bound {
	for _, n := range ns {
		b = c.pattern(n, b)
	}
	return b
}

// mention notes a variable, unless the literal binds it.
func (c *capture) mention(names mention, b *bound) {
	for i, name := range names {
		if b.has(name) {
			names = names[:i]
			break
		}
	}
	if len(names) == 0 || c.met[names[0]] {
		return
	}
	if c.met == nil {
		c.met = map[string]bool{}
	}
	c.met[names[0]] = true
	c.found = append(c.found, names)
}
