package refactor_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/refactor"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestBrokenTexts asks for actions at random spans of programs from which a
// piece is gone: nothing panics, and no action leaves more syntax errors than
// there were.
func TestBrokenTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	paths, err := filepath.Glob("testdata/*.frac")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for range 150 {
			from := random.IntN(len(text))
			to := min(len(text), from+random.IntN(12))
			askAround(t, random, string(text[:from])+string(text[to:]), int32(from))
		}
	}
}

// askAround asks for actions near an offset.
func askAround(t *testing.T, random *rand.Rand, text string, at int32) {
	m := checktest.ModuleIn("", text)
	before := syntaxErrors(text)
	for range 6 {
		start := max(0, min(int32(len(text))-1, at+random.Int32N(80)-40))
		i := m.File().ItemAt(start)
		span := syntax.Span{Start: start, End: start + random.Int32N(30)}.Shift(-m.File().Start(i))
		item := m.File().Item(i)
		for _, a := range refactor.Actions(refactor.Target{Module: m, Index: i, Result: m.Check(i), Span: span}) {
			edits, err := a.Edits()
			if err != nil {
				continue
			}
			after := text[:m.File().Start(i)] + syntax.ApplyEdits(item.Text, edits) + text[int(m.File().Start(i))+len(item.Text):]
			if syntaxErrors(after) > before {
				t.Errorf("%s breaks the text: %s", a.Title, difference(text, after))
			}
		}
	}
}

func syntaxErrors(text string) int {
	n := 0
	for _, item := range syntax.ParseFile("", text).All() {
		n += len(item.Errors)
	}
	return n
}
