package table

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// costless are the operators on tensors without a cost, and why.
var costless = map[string]string{
	"call_lowered":                   "it calls a function",
	"vm.invoke_tvm_op":               "it calls a function",
	"memory.alloc_storage":           "the size is a value",
	"vm.shape_func":                  "it calls a function",
	"sparse_fill_empty_rows":         "the number of rows is a value",
	"stack":                          "the lengths of FractalTensors are in no type",
	"flatten":                        "the lengths of FractalTensors are in no type",
	"meta_schedule_layout_transform": "it has no type",
	"parser.MetaRef":                 "it has no type",
}

func TestCostsAreKnown(t *testing.T) {
	for name, o := range sorted(Default()) {
		if o.Relation == nil {
			continue // functions on FractalTensors
		}
		known := o.Cost.Work != nil && o.Cost.Span != nil && o.Cost.Memory != nil
		if _, excused := costless[name]; known && excused && o.Fractal == nil || !known && !excused {
			t.Errorf("%s: work, span and memory are known: %v", name, known)
		}
	}
}

// The cost of a call is known where all extents are, and is about what the kernel
// counts; of extents that are variables it gives no less.
func TestCostsHoldOfKernels(t *testing.T) {
	seeds := readRecorded(t)
	for name, o := range sorted(Default()) {
		if o.Kernel == nil || o.Cost.Work == nil {
			continue
		}
		h := &costTest{survival: &survival{T: t, thrower: &thrower{rand.New(rand.NewPCG(2, 9))}, op: o, seen: map[string]bool{}}}
		for range 250 {
			if c, ok := h.call(seedsOf(seeds, name)); ok && moderate(c) {
				h.run(c)
			}
		}
		if _, given := unheld[name]; h.ran < 10 && !given {
			t.Errorf("%s: only %d calls were held against its cost", name, h.ran)
		}
	}
}

// moderate leaves out calls on empty tensors, whose costs say little, and those with
// numbers so large that they cannot be meant.
func moderate(c *op.KernelCall) bool {
	return !hasEmpty(c) && !slices.ContainsFunc(c.Attrs.Values, extreme)
}

func extreme(v op.Value) bool {
	return v.Kind == op.IntValue && (v.Int > 1<<10 || v.Int < -1<<10) || math.Abs(v.Float) > 1<<10 || slices.ContainsFunc(v.List, extreme)
}

// A costTest holds the cost of one operator against calls.
type costTest struct {
	*survival
	ran int
}

func (h *costTest) run(c *op.KernelCall) {
	m := &optest.Bounded{Steps: mostSteps, Bytes: mostBytes}
	v, err := h.op.Kernel(m, c)
	if err != nil || h.warned || length(v) == 0 {
		return
	}
	h.ran++
	call := c.Call()
	call.Out = op.TypeOf(v)
	work, ok := h.op.Cost.Work.Number(call)
	if !ok || work < 0 {
		h.problem(c, "the work is not known")
		return
	}
	h.compare(c, work, mostSteps-m.Steps, v)
	h.allocated(c, call, mostBytes-m.Bytes)
	h.figure(c, call, "work", h.op.Cost.Work)
	h.figure(c, call, "span", h.op.Cost.Span)
	h.figure(c, call, "memory", h.op.Cost.Memory)
}

// Kernels count a unit of work now and then for several operations, pad what they
// compute to whole blocks, or give a view instead of a copy.
const (
	unitWork  = 64
	unitSlack = 512
)

func (h *costTest) compare(c *op.KernelCall, work, counted int64, v value.Value) {
	switch {
	case h.op.Cost.Bound && counted > work:
		h.problem(c, "the kernel counts more than the bound")
	case counted > unitWork*work+unitSlack && !h.views():
		h.problem(c, "the kernel counts much more than the work")
	case work > unitWork*max(counted, length(v))+unitSlack:
		h.problem(c, "the kernel counts much less than the work")
	}
}

