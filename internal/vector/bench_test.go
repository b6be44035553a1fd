package vector

import (
	"testing"
)

func BenchmarkElementary(b *testing.B) {
	const n = 1 << 12
	x, dst := make([]float32, n), make([]float32, n)
	for i := range x {
		x[i] = float32(i+1) / n * 4
	}
	for _, f := range []struct {
		name string
		f    func(dst, x []float32)
	}{{"exp", Exp}, {"log", Log}, {"tanh", Tanh}, {"erf", Erf}, {"sigmoid", Sigmoid}, {"sqrt", Root[float32]}, {"relu", Positive[float32]}, {"add", func(dst, x []float32) { Add(dst, x, x) }}, {"max", func(dst, x []float32) { Maximum(dst, x, x) }}} {
		b.Run(f.name, func(b *testing.B) {
			for b.Loop() {
				f.f(dst, x)
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(b.N)/n, "ns/element")
		})
	}
}

func BenchmarkProducts(b *testing.B) {
	a, p, c := make([]float32, 8*Stride), make([]float32, Depth*32), make([]float32, 8*32)
	for i := range a {
		a[i] = 1
	}
	for i := range p {
		p[i] = 0.1
	}
	k := ProductsOf[float32]()
	b.Run("float32", func(b *testing.B) {
		for b.Loop() {
			k.Add(0, 0, Depth, a, p, c, k.Widths[0])
		}
		b.ReportMetric(float64(2*k.Rows[0]*k.Widths[0]*Depth)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	})
	d, q, e := make([]float64, 8*Stride), make([]float64, Depth*32), make([]float64, 8*32)
	l := ProductsOf[float64]()
	b.Run("float64", func(b *testing.B) {
		for b.Loop() {
			l.Add(0, 0, Depth, d, q, e, l.Widths[0])
		}
		b.ReportMetric(float64(2*l.Rows[0]*l.Widths[0]*Depth)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	})
}
