package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Attr is an attribute of a call. The value is an op.Value, or a Go value that one is made of.
func Attr(name string, v any) op.Named {
	switch v := v.(type) {
	case op.Value:
		return op.Named{Name: name, Value: v}
	case int:
		return op.Named{Name: name, Value: op.Int(int64(v))}
	case int64:
		return op.Named{Name: name, Value: op.Int(v)}
	case float64:
		return op.Named{Name: name, Value: op.Float(v)}
	case bool:
		return op.Named{Name: name, Value: op.Boolean(v)}
	case string:
		return op.Named{Name: name, Value: op.Text(v)}
	case types.Dtype:
		return op.Named{Name: name, Value: op.Text(v.String())}
	case []int64:
		return op.Named{Name: name, Value: op.Ints(v...)}
	case []float64:
		list := op.Value{Kind: op.ListValue}
		for _, x := range v {
			list.List = append(list.List, op.Float(x))
		}
		return op.Named{Name: name, Value: list}
	case []types.Dim:
		list := op.Value{Kind: op.ListValue}
		for _, d := range v {
			list.List = append(list.List, dimValue(d))
		}
		return op.Named{Name: name, Value: list}
	}
	panic(fmt.Sprintf("model: %T is no attribute", v))
}

// dimValue is an extent as the value of an attribute: a number, or a formula of size variables.
func dimValue(d types.Dim) op.Value {
	if n, ok := d.Const(); ok {
		return op.Int(n)
	}
	return op.Value{Kind: op.DimValue, Dim: d}
}

// Call binds a call of an operator that gives one value. An argument may be nil where the
// operator's parameter is optional.
func (b *Builder) Call(name string, args []*Value, attrs ...op.Named) *Value {
	c, ok := b.call(name, args, attrs)
	if !ok {
		return unknown()
	}
	v := &Value{Type: c.out}
	b.fold(c, []*Value{v})
	if v.literal == nil {
		b.add(&statement{binds: []*Value{v}, expr: c.pieces(), as: c.annotation()})
	}
	return v
}

// Calls binds a call of an operator that gives a tuple.
func (b *Builder) Calls(name string, args []*Value, attrs ...op.Named) []*Value {
	c, ok := b.call(name, args, attrs)
	if !ok {
		return nil
	}
	tuple, ok := types.Head(c.out).(*types.Tuple)
	if !ok {
		panic("model: `" + name + "` gives no tuple")
	}
	vs := make([]*Value, len(tuple.Elems))
	for i, t := range tuple.Elems {
		vs[i] = &Value{Type: t}
	}
	b.fold(c, vs)
	if len(vs) > 0 && vs[0].literal != nil {
		return vs
	}
	b.add(&statement{binds: vs, tuple: true, expr: c.pieces()})
	return slices.Clone(vs)
}

// Pack is a tuple of values, as an argument.
func (b *Builder) Pack(vs ...*Value) *Value {
	t := &types.Tuple{}
	for _, v := range vs {
		if !v.Known() {
			return unknown()
		}
		t.Elems = append(t.Elems, v.Type)
	}
	return &Value{Type: t, parts: vs}
}

// A typedCall is a call whose arguments fit.
type typedCall struct {
	op      *op.Op
	args    []*Value
	attrs   op.Attrs
	out     types.Type
	relaxed bool // an argument is there with a less exact type than it has
}

// call binds the attributes and asks the operator's relation for the result. An operator, or a number of
// arguments, that does not exist is a bug of a reader, and panics.
func (b *Builder) call(name string, args []*Value, attrs []op.Named) (*typedCall, bool) {
	o := b.table[name]
	if o == nil {
		panic("model: there is no operator `" + name + "`")
	}
	if b.fault != nil {
		return nil, false
	}
	for _, arg := range args {
		if arg != nil && !arg.Known() {
			return nil, false
		}
	}
	bound, errs := op.BindPython(o, keyed(o, attrs))
	if len(errs) > 0 {
		b.Fail(Fault{Code: codes.Code(errs[0].Code), Message: errs[0].Message, Notes: errs[0].Notes})
		return nil, false
	}
	c := &typedCall{op: o, args: args, attrs: bound}
	if !b.relate(c) {
		return nil, false
	}
	return c, true
}

