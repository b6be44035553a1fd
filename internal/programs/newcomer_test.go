package programs

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
)

// mistakesOf are the programs of a file of mistakes, one after each line of dashes.
func mistakesOf(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(data), "----\n")
}

// seenIn are the diagnostics of a program that a user sees: all but hints.
func seenIn(t *testing.T, text string) (seen []workspace.Finding) {
	t.Helper()
	s := snapshotOf(text)
	report, err := s.Check(context.Background(), []string{mendPath})
	if err != nil {
		t.Fatal(err)
	}
	found, err := fixer.Offer(context.Background(), s, report.Findings)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if f.Severity != codes.Hint {
			seen = append(seen, f)
		}
	}
	return seen
}

// words are all that a diagnostic says.
func words(f *workspace.Finding) string {
	all := append([]string{f.Message}, f.Notes...)
	for _, fix := range f.Fixes {
		all = append(all, fix.Title)
	}
	return strings.Join(all, "\n")
}

// listed are diagnostics, one a line.
func listed(seen []workspace.Finding) string {
	var b strings.Builder
	for _, f := range seen {
		fmt.Fprintf(&b, "  %d: %s: %s\n", f.Span.Start, f.Code, f.Message)
	}
	return b.String()
}

// TestNewcomers holds that of the mistakes that newcomers make, one in each program, nearly
// all give one diagnostic, and nearly all of these name the cause: the pattern in the
// program's first line fits what the first diagnostic says.
func TestNewcomers(t *testing.T) {
	const least = 97 // per cent
	programs := mistakesOf(t, "testdata/newcomers.txt")
	one, named := 0, 0
	for _, text := range programs {
		seen := seenIn(t, text)
		cause, _, _ := strings.Cut(strings.TrimPrefix(text, "# cause: "), "\n")
		if len(seen) == 1 {
			one++
		} else {
			t.Logf("%d diagnostics:\n%s%s", len(seen), text, listed(seen))
		}
		if len(seen) > 0 && regexp.MustCompile(cause).MatchString(words(&seen[0])) {
			named++
		} else {
			t.Logf("not the cause:\n%s%s", text, listed(seen))
		}
	}
	t.Logf("of %d mistakes %d give one diagnostic, %d name the cause", len(programs), one, named)
	if one*100 < least*len(programs) || named*100 < least*len(programs) {
		t.Errorf("of %d mistakes %d give one diagnostic, %d name the cause; %d %% are required", len(programs), one, named, least)
	}
}

// TestUnfinished holds that programs that are typed to a half, and those with a slip whose
// consequences are many, give one diagnostic each.
func TestUnfinished(t *testing.T) {
	for _, text := range mistakesOf(t, "testdata/unfinished.txt") {
		if seen := seenIn(t, text); len(seen) != 1 {
			t.Errorf("%d diagnostics:\n%s%s", len(seen), text, listed(seen))
		}
	}
}

// TestFixesOfMistakes holds that programs with one mistake are right after the fix of its
// diagnostic: where one is expected, it is there.
func TestFixesOfMistakes(t *testing.T) {
	for _, text := range mistakesOf(t, "testdata/fixed.txt") {
		text, want, _ := strings.Cut(text, "=>\n")
		seen := seenIn(t, text)
		for range seen {
			if len(seen) == 0 || len(seen[0].Fixes) == 0 {
				break
			}
			fixed := seen[0]
			fixed.Fixes = fixed.Fixes[:1]
			text = fixer.Apply([]workspace.Finding{fixed})[mendPath]
			seen = seenIn(t, text)
		}
		if text != want {
			t.Errorf("the fixes give\n%swanted\n%s", text, want)
		}
		if len(seen) > 0 {
			t.Errorf("after the fixes:\n%s%s", text, listed(seen))
		}
	}
}
