package typecheck_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

const (
	maxFuzzText = 8 << 10          // bytes of a text that is tried
	fuzzHang    = 20 * time.Second // for one text: far more than any needs
)

// FuzzCheck holds for any text: parsing, checking and every analyzer end
// without a panic, what they report stands inside the text, and a second check
// reports the same.
func FuzzCheck(f *testing.F) {
	for _, text := range fuzzSeeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > maxFuzzText {
			return
		}
		hung := time.AfterFunc(fuzzHang, func() { panic("the check does not end") })
		defer hung.Stop()
		first := fuzzCheck(t, text)
		if again := fuzzCheck(t, text); !slices.Equal(first, again) {
			t.Errorf("two checks differ:\n%q\n%q", first, again)
		}
	})
}

// fuzzSeeds are the items of all programs in the repository.
func fuzzSeeds(f *testing.F) []string {
	texts := []string{prelude.Source}
	for _, pattern := range []string{"testdata/*.frac", "../examples/*.*"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			texts = append(texts, string(text))
		}
	}
	var seeds []string
	for _, text := range texts {
		if len(text) <= maxFuzzText {
			seeds = append(seeds, text)
		}
		for _, item := range syntax.ParseFile("seed.frac", text).All() {
			seeds = append(seeds, item.Text)
		}
	}
	return seeds
}

// fuzzCheck reports on a text as far as two checks must agree on it.
func fuzzCheck(t *testing.T, text string) []string {
	file := syntax.ParseFile("fuzz.frac", text)
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: preludeModule, Ops: ops})
	var reports []string
	known := facts.Of(m)
	for i, item := range file.All() {
		r := m.Check(i)
		ds := append(slices.Clone(item.Errors), r.Diagnostics...)
		for _, a := range registry.Analyzers() {
			known.Unit(context.Background(), i, r).Run(a, func(d syntax.Diagnostic) { ds = append(ds, d) })
		}
		for _, d := range ds {
			holdDiagnostic(t, item, d)
			reports = append(reports, fmt.Sprint(i, d.Code, d.Span, d.Message, d.Notes))
		}
		if _, typ, ok := m.Signature(i); ok {
			reports = append(reports, types.String(typ))
		}
	}
	return reports
}

// holdDiagnostic holds that a finding is well formed: it and all that it points
// to lie inside the item, and the edits of a fix do not overlap.
func holdDiagnostic(t *testing.T, item *syntax.Item, d syntax.Diagnostic) {
	if d.Severity > codes.Hint {
		t.Errorf("%s: severity %d", d.Code, d.Severity)
	}
	if d.Message == "" || d.Code == "" {
		t.Errorf("%q: %q: no code or no message", d.Code, d.Message)
	}
	holdSpan(t, d, item, d.Span)
	for _, r := range d.Related {
		in := item
		if r.Place.Item != nil {
			in = r.Place.Item
		}
		holdSpan(t, d, in, r.Place.Span)
	}
	for _, fix := range d.Fixes {
		for i, e := range fix.Edits {
			holdSpan(t, d, item, e.Span)
			for _, other := range fix.Edits[:i] {
				if e.Span.Start < other.Span.End && other.Span.Start < e.Span.End {
					t.Errorf("%s: %s: edits overlap: %v and %v", d.Code, fix.Title, other.Span, e.Span)
				}
			}
		}
	}
}

func holdSpan(t *testing.T, d syntax.Diagnostic, item *syntax.Item, s syntax.Span) {
	if s.Start < 0 || s.Start > s.End || int(s.End) > len(item.Text) {
		t.Errorf("%s: %s: the span %v is not inside the item's %d bytes", d.Code, d.Message, s, len(item.Text))
	}
}
