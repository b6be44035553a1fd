package table

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

var (
	hostile     = flag.Int("hostile", 100, "number of calls of each operator that need not make sense")
	hostileSeed = flag.Uint64("hostileseed", 1, "what they are drawn from")
	hostileOp   = flag.String("hostileop", "", "the only operator to try")
	patience    = flag.Duration("patience", time.Minute, "how long one of them may take")
)

// TestKernelsSurvive runs every kernel on calls that its relation accepts, however
// little sense they make: it gives a value of the type that the relation gave, or an
// error that says something; it asks for memory before it takes it, and ends soon
// after a limit is passed.
func TestKernelsSurvive(t *testing.T) {
	seeds, operators := readRecorded(t), Default()
	for _, name := range slices.Sorted(maps.Keys(operators)) {
		o := operators[name]
		if o.Kernel == nil || o.Relation == nil || *hostileOp != "" && name != *hostileOp {
			continue
		}
		h := &survival{T: t, thrower: &thrower{rand.New(rand.NewPCG(*hostileSeed, 8))}, op: o, views: true, seen: map[string]bool{}}
		h.run(seedsOf(seeds, name))
	}
}

// survival tries one operator.
type survival struct {
	*testing.T
	*thrower
	op       *op.Op
	accepted int
	views    bool            // some calls get vast views
	warned   bool            // the relation warns of the call that is tried
	seen     map[string]bool // problems that were reported
}

func (h *survival) run(seeds []*kerneltest.Call) {
	for range *hostile {
		c, ok := h.call(seeds)
		if !ok {
			continue
		}
		h.accepted++
		h.try(c)
	}
	if _, given := unheld[h.op.Name]; h.accepted < min(5, *hostile/20) && !given {
		h.Errorf("%s: only %d calls were accepted", h.op.Name, h.accepted)
	}
}

// likened are operators without recorded calls that take those of another.
var likened = map[string]string{
	"auto_scheduler_layout_transform":   "layout_transform",
	"nn.contrib_conv2d_NCHWc":           "nn.conv2d",
	"nn.contrib_depthwise_conv2d_NCHWc": "nn.conv2d",
	"nn.internal.sparse_dense_padded":   "nn.sparse_dense",
}

func seedsOf(calls map[string][]*kerneltest.Call, name string) []*kerneltest.Call {
	if like, ok := likened[name]; ok {
		name = like
	}
	return calls[name]
}

func (h *survival) call(seeds []*kerneltest.Call) (*op.KernelCall, bool) {
	m := &mutant{thrower: h.thrower, op: h.op}
	if len(seeds) > 0 {
		if m = h.mutate(h.op, pick(h.thrower, seeds...)); h.views && h.IntN(4) == 0 {
			m.vast()
		}
	} else {
		for range h.op.Params {
			m.args = append(m.args, h.filled(pick(h.thrower, value.Float32, value.Int32, value.Int64), h.shape(true)))
		}
		m.attribute()
	}
	return h.made(m)
}

// made is a mutant as a kernel takes it; false where the checker refuses it.
func (h *survival) made(m *mutant) (*op.KernelCall, bool) {
	attrs, errs := op.Bind(h.op, m.named)
	if len(errs) > 0 {
		return nil, false
	}
	c := &op.KernelCall{Op: h.op, Attrs: attrs}
	ask := &op.Call{Op: h.op, Attrs: attrs, Last: true, Fresh: fresh, FreshLeaf: fresh}
	for i, arg := range m.args {
		if arg == nil && !h.op.Params[i].Optional && !h.op.Params[i].Variadic {
			return nil, false
		}
		c.Args = append(c.Args, simplest(arg))
		if arg == nil {
			ask.Args = append(ask.Args, nil)
		} else {
			ask.Args = append(ask.Args, op.TypeOf(arg))
		}
	}
	a := h.op.Relation(ask)
	if a.Err != nil || a.Waits || types.IsBad(a.Out) {
		return nil, false
	}
	c.Out, h.warned = a.Out, len(a.Warn)+len(attrs.Unlisted()) > 0
	return c, true
}

// simplest makes scalars of arrays without dimensions, as programs hold them.
func simplest(v value.Value) value.Value {
	switch v := v.(type) {
	case *value.Array:
		return value.Simplest(v)
	case *value.Tuple:
		tuple := &value.Tuple{}
		for _, e := range v.Elems {
			tuple.Elems = append(tuple.Elems, simplest(e))
		}
		return tuple
	case nil:
		return nil
	}
	return v
}

func (h *survival) try(c *op.KernelCall) {
	done := make(chan string)
	go func() { done <- h.outcome(c) }()
	select {
	case problem := <-done:
		key, _, _ := strings.Cut(problem, "\n")
		if problem != "" && !h.seen[key] {
			h.seen[key] = true
			h.Errorf("%s%s of %v: %s", h.op.Name, c.Attrs, argTexts(c), problem)
		}
	case <-time.After(*patience):
		stacks := make([]byte, 1<<16)
		stacks = stacks[:runtime.Stack(stacks, true)]
		h.Fatalf("%s%s of %v does not end:\n%s", h.op.Name, c.Attrs, argTexts(c), stacks)
	}
}

