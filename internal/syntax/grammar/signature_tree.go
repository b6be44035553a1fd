package grammar

import "github.com/fraccheck/fraccheck/internal/syntax"

func (p *TypeParameters) tree() *Tree {
	if p == nil {
		return nil
	}
	return node(syntax.TypeParams, append(all(p.Angle), all(p.Square)...)...)
}

func (p *TypeParameter) tree() *Tree { return leaf(syntax.TypeParam, p.Name) }

func (p *Parameters) tree() *Tree {
	t := node(syntax.Params)
	for _, part := range p.List {
		t.Kids = append(t.Kids, part.trees()...)
	}
	return t.with(syntax.FlagTrailing, p.Trailing)
}

func (p *Parameter) trees() []*Tree {
	t := node(syntax.Param, p.Pattern.tree(), optional(p.Type))
	t.Kids = append(t.Kids, all(p.Attributes)...)
	return []*Tree{t}
}

func (w *Where) tree() *Tree {
	if w == nil {
		return nil
	}
	return node(syntax.Where, all(w.Constraints)...)
}

func (c *Constraint) tree() *Tree {
	relation := c.Arguments.call(c.Operator).with(syntax.FlagParen, true)
	return node(syntax.Constraint, relation, c.Result.tree())
}
