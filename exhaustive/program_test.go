package exhaustive_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/op/table"
	"github.com/fraccheck/fraccheck/prelude"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

var update = flag.Bool("update", false, "write what is found into testdata")

var (
	ops           = table.Default()
	preludeModule = typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})
)

// A program is a text with what the checker and the Analyzer say of it.
type program struct {
	file   *syntax.File
	types  []syntax.Diagnostic
	found  []syntax.Diagnostic
	starts []int32 // of the item of each found
}

func check(text string) *program {
	p := &program{file: syntax.ParseFile("test.frac", text)}
	m := typecheck.NewModule(typecheck.Config{File: p.file, Prelude: preludeModule, Ops: ops})
	for i, item := range p.file.Items {
		r := m.Check(i)
		p.types = append(append(p.types, item.Errors...), r.Diagnostics...)
		exhaustive.Analyzer.Run(&analysis.Pass{Item: item, Info: r.Info, Report: func(d syntax.Diagnostic) {
			p.found = append(p.found, d)
			p.starts = append(p.starts, p.file.Starts[i])
		}})
	}
	return p
}

// report lists the findings a line each, what belongs to them indented.
func (p *program) report() string {
	var b strings.Builder
	lines := syntax.NewLines(p.file.Text)
	at := func(i int, s syntax.Span) string {
		pos := lines.Position(s.Start + p.starts[i])
		return fmt.Sprintf("%d:%d `%s`", pos.Line, pos.Column, firstLine(p.file.Text[s.Start+p.starts[i]:s.End+p.starts[i]]))
	}
	for i, d := range p.found {
		fmt.Fprintf(&b, "%s: %s %s: %s\n", at(i, d.Span), d.Severity, d.Code, d.Message)
		for _, note := range d.Notes {
			fmt.Fprintf(&b, "  note: %s\n", note)
		}
		for _, r := range d.Related {
			fmt.Fprintf(&b, "  %s: %s\n", at(i, r.Place.Span), r.Message)
		}
		for _, f := range d.Fixes {
			fmt.Fprintf(&b, "  fix: %s\n", f.Title)
		}
	}
	for _, d := range p.types {
		fmt.Fprintf(&b, "checker: %s: %s %v\n", d.Code, d.Message, d.Notes)
	}
	return b.String()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// fix applies the fix of a number of the first finding that has one.
func (p *program) fix(number int) (string, bool) {
	for i, d := range p.found {
		if number < len(d.Fixes) {
			return apply(p.file.Text, d.Fixes[number].Edits, p.starts[i]), true
		}
	}
	return p.file.Text, false
}

func apply(text string, edits []syntax.Edit, start int32) string {
	edits = slices.Clone(edits)
	sort.Slice(edits, func(i, j int) bool { return edits[i].Span.Start > edits[j].Span.Start })
	for _, e := range edits {
		text = text[:e.Span.Start+start] + e.NewText + text[e.Span.End+start:]
	}
	return text
}

// fixAll applies first fixes until there are none, and says how many.
func fixAll(text string) (*program, int) {
	for n := 0; ; n++ {
		p := check(text)
		next, ok := p.fix(0)
		if !ok || n > 100 {
			return p, n
		}
		text = next
	}
}

// TestPrograms reads testdata/*.txtar: a program, `found`, what is reported of
// it, and where there is one, `fixed`, the program after all first fixes, and
// `moved`, after the second fix of the first finding that has two.
func TestPrograms(t *testing.T) {
	names, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { checkArchive(t, name) })
	}
}

func checkArchive(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p := check(string(archive.Files[0].Data))
	fixed, _ := fixAll(p.file.Text)
	moved, _ := p.fix(1)
	got := map[string]string{"found": p.report(), "fixed": fixed.file.Text, "moved": moved}
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
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPreludeIsClean(t *testing.T) {
	if p := check(prelude.Source); len(p.found) > 0 {
		t.Error(p.report())
	}
}