// outcome runs a call and says what is wrong with it.
func (h *survival) outcome(c *op.KernelCall) (problem string) {
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprintf("panics: %v at %s", r, place(debug.Stack()))
		}
	}()
	m := &optest.Bounded{Steps: mostSteps, Bytes: mostBytes}
	before := allocated()
	v, err := h.op.Kernel(m, c)
	if taken, asked := allocated()-before, mostBytes-m.Bytes; taken > uint64(spareBytes+spareFactor*asked) {
		return fmt.Sprintf("takes memory that it did not ask for\n%d bytes, and asked for %d; %v", taken, asked, err)
	}
	switch {
	case errors.Is(err, optest.ErrBound):
		return ""
	case err != nil && (err.Error() == "" || strings.Contains(err.Error(), "runtime error")):
		return "an error that says nothing"
	case err != nil:
		return h.unforeseen(c, err)
	case v == nil:
		return "neither a value nor an error"
	}
	return misfit(c.Out, v)
}

// unforeseen says of an error that the entry of the operator does not mention it.
// Calls of which the relation warns may fail.
func (h *survival) unforeseen(c *op.KernelCall, err error) string {
	fails := h.op.Fails
	switch {
	case !h.op.Stores && op.HoldsStored(c.Out):
		return ""
	case !fails.Known(), errors.Is(err, value.ErrTooLarge), h.warned, slices.ContainsFunc(c.Attrs.Values, isComputed):
		return ""
	case fails.May(op.OnIndex), fails.May(op.OnZero), fails.May(op.OnEmpty) && hasEmpty(c), fails.May(op.OnDtype) && !h.computes(c):
		return ""
	}
	return "fails on what its entry does not name: " + err.Error()
}

func hasEmpty(c *op.KernelCall) bool {
	empty := false
	for _, arg := range c.Args {
		eachOf(arg, func(a *value.Array) *value.Array {
			empty = empty || a.Len() == 0
			return a
		})
	}
	return empty
}

const (
	mostSteps = 1 << 22
	mostBytes = 1 << 24
	// Kernels may take some memory besides what they ask for: for operands in a wider
	// dtype, and parts of a result.
	spareBytes, spareFactor = 1 << 23, 1
)

// place is the innermost function of the project in a stack.
func place(stack []byte) string {
	_, below, _ := strings.Cut(string(stack), "panic(")
	for _, line := range strings.Split(below, "\n") {
		if at, ok := strings.CutPrefix(line, "\t"); ok && strings.Contains(at, "fraccheck") {
			return at
		}
	}
	return "?"
}

// allocated is how many bytes were allocated in pieces too large for a size class (over
// 32 KiB): what a kernel lets go of after each row or tile is not meant.
func allocated() uint64 {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/gc/heap/allocs-by-size:bytes"}}
	metrics.Read(samples)
	bytes, bySize := samples[0].Value.Uint64(), samples[1].Value.Float64Histogram()
	for i, n := range bySize.Counts[:len(bySize.Counts)-1] {
		bytes -= n * uint64(bySize.Buckets[i+1]-1)
	}
	return bytes
}

// misfit says how a value differs from its type, and reads all of it.
func misfit(t types.Type, v value.Value) string {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		a := value.Dense(v)
		if a == nil {
			return fmt.Sprintf("no tensor, but %T", v)
		}
		has := types.String(op.TypeOf(a))
		if len(t.Shape) != a.Rank() {
			return fmt.Sprintf("a value of type %s, want %s", has, types.String(t))
		}
		for k, d := range t.Shape {
			if n, known := d.Const(); known && n != int64(a.Shape[k]) {
				return fmt.Sprintf("a value of type %s, want %s", has, types.String(t))
			}
		}
		if d, err := op.DtypeValue(t.Dtype, a.Dtype); err != nil || d != a.Dtype {
			return fmt.Sprintf("a value of type %s, want %s", has, types.String(t))
		}
		if n, err := value.CheckedLen(a.Shape); err != nil || n <= 1<<20 && value.Length(a.Flat()) != n {
			return fmt.Sprintf("an array of shape %s, %v", value.ShapeText(a.Shape), err)
		}
	case *types.Tuple:
		tuple, ok := v.(*value.Tuple)
		if !ok || len(tuple.Elems) != len(t.Elems) {
			return fmt.Sprintf("%T, want %s", v, types.String(t))
		}
		for i, e := range t.Elems {
			if problem := misfit(e, tuple.Elems[i]); problem != "" {
				return fmt.Sprintf("part %d: %s", i, problem)
			}
		}
	}
	return ""
}
