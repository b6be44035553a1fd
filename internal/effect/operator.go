package effect

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An application is an operator with what decides whether it can fail.
type application struct {
	op      *op.Op
	attrs   op.Attrs
	in      []types.Type // the operands, without those that are left out
	out     types.Type
	divisor int64 // the last operand, where it is a literal; else 0
	initial bool  // an initial state is given
}

// causes are the failures that entries of operators list.
var causes = []struct {
	op    op.Failures
	fails Failures
	out   func(a *application) bool // rules the cause out
}{
	{op.OnExtent, OnShape, (*application).fixed},
	{op.OnDtype, OnOther, (*application).computes},
	{op.OnZero, OnDivision, (*application).divides},
	{op.OnIndex, OnIndex, (*application).confined},
	{op.OnEmpty, OnIndex, func(a *application) bool { return a.initial || a.nonEmpty() }},
	{op.OnLength, OnLength, nil},
	{op.OnAttribute, OnOther, (*application).attributesChecked},
}

// A Call is the call of an operator that is in no text.
type Call struct {
	Op      *op.Op
	Attrs   op.Attrs
	In      []types.Type // the operands, without those that are left out
	Out     types.Type
	Divisor int64 // the last operand, where it is a constant integer; else 0
	Initial bool  // an initial state is given
}

// Fails is how the call may fail, but for functions that it calls.
func (c Call) Fails() Failures {
	return failures(application{c.Op, c.Attrs, c.In, c.Out, c.Divisor, c.Initial})
}

// failures is how an operator may fail, but for functions that it calls.
func failures(a application) Failures {
	if a.op.Kernel == nil && a.op.Map == nil && a.op.Fractal == nil && a.op.Scheme == nil {
		return anyFailure // it can be typed, and not be run
	}
	if len(a.attrs.Unlisted()) > 0 {
		return anyFailure
	}
	if !a.op.Fails.Known() {
		if a.onFloats() {
			return 0
		}
		return anyFailure
	}
	var fails Failures
	if a.refusesStored() {
		fails = OnOther
	}
	for _, c := range causes {
		if a.op.Fails.May(c.op) && (c.out == nil || !c.out(&a)) {
			fails |= c.fails
		}
	}
	return fails
}

// refusesStored reports whether an operand or the result has a dtype that is only stored, and
// the operator does not take those.
func (a *application) refusesStored() bool {
	return a.op.Kernel != nil && !a.op.Stores && (op.HoldsStored(a.out) || slices.ContainsFunc(a.in, op.HoldsStored))
}

// fixed reports whether the types of the operands and the result determine their shapes.
func (a *application) fixed() bool {
	if a.op.Scheme == nil && a.derivesExtents() {
		return false
	}
	return isFixed(a.out, false) && !slices.ContainsFunc(a.in, func(t types.Type) bool { return !isFixed(t, false) })
}

// attributesChecked reports whether the attributes are written out, so that the checker
// has seen what the kernel sees. Of operators on functions and FractalTensors some
// counts are arguments, which it has not.
func (a *application) attributesChecked() bool {
	return a.op.Relation != nil && a.op.Scheme == nil && a.op.Fractal == nil &&
		!slices.ContainsFunc(a.attrs.Values, isComputed)
}

// isComputed reports whether the value of an attribute is no constant.
func isComputed(v op.Value) bool {
	switch v.Kind {
	case op.DimValue, op.ExprValue, op.MetaValue:
		return true
	}
	return slices.ContainsFunc(v.List, isComputed)
}

// derivesExtents reports whether an extent of the result is worked out from those of
// operands: where it is half of one, that may be odd.
func (a *application) derivesExtents() bool {
	var given []types.Dim
	for _, t := range a.in {
		eachExtent(t, func(d types.Dim) { given = append(given, d) })
	}
	derives := false
	eachExtent(a.out, func(d types.Dim) {
		_, number := d.Const()
		derives = derives || !number && !d.Loose() && !slices.ContainsFunc(given, d.Equal)
	})
	return derives
}

func eachExtent(t types.Type, visit func(types.Dim)) {
	types.Walk(t, func(part types.Type) bool {
		if tensor, ok := part.(*types.Tensor); ok {
			for _, d := range tensor.Shape {
				visit(d)
			}
		}
		return true
	})
}

// nonEmpty reports whether all operands are tensors with elements.
func (a *application) nonEmpty() bool {
	for _, t := range a.in {
		tensor, ok := types.Head(t).(*types.Tensor)
		if !ok || slices.ContainsFunc(tensor.Shape, func(d types.Dim) bool {
			extent, known := d.Const()
			return !known || extent < 1
		}) {
			return false
		}
	}
	return true
}

