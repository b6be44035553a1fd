package machine

import (
	"math"
	"math/bits"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// element gives element i of a column.
func (m *machine) element(c value.Column, i int) code.Slot {
	cols, ok := c.(*value.Columns)
	if !ok {
		return m.leafElement(c, i)
	}
	left := fewColumns
	if s := m.tupleElement(cols, i, &left, nil); left >= 0 {
		return s
	}
	return m.tupleElement(cols, i, &left, map[*value.Columns]code.Slot{})
}

// fewColumns is how many columns of tuples are read wherever they stand. Where there are more,
// each is read once: one may be in many places, as in `zip(a, a)` of that.
const fewColumns = 64

// tupleElement is element i of a column of tuples. made keeps those of the columns that were
// read; without it the element is not whole where fewer columns were left than there are.
func (m *machine) tupleElement(c *value.Columns, i int, left *int, made map[*value.Columns]code.Slot) code.Slot {
	if s, ok := made[c]; ok {
		return s
	}
	if *left--; *left < 0 && made == nil {
		return code.Slot{}
	}
	t := code.Slot{W: code.TupleWord(len(c.Of)), P: m.arena.fields(len(c.Of))}
	for k, col := range c.Of {
		if inner, ok := col.(*value.Columns); ok {
			m.setField(t, k, m.tupleElement(inner, i, left, made))
		} else {
			m.setField(t, k, m.leafElement(col, i))
		}
	}
	if made != nil {
		made[c] = t
	}
	return t
}

// leafElement is element i of a column that holds no tuples, or of picks.
func (m *machine) leafElement(c value.Column, i int) code.Slot {
	switch c := c.(type) {
	case *value.Leaves:
		if a := c.Array; len(a.Shape) == 1 {
			return code.ScalarSlot(value.Load(a.Dtype, a.Data, a.Offset+(c.From+i*c.Step)*a.Strides[0]))
		}
		return code.ArraySlot(c.At(i).(*value.Array))
	case *value.Picked:
		return m.element(c.Of, c.Index[i])
	}
	return code.FractalSlot(c.At(i).(*value.Fractal))
}

// index reads `e[i]`.
func (m *machine) index(e, i code.Slot) (code.Slot, error) {
	at := int64(i.W)
	if e.Kind() == code.FractalKind {
		f := e.Fractal()
		if at < 0 || at >= int64(f.Len()) {
			return code.Slot{}, m.outOfRange(at, f.Len(), "a FractalTensor")
		}
		return m.element(f.Elems, int(at)), nil
	}
	if e.Kind() != code.ArrayKind {
		return code.Slot{}, m.fail(ProgramFault, "this value has no elements to read by index")
	}
	a := e.Array()
	if at < 0 || at >= int64(a.Shape[0]) {
		return code.Slot{}, m.outOfRange(at, a.Shape[0], "axis 0")
	}
	return code.ArraySlot(a.Index(int(at))), nil
}

// outOfRange is the fault of an index.
func (m *machine) outOfRange(i int64, n int, of string) error {
	return m.fail(RangeFault, "the index %d is out of range: the length of %s is %d", i, of, n)
}

// list makes a FractalTensor of elements; t is its type.
func (m *machine) list(elems []code.Slot, t types.Type) (code.Slot, error) {
	var elem types.Type
	if f, ok := types.Head(t).(*types.Fractal); ok {
		elem = f.Elem
	}
	if len(elems) == 0 {
		return m.empty(elem), nil
	}
	c, err := m.collect(elems, elem)
	if err != nil {
		return code.Slot{}, m.wrap(err)
	}
	return code.FractalSlot(&value.Fractal{Elems: c}), nil
}

// collect puts elements side by side; t is their type, for when there are none.
func (m *machine) collect(elems []code.Slot, t types.Type) (value.Column, error) {
	if len(elems) == 0 {
		return emptyColumn(t), nil
	}
	if d, ok := elems[0].ScalarDtype(); ok {
		if err := m.reserve(len(elems), d.Size()); err != nil {
			return nil, err
		}
		return collectScalars(elems, d), nil
	}
	if err := m.reserve(len(elems), valueSize); err != nil {
		return nil, err
	}
	values := make([]value.Value, len(elems))
	for i, e := range elems {
		values[i] = m.toValue(e)
	}
	return value.Collect(m.ask, values)
}

// valueSize is that of an interface, in bytes.
const valueSize = 16

// ask is Allocate for value.Asker, which also asks for nothing, to look at limits.
func (m *machine) ask(bytes int) error {
	if bytes == 0 {
		return m.Charge(0)
	}
	return m.Allocate(int64(bytes))
}

// reserve asks for the memory of n entries of some bytes each; a product that overflows is
// too much.
func (m *machine) reserve(n, each int) error {
	high, low := bits.Mul64(uint64(n), uint64(each))
	if high != 0 || low > math.MaxInt64 {
		low = math.MaxInt64
	}
	return m.Allocate(int64(low))
}

// collectScalars makes an array of scalars of one dtype, with loops for the commonest.
func collectScalars(elems []code.Slot, d value.Dtype) value.Column {
	a := value.Zeros(d, len(elems))
	switch data := a.Data.(type) {
	case []int32:
		for i, e := range elems {
			data[i] = int32(e.W)
		}
	case []int64:
		for i, e := range elems {
			data[i] = int64(e.W)
		}
	default:
		for i, e := range elems {
			value.Store(a.Data, i, value.Scalar{Dtype: d, Bits: e.W})
		}
	}
	return value.NewLeaves(a)
}

// emptyColumn is a column without elements of a type; one that is undecided where the
// type is nil or any.
func emptyColumn(t types.Type) value.Column {
	if t == nil {
		return value.Undecided()
	}
	return new(emptyColumns).of(t)
}

// emptyColumns keeps those of tuple types, which may share their parts.
type emptyColumns struct {
	tuples value.Memo[*types.Tuple, value.Column]
}

// of is the column of a type. Extents that are not known are 0.
func (e *emptyColumns) of(t types.Type) value.Column {
	switch t := types.Head(t).(type) {
	case *types.Fractal:
		return value.NewRows([]int{0}, e.of(t.Elem))
	case *types.Tuple:
		c, _ := e.tuples.Of([]*types.Tuple{t}, func() (value.Column, error) {
			c := &value.Columns{}
			for _, elem := range t.Elems {
				c.Of = append(c.Of, e.of(elem))
			}
			return c, nil
		})
		return c
	case *types.Tensor:
		d, _ := code.DtypeOf(t.Dtype)
		shape := []int{0}
		for _, dim := range t.Shape {
			n, _ := dim.Const()
			shape = append(shape, int(n))
		}
		return value.NewLeaves(value.Zeros(d, shape...))
	}
	return value.Undecided()
}

// stackResults makes of results what a parallel function gives: a FractalTensor, or
// a tuple of them where the results are tuples. t is the type of that.
func (m *machine) stackResults(results []code.Slot, t types.Type) (code.Slot, error) {
	return (&stacker{m: m}).stack(results, t)
}

// A stacker keeps what it made of tuples, which may share their parts.
type stacker struct {
	m       *machine
	tuples  value.Memo[code.Slot, code.Slot]
	nothing value.Memo[*types.Tuple, code.Slot]
}

// stack makes one FractalTensor of results, or of results that are tuples a tuple of
// FractalTensors: [(a, b), …] becomes ([a, …], [b, …]).
func (s *stacker) stack(results []code.Slot, t types.Type) (code.Slot, error) {
	m := s.m
	if len(results) == 0 {
		return s.stackNothing(t), nil
	}
	width := tupleWidth(results, t)
	if width < 0 {
		return m.list(results, t)
	}
	return s.tuples.Of(results, func() (code.Slot, error) { return s.stackTuples(results, width, t) })
}

// stackTuples makes of tuples a tuple of FractalTensors.
func (s *stacker) stackTuples(results []code.Slot, width int, t types.Type) (code.Slot, error) {
	m := s.m
	if err := m.reserve(len(results), int(code.SlotSize)); err != nil {
		return code.Slot{}, err
	}
	parts := make([]code.Slot, width)
	column := make([]code.Slot, len(results))
	for k := range parts {
		for i, r := range results {
			column[i] = r
			if r.Kind() == code.TupleKind {
				column[i] = r.Field(k)
			}
		}
		part, err := s.stack(column, partOf(t, k))
		if err != nil {
			return code.Slot{}, err
		}
		parts[k] = part
	}
	return m.arena.tuple(parts...), nil
}

// tupleWidth is how many components results have that are tuples, -1 where they are
// none. Where some are undecided the others tell, or else the type of the whole.
func tupleWidth(results []code.Slot, t types.Type) int {
	for _, r := range results {
		switch {
		case r.Kind() == code.TupleKind:
			return r.High()
		case !undecided(r):
			return -1
		}
	}
	if t != nil {
		if tuple, ok := types.Head(t).(*types.Tuple); ok {
			return len(tuple.Elems)
		}
	}
	return -1
}

// partOf is the type of component k of a tuple type; nil where that is not known.
func partOf(t types.Type, k int) types.Type {
	if t == nil {
		return nil
	}
	if tuple, ok := types.Head(t).(*types.Tuple); ok && k < len(tuple.Elems) {
		return tuple.Elems[k]
	}
	return nil
}

// stackNothing is what no results give.
func (s *stacker) stackNothing(t types.Type) code.Slot {
	if t == nil {
		return s.m.empty(nil)
	}
	switch t := types.Head(t).(type) {
	case *types.Tuple:
		parts, _ := s.nothing.Of([]*types.Tuple{t}, func() (code.Slot, error) {
			parts := make([]code.Slot, len(t.Elems))
			for k, elem := range t.Elems {
				parts[k] = s.stackNothing(elem)
			}
			return s.m.arena.tuple(parts...), nil
		})
		return parts
	case *types.Fractal:
		return s.m.empty(t.Elem)
	}
	return s.m.empty(nil)
}
