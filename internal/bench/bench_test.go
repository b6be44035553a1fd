package bench_test

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

const path = "/bench/program.relay"

// BenchmarkParse is lexing and parsing.
func BenchmarkParse(b *testing.B) {
	for _, in := range bench.Suite() {
		b.Run(in.Name, func(b *testing.B) {
			b.SetBytes(int64(len(in.Text)))
			for b.Loop() {
				syntax.ParseFile(path, in.Text)
			}
		})
	}
}

// BenchmarkCheck is all that `fraccheck check` does with one file, on one
// thread: parsing, type checking and every check.
func BenchmarkCheck(b *testing.B) {
	for _, in := range bench.Suite() {
		b.Run(in.Name, func(b *testing.B) {
			lines := float64(strings.Count(in.Text, "\n"))
			b.SetBytes(int64(len(in.Text)))
			for b.Loop() {
				check(b, in.Text)
			}
			b.ReportMetric(lines*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

// BenchmarkMemory reports how much a checked file holds on to, as a multiple
// of its text. Small files say more about the prelude than about themselves.
func BenchmarkMemory(b *testing.B) {
	for _, in := range bench.Suite() {
		b.Run(in.Name, func(b *testing.B) {
			if len(in.Text) < 10_000 {
				b.Skip("too small to weigh")
			}
			var held float64
			for b.Loop() {
				before := heap()
				snapshot, _ := check(b, in.Text)
				held = heap() - before
				runtime.KeepAlive(snapshot)
			}
			b.ReportMetric(held/float64(len(in.Text)), "x-text")
		})
	}
}

// TestSuiteIsClean holds that the benchmarks measure programs without errors.
func TestSuiteIsClean(t *testing.T) {
	for _, in := range bench.Suite() {
		t.Run(in.Name, func(t *testing.T) {
			_, report := check(t, in.Text)
			for _, f := range report.Findings {
				t.Errorf("%s: %s", f.Code, f.Message)
			}
			if report.Differ != 0 {
				t.Errorf("%d type comments differ", report.Differ)
			}
		})
	}
}

// empty is a workspace without files. Its operator table and prelude are made
// once, as in a run over many files.
var empty = sync.OnceValue(func() *workspace.Snapshot {
	return workspace.Open(workspace.Options{
		Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{}},
		Root:  "/bench", Jobs: 1,
	})
})

func check(t testing.TB, text string) (*workspace.Snapshot, *workspace.Report) {
	t.Helper()
	snapshot := empty().With(map[string]string{path: text})
	report, err := snapshot.Check(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	return snapshot, report
}

// heap is the number of bytes that are reachable.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
