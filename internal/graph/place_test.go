package graph_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestPlace holds where the calls of negative are computed: 0 is the whole, 1 and 2
// are the branches.
func TestPlace(t *testing.T) {
	for body, want := range map[string]graph.Block{
		"if (%c) { negative(%x) } else { %x }":                                   1,
		"%0 = negative(%x); if (%c) { %0 } else { %x }":                          1,
		"%0 = negative(%x); if (%c) { %x } else { %0 }":                          2,
		"%0 = negative(%x); if (%c) { %0 } else { %0 }":                          0,
		"let %y = negative(%x); if (%c) { %y } else { %x }":                      0,
		"%0 = negative(%x); let %y = abs(%0); if (%c) { %y } else { %x }":        0,
		"%0 = negative(%x); %1 = abs(%0); if (%c) { %1 } else { %x }":            1,
		"%0 = negative(%x); let %y = %0; if (%c) { %y } else { %x }":             0,
		"negative(%x); if (%c) { %x } else { %x }":                               0,
		"%0 = negative(%x); if (%c) { let %f = fn () { %0 }; %f() } else { %x }": 1,
	} {
		info := trees(t, "def @f(%x: float32, %c: bool) -> float32 { "+body+" }")[0]
		g, found := graph.Of(info), false
		for v := range graph.Value(g.Len()) {
			if g.Kind(v) == graph.Operation && info.Item.Kind(g.Node(v)) == syntax.Call && info.Item.SourceText(info.Item.Call(g.Node(v)).Callee) == "negative" {
				found = true
				if got := g.Place(v); got != want {
					t.Errorf("%s: computed in block %d, not %d", body, got, want)
				}
			}
		}
		if !found {
			t.Errorf("%s: no call of negative", body)
		}
	}
}
