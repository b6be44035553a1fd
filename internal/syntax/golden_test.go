package syntax

import (
	"flag"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/golden"
)

var update = flag.Bool("update", false, "rewrite the expected parts of testdata/*.txtar")

// TestGolden reads archives whose files come in pairs: `name.frac` and what
// it must give, `name.out`: a tree an item, the errors after `!`.
func TestGolden(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, _, text string) []golden.Made {
		return []golden.Made{{Ending: "out", Text: render(t, text)}}
	})
}

// render prints the trees and the errors of a text.
func render(t *testing.T, text string) string {
	f := ParseFile("golden.frac", text)
	checkFile(t, f)
	checkTokens(t, text)
	var b strings.Builder
	lines := NewLines(text)
	for i, item := range f.All() {
		b.WriteString(Dump(item) + "\n")
		for _, e := range item.Errors {
			b.WriteString("! " + describe(lines, f.Start(i), e) + "\n")
		}
	}
	return b.String()
}
