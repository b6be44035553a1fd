package table

import (
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

var rangeCalls = flag.Int("range-calls", 1000, "how many random calls each range is held against")

// No kernel computes an element that is outside of the range in its operator's entry, of
// operands within theirs: random calls, and those that are recorded with other numbers.
func TestRangesHold(t *testing.T) {
	recorded := readRecorded(t)
	r := &thrower{rand.New(rand.NewPCG(9, 10))}
	for name, o := range sorted(Default()) {
		if o.Range == nil || o.Kernel == nil {
			continue
		}
		tried := 0
		for i := range *rangeCalls {
			var c *op.KernelCall
			if calls := recorded[name]; len(calls) > 0 && (i%2 == 0 || tried == 0) {
				c = recordedCall(o, calls[i%len(calls)])
			} else if made, ok := r.checkedCall(o); ok {
				c = made
			} else {
				continue
			}
			held, ok := holdsRange(t, r, c)
			if !held {
				break
			}
			if ok {
				tried++
			}
		}
		if tried < 20 {
			t.Errorf("%s: only %d calls were tried", name, tried)
		}
	}
}

// recordedCall is a call that is recorded.
func recordedCall(o *op.Op, r *kerneltest.Call) *op.KernelCall {
	attrs, _ := op.Bind(o, r.Named(o))
	c := &op.KernelCall{Op: o, Attrs: attrs}
	for _, x := range r.Args {
		c.Args = append(c.Args, x.Value)
	}
	for len(c.Args) < len(o.Params) && o.Params[len(c.Args)].Optional {
		c.Args = append(c.Args, nil)
	}
	return c
}

// A small machine refuses what takes long: shapes may be random numbers.
type small struct{ optest.Machine }

var errLarge = errors.New("the result is too large")

func (small) Allocate(bytes int64) error { return atMost(bytes) }
func (small) Charge(steps int64) error   { return atMost(steps) }

func atMost(n int64) error {
	if n > 1<<20 {
		return errLarge
	}
	return nil
}

// holdsRange runs a call of other numbers; ran is false where it cannot be run.
func holdsRange(t *testing.T, r *thrower, c *op.KernelCall) (held, ran bool) {
	ask := &op.RangeCall{Call: &op.Call{Op: c.Op, Attrs: c.Attrs, Last: true}}
	args := make([]value.Value, len(c.Args))
	keep := r.IntN(2) == 0
	for i, arg := range c.Args {
		if arg == nil {
			ask.Args, ask.In = append(ask.Args, nil), append(ask.In, interval.None)
			continue
		}
		var set interval.Set
		args[i], set = r.refilled(arg, keep)
		ask.Args, ask.In = append(ask.Args, op.TypeOf(arg)), append(ask.In, set)
	}
	answer := c.Op.Relation(ask.Call)
	if answer.Err != nil || answer.Waits || answer.Out == nil {
		return true, false
	}
	ask.Out = answer.Out
	out, err := c.Op.Kernel(small{}, &op.KernelCall{Op: c.Op, Args: args, Attrs: c.Attrs, Out: answer.Out})
	if err != nil {
		return true, false
	}
	for _, a := range arrays(out) {
		if atMost(int64(a.Len())) != nil { // of one element in memory
			return true, false
		}
		ask.Dtype = a.Dtype
		set := c.Op.Range(ask)
		for _, x := range value.Elems[float64](a.Convert(value.Float64)) {
			if !set.Contains(x) {
				t.Errorf("%s%s of %s in %v gives %v (%s), outside of %v", c.Op.Name, c.Attrs, types.Strings(ask.Args...), ask.In, x, a.Dtype, set)
				return false, true
			}
		}
	}
	return true, true
}

func arrays(v value.Value) (found []*value.Array) {
	if t, ok := v.(*value.Tuple); ok {
		for _, e := range t.Elems {
			found = append(found, arrays(e)...)
		}
		return found
	}
	if a := value.Dense(v); a != nil {
		found = append(found, a)
	}
	return found
}

// refilled is a value of the same type with numbers of a random set. Where integers are kept, indices and shapes
// are those that fit the others.
func (r *thrower) refilled(v value.Value, keep bool) (value.Value, interval.Set) {
	if t, ok := v.(*value.Tuple); ok {
		out, set := &value.Tuple{}, interval.None
		for _, e := range t.Elems {
			x, s := r.refilled(e, keep)
			out.Elems, set = append(out.Elems, x), set.Join(s)
		}
		return out, set
	}
	like := value.Dense(v)
	if keep && like.Dtype.IsInteger() {
		set := interval.None
		for _, x := range value.Elems[float64](like.Convert(value.Float64)) {
			set = set.Join(interval.Of(x))
		}
		return v, set
	}
	a := value.NewArray(like.Dtype, like.Shape)
	ends := [2]float64{r.end(like.Dtype), r.end(like.Dtype)}
	if r.IntN(4) == 0 {
		ends[1] = ends[0]
	}
	set := interval.None
	for i := range a.Len() {
		x := ends[0] + (ends[1]-ends[0])*r.Float64()
		if k := r.IntN(4); k < 2 {
			x = ends[k]
		}
		if x != x {
			x = ends[0]
		}
		s := value.FromFloat(value.Float64, x).Convert(like.Dtype)
		if r.IntN(200) == 0 && like.Dtype.IsFloat() {
			s = value.FromFloat(like.Dtype, math.NaN())
		}
		value.Store(a.Data, i, s)
		set = set.Join(interval.Of(s.Float()))
	}
	if set.Nothing() {
		set = interval.Of(0)
	}
	return value.Simplest(a), set
}

// end is an end of a set of numbers of a dtype.
func (r *thrower) end(d value.Dtype) float64 {
	all := interval.All(d)
	if !d.IsFloat() {
		return pick(r, 0, 1, -1, 2, 3, 7, -5, 100, -100, all.Least, all.Most, all.Most-1, float64(r.IntN(1000)-500))
	}
	if r.IntN(60) == 0 {
		return pick(r, math.Inf(1), math.Inf(-1), math.NaN())
	}
	largest := interval.Largest(d)
	return pick(r, 0, 0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, 10, -10, 88, 89, -88, 100, -100, 1000, 1e-3, -1e-3, 1e-20, -1e-20, interval.Smallest(d),
		largest, -largest, largest/2, math.Sqrt(largest), r.NormFloat64()*5, math.Exp(r.NormFloat64()*20))
}
