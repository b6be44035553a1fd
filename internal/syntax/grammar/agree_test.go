package grammar

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
)

func newTestParser(t testing.TB) *Parser {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// dump is syntax.Dump without the type notes, which are comments here.
func dump(item *syntax.Item) string {
	text, _, _ := strings.Cut(syntax.Dump(item), "\n(Note ")
	return text
}

// semicolonInMatch is the error of `C(p) => e; D(q) => f`. The grammar takes `e; D`
// for the body and `(q) => f` for the next clause.
const semicolonInMatch = "clauses are separated by `,`"

// letOfName is how ML defines a function, `let f (%x) =`, and how a constructor would be taken
// apart whose name begins with a small letter.
var letOfName = regexp.MustCompile(`\blet\s+[a-z_][\w.]*\s*\(`)

// disagreement says how the two parsers differ on an item, "" if they agree.
func disagreement(p *Parser, item *syntax.Item) string {
	tree, err := p.Parse(item.Text)
	switch {
	case err != nil && len(item.Errors) > 0:
		return ""
	case err != nil:
		return fmt.Sprintf("the grammar refuses (%v), the parser gives\n%s", err, dump(item))
	case item.Errors != nil && item.Errors[0].Message == semicolonInMatch:
		return "" // a rule that the productions leave out
	case item.Errors != nil && item.Errors[0].Message == habits.Function.Message && letOfName.MatchString(item.Text):
		return "" // another one: a constructor in a `let` begins with a capital
	case len(item.Errors) > 0:
		return fmt.Sprintf("the parser refuses (%s), the grammar gives\n%s", item.Errors[0].Message, tree)
	case tree.String() != dump(item):
		return "the trees differ: " + difference(tree.String(), dump(item))
	}
	return ""
}

// difference shows where two dumps part.
func difference(grammar, parser string) string {
	i := 0
	for i < len(grammar) && i < len(parser) && grammar[i] == parser[i] {
		i++
	}
	from := max(0, i-60)
	return fmt.Sprintf("grammar …%.160s\nparser …%.160s", grammar[from:], parser[from:])
}

// compare parses a text both as a file and as one item.
func compare(t testing.TB, p *Parser, name, text string) {
	t.Helper()
	items := append(syntax.ParseFile(name, text).List(), syntax.ParseItem(text))
	for _, item := range items {
		if d := disagreement(p, item); d != "" {
			t.Errorf("%s: %s\non %q", name, d, item.Text)
		}
	}
}

func TestProgramsOfTheRepository(t *testing.T) {
	p := newTestParser(t)
	for _, program := range repositoryPrograms(t) {
		compare(t, p, program.name, program.text)
	}
}

func TestReferencePrograms(t *testing.T) {
	p := newTestParser(t)
	for _, program := range referencePrograms(t) {
		compare(t, p, program.name, program.text)
	}
}

// Agreement alone would be met by two parsers that refuse everything.
func TestFormsAreAccepted(t *testing.T) {
	p := newTestParser(t)
	for _, item := range syntax.ParseFile("forms.frac", readFile(t, "testdata/forms.frac")).All() {
		if _, err := p.Parse(item.Text); err != nil {
			t.Errorf("%v\non %q", err, item.Text)
		}
	}
}

// TestTypeNotes compares the types of `/* ty=… */`, which are comments to the
// grammar, with what it makes of the same text after a declaration.
func TestTypeNotes(t *testing.T) {
	p := newTestParser(t)
	for _, program := range append(repositoryPrograms(t), referencePrograms(t)...) {
		for _, item := range syntax.ParseFile(program.name, program.text).All() {
			compareNotes(t, p, item)
		}
	}
}

func compareNotes(t *testing.T, p *Parser, item *syntax.Item) {
	notes := strings.Split(syntax.Dump(item), "\n(Note ")[1:]
	for i, c := range item.TypeComments {
		if c.Type == syntax.NoNode {
			continue
		}
		tree, err := p.Parse("@f : " + item.SourceText(c.Type))
		if err != nil {
			t.Errorf("%v\non %q", err, item.SourceText(c.Type))
			continue
		}
		_, want, _ := strings.Cut(strings.TrimSuffix(notes[i], ")"), " ")
		if got := tree.Kids[1].String(); got != want {
			t.Errorf("the types differ: %s", difference(got, want))
		}
	}
}

func TestRefusals(t *testing.T) {
	p := newTestParser(t)
	const path = "testdata/refused.txtar"
	for _, section := range sections(path, readFile(t, path))[1:] {
		if _, err := p.Parse(section.text); err == nil {
			t.Errorf("the grammar accepts %q", section.text)
		}
		if len(syntax.ParseItem(section.text).Errors) == 0 {
			t.Errorf("the parser accepts %q", section.text)
		}
	}
}
