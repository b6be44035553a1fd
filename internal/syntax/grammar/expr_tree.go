package grammar

import (
	"strconv"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

func (e *Expression) tree() *Tree { return chain(e.First, e.Operators, e.Rest) }

func (c *Conjunction) tree() *Tree { return chain(c.First, c.Operators, c.Rest) }

func (e *Equality) tree() *Tree { return chain(e.First, e.Operators, e.Rest) }

func (c *Comparison) tree() *Tree { return chain(c.First, c.Operators, c.Rest) }

func (s *Sum) tree() *Tree { return chain(s.First, s.Operators, s.Rest) }

func (p *Product) tree() *Tree { return chain(p.First, p.Operators, p.Rest) }

func (u *Unary) tree() *Tree { return prefix(u.Operators, u.Operand.tree()) }

func (p *Postfix) tree() *Tree {
	t := p.Head.tree()
	for _, tail := range p.Tails {
		t = tail.apply(t)
	}
	return t
}

func (c *Call) apply(callee *Tree) *Tree {
	t := node(syntax.Call, callee)
	for _, a := range c.Arguments {
		t.Kids = append(t.Kids, a.trees()...)
	}
	printedDtypes(t.Kids[1:])
	return t
}

// printedDtypes makes types of the names of dtypes after the operands of a call, where
// there is one type for each operand, and more says that they are printed.
func printedDtypes(args []*Tree) {
	operands, typesOf, sure := 0, 0, false
	for _, a := range args {
		switch {
		case a.Kind == syntax.NamedArg:
			sure = true
		case a.Kind >= syntax.TypeName:
			typesOf, sure = typesOf+1, true
		case a.namesDtype():
			typesOf++
		case typesOf > 0:
			return
		default:
			operands++
		}
	}
	if typesOf != operands || operands == 1 && !sure {
		return
	}
	for _, a := range args {
		if a.namesDtype() {
			a.Kind = syntax.TypeName
		}
	}
}

func (t *Tree) namesDtype() bool { return t.Kind == syntax.Name && syntax.IsDtypeName(t.Text) }

func (p *PrintedType) trees() []*Tree { return []*Tree{p.Type.tree()} }

func (p *Positional) trees() []*Tree { return []*Tree{p.Value.tree()} }

func (a *Attributes) trees() []*Tree { return all(a.List) }

func (n *NamedArgument) tree() *Tree {
	return node(syntax.NamedArg, leaf(syntax.Name, n.Name), n.Value.tree())
}

func (i *Index) apply(of *Tree) *Tree { return node(syntax.Index, of, i.Value.tree()) }

func (p *Projection) apply(of *Tree) *Tree {
	t := node(syntax.Project, of)
	t.Text = "-1"
	if n, err := strconv.ParseInt(p.Field, 10, 32); err == nil {
		t.Text = strconv.FormatInt(n, 10)
	}
	return t
}
