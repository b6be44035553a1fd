package matcher_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/golden"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
)

// updating recognizes the flag -update: what is found is written into the archives.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// TestGolden holds what patterns match in programs against archives: each comment
// `#? PATTERN` in a program asks for one. What the table of patterns says is tried by
// the cases of package pattern; here is what the matcher has to look at twice.
func TestGolden(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", updating(), func(t *testing.T, _, text string) []golden.Made {
		var out strings.Builder
		for _, line := range strings.Split(text, "\n") {
			asked, ok := strings.CutPrefix(line, "#? ")
			if !ok {
				continue
			}
			fmt.Fprintf(&out, "%s\n", asked)
			file := rulefile.Parse("", "find p { "+asked+" }")
			for _, d := range file.Diagnostics {
				fmt.Fprintf(&out, "    %s\n", d.Message)
			}
			if len(file.Rules) == 1 {
				for _, match := range strings.Split(strings.TrimSpace(found(text, file.Rules[0])), "\n") {
					fmt.Fprintf(&out, "    %s\n", strings.TrimPrefix(match, "p "))
				}
			}
		}
		return []golden.Made{{Ending: "found", Text: out.String()}}
	})
}
