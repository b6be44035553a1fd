package op_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/linear"
	"github.com/fraccheck/fraccheck/internal/op/reduction"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A maker makes tensors at random.
type maker struct{ *rand.Rand }

func newMaker(t *rapid.T) maker {
	return maker{rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))}
}

func (r maker) dtype() value.Dtype { return value.Dtype(r.IntN(int(value.Float64) + 1)) }

func (r maker) array(d value.Dtype, shape ...int) *value.Array {
	a := value.NewArray(d, shape)
	for i := range a.Len() {
		value.Store(a.Data, i, value.FromFloat(d, math.Round(r.NormFloat64()*64)/16))
	}
	return a
}

// strided is an array of a shape that lies in memory as it happens: permuted,
// reversed, with gaps.
func (r maker) strided(d value.Dtype, shape ...int) *value.Array {
	order := r.Perm(len(shape))
	wide := make([]int, len(shape))
	for i, axis := range order {
		wide[i] = shape[axis]*2 + 1
	}
	a := r.array(d, wide...)
	for i, axis := range order {
		if step, n := 1+r.IntN(2), shape[axis]; r.IntN(2) == 0 {
			a = a.Slice(i, 0, n, step)
		} else {
			a = a.Slice(i, wide[i]-1, n, -step)
		}
	}
	back := make([]int, len(order))
	for i, axis := range order {
		back[axis] = i
	}
	return a.Transpose(back)
}

func (r maker) shape(rank, most int) []int {
	shape := make([]int, rank)
	for i := range shape {
		shape[i] = r.IntN(most + 1)
	}
	return shape
}

// TestMapsOverViews applies functions to strided operands that broadcast, and
// holds each element against the function of scalars.
func TestMapsOverViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newMaker(t)
		d := r.dtype()
		f := value.BinaryMap([]string{"add", "multiply", "maximum", "less", "logical_and"}[r.IntN(5)], d)
		shape := r.shape(r.IntN(4), 5)
		if r.IntN(4) == 0 {
			shape = append(shape, 1500)
		}
		x, y := r.strided(d, some(r, shape)...), r.strided(d, some(r, shape)...)
		whole, err := value.BroadcastShape(x.Shape, y.Shape)
		if err != nil {
			t.Fatal(err)
		}
		got, err := op.MapOver(&cores{n: 1 + r.IntN(4)}, f, x, y)
		if err != nil || !slices.Equal(got.Shape, whole) {
			t.Fatal(err, got.Shape, whole)
		}
		x, y = x.Broadcast(whole), y.Broadcast(whole)
		for i := range got.Len() {
			index := indexOf(i, whole)
			want, _ := f.Apply(x.ScalarAt(index...), y.ScalarAt(index...))
			if got.ScalarAt(index...) != want {
				t.Fatalf("%s at %v: %s, want %s", f.Name, index, value.Text(got.ScalarAt(index...)), value.Text(want))
			}
		}
	})
}

// TestMapKernelKeepsTheOrderInMemory holds the elements of a function of transposed operands,
// which is computed as they lie in memory, against that of copies of them.
func TestMapKernelKeepsTheOrderInMemory(t *testing.T) {
	add := &op.Op{Name: "add", Map: op.BinaryMapping("add")}
	x := value.Of([]float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 2, 3, 2)
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {2, 0, 1}, {2, 1, 0}} {
		turned := x.Transpose(order)
		for _, y := range []*value.Array{turned, turned.Copy(), turned.Slice(0, 0, 1, 1)} {
			got, err := op.MapKernel(&cores{n: 1}, &op.KernelCall{Op: add, Args: []value.Value{turned, y}})
			if err != nil {
				t.Fatal(err)
			}
			want, err := op.MapKernel(&cores{n: 1}, &op.KernelCall{Op: add, Args: []value.Value{turned.Copy(), y.Copy()}})
			if err != nil || value.Text(got) != value.Text(want) {
				t.Errorf("order %v: %s, want %s (%v)", order, value.Text(got), value.Text(want), err)
			}
		}
	}
}

// some is a shape that broadcasts to another.
func some(r maker, shape []int) []int {
	part := slices.Clone(shape[r.IntN(len(shape)+1):])
	for i := range part {
		if r.IntN(3) == 0 {
			part[i] = 1
		}
	}
	return part
}

func indexOf(i int, shape []int) []int {
	index := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		index[k] = i % shape[k]
		i /= shape[k]
	}
	return index
}

