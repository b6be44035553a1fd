package grammar

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/syntax"
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

// disagreement says how the two parsers differ on an item, "" if they agree.
func disagreement(p *Parser, item *syntax.Item) string {
	tree, err := p.Parse(item.Text)
	switch {
	case err != nil && len(item.Errors) > 0:
		return ""
	case err != nil:
		return fmt.Sprintf("the grammar refuses (%v), the parser gives\n%s", err, dump(item))
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
	items := append(syntax.ParseFile(name, text).Items, syntax.ParseItem(text))
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

func TestProgramsBesideTheRepository(t *testing.T) {
	programs := sharedPrograms(t)
	if len(programs) == 0 {
		t.Skip("no programs beside the repository")
	}
	p := newTestParser(t)
	for _, program := range programs {
		compare(t, p, program.name, program.text)
	}
}
