// Package instance makes small typed instances of a rule, in which package prove searches for a
// counterexample.
//
// A Chooser (search.go) chooses dtypes, shapes and attributes for the variables and the calls of a
// pattern; an Instance types both sides by the operators' own relations (this file) and decides the
// conditions (condition.go). Draw (values.go) gives the variables elements of several styles. A Run
// (run.go) computes both sides by the operators' kernels, without the interpreter, and Compare
// (differ.go) says whether the results differ by more than rounding does. Program (program.go) writes
// an instance as text of the language, in which a difference has to be confirmed: what kernels say alone
// is no counterexample.
package instance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An Instance is a rule with types for its variables and attributes for its calls.
type Instance struct {
	Rule *term.Rule
	// Types are those of variables, as they were chosen, and of all terms above them.
	Types map[*term.Term]types.Type
	// Chosen are the attributes that calls of the pattern write besides its own.
	Chosen map[*term.Term][]op.Named
	attrs  map[*term.Term]op.Attrs
	forms  map[*term.Term]*op.Op
	wide   bool // all floats are float64
}

// New is an instance of which nothing is chosen yet.
func New(r *term.Rule) *Instance {
	return &Instance{Rule: r, Types: map[*term.Term]types.Type{}, Chosen: map[*term.Term][]op.Named{}, attrs: map[*term.Term]op.Attrs{}, forms: map[*term.Term]*op.Op{}}
}

var errOpen = errors.New("a type is not chosen yet")

// widened is the dtype that floats are computed in.
func (in *Instance) widened(d types.Dtype) types.Dtype {
	if in.wide && d.IsFloat() {
		return types.Float64
	}
	return d
}

// Type is the type of a term.
func (in *Instance) Type(t *term.Term) (types.Type, error) {
	if known := in.Types[t]; known != nil {
		return known, nil
	}
	found, err := in.typeOf(t)
	if err == nil {
		in.Types[t] = found
	}
	return found, err
}

func (in *Instance) typeOf(t *term.Term) (types.Type, error) {
	switch t.Kind {
	case term.Number:
		if t.Pattern {
			return nil, errOpen
		}
		return &types.Tensor{Dtype: in.widened(t.Dtype)}, nil
	case term.Answer:
		v, err := in.Answer(t.Asked)
		switch {
		case err != nil:
			return nil, err
		case v.Kind == op.IntValue:
			return &types.Tensor{Dtype: types.Int32}, nil
		case v.Kind == op.FloatValue:
			return &types.Tensor{Dtype: in.widened(types.Float32)}, nil
		case v.Kind == op.BoolValue:
			return &types.Tensor{Dtype: types.Bool}, nil
		}
		return nil, errors.New("what a question answers is no operand")
	case term.Tuple:
		all, err := in.typesOf(t.Args)
		return &types.Tuple{Elems: all}, err
	case term.Project:
		of, err := in.Type(t.Args[0])
		if err != nil {
			return nil, err
		}
		tuple, ok := types.Head(of).(*types.Tuple)
		if !ok || t.Index < 0 || t.Index >= len(tuple.Elems) {
			return nil, errors.New("there is no such component")
		}
		return types.Head(tuple.Elems[t.Index]), nil
	case term.Call:
		return in.call(t)
	}
	return nil, errOpen
}

