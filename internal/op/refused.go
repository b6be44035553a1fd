package op

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// RefusedDtype warns of an operator on elements that computes nothing of the dtype of its
// operands, as shifts of floats and logarithms of truth values: the types fit, as in TVM,
// and no run can compute it. Operands of several dtypes, and results of a dtype of their
// own, are not looked at.
func RefusedDtype(o *Op, args []types.Type, attrs Attrs, out types.Type) (Warning, bool) {
	dtype, ok := commonDtype(args, out)
	if o.Map == nil || !ok || !o.refuses(dtype, attrs, len(args)) {
		return Warning{}, false
	}
	return Warning{
		Code: "suspect-operand", Arg: 0, Message: fmt.Sprintf("`%s` cannot be computed of %s", o.Name, dtype),
		Notes: []string{"the types fit, and the run fails; `cast(…, dtype=…)` converts an operand"},
	}, true
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

// refuses asks for the function on elements once for each family of dtypes, which are alike
// in this: a check asks at each call. Of dtypes that no run has, vectors and custom ones,
// the answer is no, whatever was asked before.
func (o *Op) refuses(d types.Dtype, attrs Attrs, operands int) bool {
	known, refused := uint32(1)<<(2*d.Class), uint32(2)<<(2*d.Class)
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
