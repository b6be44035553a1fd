package grammar

import "github.com/fraccheck/fraccheck/internal/syntax"

func (i *Item) tree() *Tree {
	t := node(syntax.ItemEmpty)
	if i.Body != nil {
		t = i.Body.tree()
	}
	t.attributes = i.Attributes
	return t
}

func (v *Version) tree() *Tree { return leaf(syntax.ItemVersion, v.Text) }

func (*Metadata) tree() *Tree { return node(syntax.ItemMetadata) }

func (d *Definition) tree() *Tree {
	return node(syntax.ItemDef, leaf(syntax.Global, d.Name), d.TypeParameters.tree(),
		d.Parameters.tree(), optional(d.Result), d.Where.tree(), d.Body.tree())
}

func (d *Data) tree() *Tree {
	t := node(syntax.ItemData, leaf(syntax.Name, d.Name), d.TypeParameters.tree())
	t.Kids = append(t.Kids, all(d.Constructors)...)
	return t.with(syntax.FlagData, true)
}

func (d *TypeDefinition) tree() *Tree {
	head := []*Tree{leaf(syntax.Name, d.Name), d.TypeParameters.tree()}
	switch {
	case d.Braces:
		return node(syntax.ItemData, append(head, all(d.Constructors)...)...)
	case d.Alias != nil:
		return node(syntax.ItemAlias, append(head, d.Alias.tree())...)
	}
	return node(syntax.ItemOpaque, head...)
}

func (e *Extern) tree() *Tree {
	t := node(syntax.ItemOpaque, leaf(syntax.Name, e.Name), e.TypeParameters.tree())
	return t.with(syntax.FlagExtern, true)
}

func (c *Constructor) tree() *Tree {
	var fields *Tree
	if c.Fields != nil {
		fields = c.Fields.row(syntax.TypeTuple)
	}
	return node(syntax.Constructor, leaf(syntax.Name, c.Name), fields, optional(c.Result))
}

func (i *Import) tree() *Tree {
	return node(syntax.ItemImport, leaf(syntax.String, i.Path))
}

func (a *Assertion) tree() *Tree {
	return node(syntax.ItemAssert, a.Left.tree(), a.Right.tree()).with(syntax.FlagNot, a.Not)
}

func (d *Declaration) tree() *Tree {
	return node(syntax.ItemDecl, leaf(syntax.Global, d.Name), d.Type.tree())
}

func (a *Alias) tree() *Tree {
	return node(syntax.ItemAlias, leaf(syntax.Name, a.Name), nil, a.Type.tree())
}

func (p *Program) tree() *Tree { return node(syntax.ItemExpr, p.Body.block()) }
