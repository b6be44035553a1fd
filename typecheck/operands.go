package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// An operand is one argument of an operator's call, by parameter.
type operands struct {
	nodes  []syntax.NodeID // by parameter; NoNode where none is given
	named  []op.Named
	places map[string]syntax.NodeID // where an attribute is written
	extra  []syntax.NodeID          // named arguments for the user's function
	call   syntax.NodeID
	meta   syntax.NodeID // attributes that stand in the metadata section
}

// given are the arguments that are there.
func (ops *operands) given() []syntax.NodeID {
	if !slices.Contains(ops.nodes, syntax.NoNode) {
		return ops.nodes
	}
	return slices.DeleteFunc(slices.Clone(ops.nodes), func(n syntax.NodeID) bool { return n == syntax.NoNode })
}

// place notes where an attribute is written.
func (ops *operands) place(name string, n syntax.NodeID) {
	if ops.places == nil {
		ops.places = map[string]syntax.NodeID{}
	}
	ops.places[name] = n
}

// takes reports whether a form has room for a call's arguments and knows the
// names among them.
func (c *checker) takes(o *op.Op, args []syntax.NodeID) bool {
	operands := 0
	args, _ = c.withoutAttributes(args)
	for _, arg := range args {
		if c.Item.Kind(arg) != syntax.NamedArg {
			operands++
			continue
		}
		name := c.Item.SourceText(c.Item.NamedArg(arg).Name)
		switch {
		case o.Attr(name) >= 0:
		case o.Param(name) >= 0:
			operands++
		default:
			return false
		}
	}
	least, most := o.Arity()
	return operands >= least && (most < 0 || operands <= most)
}

// named sorts `name = value`: an attribute, a tensor argument given by name,
// or an argument for the user's function.
func (c *checker) named(o *op.Op, arg syntax.NodeID, out *operands) {
	parts := c.Item.NamedArg(arg)
	name, value := c.Item.SourceText(parts.Name), parts.Value
	if value == syntax.NoNode {
		return
	}
	if o.Attr(name) < 0 {
		if i := o.Param(name); i >= 0 {
			for len(out.nodes) <= i {
				out.nodes = append(out.nodes, syntax.NoNode)
			}
			out.nodes[i] = value
			return
		}
		if o.Free {
			out.extra = append(out.extra, arg)
			return
		}
	}
	out.place(name, arg)
	out.named = append(out.named, op.Named{Name: name, Value: c.attrValue(value)})
}

// literalAttr binds a literal argument to the attribute of its parameter's
// name as well, where a relation needs its value (`split(xs, 3)`).
func (c *checker) literalAttr(o *op.Op, i int, arg syntax.NodeID, out *operands) {
	if o.Scheme == nil || i >= len(o.Params) || o.Attr(o.Params[i].Name) < 0 {
		return
	}
	if v := c.attrValue(arg); v.Kind == op.IntValue {
		out.place(o.Params[i].Name, arg)
		out.named = append(out.named, op.Named{Name: o.Params[i].Name, Value: v})
	}
}

// operandArity checks that each parameter has its argument.
func (c *checker) operandArity(n syntax.NodeID, o *op.Op, out *operands, variadic bool) bool {
	least, most := o.Arity()
	given := len(out.nodes)
	if most >= 0 && given > most || given < least {
		c.operatorArity(n, o, out, given)
		return false
	}
	for i, arg := range out.nodes {
		if arg == syntax.NoNode && i < least && !o.Params[i].Optional {
			c.operatorArity(n, o, out, given-1)
			return false
		}
	}
	for !variadic && len(out.nodes) < len(o.Params) {
		out.nodes = append(out.nodes, syntax.NoNode)
	}
	return true
}

// operands sorts a call's arguments into parameters and attributes.
func (c *checker) operands(n syntax.NodeID, o *op.Op, args []syntax.NodeID) (operands, bool) {
	out := operands{nodes: make([]syntax.NodeID, 0, len(o.Params)), call: n}
	variadic := len(o.Params) > 0 && o.Params[len(o.Params)-1].Variadic
	args, out.meta = c.withoutAttributes(args)
	for _, arg := range args {
		if c.Item.Kind(arg) == syntax.NamedArg {
			c.named(o, arg, &out)
			continue
		}
		c.literalAttr(o, len(out.nodes), arg, &out)
		out.nodes = append(out.nodes, arg)
	}
	return out, c.operandArity(n, o, &out, variadic)
}

// plain reports whether OperatorCall can derive a call without a record.
func (c *checker) plain(o *op.Op, args []syntax.NodeID, ops *operands) bool {
	if !c.m.lenient && hasPythonDefault(o) || ops.meta != syntax.NoNode || len(ops.named) > 0 || len(ops.nodes) != len(args) || c.m.config.Ops[o.Name] != o {
		return false
	}
	for _, arg := range args {
		if c.Item.Kind(arg) == syntax.NamedArg {
			return false
		}
	}
	return true
}

// hasPythonDefault reports whether some attribute is bound otherwise than by op.Bind where it
// is left out.
func hasPythonDefault(o *op.Op) bool {
	return slices.ContainsFunc(o.Attrs, func(a op.Attr) bool { return a.Python != nil })
}
