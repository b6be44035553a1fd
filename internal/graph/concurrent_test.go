package graph_test

import (
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/graph"
)

// TestConcurrentReaders holds that all readers of a typed tree share one graph
// and what is worked out in it when it is asked for.
func TestConcurrentReaders(t *testing.T) {
	info := trees(t, chain(200))[0]
	graphs := make([]*graph.Graph, 8)
	var group sync.WaitGroup
	for i := range graphs {
		group.Go(func() {
			g := graph.Of(info)
			if last := graph.Value(g.Len() - 1); !g.Dominates(0, last) || !g.PostDominates(last, 0) || g.Owner(last) != graph.Body {
				t.Errorf("reader %d: dominators or owners are wrong", i)
			}
			graphs[i] = g
		})
	}
	group.Wait()
	for _, g := range graphs {
		if g != graphs[0] {
			t.Error("two readers have two graphs")
		}
	}
}
