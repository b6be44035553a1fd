package workspace_test

import (
	"context"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
)

// TestOfferInTypes tries fixes in signatures: one that mends one of several uses of
// a name is offered, and is clean where nothing else is wrong.
func TestOfferInTypes(t *testing.T) {
	const path = "/o/types.frac"
	for text, want := range map[string][]bool{
		"data Some { Other : () -> Some }\ndef @f(%x : Soem, %y : Soem) { (%x, %y) }\n":   {false, false},
		"def @f<key>(%x : kye, %y : kye) { (%x, %y) }\n":                                  {false, false},
		"def @f<key>(%x : kye) { %x }\n":                                                  {true},
		"data Tree[a] { Leaf, Node(Tree[a], a, Treee[a]) }\n":                             {true},
		"type Pair[a] = (a, Lst[a])\ntype Two[a] = (Lsit[a], Lsit[a])\n":                  {true, false, false},
		"data W { W1(Tensor[(2), flot32]), W2(W) }\ndef @f(%w : W) { %w }\n":              {true},
		"data Option[a] { Some : (a) -> Option[a] }\ndef @f(%x : Optoin[int32]) { %x }\n": {true},
	} {
		_, found := offered(t, path, text)
		var clean []bool
		for _, f := range found {
			for _, fix := range f.Fixes {
				clean = append(clean, fix.Clean)
			}
		}
		if !slices.Equal(clean, want) {
			t.Errorf("%s: the fixes are clean: %v, want %v; found %v", text, clean, want, found)
		}
	}
}

// offered checks a file, and gives the findings besides with the fixes that help.
func offered(t *testing.T, path, text string) (*workspace.Report, []workspace.Finding) {
	t.Helper()
	ctx := context.Background()
	s := workspace.Open(workspace.Options{Root: "/o"}).With(map[string]string{path: text})
	report, err := s.Check(ctx, []string{path})
	if err != nil {
		t.Fatal(err)
	}
	found, err := fixer.Offer(ctx, s, report.Findings)
	if err != nil {
		t.Fatal(err)
	}
	return report, found
}

// TestOfferInRules tries fixes in a file of rules: one after which as much is wrong is none.
func TestOfferInRules(t *testing.T) {
	const path = "/o/r.fracrule"
	for text, want := range map[string]int{
		"lint a { var x match multipy(x, 2) warn \"m\" }\n":     1,
		"lint b { var x, y match call(@f, x, y) warn \"m\" }\n": 0, // `all` takes other arguments
	} {
		report, found := offered(t, path, text)
		if len(found) != 1 || len(report.Findings[0].Fixes) == 0 || len(found[0].Fixes) != want {
			t.Errorf("%s: %+v, offered %+v", text, report.Findings, found)
		}
	}
}
