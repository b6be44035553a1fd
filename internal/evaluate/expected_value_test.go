package evaluate

import (
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/types"
)

// TestWithConstants holds that the brackets which represent tensors are found, in time
// that is linear in them: quadratic time would exceed that of any test.
func TestWithConstants(t *testing.T) {
	tensor := types.Type(&types.Tensor{Shape: []types.Dim{types.Const(1)}, Dtype: types.Float32})
	const many = 200_000
	got := withConstants("("+strings.Repeat("[1.0], ", many)+")", &types.Tuple{Elems: slices.Repeat([]types.Type{tensor}, many)})
	if want := "(" + strings.Repeat("Constant([1.0], float32), ", many) + ")"; got != want {
		t.Errorf("%.200s, not %.200s", got, want)
	}
}
