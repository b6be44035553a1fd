package value

import "testing"

func BenchmarkMapBlock(b *testing.B) {
	for _, name := range []string{"add", "maximum", "divide", "less", "power"} {
		m := BinaryMap(name, Float32)
		dst, x, y := MakeData(m.Out, 1024), MakeData(Float32, 1024), MakeData(Float32, 1024)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m.Block(dst, []any{x, y})
			}
		})
	}
	for _, name := range []string{"exp", "tanh", "sigmoid", "relu", "sqrt", "negative"} {
		m := UnaryMap(name, Float32)
		dst, x := MakeData(m.Out, 1024), MakeData(Float32, 1024)
		for i := range x.([]float32) {
			x.([]float32)[i] = float32(i-512) / 128
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m.Block(dst, []any{x})
			}
		})
	}
}

func BenchmarkMapScalar(b *testing.B) {
	m := BinaryMap("add", Int32)
	x := uint64(1)
	for b.Loop() {
		x = m.Binary(x, 3)
	}
}
