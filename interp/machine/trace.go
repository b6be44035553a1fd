package machine

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A tracer runs the code of a function once on symbols in the place of numbers,
// and notes which elementwise functions it applies to them. What comes out runs
// on whole blocks of elements (trace_run.go). Both arms of a branch are traced, and
// the results chosen from; calls are followed. What a trace cannot hold (data,
// references, other operators, recursion) ends it, and the function is called
// for each element instead. So is a function whose block fails, to find the
// element that fails first. Branches become choices as in if-conversion (J. Allen,
// K. Kennedy, C. Porterfield and J. Warren, Conversion of Control Dependence to Data
// Dependence, 1983), which is right since a trace holds no effects:
//
//	if c then x else y   becomes   where(c, x, y)
//
// A division by zero in the arm that is not taken is no fault of the program. It is one of
// the block, and so ends it. That costs time, and is never wrong.
//
// Invariant: a node's arguments have lower numbers, so that one pass in order computes
// all; and a node belongs to one domain, whose elements are numbered alike.
type tracer struct {
	m       *machine
	nodes   []node
	domains []int // elements of each: 0 those of the parallel call, more inside rows
	budget  int
	depth   int
	parts   int // of tuples that were given, each wherever it stands

	products  bool // products may be computed for all elements at once (batched_product.go)
	branching int  // how many conditions decide whether what is traced now is run

	done []bool // the nodes that were computed, while the trace is run
}

// A node is a number for each element of a domain, or a tensor of one shape.
type node struct {
	f      *value.Map    // applied to args; nil for what is given
	args   []int         // nodes
	array  *value.Array  // given: of a domain, with the elements along the first dimension
	picked *value.Picked // given: of a domain, its leaves, until they are laid side by side as array
	scalar value.Scalar  // given: one number, where the others are nil
	dtype  value.Dtype
	shape  []int // of an element
	domain int

	product *product // of args, not yet computed
}

// uniform is the domain of what is the same for all elements.
const uniform = -1

// A symbol is a value in a trace: a node, a tuple, rows, a closure, or what is
// known as it is.
type symbol struct {
	kind  symbolKind
	node  int
	slot  code.Slot
	parts []symbol // of a tuple; what a closure captures
	fn    int      // of a closure
	rows  []int    // the offset table of rows, whose elements are parts[0]
}

type symbolKind uint8

const (
	unsetSymbol symbolKind = iota
	nodeSymbol
	tupleSymbol
	rowsSymbol
	closureSymbol
	knownSymbol
)

// traceBudget bounds the words of code that a trace reads. Both arms of each branch are read,
// so that k branches one after the other take 2^k times what follows them.
const traceBudget = 600

// traceAborted is what a tracer panics with to give up.
type traceAborted struct{}

// add appends a node.
func (t *tracer) add(n node) symbol {
	t.nodes = append(t.nodes, n)
	return symbol{kind: nodeSymbol, node: len(t.nodes) - 1}
}

// abort ends the trace.
func (t *tracer) abort() { panic(traceAborted{}) }

// traced runs a trace, and reports whether it came to its end. abort panics, since code is
// followed by mutual recursion whose every step may end it; other panics pass.
func traced(do func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, end := r.(traceAborted); !end {
				panic(r)
			}
			ok = false
		}
	}()
	do()
	return true
}

// part counts a part of a tuple that is given. A value that shares its parts has too many.
func (t *tracer) part() {
	if t.parts++; t.parts > 2*traceBudget {
		t.abort()
	}
}

// column gives the elements of a column as a symbol.
func (t *tracer) column(c value.Column, domain int) symbol {
	t.part()
	if p, ok := c.(*value.Picked); ok {
		if l, ok := p.Of.(*value.Leaves); ok {
			return t.add(node{picked: p, dtype: l.Array.Dtype, shape: l.Array.Shape[1:], domain: domain})
		}
		c = t.unpicked(p)
	}
	if value.IsUndecided(c) {
		t.abort()
	}
	switch c := c.(type) {
	case *value.Leaves:
		a := c.Dense()
		return t.add(node{array: a, dtype: a.Dtype, shape: a.Shape[1:], domain: domain})
	case *value.Columns:
		s := symbol{kind: tupleSymbol}
		for _, of := range c.Of {
			s.parts = append(s.parts, t.column(of, domain))
		}
		return s
	case *value.Rows:
		if domain != 0 || len(t.domains) > 1 {
			t.abort()
		}
		flat, offsets, err := c.Flat(t.m.ask)
		if err != nil {
			t.abort()
		}
		t.domains = append(t.domains, flat.Len())
		return symbol{kind: rowsSymbol, rows: offsets, parts: []symbol{t.column(flat, 1)}}
	}
	t.abort()
	return symbol{}
}

// unpicked gives picks of rows or tuples as such.
func (t *tracer) unpicked(p *value.Picked) value.Column {
	if rows, ok, err := value.RowsOf(t.m.ask, p); ok {
		return rows
	} else if err != nil {
		t.abort()
	}
	if cols, ok, err := value.ColumnsOf(t.m.ask, p); ok {
		return cols
	} else if err != nil {
		t.abort()
	}
	return p
}

// lay puts picked leaves side by side, once it is known that the trace can be run.
func (t *tracer) lay() error {
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.picked == nil {
			continue
		}
		a, _, err := value.LeavesOf(t.m.ask, n.picked)
		if err != nil {
			return err
		}
		n.array, n.picked = a, nil
	}
	return nil
}