// keyed are attributes with the class that some operators of TVM want to be named in text.
func keyed(o *op.Op, attrs []op.Named) []op.Named {
	if key := o.Attr(op.TypeKey); key >= 0 && len(attrs) > 0 {
		return append(attrs, Attr(op.TypeKey, o.Attrs[key].Allowed[0]))
	}
	return attrs
}

// annotation is the type that the variable of a call is declared with: where an argument was
// relaxed, the checker of the text infers less than the builder knows.
func (c *typedCall) annotation() types.Type {
	if c.relaxed {
		return c.out
	}
	return nil
}

// pieces writes the call. After an optional argument that is not given, arguments have names.
func (c *typedCall) pieces() []piece {
	ps := []piece{{text: c.op.Name + "("}}
	separator, named := "", false
	for i, arg := range c.args {
		if arg == nil {
			named = true
			continue
		}
		prefix := separator
		if named {
			prefix += c.op.Params[i].Name + "="
		}
		ps = append(ps, piece{text: prefix}, piece{value: arg})
		separator = ", "
	}
	var attrs strings.Builder
	for i, given := range c.attrs.Given {
		if given && !c.isDefault(i) {
			attrs.WriteString(separator + c.op.Attrs[i].Name + "=" + c.attrs.Values[i].String())
			separator = ", "
		}
	}
	return append(ps, piece{text: attrs.String() + ")"})
}

// isDefault reports whether an attribute has the value that it has where none is written.
func (c *typedCall) isDefault(i int) bool {
	a, v := c.op.Attrs[i], c.attrs.Values[i]
	return !a.Required && a.Default.Kind != op.NoneValue && a.Default.String() == v.String()
}

// related asks a relation for the result of a call with arguments of some types.
func (c *typedCall) related(args []types.Type) op.Answer {
	q := &op.Call{Op: c.op, Args: make([]types.Type, max(len(args), len(c.op.Params))), Attrs: c.attrs, Last: true}
	q.Fresh = func() types.Type { return types.ErrorType }
	q.FreshLeaf = q.Fresh
	copy(q.Args, args)
	if least, most := c.op.Arity(); len(args) < least || most >= 0 && len(args) > most {
		panic(fmt.Sprintf("model: `%s` of %d arguments", c.op.Name, len(args)))
	}
	if _, most := c.op.Arity(); most < 0 {
		q.Args = q.Args[:len(args)]
	}
	answer := c.op.Relation(q)
	for _, eq := range answer.Equal {
		if answer.Err == nil && eq.Arg < len(args) && args[eq.Arg] != nil && !fits(args[eq.Arg], eq.Type) {
			answer.Err = &op.Error{
				Code: string(codes.ShapeMismatch), Arg: eq.Arg, Want: eq.Type, Got: args[eq.Arg],
				Message: fmt.Sprintf("the argument `%s` of `%s` has the wrong shape", c.op.Params[min(eq.Arg, len(c.op.Params)-1)].Name, c.op.Name),
			}
		}
	}
	return answer
}

// fits reports whether a value of one type may be used as one of another: they are equal but
// for extents that are not known.
func fits(from, to types.Type) bool {
	switch from := types.Head(from).(type) {
	case *types.Tensor:
		t, ok := types.Head(to).(*types.Tensor)
		if !ok {
			return types.IsBad(to)
		}
		_, ok = op.Unify(from.Shape, t.Shape)
		return ok && (from.Dtype == t.Dtype || t.Dtype == types.NoDtype)
	case *types.Tuple:
		t, ok := types.Head(to).(*types.Tuple)
		if !ok || len(t.Elems) != len(from.Elems) {
			return types.IsBad(to)
		}
		for i, e := range from.Elems {
			if !fits(e, t.Elems[i]) {
				return false
			}
		}
		return true
	}
	return true
}
