package exhaustive

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// declared reports whether the type of an expression follows from annotations
// and definitions alone. Where it does not, a pattern may be what decides it,
// and the pattern can not go without making the type another one.
func (c *checker) declared(e syntax.NodeID) bool {
	switch c.item.Kind(e) {
	case syntax.Int, syntax.Float, syntax.Bool:
		return true
	case syntax.Local, syntax.Name:
		o := c.info.Objects[e]
		return o != nil && o.Kind == typecheck.LocalObject && o.Item == c.item && c.declaredAt(o.Node)
	case syntax.Call:
		call := c.item.Call(e)
		callee := c.item.Kind(call.Callee)
		return callee == syntax.Global || callee == syntax.Name && c.allDeclared(call.Args)
	case syntax.Paren, syntax.Tuple, syntax.Project:
		return c.allDeclared(c.item.Kids(e))
	case syntax.Binary:
		return c.declared(c.item.Binary(e).First)
	}
	return false
}

// allDeclared holds of one expression or more.
func (c *checker) allDeclared(list []syntax.NodeID) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(e syntax.NodeID) bool { return !c.declared(e) })
}

// declaredAt reports whether the type of a variable follows from where it is
// bound.
func (c *checker) declaredAt(n syntax.NodeID) bool {
	for n = c.pass.Info.Index().Parent(n); n != syntax.NoNode; n = c.pass.Info.Index().Parent(n) {
		switch c.item.Kind(n) {
		case syntax.PatCons, syntax.PatTuple, syntax.PatParen:
			continue
		case syntax.PatTyped:
			return true
		case syntax.Param:
			return c.item.Param(n).Type != syntax.NoNode
		case syntax.Let:
			let := c.item.Let(n)
			return let.Type != syntax.NoNode || c.declared(let.Value)
		case syntax.Clause:
			return c.declared(c.item.Match(c.pass.Info.Index().Parent(n)).Scrutinee)
		}
		return false
	}
	return false
}

// untested reports whether the given clauses are the only ones that look at some
// part of the value, beyond the atoms that are kept of them.
func (x *redundancy) untested(clauses []int, kept []int32) bool {
	m := x.advice.m
	tested := make([]bool, len(m.positions))
	for _, a := range kept {
		tested[m.atoms[a].pos] = true
	}
	for r := range x.clauses {
		if !x.gone[r] && !slices.Contains(clauses, r) {
			for _, a := range m.cellsOf(r) {
				tested[m.atoms[a].pos] = true
			}
		}
	}
	return slices.ContainsFunc(clauses, func(r int) bool {
		return slices.ContainsFunc(m.cellsOf(r), func(a int32) bool { return !tested[m.atoms[a].pos] })
	})
}
