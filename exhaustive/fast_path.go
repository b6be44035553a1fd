package exhaustive

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// flat reports whether a match is one of the common kind that needs no search
// and has nothing wrong with it: each clause is a constructor over variables,
// or a variable in the end, none comes twice, and all are there. It allocates
// nothing.
func (c *checker) flat(clauses []syntax.NodeID, adt *types.ADT, partial bool) bool {
	count := len(adt.Decl.Constructors)
	if adt.Decl.Opaque || count == 0 || count > 64 || !c.plain(adt) {
		return false
	}
	all := ^uint64(0) >> (64 - count)
	seen := uint64(0)
	for i, clause := range clauses {
		con, ok := c.flatPattern(c.item.Pattern(clause), adt.Decl)
		if !ok {
			return false
		}
		if con < 0 {
			return i == len(clauses)-1 && seen != all
		}
		if seen&(1<<con) != 0 {
			return false
		}
		seen |= 1 << con
	}
	return partial || seen == all
}

// flatPattern gives the index of a constructor over variables, -1 for a
// variable or `_`.
func (c *checker) flatPattern(p syntax.NodeID, decl *types.Decl) (int, bool) {
	p = c.bare(p)
	if c.isVariable(p) {
		return -1, true
	}
	con := c.constructorOf(p)
	if con == nil || con.Of != decl {
		return 0, false
	}
	args := c.patternArgs(p)
	if len(args) != len(con.Fields) {
		return 0, false
	}
	for _, arg := range args {
		if !c.isVariable(c.bare(arg)) {
			return 0, false
		}
	}
	return con.Index, true
}

// bare takes parentheses and annotations off a pattern.
func (c *checker) bare(p syntax.NodeID) syntax.NodeID {
	for {
		switch c.item.Kind(p) {
		case syntax.PatParen:
			p = c.item.Inner(p)
		case syntax.PatTyped:
			p = c.item.Pattern(p)
		default:
			return p
		}
	}
}

// isVariable reports whether a pattern matches everything by its own form.
func (c *checker) isVariable(p syntax.NodeID) bool {
	switch c.item.Kind(p) {
	case syntax.PatVar, syntax.PatWild:
		return true
	case syntax.PatName:
		o := c.info.Objects[p]
		return o != nil && o.Kind == typecheck.LocalObject
	}
	return false
}

// constructorOf is the constructor that a pattern names, nil if none.
func (c *checker) constructorOf(p syntax.NodeID) *types.Constructor {
	switch c.item.Kind(p) {
	case syntax.PatName, syntax.PatCons:
		if o := c.info.Objects[p]; o != nil {
			return o.Cons
		}
	}
	if c.item.Kind(p) == syntax.PatCons {
		if o := c.info.Objects[c.item.PatCons(p).Name]; o != nil {
			return o.Cons
		}
	}
	return nil
}

// patternArgs are the patterns inside a constructor pattern.
func (c *checker) patternArgs(p syntax.NodeID) []syntax.NodeID {
	if c.item.Kind(p) == syntax.PatCons {
		return c.item.Kids(p)[1:]
	}
	return nil
}

// plain reports whether nothing in an ADT can be empty. Types made of variables,
// tensors and themselves are seen through at once.
func (c *checker) plain(adt *types.ADT) bool {
	for _, arg := range adt.Args {
		if !isSimple(arg, nil) {
			return c.getTool().translator.isFull(adt)
		}
	}
	for _, con := range adt.Decl.Constructors {
		for _, f := range con.Fields {
			if !isSimple(f, adt.Decl) {
				return c.getTool().translator.isFull(adt)
			}
		}
	}
	return true
}

func isSimple(t types.Type, self *types.Decl) bool {
	switch t := types.Head(t).(type) {
	case *types.ADT:
		return t.Decl == self
	case *types.Tuple:
		return len(t.Elems) == 0
	}
	return true
}
