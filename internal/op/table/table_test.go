package table

import (
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
)

// overloads are the names of two forms, one for tensors and one for
// FractalTensors.
var overloads = []string{"arange", "gather", "repeat", "split", "stack"}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range relay() {
		if seen[o.Name] {
			t.Errorf("%s is entered twice", o.Name)
		}
		seen[o.Name] = true
	}
	for _, o := range parallel.Ops() {
		if seen[o.Name] && !slices.Contains(overloads, o.Name) {
			t.Errorf("%s is entered as an operator on tensors and on FractalTensors", o.Name)
		}
	}
}

func TestOverloadsAreLinked(t *testing.T) {
	table := Default()
	for _, name := range overloads {
		if o := table[name]; o == nil || o.Fractal == nil || o.Fractal.Name != name {
			t.Errorf("%s has no form for FractalTensors", name)
		}
	}
	for name, o := range table {
		if o.Fractal != nil && !slices.Contains(overloads, name) {
			t.Errorf("%s has two forms", name)
		}
	}
}

// TestEntriesAreComplete holds what hover, completion and the manual show.
func TestEntriesAreComplete(t *testing.T) {
	for name, o := range Default() {
		if name == "" || o.Doc == "" || o.Rule == "" {
			t.Errorf("%s lacks a name, a doc or a rule", name)
		}
		if !strings.HasSuffix(o.Doc, ".") {
			t.Errorf("%s: the doc is no sentence: %q", name, o.Doc)
		}
		if (o.Relation == nil) == (o.Scheme == nil) {
			t.Errorf("%s needs a relation or a scheme", name)
		}
		for _, a := range o.Attrs {
			if a.Name == "" || a.Doc == "" || a.Required && a.Default.Kind != op.NoneValue {
				t.Errorf("%s: attribute %q is not described, or required with a default", name, a.Name)
			}
		}
	}
}
