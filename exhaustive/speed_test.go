package exhaustive_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

const flatDefinition = `def @f%d<a>(%%l : List[a], %%n : int32) -> int32 {
  match (%%l) {
    case Cons(%%h, %%t) { @f%[1]d(%%t, %%n) }
    case Nil() { %%n }
  }
}
`

const nestedDefinition = `def @g%d<a>(%%l : List[a], %%m : List[a]) -> int32 {
  match ((%%l, %%m)) {
    case (Nil(), _) { 0 }
    case (_, Nil()) { 1 }
    case (Cons(%%h, %%t), Cons(_, %%u)) { @g%[1]d(%%t, %%u) }
  }
}
`

func BenchmarkMatches(b *testing.B) {
	b.Run("flat", func(b *testing.B) { benchmarkMatches(b, flatDefinition) })
	b.Run("nested", func(b *testing.B) { benchmarkMatches(b, nestedDefinition) })
}

// benchmarkMatches runs the Analyzer over 1,000 definitions of one match each.
func benchmarkMatches(b *testing.B, definition string) {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, definition, i)
	}
	file := syntax.ParseFile("test.frac", text.String())
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: preludeModule, Ops: ops})
	infos := make([]*typecheck.Info, len(file.Items))
	for i := range file.Items {
		infos[i] = m.Check(i).Info
	}
	b.ReportAllocs()
	for b.Loop() {
		for i, item := range file.Items {
			exhaustive.Analyzer.Run(&analysis.Pass{Item: item, Info: infos[i], Report: func(d syntax.Diagnostic) {
				b.Fatal(d.Message)
			}})
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(file.Items)), "ns/match")
}
