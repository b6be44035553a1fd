package rulefile

import (
	"fmt"
	"strings"
	"testing"
)

// TestOutline holds that the parts of a file are found whatever is wrong in them.
func TestOutline(t *testing.T) {
	f := Parse("", "let p = nn.relu(_)\nrewrite once a {\n  var x\n  match p & (x\n  with x\n}\nlint b { match _ + _ hint \"\" }\nfind c { match\nfind d { match p }\n")
	var got strings.Builder
	text := func(start, end int32) string { return f.Text[start:end] }
	for _, p := range f.Parts {
		fmt.Fprintf(&got, "%s %s %q\n", p.Kind, text(p.NameSpan.Start, p.NameSpan.End), text(p.Body.Start, p.Body.End))
		for _, c := range p.Clauses {
			fmt.Fprintf(&got, "  %s %q\n", c.Word, text(c.Span.Start, c.Span.End))
		}
	}
	want := `let p ""
rewrite a "{\n  var x\n  match p & (x\n  with x\n}"
  var "var x"
  match "match p & (x"
  with "with x"
lint b "{ match _ + _ hint \"\" }"
  match "match _ + _"
  hint "hint \"\""
find c "{ match"
  match "match"
find d "{ match p }"
  match "match p"
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	if p := f.Let(f.Parts[0].NameSpan); p == nil || p.String() != "nn.relu(_)" {
		t.Errorf("the let is %v", p)
	}
}
