package grammar

import "github.com/fraccheck/fraccheck/internal/syntax"

func (t *TypedPattern) tree() *Tree {
	if t.Type == nil {
		return t.Pattern.tree()
	}
	return node(syntax.PatTyped, t.Pattern.tree(), t.Type.tree())
}

func (a *AtomicPattern) tree() *Tree {
	switch {
	case a.Wild != "":
		return node(syntax.PatWild)
	case a.Variable != "":
		return leaf(syntax.PatVar, a.Variable)
	case a.Bool != "":
		return node(syntax.PatLit, leaf(syntax.Bool, a.Bool))
	}
	return node(syntax.PatLit, leaf(syntax.Int, a.Int).with(syntax.FlagNegative, a.Int[0] == '-'))
}

func (n *NamedPattern) tree() *Tree {
	if n.Fields == nil {
		return leaf(syntax.PatName, n.Name)
	}
	t := node(syntax.PatCons, leaf(syntax.Name, n.Name))
	t.Kids = append(t.Kids, all(n.Fields.List)...)
	return t.with(syntax.FlagTrailing, n.Fields.Trailing)
}

func (g *PatternGroup) tree() *Tree {
	if len(g.List) == 1 && !g.Trailing {
		return node(syntax.PatParen, g.List[0].tree())
	}
	return node(syntax.PatTuple, all(g.List)...).with(syntax.FlagTrailing, g.Trailing)
}
