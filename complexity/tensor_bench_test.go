package complexity_test

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkTensors bounds a body of 30,000 operators on tensors, of constant and of
// symbolic extents.
func BenchmarkTensors(b *testing.B) {
	for name, extents := range map[string]string{"constant": "(4, 8)", "symbolic": "(n, n)"} {
		b.Run(name, func(b *testing.B) {
			square := strings.Replace(extents, "4", "8", 1)
			text := "def @f<n>(%v0: Tensor[" + extents + ", float32], %w: Tensor[" + square + ", float32]) -> Tensor[" + extents + ", float32] {\n" +
				numbered(15_000, func(i int) string {
					return fmt.Sprintf("let %%u%d = matmul(%%v%d, %%w);\nlet %%v%d = nn.softmax(%%u%d);\n", i, i, i+1, i)
				}) + "%v15000 }\n"
			m := module(b, text)
			b.ResetTimer()
			for range b.N {
				if analysisOf(m).Of(m.Object(0)).Loss != nil {
					b.Fatal("no bound")
				}
			}
		})
	}
}
