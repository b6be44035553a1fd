package value

import "testing"

// A tensor that repeats its numbers may be longer than any memory; telling of it
// takes no longer than telling of what is there.
func TestSummaryOfRepeatedNumbers(t *testing.T) {
	row := Of([]float32{1, 2, 6}, 1, 3).Broadcast([]int{1 << 40, 3})
	want := "[[1.0, 2.0, 6.0], [1.0, 2.0, 6.0], [1.0, 2.0, 6.0], …, [1.0, 2.0, 6.0], [1.0, 2.0, 6.0], [1.0, 2.0, 6.0]] {Tensor[(1099511627776, 3), float32], 1.0 to 6.0, mean 3}"
	if got := Summary(row); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
