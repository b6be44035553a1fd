package rules

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// examples are the files of rules of the repository.
func examples(t *testing.T) (texts []string) {
	paths, err := filepath.Glob("../../examples/rules/*.fracrule")
	if err != nil || len(paths) == 0 {
		t.Fatal("there are no example rules", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// ask asks everything at an offset.
func ask(t *testing.T, f *rulefile.File, at int32) {
	Complete(f, at)
	Regions(f, at)
	w := At(f, at)
	for _, span := range Same(f, w) {
		if !named(w) || span.End > int32(len(f.Text)) {
			t.Fatalf("%v stands for the same as %v", span, w)
		}
	}
	if r := Rule(f, at); r != nil {
		Describe(r)
	}
}

// TestDamaged holds that answers about damaged files come, and that tokens lie one after
// the other in the text.
func TestDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, text := range examples(t) {
		for range 12 {
			a, b := r.IntN(len(text)), r.IntN(len(text))
			f := rulefile.Parse("", text[:min(a, b)]+text[max(a, b):])
			if f.Text == "" {
				continue
			}
			last := int32(0)
			for _, token := range Tokens(f, syntax.Span{End: int32(len(f.Text))}) {
				if token.Span.Start < last || token.Span.End <= token.Span.Start || token.Span.End > int32(len(f.Text)) {
					t.Fatalf("the token %v lies after %d in\n%s", token.Span, last, f.Text)
				}
				last = token.Span.End
			}
			for range 15 {
				ask(t, f, int32(r.IntN(len(f.Text)+1)))
			}
		}
	}
}

// TestRenameKeeps holds that a new name which is taken nowhere can be given to every name,
// and that the text stays free of mistakes.
func TestRenameKeeps(t *testing.T) {
	for _, text := range examples(t) {
		f := rulefile.Parse("", text)
		for i := range f.Words {
			w := &f.Words[i]
			if !w.Declared || w.Declaration != w.Span || i%3 != 0 {
				continue
			}
			edits, err := Rename(f, w, "quite_new")
			if err != nil {
				t.Fatalf("%s: %v", w.Name, err)
			}
			if after := rulefile.Parse("", syntax.ApplyEdits(text, edits)); len(after.Rules) != len(f.Rules) {
				t.Errorf("%s: %v", w.Name, after.Diagnostics)
			}
		}
	}
}

// TestLarge holds that answers about a file of a megabyte allocate at most in proportion to its
// length.
func TestLarge(t *testing.T) {
	text := strings.Join(examples(t), "\n")
	allocations := func(size int) float64 {
		f := rulefile.Parse("", strings.Repeat(text, 1+size/len(text)))
		return testing.AllocsPerRun(1, func() {
			for i := range int32(10) {
				ask(t, f, i*int32(len(f.Text))/10)
			}
			Tokens(f, syntax.Span{Start: 1000, End: 2000})
		})
	}
	small, large := allocations(1<<17), allocations(1<<20)
	if t.Logf("%.0f allocations for 128 kB, %.0f for 1 MB", small, large); large > 12*small {
		t.Errorf("ten questions make %.0f allocations about 128 kB, and %.0f about 1 MB", small, large)
	}
}
