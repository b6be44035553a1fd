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

func BenchmarkProduct(b *testing.B) {
	for _, n := range []int{256, 512} {
		x, y, z := make([]float32, n*n), make([]float32, n*n), make([]float32, n*n)
		for i := range x {
			x[i], y[i] = float32(i%17)+1, float32(i%13)+1
		}
		b.Run("float32/"+ShapeText([]int{n}), func(b *testing.B) {
			p := MatrixProduct{Count: 1, Rows: n, Inner: n, Columns: n}
			for b.Loop() {
				clear(z)
				for i := range p.Tiles() {
					p.Tile(i, x, y, z)
				}
			}
			b.ReportMetric(2*float64(n*n*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlops")
		})
		b.Run("gonum/"+ShapeText([]int{n}), func(b *testing.B) {
			for b.Loop() {
				clear(z)
				library.Sgemm('N', 'N', n, n, n, 1, x, n, y, n, 1, z, n)
			}
			b.ReportMetric(2*float64(n*n*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlops")
		})
	}
}
