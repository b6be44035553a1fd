package op_test

import (
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/linear"
	"github.com/fraccheck/fraccheck/internal/op/reduction"
	"github.com/fraccheck/fraccheck/internal/value"
)

func floats(n int) *value.Array {
	data := make([]float32, n)
	for i := range data {
		data[i] = rand.Float32()*4 - 2
	}
	return value.Of(data, n)
}

func BenchmarkMaps(b *testing.B) {
	x, y := floats(1_000_000), floats(1_000_000)
	for _, name := range []string{"add", "maximum", "less"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(12_000_000)
			for b.Loop() {
				op.MapOver(&cores{n: 2}, value.BinaryMap(name, value.Float32), x, y)
			}
		})
	}
	row := floats(1000)
	b.Run("add row", func(b *testing.B) {
		for b.Loop() {
			op.MapOver(&cores{n: 2}, value.BinaryMap("add", value.Float32), x.Reshape([]int{1000, 1000}), row)
		}
	})
	for _, name := range []string{"relu", "exp", "tanh", "sigmoid"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				op.MapOver(&cores{n: 2}, value.UnaryMap(name, value.Float32), x)
			}
		})
	}
}

func BenchmarkReduce(b *testing.B) {
	x := floats(1_000_000)
	for _, test := range []struct {
		name  string
		array *value.Array
		axes  []bool
	}{
		{"all", x, []bool{true}},
		{"rows", x.Reshape([]int{1000, 1000}), []bool{false, true}},
		{"columns", x.Reshape([]int{1000, 1000}), []bool{true, false}},
		{"short rows", x.Reshape([]int{250_000, 4}), []bool{false, true}},
	} {
		b.Run(test.name, func(b *testing.B) {
			for b.Loop() {
				reduction.Reduce(&cores{n: 2}, "sum", test.array, test.axes)
			}
		})
	}
	b.Run("all int32", func(b *testing.B) {
		y := x.Convert(value.Int32)
		for b.Loop() {
			reduction.Reduce(&cores{n: 2}, "sum", y, []bool{true})
		}
	})
}

func BenchmarkMatmul(b *testing.B) {
	for _, n := range []int{256, 512} {
		x, y := floats(n*n).Reshape([]int{n, n}), floats(n*n).Reshape([]int{n, n})
		b.Run(value.ShapeText([]int{n, n}), func(b *testing.B) {
			for b.Loop() {
				linear.Matmul(&cores{n: 2}, x, y)
			}
		})
	}
}

func BenchmarkTransposedCopy(b *testing.B) {
	x := floats(1_000_000).Reshape([]int{1000, 1000}).Transpose([]int{1, 0})
	for b.Loop() {
		op.Compact(&cores{n: 2}, x)
	}
}
