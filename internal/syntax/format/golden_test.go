package format

import (
	"flag"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/golden"
)

var update = flag.Bool("update", false, "write what the formatter gives into testdata/*.txtar")

// TestGolden reads archives whose files come in pairs: `name.frac` and what it
// becomes, `name.out`. In both, `¬` is a blank at the end of a line, `␍` a
// carriage return, `→` a tab and `⌂` a byte order mark; a `␄` says that the
// text ends there, without a line end.
func TestGolden(t *testing.T) {
	cases := golden.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, name, text string) []golden.Made {
		return []golden.Made{{Ending: "out", Text: visible(holds(t, name, invisible(text)))}}
	})
	if cases < 60 {
		t.Errorf("there are only %d cases", cases)
	}
}

var (
	reveal  = strings.NewReplacer("\r", "␍", "\t", "→", "\ufeff", "⌂", " \n", "¬\n")
	conceal = strings.NewReplacer("␍", "\r", "→", "\t", "⌂", "\ufeff", "¬", " ", "␄\n", "")
)

func invisible(text string) string { return conceal.Replace(text) }

func visible(text string) string {
	if !strings.HasSuffix(text, "\n") && text != "" {
		text += "␄\n"
	}
	return reveal.Replace(text)
}
