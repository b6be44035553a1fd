package typecheck_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// BenchmarkTypecheck is parsing and type checking, without the other checks.
func BenchmarkTypecheck(b *testing.B) {
	for _, in := range bench.Suite() {
		b.Run(in.Name, func(b *testing.B) {
			lines := float64(strings.Count(in.Text, "\n"))
			b.SetBytes(int64(len(in.Text)))
			b.ReportAllocs()
			for b.Loop() {
				file := syntax.ParseFile("bench.relay", in.Text)
				m := typecheck.NewModule(typecheck.Config{File: file, Prelude: preludeModule, Ops: ops})
				for i := range file.Len() {
					m.Check(i)
				}
			}
			b.ReportMetric(lines*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

// BenchmarkUndefined checks as many undefined names as there are definitions:
// the time of one is not to grow with their number.
func BenchmarkUndefined(b *testing.B) {
	for _, n := range []int{2_000, 20_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			text := many(n, "def @layer_$i(%x: int32) -> int32 { @leyer_$j(%x) }\n")
			for b.Loop() {
				check("undefined.frac", text)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/name")
		})
	}
}
