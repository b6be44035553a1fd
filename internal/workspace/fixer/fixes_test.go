package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// Fixes that touch each other are not made, whichever comes first; two that are
// the same are one.
func TestApplyFixes(t *testing.T) {
	source := sourcefile.New("/a.frac", "a.frac", "abcdefgh")
	fix := func(edits ...workspace.Edit) workspace.Finding {
		for i := range edits {
			edits[i].Source = source
		}
		return workspace.Finding{Place: workspace.Place{Source: source}, Fixes: []workspace.Fix{{Title: "fix", Edits: edits}}}
	}
	edit := func(start, end int32, text string) workspace.Edit {
		return workspace.Edit{Place: workspace.Place{Span: syntax.Span{Start: start, End: end}}, NewText: text}
	}
	free, clashing := apart([]workspace.Finding{
		fix(edit(0, 1, "A"), edit(7, 7, "!")),
		fix(edit(1, 3, "xx")),
		fix(edit(2, 3, "")), // lies in the one above
		fix(edit(4, 5, "E")),
		fix(edit(4, 5, "E")), // says the same
	})
	if got := Apply(free)[source.Path]; got != "AbcdEfg!h" || len(clashing) != 2 {
		t.Errorf("got %q, and %d fixes clash", got, len(clashing))
	}
}

// TestRuleFixes holds that the rewrite rule of a lint's name fixes what it finds.
func TestRuleFixes(t *testing.T) {
	rules := "lint zero { var x match x + 0 warn \"{x} + 0\" }\nrewrite zero { var x match x + 0 with x }"
	texts := map[string]string{"/p/fraccheck.toml": `rules = ["rules/r.fracrule"]`, "/p/rules/r.fracrule": rules, "/p/a.frac": "def @f(%x: int32) { (%x + 0) * 2 }\n"}
	s := workspace.Open(workspace.Options{Root: "/p", Files: workspace.Overlay{Files: workspace.Disk{}, Texts: texts}})
	report, err := s.Check(context.Background(), []string{"/p/a.frac"})
	if err != nil {
		t.Fatal(err)
	}
	offered, err := Offer(context.Background(), s, report.Findings)
	if err != nil || len(offered) != 1 || len(offered[0].Fixes) != 1 {
		t.Fatal(offered, err)
	}
	if got := Apply(offered)["/p/a.frac"]; got != "def @f(%x: int32) { %x * 2 }\n" {
		t.Errorf("%q", got)
	}
}

// Fixes of an item whose tree is very large are not tried, and so not offered; the
// same mistake in a smaller one is fixed.
func TestOfferInLargeItem(t *testing.T) {
	const path = "/c/large.frac"
	for _, c := range []struct {
		sums    int
		offered bool
	}{{10, true}, {maxTriedNodes / 2, false}} {
		text := "def @f() { (1" + strings.Repeat(" + 1", c.sums) + " }\n"
		s := workspace.Open(workspace.Options{Root: "/c", Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: text}}})
		report, err := s.Check(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		found, err := Offer(context.Background(), s, report.Findings)
		if err != nil {
			t.Fatal(err)
		}
		offered := false
		for _, f := range found {
			offered = offered || len(f.Fixes) > 0
		}
		if offered != c.offered {
			t.Errorf("a sum of %d: fixes are offered: %t; %v", c.sums, offered, found)
		}
	}
}
