package effectcheck

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/effect/order"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestOperatorCall holds that calls are left alone by the name of the operator alone where
// what the type checker understood says the same.
func TestOperatorCall(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"../../examples/*.*", "../../*/testdata/*.*", "../*/testdata/*.*"} {
		some, err := filepath.Glob(pattern)
		if err != nil || len(some) == 0 {
			t.Fatal(pattern, err)
		}
		paths = append(paths, some...)
	}
	found := 0
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) < 200_000 {
			found += holdCalls(t, string(text)) + holdCalls(t, progen.NewMutator(uint64(i)).Token(string(text)))
		}
	}
	if found == 0 {
		t.Error("no program calls such operators")
	}
}

func holdCalls(t *testing.T, text string) (found int) {
	m := checktest.Module("test.frac", text)
	for i, item := range m.File().All() {
		info := m.Check(i).Info
		if len(info.Objects) < item.Len() {
			continue
		}
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if item.Kind(n) != syntax.Call {
				continue
			}
			for _, holds := range []func(*op.Op) bool{order.Rebinds, isConcurrent} {
				call := info.OperatorCall(n)
				if want := call != nil && holds(call.Op); want != (info.OperatorCallWith(n, holds) != nil) {
					t.Errorf("%s: wanted %t", item.SourceText(n), want)
				} else if want {
					found++
				}
			}
		}
	}
	return found
}