// TestReduceViews holds sums of strided arrays against plain loops, and their
// bits against those of a copy that lies side by side: how numbers are
// bracketed depends on how many there are, not on where they lie or on the
// number of cores.
func TestReduceViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newMaker(t)
		d := []value.Dtype{value.Float32, value.Float64, value.Int32, value.Uint8}[r.IntN(4)]
		shape := r.shape(1+r.IntN(4), 6)
		shape[r.IntN(len(shape))] = []int{1, 17, 300, 5000, 9000}[r.IntN(5)]
		if value.Product(shape) > 100_000 {
			shape = shape[:1]
		}
		axes := make([]bool, len(shape))
		for i := range axes {
			axes[i] = r.IntN(2) == 0
		}
		a := r.strided(d, shape...)
		got, err := reduction.Reduce(&cores{n: 1}, "sum", a, axes)
		if err != nil {
			t.Fatal(err)
		}
		again, err := reduction.Reduce(&cores{n: 3}, "sum", a.Copy(), axes)
		if err != nil || !identical(got, again) {
			t.Fatal("sums of a copy differ", err)
		}
		want := plainSum(a, axes)
		for i, x := range want {
			s := value.FromFloat(d, x)
			if d == value.Uint8 || d == value.Int32 {
				s = value.FromInt(d, int64(x))
			}
			if g := value.Load(d, got.Flat(), i); math.Abs(g.Float()-s.Float()) > 1e-3 {
				t.Fatalf("sum %d of %v over %v: %s, want %s", i, shape, axes, value.Text(g), value.Text(s))
			}
		}
	})
}

func plainSum(a *value.Array, axes []bool) []float64 {
	var kept []int
	for i, n := range a.Shape {
		if !axes[i] {
			kept = append(kept, n)
		}
	}
	sums := make([]float64, value.Product(kept))
	for i := range a.Len() {
		index, at := indexOf(i, a.Shape), 0
		for k, n := range a.Shape {
			if !axes[k] {
				at = at*n + index[k]
			}
		}
		sums[at] += a.ScalarAt(index...).Float()
	}
	return sums
}

func TestMatmul(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := newMaker(t)
		d := []value.Dtype{value.Float32, value.Float64, value.Int16, value.Uint64, value.Float16}[r.IntN(5)]
		m, k, n := r.IntN(70), r.IntN(200), r.IntN(150)
		lead := [][2][]int{{nil, nil}, {{2}, nil}, {nil, {3}}, {{2, 1}, {3}}, {{2}, {2}}}[r.IntN(5)]
		a, b := r.strided(d, append(lead[0], m, k)...), r.strided(d, append(lead[1], k, n)...)
		got, err := linear.Matmul(&cores{n: 1}, a, b)
		if err != nil {
			t.Fatal(err)
		}
		again, err := linear.Matmul(&cores{n: 3}, a, b)
		if err != nil || !identical(got, again) {
			t.Fatal("other cores give another product", err)
		}
		for range 20 {
			if got.Len() > 0 {
				checkEntry(t, got, a, b, indexOf(r.IntN(got.Len()), got.Shape))
			}
		}
	})
}

func checkEntry(t *rapid.T, c, a, b *value.Array, index []int) {
	k, last := a.Shape[a.Rank()-1], c.Rank()-1
	lead := c.Shape[:last-1]
	a, b = a.Broadcast(append(slices.Clone(lead), a.Shape[a.Rank()-2:]...)), b.Broadcast(append(slices.Clone(lead), b.Shape[b.Rank()-2:]...))
	sum, whole := 0.0, int64(0)
	for i := range k {
		x := slices.Clone(index)
		y := slices.Clone(index)
		x[last], y[last-1] = i, i
		sum += a.ScalarAt(x...).Float() * b.ScalarAt(y...).Float()
		whole += a.ScalarAt(x...).Int() * b.ScalarAt(y...).Int()
	}
	want := value.FromFloat(c.Dtype, sum)
	if c.Dtype.IsInteger() {
		want = value.FromInt(c.Dtype, whole)
	}
	if got := c.ScalarAt(index...); !value.Agree(got, want, value.Tolerance{Within: 0.01 + math.Abs(sum)*1e-2}) {
		t.Fatalf("entry %v: %s, want %s", index, value.Text(got), value.Text(want))
	}
}

// TestFixedPoint compares with real numbers; NumPy has nothing of the kind.
func TestFixedPoint(t *testing.T) {
	o := byName()["fixed_point_multiply"]
	for _, shift := range []int64{-3, 0, 2} {
		attrs, _ := op.Bind(o, []op.Named{{Name: "multiplier", Value: op.Int(1 << 30)}, {Name: "shift", Value: op.Int(shift)}})
		got, err := o.Kernel(&cores{n: 1}, &op.KernelCall{Op: o, Args: []value.Value{value.Of([]int32{5, -5, 1000, 7}, 4)}, Attrs: attrs})
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range []float64{5, -5, 1000, 7} {
			want := math.Floor(x*math.Pow(2, float64(shift)-1) + 0.5)
			if n := got.(*value.Array).ScalarAt(i).Float(); n != want {
				t.Errorf("%g times 2^%d is %g, want %g", x, shift-1, n, want)
			}
		}
	}
}

