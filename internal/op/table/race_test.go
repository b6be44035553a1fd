package table

import (
	"sync"
	"testing"
)

// TestDefaultConcurrently builds the table in several goroutines: the race detector reports
// an operator that building it changes.
func TestDefaultConcurrently(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if len(Default()) == 0 {
				t.Error("no operators")
			}
		})
	}
	group.Wait()
}
