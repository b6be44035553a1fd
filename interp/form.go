package interp

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// A form runs a function on FractalTensors, which works on slots and may call
// functions of the program, as kernels do not.
type form func(m *machine, c *formCall) (slot, error)

// A formCall is what a form sees of a call.
type formCall struct {
	site  *site
	op    *op.Op
	args  []slot // by parameter; not set where none is given
	extra []slot // for the user's function
	at    int
}

// formTable lists the functions of language.md 5, by name.
func formTable() map[string]form {
	return map[string]form{
		"map": mapForm, "forall": forallForm, "filter": filterForm, "filterall": filterallForm, "dilated_map": dilatedForm, "zip": zipForm,
		"reduce": reduceForm, "scanl": scanForm(false), "scan": scanForm(false), "scanr": scanForm(true),
		"foldl": foldForm(false), "fold": foldForm(false), "foldr": foldForm(true),
		"length": lengthForm, "depth": depthForm, "first": firstForm, "head": firstForm, "last": lastForm, "tail": lastForm,
		"slice": sliceForm, "gather": gatherForm, "join": joinForm, "repeat": repeatForm, "arange": arangeForm,
		"split": splitForm, "product": productForm, "enumerate": enumerateForm,
		"slide": slideForm, "window": windowForm, "shifted_slide": windowForm,
		"stack": stackForm, "slices": slicesForm, "flatten": flattenForm,
	}
}

// runnable are the operators without a kernel that can be run all the same.
var runnable = formTable()

// Runs tells whether calls of an operator can be run: some are typed only.
func Runs(o *op.Op) bool {
	return o.Kernel != nil || o.Map != nil || o.Fractal != nil || runnable[o.Name] != nil
}

// fractal is argument i, which the checker knows to be a FractalTensor.
func (c *formCall) fractal(i int) *value.Fractal { return c.args[i].fractal() }

// number is argument i, or else the attribute of that name, as an integer.
func (c *formCall) number(i int, name string, otherwise int) int {
	if i >= 0 && i < len(c.args) && c.args[i].isSet() {
		return int(int64(c.args[i].w))
	}
	if n, ok := c.site.attrs.Int(name); ok {
		return int(n)
	}
	return otherwise
}

// element gives element i of a column.
func (m *machine) element(c value.Column, i int) slot {
	switch c := c.(type) {
	case *value.Leaves:
		if a := c.Array; len(a.Shape) == 1 {
			return scalarSlot(value.Load(a.Dtype, a.Data, a.Offset+(c.From+i*c.Step)*a.Strides[0]))
		}
		return arraySlot(c.At(i).(*value.Array))
	case *value.Picked:
		return m.element(c.Of, c.Index[i])
	case *value.Columns:
		p := m.arena.fields(len(c.Of))
		t := slot{tupleWord(len(c.Of)), p}
		for k, col := range c.Of {
			m.setField(t, k, m.element(col, i))
		}
		return t
	}
	return fractalSlot(c.At(i).(*value.Fractal))
}

// index reads `e[i]`.
func (m *machine) index(e, i slot) (slot, error) {
	at := int64(i.w)
	if e.kind() == fractalKind {
		f := e.fractal()
		if at < 0 || at >= int64(f.Len()) {
			return slot{}, m.outOfRange(at, f.Len(), "a FractalTensor")
		}
		return m.element(f.Elems, int(at)), nil
	}
	if e.kind() != arrayKind {
		return slot{}, m.fail(ProgramFault, "this value has no elements to read by index")
	}
	a := e.array()
	if at < 0 || at >= int64(a.Shape[0]) {
		return slot{}, m.outOfRange(at, a.Shape[0], "axis 0")
	}
	return arraySlot(a.Index(int(at))), nil
}

func (m *machine) outOfRange(i int64, n int, of string) error {
	return m.fail(RangeFault, "the index %d is out of range: the length of %s is %d", i, of, n)
}

// list makes a FractalTensor of elements; t is its type.
func (m *machine) list(elems []slot, t types.Type) (slot, error) {
	var elem types.Type
	if f, ok := types.Head(t).(*types.Fractal); ok {
		elem = f.Elem
	}
	c, err := m.collect(elems, elem)
	if err != nil {
		return slot{}, m.wrap(err)
	}
	return fractalSlot(&value.Fractal{Elems: c}), nil
}

// collect puts elements side by side; t is their type, for when there are none.
func (m *machine) collect(elems []slot, t types.Type) (value.Column, error) {
	if len(elems) == 0 {
		return emptyColumn(t), nil
	}
	if d, ok := elems[0].scalarDtype(); ok {
		return collectScalars(elems, d), nil
	}
	values := make([]value.Value, len(elems))
	for i, e := range elems {
		values[i] = m.toValue(e)
	}
	c, err := value.Collect(values)
	if err == nil {
		err = m.count(c)
	}
	return c, err
}

// count charges the work and the memory of a new column.
func (m *machine) count(c value.Column) error {
	if err := m.Charge(int64(c.Len())); err != nil {
		return err
	}
	if l, ok := c.(*value.Leaves); ok {
		return m.Allocate(int64(l.Array.Len() * l.Array.Dtype.Size()))
	}
	return nil
}

func collectScalars(elems []slot, d value.Dtype) value.Column {
	a := value.Zeros(d, len(elems))
	switch data := a.Data.(type) {
	case []int32:
		for i, e := range elems {
			data[i] = int32(e.w)
		}
	case []int64:
		for i, e := range elems {
			data[i] = int64(e.w)
		}
	default:
		for i, e := range elems {
			value.Store(a.Data, i, value.Scalar{Dtype: d, Bits: e.w})
		}
	}
	return value.NewLeaves(a)
}