// shared are the operators whose result is a view or an argument where it can be one, or
// whose size is a value.
var shared = map[string]bool{
	"reshape": true, "contrib_reverse_reshape": true, "reshape_like": true, "dyn.reshape": true, "nn.batch_flatten": true,
	"tile": true, "dyn.tile": true, "repeat": true, "einsum": true, "layout_transform": true, "auto_scheduler_layout_transform": true,
	"cast_like": true, "qnn.simulated_quantize": true, "qnn.simulated_dequantize": true,
	"nn.space_to_depth": true, "nn.depth_to_space": true, "nn.space_to_batch_nd": true, "nn.batch_to_space_nd": true,
	"argwhere": true, "unique": true, // bounds
	"shape_of": true, "sparse_reshape": true, // shapes are made as they are
}

// allocated holds the memory of the result against what the kernel asks for: no less,
// and of elementwise functions just that. Scalars take none.
func (h *costTest) allocated(c *op.KernelCall, call *op.Call, asked int64) {
	memory, known := h.op.Cost.Memory.Number(call)
	switch {
	case !known || shared[h.op.Name]:
	case asked < memory && !call.Results().IsConst(1):
		h.problem(c, "the kernel asks for less memory than the result takes")
	case h.op.Map != nil && asked != memory && asked > 0:
		h.problem(c, "the kernel asks for other memory than that of the result")
	}
}

// views reports whether an operator costs 1 where it copies, too.
func (h *costTest) views() bool {
	span, _ := h.op.Cost.Work.Number(&op.Call{Op: h.op, Args: make([]types.Type, len(h.op.Params))})
	return span == 1
}

// length is the number of elements of a value.
func length(v value.Value) int64 {
	n, _ := op.Elements(op.TypeOf(v)).Const()
	return n
}

// figure holds a figure of the same call with variables for the extents against that
// with numbers, where the relation gives the result the same size in both.
func (h *costTest) figure(c *op.KernelCall, call *op.Call, what string, f op.Figure) {
	n, ok := f.Number(call)
	if !ok || n < 0 {
		h.problem(c, "the "+what+" is not known")
		return
	}
	abstract, sizes, ok := abstracted(call)
	if !ok {
		return
	}
	size := func(s *symbolic.Symbol) (int64, bool) { n, ok := sizes[s]; return n, ok }
	e, results := f.Of(abstract), abstract.Results().Expr()
	if e == nil || results == nil {
		return // what follows from the numbers is not known of the variables
	}
	if n, err := results.Eval(size); err != nil || !call.Results().IsConst(n) {
		return // pools round quotients of numbers towards zero
	}
	bound, err := e.Enclose(size)
	if err != nil || bound.High < float64(n)*(1-1e-12) {
		h.problem(c, what+" "+e.String()+" of variables is less than that of numbers")
	}
}

// abstracted is a call with a variable for each extent above 1 of the arguments; false
// where the relation does not take it, or concludes that some are equal.
func abstracted(call *op.Call) (*op.Call, map[*symbolic.Symbol]int64, bool) {
	a := abstraction{sizes: map[*symbolic.Symbol]int64{}, of: map[int64]*symbolic.Symbol{}}
	c := *call
	c.Args = make([]types.Type, len(call.Args))
	for i, arg := range call.Args {
		if arg != nil {
			c.Args[i] = a.typ(arg)
		}
	}
	answer := c.Op.Relation(&c)
	c.Out = answer.Out
	return &c, a.sizes, answer.Err == nil && !answer.Waits
}

// An abstraction gives equal extents one variable.
type abstraction struct {
	sizes map[*symbolic.Symbol]int64
	of    map[int64]*symbolic.Symbol
}

func (a *abstraction) typ(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Tensor:
		shape := make([]types.Dim, len(t.Shape))
		for i, d := range t.Shape {
			shape[i] = a.extent(d)
		}
		return op.TensorOf(t.Dtype, shape...)
	case *types.Tuple:
		tuple := &types.Tuple{}
		for _, e := range t.Elems {
			tuple.Elems = append(tuple.Elems, a.typ(e))
		}
		return tuple
	}
	return t
}

func (a *abstraction) extent(d types.Dim) types.Dim {
	n, _ := d.Const()
	if n <= 1 {
		return d
	}
	if a.of[n] == nil {
		a.of[n] = symbolic.NewSymbol("d"+strings.Repeat("'", len(a.of)), uint32(100+n))
		a.sizes[a.of[n]] = n
	}
	return types.DimOf(symbolic.Var(a.of[n]))
}
