package value

import (
	"context"
	"fmt"
	"math"
)

// A Tolerance says how far floats may be apart. The zero Tolerance takes the
// dtype's: relative to the expected number 1e-5 for float32, 1e-10 for float64
// and 1e-2 for the half dtypes, and 1e-6 more.
type Tolerance struct {
	Within float64 // absolute, in place of the dtype's
	Bits   bool    // floats must be the same to the bit; NaN is NaN
	Blind  bool    // floats are not compared
	Finite bool    // nor those of which one is infinite or NaN
	// Scale, in place of the expected number, is what Relative is relative to: the
	// greatest number that a result was made from.
	Scale    float64
	Relative map[Dtype]float64
}

// relativeTolerance is by the dtype of the expected number.
var relativeTolerance = map[Dtype]float64{Float16: 1e-2, Bfloat16: 1e-2, Float32: 1e-5, Float64: 1e-10}

// absoluteSlack is what numbers near 0 may differ by besides.
const absoluteSlack = 1e-6

// Agree reports whether a value is what was expected: floats within the
// tolerance, NaN equal to NaN, all else exactly. A dense tensor and a
// FractalTensor of the same elements agree.
func Agree(got, want Value, t Tolerance) bool { return Difference(got, want, t) == "" }

// Difference says where two values first differ, "" where they agree.
func Difference(got, want Value, t Tolerance) string {
	d, _ := Compare(context.Background(), got, want, t)
	return d
}

// Compare is Difference until the context ends. It takes time in proportion to the
// values, however often they hold the same part.
func Compare(ctx context.Context, got, want Value, t Tolerance) (difference string, err error) {
	c := comparison{Tolerance: t, ctx: ctx, todo: []pair{{got, want, nil}}, met: map[[2]*Cell]bool{}}
	for len(c.todo) > 0 {
		last := len(c.todo) - 1
		next := c.todo[last]
		c.todo = c.todo[:last]
		if c.known(next) {
			continue
		}
		problem := c.compare(next)
		switch err := c.stopped(); {
		case err != nil:
			return "", err
		case problem != "":
			return next.path.String() + problem, nil
		}
	}
	return "", nil
}

// A comparison keeps the pairs that are still to be compared, last first.
type comparison struct {
	Tolerance
	ctx   context.Context
	todo  []pair
	met   map[[2]*Cell]bool
	count int               // of the pairs that were looked at
	seen  map[[2]Value]bool // pairs that agree, or are being compared
}

// mostForgotten is how many pairs are compared before they are remembered: most values
// are small, and remembering takes time.
const mostForgotten = 1000

// checked is how many pairs, or elements of tensors, are compared between looks at the
// context.
const checked = 1 << 14

func (c *comparison) stopped() error {
	if c.count%checked == 0 {
		return c.ctx.Err()
	}
	return nil
}

// known reports whether there is nothing to compare: the two are one, or were compared
// before. What is met again while it is compared itself is so after a Cell.
func (c *comparison) known(p pair) bool {
	if !sharable(p.got) || !sharable(p.want) {
		c.count++
		return false
	}
	if p.got == p.want {
		return true
	}
	if c.count++; c.count < mostForgotten {
		return false
	}
	if c.seen == nil {
		c.seen = map[[2]Value]bool{}
	}
	both := [2]Value{p.got, p.want}
	if c.seen[both] {
		return true
	}
	c.seen[both] = true
	return false
}

// A pair is a value and the one that it should be, and where they are.
type pair struct {
	got, want Value
	path      *path
}

// A path leads to a part of a value. It is spelled only for differences.
type path struct {
	up    *path
	index int
}

// String names the innermost steps; there may be a million.
func (p *path) String() string {
	text, steps := "", 0
	for ; p != nil && steps < 8; p, steps = p.up, steps+1 {
		text = fmt.Sprintf(".%d", p.index) + text
	}
	switch {
	case steps == 0:
		return ""
	case p != nil:
		text = "…" + text
	}
	return "at " + text + ": "
}

// compare is how two values differ, "" where they do not. Parts are put on the list.
func (c *comparison) compare(p pair) string {
	if a, b := elements(p.got), elements(p.want); a != nil && b != nil && (a.list || b.list) {
		return c.sequences(p, *a, *b)
	}
	switch want := p.want.(type) {
	case Scalar:
		return c.scalars(p.got, want)
	case *Array:
		return c.arrays(p.got, want)
	case *Data:
		got, ok := p.got.(*Data)
		if !ok || got.Name != want.Name || len(got.Fields) != len(want.Fields) {
			return unequal(p.got, p.want)
		}
		c.push(p, got.Fields, want.Fields)
	case *Tuple:
		got, ok := p.got.(*Tuple)
		if !ok || len(got.Elems) != len(want.Elems) {
			return unequal(p.got, p.want)
		}
		c.push(p, got.Elems, want.Elems)
	case *Cell:
		return c.cells(p, want)
	default:
		if p.got != p.want {
			return unequal(p.got, p.want)
		}
	}
	return ""
}

