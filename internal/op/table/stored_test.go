package table

import (
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Operators refuse dtypes that are only stored, or give the same elements as of the dtype in
// which these are numbers.
func TestStoredDtypes(t *testing.T) {
	recorded, held := readRecorded(t), map[string]bool{}
	for name, o := range sorted(Default()) {
		if o.Kernel == nil {
			continue
		}
		for _, call := range recorded[name] {
			attrs, errs := op.Bind(o, call.Named(o))
			if len(errs) > 0 {
				t.Fatal(errs[0].Message)
			}
			for _, d := range []value.Dtype{value.Int4, value.Uint2, value.Float8E4M3FN, value.Float8E5M2FNUZ, value.Float4E2M1FN} {
				narrow, wide := &op.KernelCall{Op: o, Attrs: attrs}, &op.KernelCall{Op: o, Attrs: attrs}
				for i, arg := range call.Args {
					stored := arg.Value
					if i == 0 || o.Param("x") == 1 && i > 0 { // where takes two
						stored = convertedTo(d, arg.Value)
					}
					narrow.Args, wide.Args = append(narrow.Args, stored), append(wide.Args, convertedTo(value.Float64, stored))
					if i > 0 && stored == arg.Value {
						wide.Args[i] = arg.Value
					}
				}
				if !typed(narrow) || !typed(wide) {
					continue
				}
				got, err := o.Kernel(optest.Machine{}, narrow)
				if !o.Stores {
					if err == nil {
						t.Errorf("`%s` of %s gives a value", name, d)
					}
					continue
				}
				want, wrong := o.Kernel(optest.Machine{}, wide)
				if err != nil || wrong != nil || slices.Contains([]string{"cast", "reinterpret"}, name) {
					if err != nil && wrong == nil && name != "reinterpret" {
						t.Errorf("`%s` of %s: %v", name, d, err)
					}
					continue
				}
				held[name] = true
				if p := value.Difference(convertedTo(value.Float64, got), convertedTo(value.Float64, want), value.Tolerance{}); p != "" {
					t.Errorf("`%s` of %s: %s", name, d, p)
				}
			}
		}
	}
	for name := range storing {
		if made := len(Default()[name].Params) == 0; !held[name] && !made && !slices.Contains([]string{"cast", "cast_like", "reinterpret"}, name) {
			t.Errorf("no call holds `%s` on dtypes that are only stored", name)
		}
	}
}

// typed gives a call its result's type; false where the checker refuses it.
func typed(c *op.KernelCall) bool {
	ask := &op.Call{Op: c.Op, Attrs: c.Attrs, Last: true, Fresh: fresh, FreshLeaf: fresh}
	for len(c.Args) < len(c.Op.Params) {
		c.Args = append(c.Args, nil)
	}
	for _, arg := range c.Args {
		var is types.Type
		if arg != nil {
			is = op.TypeOf(arg)
		}
		ask.Args = append(ask.Args, is)
	}
	a := c.Op.Relation(ask)
	c.Out = a.Out
	return a.Err == nil && !a.Waits
}

// convertedTo converts a tensor, or those of a tuple.
func convertedTo(d value.Dtype, v value.Value) value.Value {
	if tuple, ok := v.(*value.Tuple); ok {
		all := &value.Tuple{}
		for _, e := range tuple.Elems {
			all.Elems = append(all.Elems, convertedTo(d, e))
		}
		return all
	}
	return value.Simplest(value.Dense(v).Convert(d))
}
