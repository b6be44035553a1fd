package network_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// BenchmarkNetwork reports on networks whose types are known: chains of operators, a
// long residual network, and real ones. The dataflow graph is made each time.
func BenchmarkNetwork(b *testing.B) {
	for name, text := range map[string]string{
		"chain of 30000":     bench.GraphChain(30000),
		"let chain of 30000": bench.LetChain(30000),
		"residual of 30000":  resNet([]int{1000, 1000, 1000, 920}, true, false),
		"MobileNet":          bench.MobileNet(),
		"DenseNet-121":       denseNet121(),
	} {
		b.Run(name, func(b *testing.B) {
			m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("net.frac", text), Prelude: preludeModule, Ops: ops})
			o := m.Value("@main", 0)
			_, item := m.Owner(o)
			for b.Loop() {
				b.StopTimer()
				info := m.Check(item).Info // a tree without a graph
				b.StartTimer()
				network.Of(o, func(*typecheck.Object) (*typecheck.Info, *syntax.File) { return info, m.File() }, nil)
			}
		})
	}
}
