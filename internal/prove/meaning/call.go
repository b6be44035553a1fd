package meaning

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A meaning gives a call its value.
type meaning func(e *evaluation, t *termpkg.Term) Value

// meanings are by the canonical names of operators.
var meanings map[string]meaning

// Known reports whether an operator has a meaning here.
func Known(o *op.Op) bool {
	return meanings[o.Canonical()] != nil || elementwise(o)
}

func elementwise(o *op.Op) bool {
	return o.Map != nil && (o.Kind == op.Elementwise || o.Kind == op.Broadcast)
}

func (e *evaluation) call(t *termpkg.Term) Value {
	name := t.Op.Canonical()
	if m := meanings[name]; m != nil {
		return m(e, t)
	}
	if m := meanings[t.Op.Name]; m != nil {
		return m(e, t)
	}
	if elementwise(t.Op) && len(t.Op.Attrs) == 0 {
		return e.pointwise(t)
	}
	e.unknown(fmt.Sprintf("`%s` has no meaning in proofs", t.Op.Name))
	return Value{}
}

// comparing are the operators whose results are truth values.
var comparing = map[string]bool{"less": true, "less_equal": true, "greater": true, "greater_equal": true, "equal": true, "not_equal": true, "isnan": true, "isfinite": true, "isinf": true}

// logical are the operators on truth values.
var logical = map[string]bool{"logical_and": true, "logical_or": true, "logical_xor": true, "logical_not": true}

// pointwise is a function of corresponding elements.
func (e *evaluation) pointwise(t *termpkg.Term) Value {
	name := t.Op.Canonical()
	operands := make([]*Tensor, len(t.Args))
	shapes := make([][]Dim, len(t.Args))
	for i, a := range t.Args {
		operands[i] = e.tensor(a)
		shapes[i] = operands[i].Shape
	}
	d := operands[0].Dtype
	for _, o := range operands[1:] {
		d = e.joinDtypes(d, o.Dtype)
	}
	e.refused(t.Op, d, len(operands))
	shape, maps := e.broadcast(shapes...)
	out := d
	if comparing[name] {
		out = Dtype{Bool, "bool"}
	}
	return Value{Tensor: &Tensor{Shape: shape, Dtype: out, At: func(i []*term) *term {
		args := make([]*term, len(operands))
		for k, o := range operands {
			args[k] = o.At(maps[k](i))
		}
		return e.apply(name, d, out.Mode == Bool, args)
	}}}
}

// joinDtypes is the dtype of operands that must have one.
func (e *evaluation) joinDtypes(a, b Dtype) Dtype {
	if a.Mode == Other && b.Mode == Other {
		e.unknown("operands may have another dtype than what they are made of")
	}
	if a.apart(b) {
		e.vacuous("the operands have different dtypes")
	}
	if !a.fixed() {
		return b
	}
	return a
}

// apply is a function of elements by the name of its operator.
func (e *evaluation) apply(name string, d Dtype, truth bool, args []*term) *term {
	e.demands = append(e.demands, e.demandsOf(name, d, args)...)
	switch {
	case d.Mode == Other:
		e.unknown("an operand may have another dtype than its operands")
	case d.Mode == Bool:
		return e.applyToTruths(name, args)
	case logical[name]:
	case d.Mode != Float && idempotent[name] && name != "abs":
		return args[0] // integers are rounded
	case (d.Mode == Int || d.Mode == Uint) && e.c.Kind != scalar.Modulo:
		return e.opaqueFunction(name, d, truth, args)
	case d.Mode == Uint && name == "abs":
		return args[0]
	}
	return e.c.Function(name, truth, args...)
}

// onTruths are the operators on numbers as they are computed of truth values.
var onTruths = map[string]string{"add": "logical_or", "maximum": "logical_or", "subtract": "logical_xor", "multiply": "logical_and", "minimum": "logical_and"}

func (e *evaluation) applyToTruths(name string, args []*term) *term {
	if of := onTruths[name]; of != "" {
		return e.c.Function(of, true, args...)
	}
	switch {
	case logical[name] || name == "where":
		return e.c.Function(name, true, args...)
	case name == "abs" || name == "copy":
		return args[0]
	case name == "not_equal":
		return e.c.Function("logical_xor", true, args...)
	case name == "equal":
		return e.c.Not(e.c.Function("logical_xor", true, args...))
	}
	return e.opaqueFunction(name, Dtype{Mode: Bool}, true, args)
}

