package exhaustive_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/syntax"
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
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: checktest.Prelude(), Ops: checktest.Ops()})
	infos := make([]*typecheck.Info, file.Len())
	for i := range file.Len() {
		infos[i] = m.Check(i).Info
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range file.Len() {
			for _, d := range analyzed(infos[i]) {
				b.Fatal(d.Message)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*file.Len()), "ns/match")
}

// BenchmarkRepeats is about matches whose clauses have few different bodies.
func BenchmarkRepeats(b *testing.B) {
	for _, bodies := range []int{1, 2, 500} {
		b.Run(fmt.Sprintf("flat 1000, %d bodies", bodies), func(b *testing.B) {
			benchmarkAnalyzer(b, flatRepeats(1000, bodies))
		})
		b.Run(fmt.Sprintf("3-SAT 40, %d bodies", bodies), func(b *testing.B) {
			benchmarkAnalyzer(b, satRepeats(40, 80, bodies))
		})
	}
}

// flatRepeats is a match on each of n constructors.
func flatRepeats(n, bodies int) string {
	var b strings.Builder
	b.WriteString("type Flat { C0")
	for i := range n - 1 {
		fmt.Fprintf(&b, ", C%d", i+1)
	}
	b.WriteString(" }\ndef @f(%x : Flat) -> int32 {\n  match (%x) {\n")
	for i := range n {
		fmt.Fprintf(&b, "    C%d => %d,\n", i, i*7919%bodies)
	}
	return b.String() + "  }\n}\n"
}

// satRepeats is a random 3-SAT formula as a match on booleans, with a clause
// for the rest.
func satRepeats(vars, clauses, bodies int) string {
	r := rand.New(rand.NewPCG(3, 99))
	var b strings.Builder
	fmt.Fprintf(&b, "def @f(%%x : (%s)) -> int32 {\n  match (%%x) {\n", strings.TrimSuffix(strings.Repeat("bool, ", vars), ", "))
	for i := range clauses + 1 {
		row := slices.Repeat([]string{"_"}, vars)
		for _, v := range r.Perm(vars)[:3] {
			if i < clauses {
				row[v] = []string{"True", "False"}[r.IntN(2)]
			}
		}
		fmt.Fprintf(&b, "    (%s) => %d,\n", strings.Join(row, ", "), i%bodies)
	}
	return b.String() + "  }\n}\n"
}

func analyzed(info *typecheck.Info) []syntax.Diagnostic {
	return exhaustive.Analyzer.Run(analysis.Loose(info, nil)).(*exhaustive.Result).Diagnostics
}

// benchmarkAnalyzer runs the Analyzer over the last item of a text.
func benchmarkAnalyzer(b *testing.B, text string) {
	file := syntax.ParseFile("test.frac", text)
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: checktest.Prelude(), Ops: checktest.Ops()})
	last := file.Len() - 1
	info := m.Check(last).Info
	found := 0
	for b.Loop() {
		found = len(analyzed(info))
	}
	b.ReportMetric(float64(found), "findings")
}