func (in *Instance) typesOf(terms []*term.Term) ([]types.Type, error) {
	all := make([]types.Type, len(terms))
	for i, t := range terms {
		var err error
		if all[i], err = in.Type(t); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (in *Instance) call(t *term.Term) (types.Type, error) {
	args, err := in.typesOf(t.Args)
	if err != nil {
		return nil, err
	}
	attrs, err := in.Attrs(t)
	if err != nil {
		return nil, err
	}
	return Relate(t.Op, args, attrs)
}

// Relate is the type of a call's result; all types are known.
func Relate(o *op.Op, args []types.Type, attrs op.Attrs) (types.Type, error) {
	if o.Relation == nil {
		return nil, errors.New("the operator takes functions")
	}
	least, most := o.Arity()
	if len(args) < least || most >= 0 && len(args) > most {
		return nil, errors.New("the number of operands is wrong")
	}
	if most >= 0 {
		args = append(slices.Clone(args), make([]types.Type, most-len(args))...)
	}
	fresh := func() types.Type { return &types.Var{} }
	answer := o.Relation(&op.Call{Op: o, Args: args, Attrs: attrs, Last: true, Fresh: fresh, FreshLeaf: fresh})
	switch {
	case answer.Err != nil:
		return nil, errors.New(answer.Err.Message)
	case len(answer.Warn) > 0:
		return nil, errors.New(answer.Warn[0].Message)
	case answer.Waits || answer.Out == nil || len(answer.More) > 0:
		return nil, errors.New("the type of a call is not known")
	}
	for _, e := range answer.Equal {
		if _, same := types.Equivalent(args[e.Arg], e.Type); !same {
			return nil, errors.New("the type of an operand does not fit")
		}
	}
	return types.Head(answer.Out), nil
}

// Attrs are the attributes of a call.
func (in *Instance) Attrs(t *term.Term) (op.Attrs, error) {
	if known, ok := in.attrs[t]; ok {
		return known, nil
	}
	named, err := in.Named(t)
	if err != nil {
		return op.Attrs{}, err
	}
	if in.wide {
		for i, n := range named {
			if d, ok := types.ParseDtype(n.Value.Str); ok && n.Value.Kind == op.StringValue && t.Op.Attr(n.Name) >= 0 && t.Op.Attrs[t.Op.Attr(n.Name)].Type == op.DtypeAttr {
				named[i].Value = op.Text(in.widened(d).String())
			}
		}
	}
	attrs, problems := op.Bind(t.Op, named)
	// A file without a version leaves out what text of TVM must give.
	for _, p := range problems {
		if p.Missing == "" || t.Op.Attrs[t.Op.Attr(p.Missing)].Python == nil {
			return attrs, errors.New(p.Message)
		}
		attrs, _ = op.BindPython(t.Op, named)
	}
	in.attrs[t] = attrs
	return attrs, nil
}

// Named are the attributes that a call writes, in their order.
func (in *Instance) Named(t *term.Term) ([]op.Named, error) {
	var named []op.Named
	for _, a := range t.Given {
		v := a.Value
		if a.Asked != nil {
			var err error
			if v, err = in.Answer(a.Asked); err != nil {
				return nil, err
			}
		}
		named = append(named, op.Named{Name: a.Name, Value: v})
	}
	for _, n := range in.Chosen[t] {
		if !slices.ContainsFunc(t.Given, func(a term.Attribute) bool { return a.Name == n.Name }) {
			named = append(named, n)
		}
	}
	for _, of := range t.PassedOn {
		if of.Kind != term.Call {
			continue
		}
		passed, err := in.Named(of)
		if err != nil {
			return nil, err
		}
		for _, n := range passed {
			if n.Value.Kind != op.NoneValue {
				named = append(named, n)
			}
		}
	}
	return named, nil
}

// Answer is the value of a question of a template, such as shape(x)[0]; errOpen where types that it
// asks for are not chosen yet.
func (in *Instance) Answer(q *term.Question) (op.Value, error) {
	v, ok := in.answer(q)
	if ok && q.Index >= 0 {
		if v.Kind != op.ListValue || q.Index >= len(v.List) {
			return v, errOpen
		}
		v = v.List[q.Index]
	}
	if !ok {
		return v, errOpen
	}
	return v, nil
}

func (in *Instance) answer(q *term.Question) (op.Value, bool) {
	if q.Word == "attr" {
		if q.Of.Kind != term.Call || q.Of.Op.Attr(q.Attr) < 0 {
			return op.Value{}, false
		}
		attrs, err := in.Attrs(q.Of)
		return attrs.Value(q.Attr), err == nil
	}
	if q.Word == "value" {
		return q.Of.Value, q.Of.Kind == term.Number
	}
	t, err := in.Type(q.Of)
	if err != nil {
		return op.Value{}, false
	}
	tensor, ok := t.(*types.Tensor)
	if !ok {
		return op.Value{}, false
	}
	switch q.Word {
	case "dtype":
		return op.Text(tensor.Dtype.String()), true
	case "rank":
		return op.Int(int64(len(tensor.Shape))), true
	}
	v, size := op.Value{Kind: op.ListValue}, int64(1)
	for _, d := range tensor.Shape {
		n, known := d.Const()
		if !known {
			return v, false
		}
		size *= n
		v.List = append(v.List, op.Int(n))
	}
	if q.Word == "size" {
		return op.Int(size), true
	}
	return v, q.Word == "shape"
}

// Sides are the types of both sides; an error where one has none or they differ.
func (in *Instance) Sides() (types.Type, error) {
	left, err := in.Type(in.Rule.Left)
	if err != nil {
		return nil, err
	}
	right, err := in.Type(in.Rule.Right)
	if err != nil {
		return nil, err
	}
	if _, same := types.Equivalent(left, right); !same {
		return nil, fmt.Errorf("the sides have the types `%s` and `%s`", types.String(left), types.String(right))
	}
	return left, nil
}
