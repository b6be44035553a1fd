package table

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/linear"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A lawTest holds the laws of one operator on one dtype.
type lawTest struct {
	*testing.T
	o *op.Op
	d value.Dtype
	*rand.Rand
}

// heldElsewhere are operators with laws that have no kernel: lawcheck tries
// `join` before it says that it is associative.
var heldElsewhere = map[string]bool{parallel.Join: true}

// sorted goes through a table by name, so that random calls are the same ones in
// every run.
func sorted(all op.Table) iter.Seq2[string, *op.Op] {
	return func(yield func(string, *op.Op) bool) {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if !yield(name, all[name]) {
				return
			}
		}
	}
}

func TestLawsHold(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, o := range sorted(Default()) {
		if o.Laws == (op.Laws{}) || heldElsewhere[name] {
			continue
		}
		if o.Map == nil {
			t.Errorf("%s has laws that nothing tests", name)
			continue
		}
		for d := value.Bool; d <= value.Float64; d++ {
			h := &lawTest{t, o, d, r}
			if len(o.Params) == 1 {
				h.idempotentFunction()
			} else {
				h.operatorLaws()
			}
		}
	}
}

func (h *lawTest) operatorLaws() {
	l := h.o.Laws
	if exact, rounded := h.claimed(l.Associative); exact || rounded {
		x, y, z := h.draw(exact), h.draw(exact), h.draw(exact)
		h.same("associative", exact, h.do(h.do(x, y), z), h.do(x, h.do(y, z)))
	}
	if exact, rounded := h.claimed(l.Commutative); exact || rounded {
		x, y := h.draw(exact), h.draw(exact)
		h.same("commutative", exact, h.do(x, y), h.do(y, x))
	}
	if exact, rounded := h.claimed(l.Idempotent); exact || rounded {
		x := h.draw(exact)
		h.same("idempotent", exact, h.do(x, x), x)
	}
	h.neutral("identity", l.Identity, func(x, _ *value.Array) *value.Array { return x })
	h.neutral("absorbing", l.Absorbing, func(_, e *value.Array) *value.Array { return e })
	if l.Mirror != "" {
		x, y := h.draw(true), h.draw(true)
		other := &lawTest{h.T, Default()[l.Mirror], h.d, h.Rand}
		h.same("mirror", true, h.do(x, y), other.do(y, x))
	}
}

func (h *lawTest) idempotentFunction() {
	if exact, rounded := h.claimed(h.o.Laws.Idempotent); exact || rounded {
		once := h.do(h.draw(true))
		h.same("idempotent", exact, h.do(once), once)
	}
}

func (h *lawTest) neutral(law string, n op.Neutral, want func(x, e *value.Array) *value.Array) {
	exact, rounded := h.claimed(n.Law)
	if !exact && !rounded {
		return
	}
	s, ok := n.Element.Scalar(h.d)
	if !ok {
		h.Errorf("%s: %s has no such element of %s", h.o.Name, law, h.d)
		return
	}
	x := h.draw(exact)
	e := value.Full(s, x.Shape)
	h.same(law, exact, h.do(x, e), want(x, e))
	if n.Side == op.BothSides {
		h.same(law, exact, h.do(e, x), want(x, e))
	}
}

// claimed returns what a law says of the dtype, where the kernel has it at all.
func (h *lawTest) claimed(l op.Law) (exact, rounded bool) {
	in := slices.Repeat([]value.Dtype{h.d}, len(h.o.Params))
	if h.o.Map(op.Attrs{Op: h.o}, in) == nil {
		return false, false
	}
	t, _ := types.ParseDtype(h.d.String())
	return l.Of(types.Scalar(t))
}

// do runs the kernel.
func (h *lawTest) do(args ...*value.Array) *value.Array {
	c := &op.KernelCall{Op: h.o, Attrs: op.Attrs{Op: h.o}}
	for _, a := range args {
		c.Args = append(c.Args, a)
	}
	v, err := h.o.Kernel(optest.Machine{}, c)
	if err != nil {
		h.Fatalf("%s of %s: %v", h.o.Name, h.d, err)
	}
	return value.Dense(v)
}