func TestSparseFillEmptyRows(t *testing.T) {
	o := byName()["sparse_fill_empty_rows"]
	got, err := o.Kernel(&cores{n: 1}, &op.KernelCall{Op: o, Args: []value.Value{
		value.Of([]int64{3, 1, 0, 2}, 2, 2), value.Of([]int64{7, 8}, 2), value.Of([]int64{4, 5}, 2), value.I64(-1),
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := "(Constant([[0, 2], [1, 0], [2, 0], [3, 1]], int64), Constant([8, -1, -1, 7], int64), Constant([0, 1, 1, 0], int64))"
	if text := value.Text(got); text != want {
		t.Errorf("got %s, want %s", text, want)
	}
}

// TestKernelsTakeAnything calls every kernel with tensors and attributes that
// need not make sense: it fails with a reason or gives a value, and never
// panics.
func TestKernelsTakeAnything(t *testing.T) {
	r := maker{rand.New(rand.NewPCG(5, 5))}
	for _, o := range arrayOps() {
		if o.Kernel == nil {
			continue
		}
		worked := 0
		for range 1500 {
			c := r.call(o)
			v, problem := runs(c)
			if problem != "" {
				t.Errorf("%s of %s%s: %s", o.Name, value.Text(&value.Tuple{Elems: c.Args}), c.Attrs, problem)
				break
			}
			if v != nil {
				worked++
			}
		}
		if worked == 0 && o.Name != "call_lowered" {
			t.Logf("%s never had a value", o.Name)
		}
	}
}

// runs also prints the value, which reads all of its elements.
func runs(c *op.KernelCall) (v value.Value, problem string) {
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprint("panic: ", r)
		}
	}()
	v, err := c.Op.Kernel(&cores{n: 1}, c)
	if err != nil {
		if err.Error() == "" {
			return nil, "an error that says nothing"
		}
		return nil, ""
	}
	value.Text(v)
	return v, ""
}

func (r maker) call(o *op.Op) *op.KernelCall {
	c := &op.KernelCall{Op: o, Out: types.ErrorType}
	d := []value.Dtype{value.Int32, value.Float32, value.Int64, value.Bool, value.Uint8}[r.IntN(5)]
	shape := r.shape(r.IntN(4), 4)
	for range o.Params {
		c.Args = append(c.Args, r.value(d, shape))
	}
	var named []op.Named
	for _, a := range o.Attrs {
		if a.Required || a.Name == "attrs_type_key" || r.IntN(2) == 0 {
			named = append(named, op.Named{Name: a.Name, Value: r.attr(&a)})
		}
	}
	c.Attrs, _ = op.Bind(o, named)
	return c
}

func (r maker) value(d value.Dtype, shape []int) value.Value {
	switch r.IntN(12) {
	case 0:
		d = r.dtype()
	case 1, 2:
		shape = r.shape(r.IntN(4), 4)
	case 3, 4:
		return &value.Tuple{Elems: []value.Value{r.value(d, shape), r.value(d, shape)}}
	case 5:
		shape = []int{len(shape)}
		d = value.Int64
	case 6:
		return value.FromInt(d, int64(r.IntN(4)))
	}
	return value.Simplest(r.strided(d, shape...))
}

func (r maker) attr(a *op.Attr) op.Value {
	number := func() op.Value { return op.Int(int64(r.IntN(9) - 3)) }
	switch a.Type {
	case op.StringAttr:
		if a.Allowed != nil {
			return op.Text(a.Allowed[r.IntN(len(a.Allowed))])
		}
		return op.Text([]string{"ij,jk->ik", "...i->...", "ij,ij", "clip", "wrap", "add", "mean", "size", "xy"}[r.IntN(9)])
	case op.DtypeAttr:
		return op.Text([]string{"int32", "float32", "float16", "uint8", "int4", "float32x4", "bool"}[r.IntN(7)])
	case op.IntsAttr, op.IntOrIntsAttr:
		list := op.Value{Kind: op.ListValue}
		for range r.IntN(5) {
			list.List = append(list.List, number())
		}
		if a.Type == op.IntOrIntsAttr && r.IntN(2) == 0 {
			return number()
		}
		return list
	case op.FloatAttr:
		return op.Float(float64(r.IntN(5) - 2))
	case op.ExprAttr:
		return op.Value{Kind: op.ExprValue}
	}
	return number()
}
