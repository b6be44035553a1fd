package rulefile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/golden"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestWords holds what editors are told of the words of a text.
func TestWords(t *testing.T) {
	golden.Archives(t, "testdata/words/*.txtar", *update, func(t *testing.T, _, text string) []golden.Made {
		f := Parse("test.fracrule", text)
		lines := syntax.NewLines(text)
		var b strings.Builder
		for _, w := range f.Words {
			at := lines.Position(w.Span.Start)
			fmt.Fprintf(&b, "%d:%d %s %s", at.Line, at.Column, w.Kind, text[w.Span.Start:w.Span.End])
			if w.Name != text[w.Span.Start:w.Span.End] {
				fmt.Fprintf(&b, " (%s)", w.Name)
			}
			if w.Of != "" {
				fmt.Fprintf(&b, " of %s", w.Of)
			}
			if w.Declared {
				to := lines.Position(w.Declaration.Start)
				fmt.Fprintf(&b, " -> %d:%d", to.Line, to.Column)
			}
			b.WriteByte('\n')
		}
		return []golden.Made{{Ending: "words", Text: b.String()}}
	})
}

// TestCatalogue holds that every word that a rule may use says how it is used.
func TestCatalogue(t *testing.T) {
	all := append(Forms(), Questions()...)
	for _, kind := range ruleKinds {
		all = append(all, Clauses(kind)...)
	}
	for _, e := range all {
		if e.Name == "" || !strings.Contains(e.Usage, e.Name) || e.Doc == "" {
			t.Errorf("%+v", e)
		}
	}
}
