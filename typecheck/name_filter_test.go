package typecheck

import (
	"fmt"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"testing"
)

// TestFilterHoldsWhatWasAdded holds that a table with a filter finds all that it finds without,
// and that the filter is good for something.
func TestFilterHoldsWhatWasAdded(t *testing.T) {
	n := newNames()
	for i := range 60 {
		n.values.set(fmt.Sprintf("@layer_%d", i), &typed.Object{})
		n.types.set(fmt.Sprintf("Größe%d", i), &typed.Object{})
	}
	n.values.set("", &typed.Object{})
	n.values.set("@", &typed.Object{})
	n.sift()
	for name, o := range n.values.all() {
		if n.find(name, false) != o {
			t.Errorf("the value %q is not found", name)
		}
	}
	for name, o := range n.types.all() {
		if n.find(name, true) != o {
			t.Errorf("the type %q is not found", name)
		}
	}
	kept := 0
	for i := range 100 {
		if name := fmt.Sprintf("nn.dense%d", i); n.find(name, false) != nil {
			t.Errorf("%q is found", name)
		} else if n.filter.mayHold(name) {
			kept++
		}
	}
	if kept == 100 {
		t.Error("the filter holds everything back")
	}
}
