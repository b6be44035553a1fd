package op

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Failures is the set of things that a call which was checked may fail on when
// it runs. The zero value says that nothing is known: the call may fail on
// anything. Limits of a run (time, memory) can stop every call and do not count.
type Failures uint16

const (
	// Never is a member of every known set, and all there is of a total operator.
	Never Failures = 1 << iota

	onExtent
	onDtype
	onZero
	onIndex
	onEmpty
	onLength
	onFunction
	onAttribute
)

const (
	OnExtent    = Never | onExtent    // an extent that types leave open (`?`) does not fit the others
	OnDtype     = Never | onDtype     // a dtype that the kernel does not compute: where there is a Map, it gives nil; else no value has it, as `float32x4`
	OnZero      = Never | onZero      // an integer divisor is 0
	OnIndex     = Never | onIndex     // an index, or a bound among the arguments, is out of range
	OnEmpty     = Never | onEmpty     // there are no elements to give one of
	OnLength    = Never | onLength    // FractalTensors have different lengths
	OnFunction  = Never | onFunction  // a function that is an argument fails
	OnAttribute = Never | onAttribute // an attribute that is computed, or a count among the arguments, has a value that is refused
)

// Known reports whether the set is one: the zero value is none.
func (f Failures) Known() bool { return f != 0 }

// May reports whether one of the causes can make a call fail; it can where nothing
// is known.
func (f Failures) May(causes Failures) bool { return f == 0 || f&causes&^Never != 0 }

// Total reports whether calls fail on none but the causes given, which the caller
// has ruled out.
func (f Failures) Total(ruledOut Failures) bool { return f != 0 && f&^ruledOut&^Never == 0 }

// RefusedDtype warns of an operator on elements that computes nothing of the dtype of its
// operands, as shifts of floats and logarithms of truth values: the types fit, as in TVM,
// and no run can compute it. Operands of several dtypes, and results of a dtype of their
// own, are not looked at.
func RefusedDtype(o *Op, args []types.Type, attrs Attrs, out types.Type) (Warning, bool) {
	if o.Kernel != nil && !o.Stores {
		for i, t := range args {
			if d, ok := storedIn(t); ok {
				return refusal(o, d, i), true
			}
		}
		if d, ok := storedIn(out); ok {
			return refusal(o, d, -1), true
		}
	}
	dtype, ok := commonDtype(args, out)
	if o.Map == nil || !ok || !o.refuses(dtype, attrs, len(args)) {
		return Warning{}, false
	}
	return refusal(o, dtype, 0), true
}

func refusal(o *Op, dtype types.Dtype, arg int) Warning {
	return Warning{
		Code: "suspect-operand", Arg: arg, Message: fmt.Sprintf("`%s` cannot be computed of %s", o.Name, dtype),
		Notes: []string{"the types fit, and the run fails; `cast(…, dtype=…)` converts an operand"},
	}
}

// HoldsStored reports whether a type has a tensor of a dtype that is only stored.
func HoldsStored(t types.Type) bool {
	_, ok := storedIn(t)
	return ok
}

// storedIn finds a dtype that is only stored in a tensor, or in a tuple of them.
func storedIn(t types.Type) (types.Dtype, bool) {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return t.Dtype, t.Dtype.IsStored()
	case *types.Tuple:
		for _, elem := range t.Elems {
			if d, ok := storedIn(elem); ok {
				return d, true
			}
		}
	}
	return types.Dtype{}, false
}

// commonDtype is the one dtype of operands and of a result, which may be bool too.
func commonDtype(args []types.Type, out types.Type) (d types.Dtype, ok bool) {
	for i, arg := range args {
		t, tensor := types.Head(arg).(*types.Tensor)
		if !tensor || i > 0 && t.Dtype != d {
			return d, false
		}
		d = t.Dtype
	}
	result, tensor := types.Head(out).(*types.Tensor)
	return d, tensor && len(args) > 0 && (result.Dtype == d || result.Dtype == types.Bool)
}

// storedFamily is that of the dtypes that are only stored, whatever their class.
const storedFamily = 15

// refuses asks for the function on elements once for each family of dtypes, which are alike
// in this: a check asks at each call. Of dtypes that no run has, vectors and custom ones,
// the answer is no, whatever was asked before.
func (o *Op) refuses(d types.Dtype, attrs Attrs, operands int) bool {
	family := d.Class
	if d.IsStored() {
		family = storedFamily
	}
	known, refused := uint32(1)<<(2*family), uint32(2)<<(2*family)
	asked := atomic.LoadUint32(&o.refused)
	if asked&known != 0 && asked&refused == 0 {
		return false
	}
	of, ok := value.ParseDtype(d.String())
	if !ok || asked&known != 0 {
		return ok
	}
	if o.Map(attrs, slices.Repeat([]value.Dtype{of}, operands)) != nil {
		refused = 0
	}
	atomic.OrUint32(&o.refused, known|refused)
	return refused != 0
}
