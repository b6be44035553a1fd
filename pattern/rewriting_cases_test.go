package pattern_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/pattern/rewriting"
	"github.com/fraccheck/fraccheck/pattern/rulefile"
)

// TestRewriteCases applies the rules `name.rewrite` to `name.frac`. The text must be
// `name.gives` afterwards, or as it was where there is none; each line of
// `name.reported` has words that one finding holds, and there are as many findings.
func TestRewriteCases(t *testing.T) {
	files := archived(t)
	eachProgram(t, files, ".rewrite", func(t *testing.T, base string) {
		want, changed := files[base+".gives"]
		if !changed {
			want = files[base+".frac"]
		}
		got, found := rewritten(t, files[base+".frac"], readRules(t, files[base+".rewrite"]))
		if got != want {
			t.Errorf("%s\n%s\ngot\n%s\nwant\n%s\nfound: %s", files[base+".frac"], files[base+".rewrite"], got, want, strings.Join(found, "\n"))
		}
		if !reported(found, files[base+".reported"]) {
			t.Errorf("%s\n%s\nfound\n%s\nwant\n%s", files[base+".frac"], files[base+".rewrite"], strings.Join(found, "\n"), files[base+".reported"])
		}
	})
}

// rewritten is a program after the rules, and what was found in doing so.
func rewritten(t *testing.T, program string, f *rulefile.File) (text string, found []string) {
	t.Helper()
	r, err := rewriting.New(f.Rules).File(context.Background(), checktest.Module("test.frac", program))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Refused {
		found = append(found, fmt.Sprintf("%s %s", d.Message, strings.Join(d.Notes, " ")))
	}
	return r.Module.File().Text, found
}

// reported tells whether each finding holds the words of its line.
func reported(found []string, want string) bool {
	lines := strings.FieldsFunc(want, func(r rune) bool { return r == '\n' })
	if len(lines) != len(found) {
		return false
	}
	for i, line := range lines {
		for _, word := range strings.Fields(line) {
			if !strings.Contains(found[i], word) {
				return false
			}
		}
	}
	return true
}
