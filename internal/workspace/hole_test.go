package workspace_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// expressions are the kinds of nodes in whose place a hole can be.
var expressions = map[syntax.Kind]bool{
	syntax.Local: true, syntax.Global: true, syntax.Int: true, syntax.Float: true, syntax.Bool: true,
	syntax.Call: true, syntax.Project: true, syntax.Index: true, syntax.Tuple: true, syntax.List: true,
	syntax.Fn: true, syntax.If: true, syntax.Match: true, syntax.Binary: true,
}

// TestHolesBringNoErrors writes a hole in the place of single expressions of the examples: the program
// has no error then, and the hole is reported.
func TestHolesBringNoErrors(t *testing.T) {
	paths, err := filepath.Glob("../../examples/*.frac")
	if err != nil || len(paths) == 0 {
		t.Fatal("there are no examples: ", err)
	}
	r, tried := rand.New(rand.NewPCG(1, 1)), 0
	s := workspace.Open(workspace.Options{Root: "../../examples"})
	for _, path := range paths {
		path, _ = filepath.Abs(path)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file := syntax.ParseFile(path, string(text))
		for i, item := range file.All() {
			if item.Body() == syntax.NoNode {
				continue
			}
			for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
				if !expressions[item.Kind(n)] || r.IntN(6) > 0 || !item.Span(item.Body()).Contains(item.Span(n).Start) {
					continue
				}
				tried++
				at := item.Span(n).Shift(file.Start(i))
				holeAlone(t, s, path, string(text[:at.Start])+"?"+string(text[at.End:]))
			}
		}
	}
	if tried < 200 {
		t.Errorf("only %d holes were tried", tried)
	}
}

// holeAlone holds that a check of a text finds one hole and no error.
func holeAlone(t *testing.T, s *workspace.Snapshot, path, text string) {
	t.Helper()
	report, err := s.With(map[string]string{path: text}).Check(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	holes := 0
	for _, f := range report.Findings {
		switch {
		case f.Severity == codes.Error:
			t.Errorf("%s: %s: %s in\n%s", filepath.Base(path), f.Code, f.Message, f.Source.File.Item(f.Item).Text)
		case f.Code == codes.Hole:
			holes++
		}
	}
	if holes != 1 {
		t.Errorf("%s: %d holes are reported in\n%s", filepath.Base(path), holes, text)
	}
}
