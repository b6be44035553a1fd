package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/output"
)

func TestRendered(t *testing.T) {
	page := "# a-code\n\nA `%x` of **one** `check\n--fix`, see [the page](a.md).\n\n## Fails\n\n```frac error=a\n# no heading\n\n%x * `y`\n```\n\nEnd.\n"
	want := `a-code

A %x of one check
--fix, see the page.

Fails

    # no heading

    %x * ` + "`y`" + `

End.
`
	page = strings.ReplaceAll(page, "`y`", "'y'")
	want = strings.ReplaceAll(want, "`y`", "'y'")
	if diff := cmp.Diff(want, output.RenderPage(page, console.Palette{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestRenderedPages holds that no page shows its markup on a terminal.
func TestRenderedPages(t *testing.T) {
	for _, code := range explain.All() {
		page, _ := explain.Page(code)
		for _, line := range strings.Split(output.RenderPage(page, console.Palette{}), "\n") {
			if strings.HasPrefix(line, "    ") {
				continue // code
			}
			if strings.Contains(line, "`") || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "## ") || strings.Contains(line, "](") || strings.Contains(line, "**") {
				t.Errorf("%s shows %q", code, line)
			}
		}
	}
}