// onFloats reports whether an operator works on the elements of floats whose shapes are known:
// they give a value for each.
func (a *application) onFloats() bool {
	t, ok := types.Head(a.out).(*types.Tensor)
	return ok && t.Dtype.IsFloat() && (a.op.Kind == op.Elementwise || a.op.Kind == op.Broadcast) &&
		a.fixed() && (a.op.Map == nil || a.computes())
}

// computes reports whether the operator works on elements, and computes on the operands'
// dtypes.
func (a *application) computes() bool {
	if a.op.Map == nil {
		t, ok := types.Head(a.out).(*types.Tensor)
		return ok && hasValues(t.Dtype)
	}
	in := make([]value.Dtype, len(a.in))
	for i, t := range a.in {
		tensor, ok := types.Head(t).(*types.Tensor)
		if !ok {
			return false
		}
		if in[i], ok = value.ParseDtype(tensor.Dtype.String()); !ok {
			return false
		}
	}
	return a.op.Map(a.attrs, in) != nil
}

// divides reports whether a division cannot fail: it is one of floats, or by a number that is not 0.
func (a *application) divides() bool {
	if a.divisor != 0 {
		return true
	}
	t, ok := types.Head(a.out).(*types.Tensor)
	return ok && t.Dtype.IsFloat()
}

// confined reports whether indices that are out of range are moved into it.
func (a *application) confined() bool {
	return a.attrs.Has("mode") && a.attrs.Str("mode") != "fast"
}

// hasValues reports whether values have dtype d. Vectors of several lanes have none.
func hasValues(d types.Dtype) bool {
	_, ok := value.ParseDtype(d.String())
	return ok
}

// complete reports whether call is a call that gives the operator all that it must have. One that
// does not is an error, and its result may have a type all the same: the one that is asked for.
func complete(call *typecheck.OperatorCall) bool {
	least, _ := call.Op.Arity()
	return len(call.Args) >= least && !slices.Contains(call.Args[:least], syntax.NoNode)
}

// operation is the call of an operator. Attributes that are no constants may
// have values that are refused.
func (w *walk) operation(n syntax.NodeID, call *typecheck.OperatorCall) (s Summary) {
	if call.Op.Impure || !complete(call) {
		return Unknown
	}
	a := application{op: call.Op, attrs: call.Attrs, out: w.info.Types[n]}
	loose := false
	for i, arg := range slices.Concat(call.Args, call.Extra) {
		if arg == syntax.NoNode {
			continue
		}
		a.in = append(a.in, w.info.Types[arg])
		loose = loose || !w.settled(arg)
		if isFunction(w.info.Types[arg]) {
			s = s.And(w.applied(arg))
		}
		if i < len(call.Args) {
			a.divisor, _ = w.integer(arg)
			a.initial = a.initial || i == call.Op.Param("init")
		}
	}
	s.Fails |= failures(a)
	for _, attr := range call.Places {
		if w.varies[attr] {
			s.Fails |= OnOther
		}
	}
	if loose && slices.ContainsFunc(a.in, isFunction) {
		s.Fails |= OnShape // the function may declare what its arguments' types leave open
	}
	if call.Op.Rebinding != nil {
		s.Does |= Rebinds
	}
	return s
}

// binary is a chain of operators.
func (w *walk) binary(n syntax.NodeID) (s Summary) {
	chain := w.item.Binary(n)
	left := w.info.Types[chain.First]
	for i := range chain.Links() {
		operator, operand := chain.Link(i)
		if operand == syntax.NoNode {
			return Unknown
		}
		divisor, _ := w.integer(operand)
		s = s.And(w.symbol(operator, typecheck.Infix(syntax.TokenKind(w.item.Node(operator).Data)), divisor, left, w.info.Types[operand]))
		left = w.info.Types[operator]
	}
	return s
}

func (w *walk) unary(n syntax.NodeID) (s Summary) {
	row := w.item.Unary(n)
	if row.Operand == syntax.NoNode {
		return Unknown
	}
	operand := w.info.Types[row.Operand]
	for i := len(row.Operators) - 1; i >= 0; i-- {
		operator := row.Operators[i]
		s = s.And(w.symbol(operator, typecheck.Prefix(syntax.TokenKind(w.item.Node(operator).Data)), 0, operand))
		operand = w.info.Types[operator]
	}
	return s
}

// symbol is an operator that is written as one.
func (w *walk) symbol(n syntax.NodeID, name string, divisor int64, in ...types.Type) Summary {
	entry := w.ops[name]
	if entry == nil || slices.Contains(in, nil) {
		return Unknown
	}
	attrs, _ := op.Bind(entry, nil)
	return Summary{Fails: failures(application{op: entry, attrs: attrs, in: in, out: w.info.Types[n], divisor: divisor})}
}

// literal reads an integer with a suffix or without.
func literal(text string) (int64, bool) {
	if end := strings.IndexAny(text, "iu"); end >= 0 {
		text = text[:end]
	}
	x, err := strconv.ParseInt(text, 10, 64)
	return x, err == nil
}
