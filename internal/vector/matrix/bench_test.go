package matrix

import (
	"fmt"
	"testing"
)

func BenchmarkProduct(b *testing.B) {
	benchmarkProduct[float32](b, "float32")
	benchmarkProduct[float64](b, "float64")
}

func benchmarkProduct[T float32 | float64](b *testing.B, name string) {
	for _, shape := range [][3]int{{256, 256, 256}, {512, 512, 512}, {1, 1024, 1024}, {1024, 1024, 1}, {64, 576, 3136}, {512, 4608, 49}} {
		p := Product[T]{Rows: shape[0], Inner: shape[1], Columns: shape[2]}
		x, y, z := make([]T, p.Rows*p.Inner), make([]T, p.Inner*p.Columns), make([]T, p.Rows*p.Columns)
		for i := range x {
			x[i] = T(i%17) + 1
		}
		for i := range y {
			y[i] = T(i%13) + 1
		}
		for _, turned := range []bool{false, true} {
			p.Turned = turned
			b.Run(fmt.Sprintf("%s %dx%dx%d turned=%t", name, p.Rows, p.Inner, p.Columns, turned), func(b *testing.B) {
				for b.Loop() {
					clear(z)
					for i := range p.Tiles() {
						if err := p.Tile(i, x, y, z, goOn); err != nil {
							b.Fatal(err)
						}
					}
				}
				b.ReportMetric(2*float64(p.Rows*p.Inner*p.Columns)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
