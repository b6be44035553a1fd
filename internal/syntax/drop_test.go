package syntax

import (
	"slices"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/reference"
)

// TestDroppedTree holds that an item whose tree was dropped has the same nodes, for several who
// look into it at once.
func TestDroppedTree(t *testing.T) {
	for _, name := range reference.Corpus(t) {
		f := ParseFile(name, readText(t, name))
		for i, item := range f.All() {
			nodes, kids, dumped := item.nodes, item.kids, Dump(item)
			item.DropTree()
			var readers sync.WaitGroup
			for range 2 {
				readers.Go(func() {
					if Dump(item) != dumped || item.Len() != len(nodes) {
						t.Errorf("%s, item %d is another one", name, i)
					}
				})
			}
			readers.Wait()
			if whole := item.whole(); !slices.Equal(whole.nodes, nodes) || !slices.Equal(whole.kids, kids) {
				t.Fatalf("%s, item %d has other nodes", name, i)
			}
		}
	}
}
