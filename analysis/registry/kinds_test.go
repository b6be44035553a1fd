package registry_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestKinds holds that analyzers find nothing in items without the nodes that they name.
func TestKinds(t *testing.T) {
	spared := map[string]int{}
	for _, text := range manyPrograms(t) {
		m := checktest.Module("test.frac", text)
		known := facts.Of(m)
		for i, item := range m.File().All() {
			unit := known.Unit(context.Background(), i, m.Check(i))
			for _, a := range registry.Analyzers() {
				if a.Kinds == nil || hasKind(item, a.Kinds) {
					continue
				}
				spared[a.Name]++
				unit.Run(a, func(d syntax.Diagnostic) { t.Errorf("%s finds %s in\n%s", a.Name, d.Message, item.Text) })
			}
		}
	}
	for _, a := range registry.Analyzers() {
		if spared[a.Name] == 0 {
			t.Errorf("%s looks at every item", a.Name)
		}
	}
}

func hasKind(item *syntax.Item, kinds []syntax.Kind) bool {
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if slices.Contains(kinds, item.Kind(n)) {
			return true
		}
	}
	return false
}

// manyPrograms are the examples, the programs of checks' tests, and random ones.
func manyPrograms(t *testing.T) (texts []string) {
	for _, pattern := range []string{"../../examples/*.*", "../../*/testdata/*.frac", "../../*/testdata/*.txtar", "../../internal/*/testdata/*.frac", "../../internal/*/testdata/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatal("no programs: ", err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if len(text) < 200_000 {
				texts = append(texts, string(text), progen.NewMutator(uint64(len(texts))).Token(string(text)))
			}
		}
	}
	for seed := range uint64(100) {
		texts = append(texts, progen.Make(seed).Text, progen.MakeSound(seed), progen.MakeFaults(seed))
	}
	return texts
}
