package exhaustive_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/matchcheck"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A program is a text with what the checker and the Analyzer say of it.
type program struct {
	*checktest.Program
	file   *syntax.File
	types  []syntax.Diagnostic
	found  []syntax.Diagnostic
	starts []int32 // of the item of each found
}

func check(text string) *program {
	return programOf(checktest.Check("test.frac", text, matchcheck.Analyzer))
}

func programOf(checked *checktest.Program) *program {
	p := &program{Program: checked, file: checked.Module.File()}
	for _, f := range checked.Found {
		if f.Checker {
			p.types = append(p.types, f.Diagnostic)
			continue
		}
		if f.Code == codes.Hole { // the bodies of added clauses
			continue
		}
		p.found = append(p.found, f.Diagnostic)
		p.starts = append(p.starts, p.file.Start(f.Item))
	}
	return p
}

// apply makes edits of the item that begins at an offset of a text.
func apply(text string, edits []syntax.Edit, start int32) string {
	return text[:start] + syntax.ApplyEdits(text[start:], edits)
}

// fixAll applies first fixes until there are none, and says how many.
func fixAll(text string) (*program, int) {
	p, n := checktest.FixAll(text, matchcheck.Analyzer)
	return programOf(p), n
}

func TestPrograms(t *testing.T) { checktest.Archives(t, "testdata/*.txtar", matchcheck.Analyzer) }

func TestPreludeIsClean(t *testing.T) {
	if p := check(prelude.Source); len(p.found) > 0 {
		t.Error(p.Report())
	}
}
