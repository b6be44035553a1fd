package interp

import (
	"fmt"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Calls of kernels on tensors of a few elements, where what a call takes besides its
// elements is what counts.
func BenchmarkSmallKernels(b *testing.B) {
	for _, p := range []struct{ name, body string }{
		{"scalar", "%n - 1"}, {"softmax", "nn.softmax(%x)"}, {"dense", "nn.dense(%x, %w, units=4)"},
		{"add", "%x + %x"}, {"transpose", "transpose(%x, axes=[1, 0])"}, {"sum", "sum(%x, axis=[1], keepdims=True) + %x"},
	} {
		x := "%x"
		if p.name != "scalar" {
			x = p.body
		}
		text := fmt.Sprintf(`def @f(%%n : int32, %%x : Tensor[(4, 4), float32], %%w : Tensor[(4, 4), float32]) -> Tensor[(4, 4), float32] {
  if (%%n == 0) { %%x } else { @f(%%n - 1, %s, %%w) }
}`, x)
		b.Run(p.name, func(b *testing.B) {
			a := value.Zeros(value.Float32, 4, 4)
			runOn(b, text, value.I32(1000), a, a)
		})
	}
}
