package op_test

import (
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// TestBroadcastShapeLeavesOperands holds that what is done to a broadcast shape changes no
// operand, though it may be one of them.
func TestBroadcastShapeLeavesOperands(t *testing.T) {
	whole := types.Consts([]int{2, 3, 4, 5})
	for _, other := range [][]int{{}, {3}, {1}, {2, 3}, {2, 1}, {7, 2, 3}} {
		a, b := whole[:2], types.Consts(other)
		for _, operands := range [][2][]types.Dim{{a, b}, {b, a}} {
			shape, clash := op.BroadcastShape(operands[0], operands[1])
			if clash != nil || !slices.Equal(shape[max(0, len(shape)-2):], types.Consts([]int{2, 3})) {
				continue // it is tested elsewhere what fits
			}
			_ = append(shape, types.Any)
			if !slices.Equal(whole, types.Consts([]int{2, 3, 4, 5})) || !slices.Equal(b, types.Consts(other)) {
				t.Fatalf("an operand of %v is changed: %v", other, whole)
			}
		}
	}
}
