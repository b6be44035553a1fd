package treewalk

import (
	"math/bits"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Cost is what an evaluation comes to. These are the rules; whoever bounds costs has
// to keep to them.
//
// Tick counts the calls of definitions, that of the definition which is run included.
//
// Work counts one for
//
//   - an operator whose operands and result are scalars; `&&` and `||` also where the
//     first operand decides;
//   - a call of a function, besides what its body costs: the call that the evaluation
//     begins with is not counted;
//   - a constructor that is applied, `Nil()` too; a bare `Nil` is free;
//   - a projection (`%x.0`, `%x.0.1` counts two), an element `e[i]`, a list `[…]`;
//   - an `if`, a `match`;
//   - `ref`, `ref_read`, `ref_write`.
//
// Literals, `Constant` of literals, names, tuples, function literals, patterns, `let` and
// blocks are free. An operator on tensors costs what its entry says (Program.Operators).
//
// Span is the longest chain of operations that wait for each other. Each value has a time
// at which it is ready, and each block one at which it starts. Of the argument values all
// are ready at 0, where the body starts.
//
//   - What counts one for Work ends one later than the latest of its operands and the
//     start of its block. What is free ends with its operands, a function literal with
//     the variables that it captures.
//   - The body of a call starts one after the function and all arguments are ready. The
//     call ends when all of the body is done, also what its result does not need: a result
//     is there as a whole.
//   - Branches and clauses start one after the condition or the scrutinee; the second
//     operand of `&&` and `||` starts when the first is ready, and the operator ends one
//     after the operands that were evaluated.
//   - A graph binding that is used starts with the block that it is in, wherever it is
//     used.
//   - `ref_read` and `ref_write` wait besides for the last of these that was evaluated
//     before. Nothing else waits for what its result does not depend on: bindings run side
//     by side.
//
// Memory counts the bytes that are allocated, whether they are used again or not:
//
//   - 8·(k+1) for a constructor with k fields, k ≥ 1, and 8·k for a tuple of k parts;
//   - 8·(1+c) for a function literal that names variables of the text around it which
//     represent c different values: two names of one value count once;
//   - 8·(n+1) for a FractalTensor of n elements; 8 for a reference;
//   - for an operator on tensors what its entry says: mostly the elements of its result
//     times the bytes of their dtype;
//   - 0 for scalars, for literals, and for views of FractalTensors and tensors. Where
//     views come as a tuple, as from `product`, the tuple counts.
//
// Functions on FractalTensors apply their function by calls, each of which counts one
// besides its body; log n is the logarithm to the base 2, rounded up, 0 for n = 0. Of n
// applications, of which the longest takes s including the one for the call:
//
//	map           work of the applications        span s + log n
//	forall        likewise, and one for each row  span s + log n
//	filter        work of the applications        span s + log n
//	filterall     likewise, and one for each row  span s + log n
//	reduce        work of the applications        span s·(log m + 1 with an initial value), m the elements
//	fold, scan    work of the applications        span of one after the other
//	dilated_map   likewise, and one for each element   span s + log n
//	join, arange  one for each element of the result   span 1
//	gather        one for each index              span 1
//	stack         one for each element of the result   span 1
//	all others    1, as views                     span 1
//
// `forall` and `filterall` have a row for each sequence inside the outermost one.
type Cost struct{ Work, Tick, Span, Memory int64 }

// An OperatorCost is what one call of an operator on tensors costs.
type OperatorCost struct{ Work, Span, Memory int64 }

// word is the size of a pointer, and of what tells constructors apart.
const word = 8

// finish notes the time at which the value of an expression is ready.
func (m *machine) finish(at int64) {
	m.ready = at
	m.done = max(m.done, at)
	m.cost.Span = max(m.cost.Span, at)
}

// free is an expression without cost whose operands were evaluated last.
func (m *machine) free() { m.finish(max(m.ready, m.start)) }

// one is an operation of one step whose operands were evaluated last.
func (m *machine) one() { m.many(1, 1) }

func (m *machine) many(work, span int64) {
	m.cost.Work += work
	m.finish(max(m.ready, m.start) + span)
}

// within evaluates an expression in a block that starts at a time of its own.
func (m *machine) within(start int64, n syntax.NodeID, s *scope) Value {
	outer := m.start
	m.start = start
	v := m.expr(n, s)
	m.start = outer
	return v
}

// construct is a constructor with fields that were evaluated last.
func (m *machine) construct(name string, fields []Value) Value {
	if len(fields) > 0 {
		m.cost.Memory += word * int64(len(fields)+1)
	}
	m.one()
	return &Data{name, fields}
}

// tuple is a tuple of parts that were evaluated last.
func (m *machine) tuple(parts []Value) Value {
	m.cost.Memory += word * int64(len(parts))
	m.free()
	return &Tuple{parts}
}

func (m *machine) allocateSeq(n int) { m.cost.Memory += word * int64(n+1) }

// effect is an operation on a reference.
func (m *machine) effect() {
	m.ready = max(m.ready, m.effects)
	m.one()
	m.effects = m.ready
}

// charge counts a call of an operator that is no function on FractalTensors.
func (o *operation) charge(result Value) {
	switch o.name {
	case "ref":
		o.cost.Memory += word
		o.one()
	case "ref_read", "ref_write":
		o.effect()
	default:
		o.chargeTensors(result)
	}
}

// chargeTensors counts an operator on scalars or tensors.
func (o *operation) chargeTensors(result Value) {
	if allScalar(o.args) && isScalar(result) {
		o.one()
		return
	}
	cost, known := OperatorCost{}, false
	if f := o.program.Operators; f != nil {
		cost, known = f(o.item, o.node, o.name, o.args, result)
	}
	if !known && o.uncounted == nil {
		o.uncounted = &Fault{Unsupported, "what `" + o.name + "` costs is not known", o.item, o.item.Span(o.node)}
	}
	o.cost.Memory += cost.Memory
	o.many(cost.Work, cost.Span)
}

func allScalar(vs []Value) bool {
	for _, v := range vs {
		if !isScalar(v) {
			return false
		}
	}
	return true
}

func isScalar(v Value) bool { _, ok := v.(Num); return ok }

// widths are the bytes of an element.
var widths = map[string]int64{
	"bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "bfloat16": 2,
	"int32": 4, "uint32": 4, "float32": 4, "int64": 8, "uint64": 8, "float64": 8,
}

// levels is the logarithm to the base 2, rounded up.
func levels(n int) int64 {
	if n <= 1 {
		return 0
	}
	return int64(bits.Len(uint(n - 1)))
}

// chargeSequences counts a function on FractalTensors. What its applications cost is
// counted already.
func (o *operation) chargeSequences(result Value) {
	if f := sequenceCosts[o.name]; f != nil {
		f(o, result)
		return
	}
	if t, ok := result.(*Tuple); ok && returnsTuple[o.name] {
		o.cost.Memory += word * int64(len(t.Elems))
	}
	o.ready = o.at
	o.one()
}

// returnsTuple are the functions whose views come in a tuple.
var returnsTuple = map[string]bool{"product": true, "split": true}

var sequenceCosts = map[string]func(*operation, Value){
	"map": (*operation).sideBySide, "forall": (*operation).sideBySide,
	"filter": (*operation).sideBySide, "filterall": (*operation).sideBySide,
	"reduce": (*operation).inPairs,
	"fold":   (*operation).inTurn, "foldl": (*operation).inTurn, "foldr": (*operation).inTurn,
	"scan": (*operation).inTurn, "scanl": (*operation).inTurn, "scanr": (*operation).inTurn,
	"join": (*operation).copied, "arange": (*operation).copied, "gather": (*operation).copied,
	"dilated_map": func(o *operation, v Value) {
		n := len(v.(*Seq).Elems)
		o.allocateSeq(n)
		o.cost.Work += int64(n)
		o.sideBySide(v)
	},
	"stack": (*operation).dense, "flatten": (*operation).dense,
}

// dense makes a tensor, element by element.
func (o *operation) dense(v Value) {
	t := v.(*Tensor)
	o.cost.Memory += int64(len(t.Data)) * widths[t.Dtype]
	o.ready = o.at
	o.many(int64(len(t.Data)), 1)
}

// sideBySide is what applies its function to all elements at once.
func (o *operation) sideBySide(Value) {
	o.ready = o.at
	o.many(int64(o.rows), o.longest+levels(o.applications))
}

// inPairs is a tree of applications.
func (o *operation) inPairs(Value) {
	depth := levels(len(o.seq(1).Elems))
	if len(o.args) > 2 && o.applications > 0 {
		depth++
	}
	o.ready = o.at
	o.many(0, depth*o.longest)
}

// inTurn is what goes from one element to the next: fold has moved the time on.
func (o *operation) inTurn(Value) { o.ready = o.at; o.free() }

// copied makes a sequence, element by element.
func (o *operation) copied(v Value) {
	n := len(v.(*Seq).Elems)
	o.allocateSeq(n)
	o.ready = o.at
	o.many(int64(n), 1)
}
