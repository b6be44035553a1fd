package evaluate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/google/go-cmp/cmp"
)

// TestComments reads comments as they are written, well and badly.
func TestComments(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"behind", "@f(1)  # evaluates to 2", []string{"@f(1) = 2"}},
		{"arrow", "@f(1) # => 2\n@f(2) // => 3", []string{"@f(1) = 2", "@f(2) = 3"}},
		{"slashes", "@f(1)// evaluates to 2", []string{"@f(1) = 2"}},
		{"windows lines", "@f(1) # => 2\r\n@f(2) # fails: no\r\n", []string{"@f(1) = 2", "@f(2) ! no"}},
		{"another comment", "@f(1) # evaluates to 2   # as it should", []string{"@f(1) = 2"}},
		{"after a note", "@f(1) # one  # => 2", []string{"@f(1) = 2"}},
		{"hash in a string", `@f("# => 1") # => 2`, []string{`@f("# => 1") = 2`}},
		{"tolerance", "@f(1) # => 2.5 within 1e-3 # about", []string{"@f(1) = 2.5 ~0.001"}},
		{"failure", "@f(1) # fails: division by zero  ", []string{"@f(1) ! division by zero"}},
		{"lines", "let %x = 1;\n@f(\n  %x) # => 2", []string{"let %x = 1;\n@f(\n  %x) = 2"}},
		{"next line", "@f(1)\n  # evaluates to 2\n", []string{"@f(1) = 2"}},
		{"not the line after", "@f(1)\n\n# evaluates to 2\n", nil},
		{"only one", "@f(1) # => 2\n# => 3\n", []string{"@f(1) = 2"}},
		{"no value", "@f(1) # evaluates to", []string{"@f(1) = "}},
		{"after a definition", "def @f(%x) { %x } # evaluates to 3", nil},
		{"block comment", "@f(1) /* evaluates to 3 */", nil},

		{"standing", "# @f(1) evaluates to 2\n// @f(2) evaluates to 3", []string{"@f(1) = 2", "@f(2) = 3"}},
		{"standing in a body", "def @f(%x) {\n  # @f(1) evaluates to 2\n  %x }", []string{"@f(1) = 2"}},
		{"standing literal", "# 1 + 2 evaluates to 3", []string{"1 + 2 = 3"}},
		{"standing list", "# [1, 2][0] evaluates to 1 within 2", []string{"[1, 2][0] = 1 ~2"}},
		{"standing constructor", "# Cons(1, Nil()) evaluates to Cons(1, Nil())", []string{"Cons(1, Nil()) = Cons(1, Nil())"}},
		{"two of them", "# @f(Some(1)) evaluates to 1\n# @f(None()) evaluates to 2\n", []string{"@f(Some(1)) = 1", "@f(None()) = 2"}},
		{"a slip is no prose", "# @f(1, evaluates to 2", []string{"@f(1, = 2"}},
		{"wrong value", "# @f(1) evaluates to )", []string{"@f(1) = )"}},
		{"prose", "# This evaluates to 3\n# It evaluates to the sum of both", nil},
		{"prose with a call", "# @sum(%l) evaluates to the sum of the list", nil},
		{"prose without value", "# @f evaluates to something", nil},
		{"not on its own line", "def @f() { 1 } # @f() evaluates to 1", nil},
		{"nothing", "", nil},
		{"only a mark", "#", nil},
		{"words without expression", "# evaluates to 3", nil},
		{"behind metadata", "#[metadata]\n{}\n# @f(1) evaluates to 2", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, spelled("a.frac", tt.text)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestCommentsOfDocuments holds that comments end with their block, and that what
// a document shows as an error has none.
func TestCommentsOfDocuments(t *testing.T) {
	text := strings.ReplaceAll(`
'''frac
@f(1)
'''
# evaluates to 2
'''frac error=type-mismatch
@f(1) # => 2
'''
'''frac run
@f(1)
@f(2) # => 3
'''
'''frac ignore
@f(1) # => 2
'''
'''python
# @f(1) evaluates to 2
'''
`, "'''", "```")
	want := []string{"@f(1) runs", "@f(2) = 3"}
	if diff := cmp.Diff(want, spelled("a.md", text)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func spelled(name, text string) (out []string) {
	source := sourcefile.New("/"+name, name, text)
	for _, c := range Comments(source) {
		line := source.Text()[c.Expr.Start:c.Expr.End] + [...]string{" = ", " ! ", " runs", " misspelt "}[c.Kind] + c.Text
		if c.Within > 0 {
			line += fmt.Sprintf(" ~%g", c.Within)
		}
		if c.Kind != Runs && source.Text()[c.At.Start:c.At.End] != c.Text {
			line += " misplaced"
		}
		out = append(out, line)
	}
	return out
}

func FuzzClaims(f *testing.F) {
	f.Add("@f(1) # evaluates to 2\n# @g(2) evaluates to 3 within 1e-3")
	f.Add("@f(1)\r\n// => [1.0, 2.0]\n")
	f.Fuzz(func(t *testing.T, text string) {
		spelled("a.frac", text)
		spelled("a.md", "```frac run\n"+text+"\n```")
	})
}