// emptyColumn is a column without elements of a type.
func emptyColumn(t types.Type) value.Column {
	if t == nil {
		return value.NewLeaves(value.Zeros(value.Int32, 0))
	}
	switch t := types.Head(t).(type) {
	case *types.Fractal:
		return value.NewRows([]int{0}, emptyColumn(t.Elem))
	case *types.Tuple:
		c := &value.Columns{}
		for _, elem := range t.Elems {
			c.Of = append(c.Of, emptyColumn(elem))
		}
		return c
	case *types.Tensor:
		d, _ := dtypeOf(t.Dtype)
		shape := []int{0}
		for _, dim := range t.Shape {
			n, _ := dim.Const()
			shape = append(shape, int(n))
		}
		return value.NewLeaves(value.Zeros(d, shape...))
	}
	return value.NewLeaves(value.Zeros(value.Int32, 0))
}

// stacked makes of results what a parallel function gives: a FractalTensor, or
// a tuple of them where the results are tuples. t is the type of that.
func (m *machine) stacked(results []slot, t types.Type) (slot, error) {
	tuple := len(results) > 0 && results[0].kind() == tupleKind
	if len(results) == 0 {
		return m.stackedNothing(t), nil
	}
	if !tuple {
		return m.list(results, t)
	}
	parts := make([]slot, results[0].high())
	column := make([]slot, len(results))
	for k := range parts {
		for i, r := range results {
			column[i] = r.field(k)
		}
		part, err := m.stacked(column, partOf(t, k))
		if err != nil {
			return slot{}, err
		}
		parts[k] = part
	}
	return m.arena.tuple(parts...), nil
}

func partOf(t types.Type, k int) types.Type {
	if t == nil {
		return nil
	}
	if tuple, ok := types.Head(t).(*types.Tuple); ok && k < len(tuple.Elems) {
		return tuple.Elems[k]
	}
	return nil
}

func (m *machine) stackedNothing(t types.Type) slot {
	if t != nil {
		if tuple, ok := types.Head(t).(*types.Tuple); ok {
			parts := make([]slot, len(tuple.Elems))
			for k, elem := range tuple.Elems {
				parts[k] = m.stackedNothing(elem)
			}
			return m.arena.tuple(parts...)
		}
		if f, ok := types.Head(t).(*types.Fractal); ok {
			return fractalSlot(&value.Fractal{Elems: emptyColumn(f.Elem)})
		}
	}
	return fractalSlot(&value.Fractal{Elems: emptyColumn(nil)})
}

// An applier calls a function on many arguments. It must be ended.
type applier struct {
	m        *machine
	f        slot
	base     int
	segments int
}

// apply prepares calls of f.
func (m *machine) apply(f slot) (applier, error) {
	a := applier{m: m, f: f, base: m.top(), segments: len(m.segments)}
	if a.base+window > len(m.stack) {
		fn, pc := m.fn, m.pc
		if err := m.grow(a.base, 0); err != nil {
			return a, err
		}
		m.fn, m.pc = fn, pc
		a.base = 0
	}
	return a, nil
}

func (a *applier) end() {
	for len(a.m.segments) > a.segments {
		a.m.shrink()
	}
}

// call1 and call2 call the function, with further arguments behind.
func (a *applier) call1(x slot, extra []slot) (slot, error) {
	m := a.m
	if kind(a.f.w) == foreignKind {
		return m.foreign(a.f, append([]slot{x}, extra...))
	}
	m.stack[a.base], m.stack[a.base+1] = a.f, x
	if len(extra) > 0 {
		copy(m.stack[a.base+2:], extra)
	}
	return m.enter(a.f.high(), a.base)
}

func (a *applier) call2(x, y slot, extra []slot) (slot, error) {
	m := a.m
	if kind(a.f.w) == foreignKind {
		return m.foreign(a.f, append([]slot{x, y}, extra...))
	}
	m.stack[a.base], m.stack[a.base+1], m.stack[a.base+2] = a.f, x, y
	if len(extra) > 0 {
		copy(m.stack[a.base+3:], extra)
	}
	return m.enter(a.f.high(), a.base)
}

// ordered tells whether calls of a function must follow each other: it may have
// an effect, or the run is sequential.
func (m *machine) ordered(f slot) bool {
	if m.options.Threads == 1 {
		return true
	}
	if kind(f.w) != closureKind {
		return true
	}
	fn := m.funcs[f.high()]
	return m.effects && (fn.effect || fn.unknown)
}

// worthwhile is how long work must take, in nanoseconds by a rough guess, to be
// shared with other cores.
const worthwhile = 20_000

// sweepLen is how many elements are done between two looks at limits.
const sweepLen = 1 << 16

// sweep runs body over [0, n) piece by piece, and counts a step an element.
func (m *machine) sweep(n int, body func(from, to int)) error {
	for from := 0; from < n; from += sweepLen {
		to := min(from+sweepLen, n)
		if err := m.Charge(int64(to - from)); err != nil {
			return err
		}
		body(from, to)
	}
	return nil
}

// each runs body over [0, n), on several cores where calls of f may be.
func (m *machine) each(n int, f slot, body func(m *machine, from, to int) error) error {
	cost := m.guess(f)
	if m.ordered(f) || n*cost < worthwhile {
		return body(m, 0, n)
	}
	grain := max(1, min(worthwhile/4/cost, n/(4*m.options.Threads)))
	return m.parallel(n, grain, body)
}

// guess is about how many nanoseconds a call of f takes.
func (m *machine) guess(f slot) int {
	if kind(f.w) != closureKind {
		return 1000
	}
	fn := m.funcs[f.high()]
	if len(fn.calls) > 0 || fn.unknown || len(fn.sites) > 0 {
		return 1000
	}
	return 20 + 2*len(fn.code)
}
