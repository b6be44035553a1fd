package matrix

import (
	"fmt"
	"testing"
)

func BenchmarkProduct(b *testing.B) {
	for _, n := range []int{256, 512} {
		x, y, z := make([]float32, n*n), make([]float32, n*n), make([]float32, n*n)
		for i := range x {
			x[i], y[i] = float32(i%17)+1, float32(i%13)+1
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := Product[float32]{Rows: n, Inner: n, Columns: n}
			for b.Loop() {
				clear(z)
				for i := range p.Tiles() {
					if err := p.Tile(i, x, y, z, goOn); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(2*float64(n*n*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlops")
		})
		b.Run(fmt.Sprint("gonum ", n), func(b *testing.B) {
			for b.Loop() {
				clear(z)
				library.Sgemm('N', 'N', n, n, n, 1, x, n, y, n, 1, z, n)
			}
			b.ReportMetric(2*float64(n*n*n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlops")
		})
	}
}
