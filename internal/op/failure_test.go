package op

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// TestRefusedDtype asks in both orders: the answer for a dtype does not depend on what was
// asked before.
func TestRefusedDtype(t *testing.T) {
	asked := []struct {
		dtype   string
		refused bool
	}{{"float32", true}, {"float32x4", false}, {"float64", true}, {"int32", false}, {"int8", false}, {"bool", false}, {"uint4", true}, {"uint48", false}}
	for _, first := range []int{0, 1, len(asked) - 1} {
		o := &Op{Name: "bitwise_not", Map: func(_ Attrs, in []value.Dtype) *value.Map { return value.UnaryMap("bitwise_not", in[0]) }}
		for i := range asked {
			a := asked[(first+i)%len(asked)]
			d, ok := types.ParseDtype(a.dtype)
			if !ok {
				t.Fatal(a.dtype)
			}
			x := types.Scalar(d)
			if w, got := RefusedDtype(o, []types.Type{x}, Attrs{}, x); got != a.refused {
				t.Errorf("%s, asked from %s on: %v, want %v (%s)", a.dtype, asked[first].dtype, got, a.refused, w.Message)
			}
		}
	}
	if _, got := RefusedDtype(&Op{}, nil, Attrs{}, nil); got {
		t.Error("an operator without a function on elements is refused")
	}
}