// corners are numbers where laws break first.
var corners = []float64{0, math.Copysign(0, -1), 1, -1, 2, 0.5, 255, -128, 127, 65504, 1e30, -1e30, math.Inf(1), math.Inf(-1), math.NaN()}

// draw makes an array: of all there is, or of numbers near 1 whose sums and
// products stay in range, where rounding is allowed for.
func (h *lawTest) draw(all bool) *value.Array {
	a := value.NewArray(h.d, []int{400})
	for i := range a.Len() {
		s := value.FromFloat(h.d, 0.5+h.Float64())
		switch {
		case all && !h.d.IsFloat():
			s = value.FromInt(value.Int64, int64(h.Uint64())).Convert(h.d)
			if h.IntN(2) == 0 {
				s = value.FromInt(value.Int64, h.Int64N(5)-2).Convert(h.d)
			}
		case all && h.IntN(3) > 0:
			s = value.FromFloat(h.d, corners[h.IntN(len(corners))])
		}
		value.Store(a.Data, i, s)
	}
	return a
}

// same compares to the bit, but for which NaN it is; or up to a few roundings.
func (h *lawTest) same(law string, exact bool, got, want *value.Array) {
	h.Helper()
	for i := range got.Len() {
		x, y := value.Load(got.Dtype, got.Flat(), i), value.Load(want.Dtype, want.Flat(), i)
		if x == y || x.Dtype.IsFloat() && math.IsNaN(x.Float()) && math.IsNaN(y.Float()) {
			continue
		}
		if !exact && math.Abs(x.Float()-y.Float()) <= 4*epsilon(h.d)*math.Abs(y.Float()) {
			continue
		}
		h.Errorf("%s on %s is not %s: %s and %s", h.o.Name, h.d, law, value.Text(x), value.Text(y))
		return
	}
}

// epsilon is the distance of 1 from the next number.
func epsilon(d value.Dtype) float64 {
	switch d {
	case value.Bfloat16:
		return 1. / (1 << 7)
	case value.Float16:
		return 1. / (1 << 10)
	case value.Float32:
		return 1. / (1 << 23)
	}
	return 1. / (1 << 52)
}

// Where all that an operator may fail on is ruled out, its calls give a value:
// extents are known, the dtypes have a kernel, divisors are not 0, tensors are
// not empty, indices are in range.
func TestTotalOperatorsNeverFail(t *testing.T) {
	tried, recorded := map[string]int{}, readRecorded(t)
	r := &thrower{rand.New(rand.NewPCG(5, 6))}
	for name, o := range sorted(Default()) {
		if !o.Fails.Known() || o.Kernel == nil || o.Relation == nil {
			continue
		}
		for range 600 {
			c, ok := r.checkedCall(o)
			if !ok {
				continue
			}
			tried[name]++
			if v, err := o.Kernel(optest.Machine{}, c); errors.Is(err, value.ErrTooLarge) {
				continue // a limit of every run, like its memory
			} else if err != nil {
				t.Errorf("%s%s of %s fails: %v", name, c.Attrs, argTexts(c), err)
				break
			} else {
				holdAliasing(t, c, v)
			}
		}
		if tried[name] < 10 && len(recorded[name]) == 0 { // TestKernelsSurvive tries those that are recorded
			t.Errorf("%s: only %d calls were tried", name, tried[name])
		}
	}
}

func argTexts(c *op.KernelCall) (texts []string) {
	for _, a := range c.Args {
		texts = append(texts, types.String(op.TypeOf(a)))
	}
	return texts
}

