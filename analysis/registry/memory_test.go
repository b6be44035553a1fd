package registry_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestFilesAreLetGo checks one file and then another: what checks keep to use again holds
// neither the module of the first one nor a tree of it. Of thousands of files that are
// checked, all would stay in memory else.
func TestFilesAreLetGo(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // what is kept is kept by processor
	program := `data Shade { Dark, Light(Shade) }
def @f(%s: Shade) -> int32 { match (%s) { case Dark() { 1 } case Light(Dark()) { 2 } case Light(Light(%t)) { @f(%t) } } }
def @g(%n: int32) -> int32 { let %a = %n + 1; let %b = %n + 1; %a * %b }
`
	module, _ := checked(t, program)
	runtime.GC() // pools keep what they have over one collection
	if module.Value() != nil {
		t.Error("the module is kept")
	}
	_, items := checked(t, program)
	checked(t, strings.ReplaceAll(program, "Shade", "Tone"))
	runtime.GC()
	for i, item := range items {
		if item.Value() != nil {
			t.Errorf("item %d is kept", i)
		}
	}
}

func checked(t *testing.T, text string) (module weak.Pointer[typecheck.Module], items []weak.Pointer[syntax.Item]) {
	m := checktest.Module("test.frac", text)
	known := facts.Of(m)
	for i, item := range m.File().All() {
		result := m.Check(i)
		if len(result.Diagnostics) > 0 {
			t.Fatal(result.Diagnostics)
		}
		unit := known.Unit(context.Background(), i, result)
		for _, a := range registry.Analyzers() {
			unit.Run(a, func(syntax.Diagnostic) {})
		}
		unit.Release()
		items = append(items, weak.Make(item))
	}
	return weak.Make(m), items
}
