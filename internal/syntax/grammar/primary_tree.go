package grammar

import "github.com/fraccheck/fraccheck/internal/syntax"

func (f *Function) tree() *Tree {
	return node(syntax.Fn, f.TypeParameters.tree(), f.Parameters.tree(), optional(f.Result), f.Body.tree())
}

func (i *If) tree() *Tree {
	var other *Tree
	if i.ElseIf != nil {
		other = node(syntax.Block, i.ElseIf.tree())
	}
	if i.Else != nil {
		other = i.Else.tree()
	}
	return node(syntax.If, i.Condition.tree(), i.Then.tree(), other)
}

func (m *Match) tree() *Tree {
	t := node(syntax.Match, m.Scrutinee.tree())
	t.Kids = append(t.Kids, all(m.Clauses)...)
	return t.with(syntax.FlagPartial, m.Keyword == "match?")
}

func (c *CaseClause) tree() *Tree {
	return node(syntax.Clause, c.Pattern.tree(), c.Body.tree()).with(syntax.FlagCase, true)
}

func (c *ArrowClause) tree() *Tree {
	return node(syntax.Clause, c.Pattern.tree(), c.Body.tree())
}

func (l *LetExpression) tree() *Tree {
	return node(syntax.Block, append([]*Tree{l.Binding.tree()}, l.Body.trees()...)...)
}

func (g *Group) tree() *Tree {
	if g.First == nil {
		return node(syntax.Tuple)
	}
	first := g.First.tree()
	if len(g.Rest) == 0 && !g.Trailing {
		return node(syntax.Paren, first)
	}
	t := node(syntax.Tuple, append([]*Tree{first}, all(g.Rest)...)...)
	return t.with(syntax.FlagTrailing, g.Trailing)
}

func (l *List) tree() *Tree {
	return node(syntax.List, all(l.Elements)...).with(syntax.FlagTrailing, l.Trailing)
}

func (n *Number) tree() *Tree {
	t := leaf(syntax.Int, n.Sign+n.Int)
	if n.Float != "" {
		t = leaf(syntax.Float, n.Sign+n.Float)
	}
	return t.with(syntax.FlagNegative, n.Sign != "")
}

func (v *Variable) tree() *Tree {
	t := leaf(syntax.Local, v.Name)
	for _, s := range v.Segments {
		t.Kids = append(t.Kids, leaf(syntax.Segment, s))
	}
	return t
}

func (a *Atom) tree() *Tree {
	switch {
	case a.Bool != "":
		return leaf(syntax.Bool, a.Bool)
	case a.String != "":
		return leaf(syntax.String, a.String)
	case a.Meta != "":
		return leaf(syntax.Meta, a.Meta)
	case a.Hole != "":
		return leaf(syntax.Hole, a.Hole)
	case a.Global != "":
		return leaf(syntax.Global, a.Global)
	}
	return leaf(syntax.Name, a.Name)
}