// cells compares references: a cell corresponds to one other cell throughout.
func (c *comparison) cells(p pair, want *Cell) string {
	got, ok := p.got.(*Cell)
	if !ok {
		return unequal(p.got, p.want)
	}
	if both := [2]*Cell{got, want}; !c.met[both] {
		c.met[both] = true
		c.push(p, []Value{got.Elem}, []Value{want.Elem})
	}
	return ""
}

func (c *comparison) push(p pair, got, want []Value) {
	for i := len(got) - 1; i >= 0; i-- {
		c.todo = append(c.todo, pair{got[i], want[i], &path{p.path, i}})
	}
}

// A sequence is a FractalTensor, or a dense tensor read along axis 0.
type sequence struct {
	length int
	at     func(i int) Value
	list   bool
}

func elements(v Value) *sequence {
	switch v := v.(type) {
	case *Fractal:
		return &sequence{v.Len(), v.At, true}
	case *Array:
		if len(v.Shape) > 0 {
			return &sequence{v.Shape[0], func(i int) Value { return Simplest(v.Index(i)) }, false}
		}
	}
	return nil
}

func (c *comparison) sequences(p pair, got, want sequence) string {
	if got.length != want.length {
		return fmt.Sprintf("%d elements where %d are expected", got.length, want.length)
	}
	for i := got.length - 1; i >= 0; i-- {
		c.todo = append(c.todo, pair{got.at(i), want.at(i), &path{p.path, i}})
	}
	return ""
}

func (c *comparison) scalars(v Value, want Scalar) string {
	if a := Dense(v); a != nil && len(a.Shape) == 0 {
		if got := a.Item(); got.Dtype == want.Dtype && c.near(got, want) {
			return ""
		}
	}
	return unequal(v, want)
}

func (c *comparison) arrays(v Value, want *Array) string {
	got := Dense(v)
	if got == nil || got.Dtype != want.Dtype || ShapeText(got.Shape) != ShapeText(want.Shape) {
		return unequal(v, want)
	}
	held := heldByEither(got, want)
	a, b, n := NewReader(held[0]), NewReader(held[1]), held[0].Len()
	for from := 0; from < n && c.ctx.Err() == nil; from += checked {
		length := min(checked, n-from)
		xs, ys := a.Read(from, length), b.Read(from, length)
		for i := range length {
			if x, y := Load(got.Dtype, xs, i), Load(got.Dtype, ys, i); !c.near(x, y) {
				at := ShapeText(position(from+i, held[0].Shape))
				return fmt.Sprintf("element %s is %s where %s is expected", at, Text(x), Text(y))
			}
		}
	}
	if c.ctx.Err() != nil {
		c.count = 0 // the next look at the context is at once
	}
	return ""
}

// heldByEither are two arrays of one shape without the repetitions that both have.
func heldByEither(a, b *Array) [2]*Array {
	x, y := a.view(), b.view()
	for k := range x.Shape {
		if a.Strides[k] == 0 && b.Strides[k] == 0 && x.Shape[k] > 0 {
			x.Shape[k], y.Shape[k] = 1, 1
		}
	}
	return [2]*Array{x, y}
}

// position is the index of a row-major place.
func position(i int, shape []int) []int {
	index := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		index[k] = i % shape[k]
		i /= shape[k]
	}
	return index
}

// near reports whether two numbers are equal, or as close as the tolerance allows. NaN is near
// NaN, and an infinity itself alone.
func (c *comparison) near(got, want Scalar) bool {
	if got.Bits == want.Bits || !want.Dtype.IsFloat() {
		return got.Bits == want.Bits
	}
	x, y := got.Float(), want.Float()
	switch bothNaN := x != x && y != y; {
	case c.Blind || bothNaN || c.Finite && !(finite(x) && finite(y)):
		return true
	case c.Bits || x == y:
		return !c.Bits
	}
	most := absoluteSlack + relativeTolerance[want.Dtype]*math.Abs(y)
	switch {
	case c.Within > 0:
		most = c.Within
	case c.Scale > 0:
		most = c.Relative[want.Dtype] * c.Scale
	}
	return math.Abs(x-y) <= most && !math.IsInf(y, 0)
}

// finite reports whether a number is neither infinite nor NaN.
func finite(x float64) bool { return !math.IsInf(x, 0) && x == x }

func unequal(got, want Value) string {
	return fmt.Sprintf("%s where %s is expected", Summary(got), Summary(want))
}