// opaqueFunction is a function of which only what its operator's laws say is known.
func (e *evaluation) opaqueFunction(name string, d Dtype, truth bool, args []*term) *term {
	if of := mirrored[name]; of != "" {
		name, args = of, []*term{args[1], args[0]}
	}
	if len(args) == 1 && idempotent[name] && scalar.IsApplied(args[0], fmt.Sprintf("%d:%s", d.Mode, name)) {
		return args[0]
	}
	if len(args) == 2 && commutative[name] && args[1].Key() < args[0].Key() {
		args = []*term{args[1], args[0]}
	}
	return scalar.Apply(fmt.Sprintf("%d:%s", d.Mode, name), truth || d.Mode == Bool, args...)
}

var (
	mirrored   = map[string]string{"greater": "less", "greater_equal": "less_equal"}
	idempotent = map[string]bool{"abs": true, "floor": true, "ceil": true, "round": true, "trunc": true, "round_even": true}
)

var commutative = map[string]bool{"add": true, "multiply": true, "maximum": true, "minimum": true, "equal": true, "not_equal": true, "bitwise_and": true, "bitwise_or": true, "bitwise_xor": true, "logical_and": true, "logical_or": true, "logical_xor": true}

// demandsOf are what must hold of the operands for the function to have a value.
func (e *evaluation) demandsOf(name string, d Dtype, args []*term) []demand {
	before := e.demands
	defer func() { e.demands = before }()
	e.demands = nil
	switch name {
	case "divide", "floor_divide", "trunc_divide", "mod", "floor_mod", "trunc_mod":
		e.nonzero(args[1])
	case "log", "log2", "log10":
		if !e.c.IsPositive(args[0]) {
			e.demand("positive", args[0])
		}
	case "sqrt":
		e.demandNatural(args[0])
	case "rsqrt":
		e.demandNatural(args[0])
		e.nonzero(args[0])
	case "power":
		if n, ok := args[1].Const(); !ok || !n.IsInt() || n.Sign() < 0 {
			e.demand("power", args[0])
		}
	case "asin", "acos", "acosh", "atanh", "tan", "left_shift", "right_shift":
		e.demand(name, args[len(args)-1])
	}
	return e.demands
}

func (e *evaluation) demandNatural(p *term) {
	if !e.c.IsNatural(p) {
		e.demand("natural", p)
	}
}

// nonzero demands of a product that each of its factors is not 0.
func (e *evaluation) nonzero(p *term) {
	for _, key := range e.c.FactorsOf(p) {
		e.demand("nonzero", key)
	}
}

// moved is a tensor whose elements are those of another one at other indices.
func moved(of *Tensor, shape []Dim, from func([]*term) []*term) Value {
	return Value{Tensor: &Tensor{Shape: shape, Dtype: of.Dtype, At: func(i []*term) *term { return of.At(from(i)) }}}
}

func dimOf(p *term) Dim { return Dim{Extent: p} }

// examples are a dtype of each mode.
var examples = map[Mode]value.Dtype{Float: value.Float32, Int: value.Int32, Uint: value.Uint8, Bool: value.Bool}

// refused leaves out a dtype of which an operator computes nothing: the left side then has
// no value.
func (e *evaluation) refused(o *op.Op, d Dtype, operands int) {
	of, ok := examples[d.Mode]
	if !ok || o.Map == nil {
		return
	}
	attrs, _ := op.BindPython(o, nil)
	if o.Map(attrs, slices.Repeat([]value.Dtype{of}, operands)) != nil {
		return
	}
	if !e.right {
		e.vacuous("the operator computes nothing of the dtype")
	}
	e.unknown(fmt.Sprintf("`%s` on the right side computes nothing of the dtype", o.Name))
}

// HasMeaning reports whether an operator has a meaning beyond that of its function of
// elements.
func HasMeaning(name string) bool { return meanings[name] != nil }
