package typed

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// An infix is an operator written as a symbol: its entry's name, and whether it
// gives truth values.
type infix struct {
	*Object
	Truth bool
}

// infixes and prefixes are the tables of op, by token.
var (
	Infixes  = infixTable()
	Prefixes = map[syntax.TokenKind]*Object{
		syntax.TokMinus: Operator(op.Prefix[syntax.TokMinus.String()]),
		syntax.TokNot:   Operator(op.Prefix[syntax.TokNot.String()]),
	}
)

func infixTable() map[syntax.TokenKind]infix {
	table := map[syntax.TokenKind]infix{}
	add := func(truth bool, tokens ...syntax.TokenKind) {
		for _, k := range tokens {
			table[k] = infix{Operator(op.Infix[k.String()]), truth}
		}
	}
	add(false, syntax.TokPlus, syntax.TokMinus, syntax.TokStar, syntax.TokSlash, syntax.TokAnd, syntax.TokOr)
	add(true, syntax.TokLess, syntax.TokLessEq, syntax.TokGreater, syntax.TokGreaterEq, syntax.TokEq, syntax.TokNotEq)
	return table
}

func Operator(name string) *Object { return &Object{Kind: OperatorObject, Name: name, Op: name} }

// Infix is the operator's name in the table that a symbol between two operands
// stands for; Prefix that of a symbol before one.
func Infix(k syntax.TokenKind) string { return Infixes[k].Op }

func Prefix(k syntax.TokenKind) string { return Prefixes[k].Op }

func NoAttrs(o *op.Op) op.Attrs {
	attrs, _ := op.Bind(o, nil)
	return attrs
}

// An OperatorCall is a call of an operator as the checker understood it.
type OperatorCall struct {
	Old    bool // written as an older TVM printed it: names of today's parameters do not fit
	Op     *op.Op
	Args   []syntax.NodeID // by parameter; NoNode where none is given
	Attrs  op.Attrs
	Places map[string]syntax.NodeID // where an attribute is written
	// Extra are the arguments that are evaluated and are no operands: those that are passed on to the
	// user's function, in the order of its parameters, or variables that RAF gives as attributes.
	Extra []syntax.NodeID
}

// OperatorCall reports how the arguments of an operator's call were sorted; nil
// for other calls. A plain call, with each argument at its place and no
// attributes, needs no note: it says so itself.
func (info *Info) OperatorCall(n syntax.NodeID) *OperatorCall {
	if call := info.calls[n]; call != nil || info.Item.Kind(n) != syntax.Call {
		return call
	}
	parts := info.Item.Call(n)
	o := info.Objects[parts.Callee]
	if o == nil || o.Kind != OperatorObject || info.ops[o.Op] == nil {
		return nil
	}
	entry := info.ops[o.Op]
	attrs, _ := op.Bind(entry, nil)
	return &OperatorCall{Op: entry, Args: parts.Args, Attrs: attrs}
}

// RecordCall records how the arguments of an operator's call were sorted.
func (info *Info) RecordCall(n syntax.NodeID, call *OperatorCall) {
	if info.calls == nil {
		info.calls = map[syntax.NodeID]*OperatorCall{}
	}
	info.calls[n] = call
}

// RecordExtra records an argument that a call passes on to the user's function.
func (info *Info) RecordExtra(call, value syntax.NodeID) {
	if c := info.calls[call]; c != nil {
		c.Extra = append(c.Extra, value)
	}
}

// OperatorCallWith returns the call at n if it calls an operator for which holds reports true, and
// nil otherwise. The object that the callee names decides that for most calls, whose arguments are
// then not sorted: it is the operator, or that of its form on FractalTensors.
func (info *Info) OperatorCallWith(n syntax.NodeID, holds func(*op.Op) bool) *OperatorCall {
	if o := info.Object(info.Item.Call(n).Callee); o != nil && o.Kind == OperatorObject {
		named := info.ops[o.Op]
		if named != nil && !holds(named) && (named.Fractal == nil || !holds(named.Fractal)) {
			return nil
		}
	}
	if call := info.OperatorCall(n); call != nil && holds(call.Op) {
		return call
	}
	return nil
}
