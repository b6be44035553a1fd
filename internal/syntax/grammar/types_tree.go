package grammar

import "github.com/fraccheck/fraccheck/internal/syntax"

func (n *NamedType) tree() *Tree {
	switch {
	case n.Brackets != nil:
		return n.Brackets.call(n.Name)
	case n.Parens != nil:
		return n.Parens.call(n.Name).with(syntax.FlagParen, true)
	}
	return leaf(syntax.TypeName, n.Name)
}

func (f *FunctionType) tree() *Tree {
	return node(syntax.TypeFn, f.TypeParameters.tree(), f.Parameters.row(syntax.TypeTuple),
		f.Result.tree(), f.Where.tree())
}

func (f *ResultFunctionType) tree() *Tree {
	return node(syntax.TypeFn, f.TypeParameters.tree(), f.Parameters.row(syntax.TypeTuple),
		f.Result.tree(), nil)
}

func (t *TupleType) tree() *Tree {
	if len(t.Arguments.List) == 1 && !t.Arguments.Trailing {
		return t.Arguments.row(syntax.TypeParen)
	}
	return t.Arguments.row(syntax.TypeTuple)
}

func (l *ListType) tree() *Tree { return l.Arguments.row(syntax.TypeList) }

func (a *AtomicType) tree() *Tree {
	switch {
	case a.Hole != "":
		return node(syntax.TypeHole)
	case a.Any != "":
		return node(syntax.TypeAny)
	case a.Meta != "":
		return leaf(syntax.TypeMeta, a.Meta)
	}
	return leaf(syntax.Int, a.Int)
}

// row makes a node of the arguments alone.
func (a *TypeArguments) row(kind syntax.Kind) *Tree {
	return node(kind, all(a.List)...).with(syntax.FlagTrailing, a.Trailing)
}

// call makes a TypeCall of a name and the arguments.
func (a *TypeArguments) call(name string) *Tree {
	t := node(syntax.TypeCall, leaf(syntax.TypeName, name))
	t.Kids = append(t.Kids, all(a.List)...)
	return t.with(syntax.FlagTrailing, a.Trailing)
}

func (n *NamedTypeArgument) tree() *Tree {
	return node(syntax.NamedArg, leaf(syntax.Name, n.Name), n.Value.tree())
}

func (l *TypeLiteral) tree() *Tree {
	if l.String != "" {
		return leaf(syntax.String, l.String)
	}
	return leaf(syntax.Float, l.Float)
}

func (d *Dimension) tree() *Tree { return chain(d.First, d.Operators, d.Rest) }

func (d *DimensionProduct) tree() *Tree { return chain(d.First, d.Operators, d.Rest) }

func (d *DimensionPower) tree() *Tree { return chain(d.First, d.Operators, d.Rest) }

func (d *DimensionUnary) tree() *Tree {
	if d.Type != nil {
		return prefix(d.Operators, d.Type.tree())
	}
	return prefix(d.Operators, leaf(syntax.Int, d.Negative).with(syntax.FlagNegative, true))
}