// checkedCall makes a call that its relation accepts, and rules out what the
// entry says it fails on.
func (r *thrower) checkedCall(o *op.Op) (*op.KernelCall, bool) {
	attrs := r.attrs(o)
	if slices.ContainsFunc(attrs.Values, isComputed) {
		return nil, false
	}
	c := &op.KernelCall{Op: o, Attrs: attrs}
	ask := &op.Call{Op: o, Attrs: attrs, Last: true, Fresh: fresh, FreshLeaf: fresh}
	d, shape := value.Dtype(r.IntN(int(value.Float64)+1)), r.shape(!o.Fails.May(op.OnEmpty))
	for range o.Params {
		arg := value.Value(r.filled(d, pick(r, shape, shape, shape[r.IntN(len(shape)+1):])))
		if tuples[o.Name] {
			arg = &value.Tuple{Elems: []value.Value{arg, r.filled(d, shape)}}
		}
		c.Args, ask.Args = append(c.Args, arg), append(ask.Args, op.TypeOf(arg))
	}
	a := o.Relation(ask)
	if a.Err != nil || a.Waits || types.IsBad(a.Out) || len(a.Warn)+len(attrs.Unlisted()) > 0 || !fitsInMemory(a.Out) {
		return nil, false
	}
	c.Out = a.Out
	return c, !o.Fails.May(op.OnDtype) || r.computes(c)
}

func fitsInMemory(out types.Type) bool {
	fits := true
	types.Walk(out, func(t types.Type) bool {
		if t, ok := t.(*types.Tensor); ok {
			n := int64(1)
			for _, d := range t.Shape {
				extent, _ := d.Const()
				fits = fits && extent < 1<<10
				n *= extent
			}
			fits = fits && n < 1<<20
		}
		return fits
	})
	return fits
}

// tuples are the operators, of those that are tried, whose argument is a tuple.
var tuples = map[string]bool{"concatenate": true}

func isComputed(v op.Value) bool {
	return v.Kind == op.DimValue || v.Kind == op.ExprValue || slices.ContainsFunc(v.List, isComputed)
}

// computes reports whether the kernel has the dtypes of a call.
func (r *thrower) computes(c *op.KernelCall) bool {
	if !c.Op.Stores && op.HoldsStored(c.Out) {
		return false
	}
	if c.Op.Map == nil {
		t, ok := c.Out.(*types.Tensor)
		if ok {
			_, ok = value.ParseDtype(t.Dtype.String())
		}
		return ok
	}
	var in []value.Dtype
	for _, a := range c.Args {
		in = append(in, value.Dense(a).Dtype)
	}
	return c.Op.Map(c.Attrs, in) != nil
}

// shape draws extents, seldom 0 where tensors may be empty.
func (r *thrower) shape(empty bool) []int {
	shape := make([]int, r.IntN(4))
	for i := range shape {
		shape[i] = pick(r, 1, 2, 3)
		if empty && r.IntN(12) == 0 {
			shape[i] = 0
		}
	}
	return shape
}

// filled is an array without zeros.
func (r *thrower) filled(d value.Dtype, shape []int) *value.Array {
	a := value.NewArray(d, shape)
	for i := range a.Len() {
		value.Store(a.Data, i, value.FromInt(d, 1+r.Int64N(9)))
	}
	return a
}

// holdAliasing holds what the entry says of the result's memory.
func holdAliasing(t *testing.T, c *op.KernelCall, v value.Value) {
	if len(c.Args) == 0 {
		return
	}
	t.Helper()
	arg, isArray := c.Args[0].(*value.Array)
	result, ok := v.(*value.Array)
	if !ok || !isArray || result.Len() == 0 {
		return
	}
	shared := reflect.ValueOf(result.Data).Pointer() == reflect.ValueOf(arg.Data).Pointer()
	if c.Op.Aliasing == op.Fresh && shared || c.Op.Aliasing == op.View && !shared {
		t.Errorf("%s%s of %v: shares memory: %v", c.Op.Name, c.Attrs, argTexts(c), shared)
	}
}

