package typecheck_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/syntax"
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
				for i := range file.Items {
					m.Check(i)
				}
			}
			b.ReportMetric(lines*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}
