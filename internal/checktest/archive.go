package checktest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

var update = flag.Bool("update", false, "write what is found into testdata")

// Archives holds txtar archives against what is found, where a comment in the
// program would be in the way of a fix or say too little. An archive has a program
// and any of the files
//
//	found   what the analyzers report, with notes and titles of fixes (Report)
//	fixed   the program after the first fix of the first finding, again and again
//	moved   the program after the second fix of the first finding that has two
//
// which the flag -update rewrites.
func Archives(t *testing.T, pattern string, analyzers ...*analysis.Analyzer) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives %s: %v", pattern, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { holdArchive(t, path, analyzers) })
	}
}

func holdArchive(t *testing.T, path string, analyzers []*analysis.Analyzer) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(archive.Files[0].Data)
	p := Check("test.frac", text, analyzers...)
	fixed, _ := FixAll(text, analyzers...)
	moved, _ := p.Fix(1)
	got := map[string]string{"found": p.Report(), "fixed": fixed.Module.File().Text(), "moved": moved}
	for i := range archive.Files[1:] {
		f := &archive.Files[i+1]
		text := strings.TrimRight(got[f.Name], "\n") + "\n"
		if *update {
			f.Data = []byte(text)
		} else if text != string(f.Data) {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, text, f.Data)
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Analyzed are the findings of the analyzers, without those of parser and type
// checker.
func (p *Program) Analyzed() []Finding {
	var found []Finding
	for _, f := range p.Found {
		if !f.Checker {
			found = append(found, f)
		}
	}
	return found
}

// Report lists the analyzers' findings a line each, what belongs to them
// indented, and the checker's after them.
func (p *Program) Report() string {
	var b strings.Builder
	for _, f := range p.Analyzed() {
		fmt.Fprintf(&b, "%s: %s %s: %s\n", p.place(f, f.Diagnostic.Span), f.Severity, f.Code, f.Message)
		for _, note := range f.Notes {
			fmt.Fprintf(&b, "  note: %s\n", note)
		}
		for _, r := range f.Related {
			fmt.Fprintf(&b, "  %s: %s\n", p.place(p.belonging(f, r.Place), r.Place.Span), r.Message)
		}
		for _, fix := range f.Fixes {
			fmt.Fprintf(&b, "  fix: %s\n", fix.Title)
		}
	}
	for _, f := range p.Found {
		if f.Checker {
			fmt.Fprintf(&b, "checker: %s: %s %v\n", f.Code, f.Message, f.Notes)
		}
	}
	return b.String()
}

// belonging is a finding as one of the item of a place.
func (p *Program) belonging(f Finding, at syntax.Place) Finding {
	if i := slices.Index(p.Module.File().List(), at.Item); i >= 0 {
		f.Item = i
	}
	return f
}

// place is where a span of a finding's item begins, and the first line of what
// is there.
func (p *Program) place(f Finding, span syntax.Span) string {
	file := p.Module.File()
	span = span.Shift(file.Start(f.Item))
	at := syntax.NewLines(file.Text()).Position(span.Start)
	line, _, _ := strings.Cut(file.Text()[span.Start:span.End], "\n")
	return fmt.Sprintf("%d:%d `%s`", at.Line, at.Column, line)
}

// Fix gives the text after the fix of a number, from 0, of the first finding of an
// analyzer that has so many; false for none.
func (p *Program) Fix(number int) (string, bool) {
	for _, f := range p.Analyzed() {
		if number < len(f.Fixes) {
			return p.After(f, f.Fixes[number].Edits), true
		}
	}
	return p.Module.File().Text(), false
}

// After is the text after edits of a finding's item.
func (p *Program) After(f Finding, edits []syntax.Edit) string {
	moved := make([]syntax.Edit, len(edits))
	for i, e := range edits {
		moved[i] = syntax.Edit{Span: e.Span.Shift(p.Module.File().Start(f.Item)), NewText: e.NewText}
	}
	return syntax.ApplyEdits(p.Module.File().Text(), moved)
}

// maxFixes bounds the fixes that are made one after the other.
const maxFixes = 100

// FixAll makes first fixes until there are none, and says how many.
func FixAll(text string, analyzers ...*analysis.Analyzer) (*Program, int) {
	for n := 0; ; n++ {
		p := Check("test.frac", text, analyzers...)
		next, ok := p.Fix(0)
		if !ok || n > maxFixes {
			return p, n
		}
		text = next
	}
}