// Divisions of integers by 0 fail, and only they do.
func TestZeroDivisors(t *testing.T) {
	for name, o := range Default() {
		if o.Map == nil || len(o.Params) != 2 {
			continue
		}
		c := &op.KernelCall{Op: o, Attrs: op.Attrs{Op: o}, Args: []value.Value{value.I32(3), value.I32(0)}}
		_, err := o.Kernel(optest.Machine{}, c)
		if fails := errors.Is(err, value.ErrZeroDivisor); fails != (o.Fails.Known() && o.Fails.May(op.OnZero)) {
			t.Errorf("%s of 3 and 0: %v, and the entry says %v", name, err, o.Fails)
		}
	}
}

// A dtype that a Map has no function for is a failure that the entry names.
func TestDtypesWithoutKernel(t *testing.T) {
	for name, o := range Default() {
		if o.Map == nil || !o.Fails.Known() || o.Fails.May(op.OnDtype) {
			continue
		}
		for d := value.Bool; d <= value.Float64; d++ {
			if o.Map(op.Attrs{Op: o}, slices.Repeat([]value.Dtype{d}, len(o.Params))) == nil {
				t.Errorf("%s cannot be computed of %s, and the entry does not say so", name, d)
			}
		}
	}
}

// A synonym has the traits and the types of what it is another name of.
func TestSynonyms(t *testing.T) {
	table := Default()
	for name, o := range table {
		if o.SameAs == "" {
			continue
		}
		of := table[o.SameAs]
		if of == nil || of.SameAs != "" {
			t.Errorf("%s is another name of %q, which is none of its own", name, o.SameAs)
			continue
		}
		if diff := cmp.Diff(known(of), known(o)); diff != "" {
			t.Errorf("%s and %s (-, +):\n%s", o.SameAs, name, diff)
		}
		if o.Map != nil {
			in := []value.Dtype{value.Int32, value.Int32}
			if o.Map(op.Attrs{Op: o}, in) != of.Map(op.Attrs{Op: of}, in) {
				t.Errorf("%s computes something else than %s", name, o.SameAs)
			}
		}
	}
}

// known are the traits that can be compared.
func known(o *op.Op) string {
	return fmt.Sprint(o.Laws, o.Fails, o.Rounding, o.Aliasing, o.Params, o.Product != nil, o.Rebinding != nil)
}

// The sides of a product multiply to what the kernel gives.
func TestProductsAreProducts(t *testing.T) {
	r := &thrower{rand.New(rand.NewPCG(7, 8))}
	for name, o := range sorted(Default()) {
		if o.Product == nil {
			continue
		}
		tried := 0
		for range 3000 {
			attrs := r.attrs(o)
			c := &op.KernelCall{Op: o, Attrs: attrs, Args: []value.Value{r.filled(value.Float32, r.shape(false)), r.filled(value.Float32, r.shape(false))}}
			out, err := c.ResultType()
			if err != nil || slices.ContainsFunc(attrs.Values, isComputed) || attrs.Dtype("out_dtype") != types.NoDtype {
				continue
			}
			c.Out = out
			left, right := o.Product(attrs, c.Args[0].(*value.Array), c.Args[1].(*value.Array), 0, 0)
			if left == nil || left.Rank() < 2 || left.Shape[left.Rank()-1] != right.Shape[right.Rank()-2] {
				continue
			}
			tried++
			want, err := o.Kernel(optest.Machine{}, c)
			if err != nil {
				t.Fatal(name, err)
			}
			got, err := linear.Matmul(optest.Machine{}, left, right)
			if err != nil {
				t.Fatal(name, err)
			}
			if value.Text(value.Simplest(got)) != value.Text(want) {
				t.Fatalf("%s%s: %s, want %s", name, attrs, value.Text(got), value.Text(want))
			}
		}
		if tried < 5 {
			t.Errorf("%s: only %d products were tried", name, tried)
		}
	}
}
