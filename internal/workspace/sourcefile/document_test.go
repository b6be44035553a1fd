package sourcefile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// block is a Block as a test writes it down: its text, and the line and column
// at which it begins.
type block struct {
	Line, Column int
	Text         string
	Tagged       bool
	Errors       string
}

func blocksOf(name, text string) []block {
	var found []block
	source := New(name, name, text)
	for _, b := range source.Blocks {
		at := source.Lines.Position(b.Span.Start)
		found = append(found, block{at.Line, at.Column, text[b.Span.Start:b.Span.End], b.Tagged, strings.Join(b.Errors, " ")})
	}
	return found
}

func lines(l ...string) string { return strings.Join(l, "\n") }

func TestBlocks(t *testing.T) {
	tests := []struct {
		name, file, text string
		want             []block
	}{
		{"tagged fence", "a.md",
			lines("Text.", "```frac", "1 + 2", "```", "More."),
			[]block{{3, 1, "1 + 2", true, ""}}},
		{"all languages", "a.md",
			lines("```frac", "1", "```", "```relay", "2", "```", "~~~ rly", "3", "~~~"),
			[]block{{2, 1, "1", true, ""}, {5, 1, "2", true, ""}, {8, 1, "3", true, ""}}},
		{"words", "a.md",
			lines("``` frac error=type-mismatch error=arity-mismatch", "1", "```", "```frac,ignore", "2", "```", "```{.frac run}", "3", "```"),
			[]block{{2, 1, "1", true, "type-mismatch arity-mismatch"}, {8, 1, "3", true, ""}}},
		{"other languages", "a.md",
			lines("```python", "def @f() { 1 }", "```", "```c", "%x", "```"),
			nil},
		{"untagged program", "a.md",
			lines("```", "def @f() { 1 }", "```"),
			[]block{{2, 1, "def @f() { 1 }", false, ""}}},
		{"untagged with a mistake in its definition", "a.md",
			lines("```", "def @f(%x { 1 }", "```"),
			[]block{{2, 1, "def @f(%x { 1 }", false, ""}}},
		{"untagged type", "a.md",
			lines("```", "# a comment", "data N { Z : () -> N }", "```"),
			[]block{{2, 1, lines("# a comment", "data N { Z : () -> N }"), false, ""}}},
		{"untagged prose and output", "a.md",
			lines("```", "1 file checked, 0 errors", "```", "```", "$ make test", "```"),
			nil},
		{"untagged Python", "a.md",
			lines("```", "@property", "def f(self):", "    return '%s' % self.x", "```"),
			nil},
		{"untagged Java", "a.md",
			lines("```", "@Override", "public void f() {}", "```"),
			nil},
		{"untagged mail and printf", "a.md",
			lines("```", "mail someone@example.org", "```", "```", `printf("%d", x);`, "```"),
			nil},
		{"long fence holds a short one", "a.md",
			lines("````frac", "1", "```", "2", "````"),
			[]block{{2, 1, lines("1", "```", "2"), true, ""}}},
		{"never closed", "a.md",
			lines("```frac", "1"),
			[]block{{2, 1, "1", true, ""}}},
		{"empty", "a.md", lines("```frac", "```"), nil},
		{"code span is no fence", "a.md", lines("```not a fence``` here", "```frac", "1", "```"),
			[]block{{3, 1, "1", true, ""}}},
		{"in a list", "a.md",
			lines("- item", "", "  ```frac", "  1", "  ```"),
			[]block{{4, 1, "  1", true, ""}}},
		{"windows line ends", "a.md",
			"```frac\r\n1\r\n```\r\n",
			[]block{{2, 1, "1", true, ""}}},
		{"directive", "a.rst",
			lines("Text", "", ".. code-block:: frac", "   :linenos:", "", "   1", "", "   2", "", "More."),
			[]block{{6, 1, lines("   1", "", "   2"), true, ""}}},
		{"directive of another language", "a.rst",
			lines(".. code-block:: python", "", "    @f(%x)", "", "End."),
			nil},
		{"literal block", "a.rst",
			lines("For example::", "", "    @f(%x)", "", "End."),
			[]block{{3, 1, "    @f(%x)", false, ""}}},
		{"literal block of a grammar", "a.rst",
			lines("as::", "", "    Pattern ::= expr", "            | *", ""),
			nil},
		{"other directives", "a.rst",
			lines(".. note::", "", "   Do @this or %that.", ""),
			nil},
		{"fences are not reStructuredText", "a.rst", lines("```frac", "1", "```"), nil},
		{"directives are not Markdown", "a.md", lines(".. code-block:: frac", "", "   1"), nil},
		{"plain text has both", "a.txt",
			lines("```frac", "1", "```", ".. code:: relay", "", " 2"),
			[]block{{2, 1, "1", true, ""}, {6, 1, " 2", true, ""}}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, blocksOf(tt.file, tt.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// An unclosed bracket ends with its block, and items keep the positions of the
// document.
func TestDocumentItems(t *testing.T) {
	text := lines("```", "def @f(%x { %x", "```", "", "```", "@f(1)", "```")
	s := New("a.md", "a.md", text)
	var got []string
	for i, item := range s.File.All() {
		got = append(got, strings.TrimSpace(item.Text))
		if at := int(s.File.Start(i)); text[at:at+len(item.Text)] != item.Text {
			t.Errorf("item %d is not at %d", i, at)
		}
	}
	if diff := cmp.Diff([]string{"def @f(%x { %x", "@f(1)"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{0, 1}, s.BlockOf); diff != "" {
		t.Error(diff)
	}
}