// known gives a slot as a symbol.
func (t *tracer) known(s code.Slot) symbol {
	t.part()
	if s.Kind() == code.TupleKind {
		out := symbol{kind: tupleSymbol}
		for i := range s.High() {
			out.parts = append(out.parts, t.known(s.Field(i)))
		}
		return out
	}
	return symbol{kind: knownSymbol, slot: s}
}

// operand gives a symbol as a node.
func (t *tracer) operand(s symbol) int {
	if s.kind == nodeSymbol {
		return s.node
	}
	if s.kind != knownSymbol {
		t.abort()
	}
	if d, ok := s.slot.ScalarDtype(); ok {
		return t.add(node{scalar: value.Scalar{Dtype: d, Bits: s.slot.W}, dtype: d, domain: uniform}).node
	}
	if s.slot.Kind() != code.ArrayKind {
		t.abort()
	}
	a := s.slot.Array()
	return t.add(node{array: a, dtype: a.Dtype, shape: a.Shape, domain: uniform}).node
}

// number is a known integer.
func (t *tracer) number(d value.Dtype, n int64) symbol {
	return symbol{kind: knownSymbol, slot: code.ScalarSlot(value.FromInt(d, n))}
}

// apply applies an elementwise function to nodes, whose shapes are broadcast, and which are of
// one domain or uniform.
func (t *tracer) apply(f *value.Map, args ...int) symbol {
	if f == nil {
		t.abort()
	}
	domain := uniform
	shapes := make([][]int, len(args))
	for i, a := range args {
		n := &t.nodes[a]
		shapes[i] = n.shape
		if n.domain == uniform {
			continue
		}
		if domain != uniform && domain != n.domain {
			t.abort()
		}
		domain = n.domain
	}
	shape, err := value.BroadcastShape(shapes...)
	if err != nil {
		t.abort()
	}
	return t.add(node{f: f, args: args, dtype: f.Out, shape: shape, domain: domain})
}

// binary applies an operator of two operands of one dtype.
func (t *tracer) binary(name string, x, y symbol) symbol {
	if x.kind == knownSymbol && y.kind == knownSymbol {
		if s, ok := t.fold(name, x.slot, y.slot); ok {
			return s
		}
	}
	a, b := t.operand(x), t.operand(y)
	if t.nodes[a].dtype != t.nodes[b].dtype {
		t.abort()
	}
	return t.apply(value.BinaryMap(name, t.nodes[a].dtype), a, b)
}

// fold computes with what is known now, as the program would.
func (t *tracer) fold(name string, x, y code.Slot) (symbol, bool) {
	d, ok := x.ScalarDtype()
	e, same := y.ScalarDtype()
	if !ok || !same || d != e {
		return symbol{}, false
	}
	f := value.BinaryMap(name, d)
	if f == nil || f.Binary == nil || f.Divides && y.W == 0 {
		return symbol{}, false
	}
	return symbol{kind: knownSymbol, slot: code.Slot{W: f.Binary(x.W, y.W), P: code.Mark(f.Out)}}, true
}

// choose takes x where a condition holds, else y.
func (t *tracer) choose(cond int, x, y symbol) symbol {
	if x.kind == tupleSymbol && y.kind == tupleSymbol && len(x.parts) == len(y.parts) {
		out := symbol{kind: tupleSymbol}
		for i := range x.parts {
			out.parts = append(out.parts, t.choose(cond, x.parts[i], y.parts[i]))
		}
		return out
	}
	a, b := t.operand(x), t.operand(y)
	if t.nodes[a].dtype != t.nodes[b].dtype || len(t.nodes[cond].shape) > 0 || !slices.Equal(t.nodes[a].shape, t.nodes[b].shape) {
		t.abort()
	}
	return t.apply(value.WhereMap(value.Bool, t.nodes[a].dtype), cond, a, b)
}

// call traces a call of a function value.
func (t *tracer) call(f symbol, args []symbol) symbol {
	regs := make([]symbol, code.FrameRegisters)
	fn := 0
	switch {
	case f.kind == knownSymbol && f.slot.IsClosure():
		fn = f.slot.High()
	case f.kind == closureSymbol:
		fn = f.fn
	default:
		t.abort()
	}
	regs[0] = f
	copy(regs[1:], args)
	return t.function(t.m.funcs[fn], regs)
}

// function traces the body of a function. Calls are followed to a depth, so that recursion
// ends the trace.
func (t *tracer) function(fn *code.Function, regs []symbol) symbol {
	if t.depth++; t.depth > 16 {
		t.abort()
	}
	defer func() { t.depth-- }()
	return t.run(fn, regs, 0)
}

// free is captured value i of the closure in register 0.
func (t *tracer) free(f symbol, i int) symbol {
	if f.kind == closureSymbol {
		return f.parts[i]
	}
	if f.kind != knownSymbol || !f.slot.IsClosure() {
		t.abort()
	}
	return t.known(f.slot.At(i))
}

// field is field i of a symbol.
func (t *tracer) field(s symbol, i int) symbol {
	switch {
	case s.kind == tupleSymbol && i < len(s.parts):
		return s.parts[i]
	case s.kind == knownSymbol && s.slot.HasField(uint8(i)):
		return t.known(s.slot.Field(i))
	}
	t.abort()
	return symbol{}
}
