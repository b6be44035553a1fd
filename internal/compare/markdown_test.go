package compare

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

func TestMessageMarkdown(t *testing.T) {
	tests := []struct{ message, want string }{
		{"nothing reads `%x`", "nothing reads `%x`"},
		{"`a` `b`", "`a` `b`"},
		{"one ` alone", "one \\` alone"},
		{`cannot import "<img src=x>"`, `cannot import "\<img src=x\>"`},
		{"ask @someone of #12", "ask @\u2060someone of \\#\u206012"},
		{"see https://a.example or www.b.example", "see https:\u2060//a.example or w\u2060ww.b.example"},
		{"[a](b) **c** ~~d~~ _e_ | f", `\[a\]\(b\) \*\*c\*\* \~\~d\~\~ \_e\_ \| f`},
		{"two\nlines", "two lines"},
		{"`@f`\nand\x1b[31m", "`@f` and"},
	}
	for _, tt := range tests {
		if got := messageMarkdown(tt.message); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.message, got, tt.want)
		}
	}
}

func TestCodeMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"a": "`a`", "": "`  `", "a`b": "``a`b``", "`": "`` ` ``", "a``b`": "``` a``b` ```", "a|b": "`a|b`",
	} {
		if got := codeMarkdown(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := cellMarkdown(codeMarkdown("|l|")); got != "`\\|l\\|`" {
		t.Errorf("got %q", got)
	}
	if got := sourceAddress("https://a.example/b/", "x y/<a|b>#`.frac", "3"); got != "https://a.example/b/x%20y/%3Ca%7Cb%3E%23%60.frac#L3" {
		t.Errorf("got %q", got)
	}
}

// spans are code and addresses, in which nothing is markup.
var (
	spans     = regexp.MustCompile("`[^`]*`|\\]\\(<[^>]*>\\)")
	unescaped = regexp.MustCompile(`[^\\]<img`)
)

// TestSummaryIsBounded holds that a summary of any size fits a comment, says what it
// leaves out, and has no markup that comes from a program.
func TestSummaryIsBounded(t *testing.T) {
	hostile := "<img src=x onerror=y> @everybody [a](https://evil.example) </details>|" + strings.Repeat("é", 500)
	for _, sizes := range [][3]int{{0, 0, 0}, {3, 0, 3000}, {5000, 2, 0}, {5000, 5000, 5000}, {0, 4000, 1}} {
		c := &Comparison{links: "https://a.example/blob/main"}
		for i := range sizes[0] {
			r := remark{Diagnostic: output.Diagnostic{Severity: "error", Code: codes.Code(hostile), Message: hostile}}
			r.File = fmt.Sprint(i/10) + hostile
			c.fresh = append(c.fresh, r)
		}
		for range sizes[1] {
			c.dearer = append(c.dearer, costChange{Name: hostile, File: hostile, Metric: "work", Old: hostile, New: "1", Exact: [2]string{"1", "2"}, order: symbolic.Greater})
		}
		for range sizes[2] {
			c.fixed = append(c.fixed, remark{Diagnostic: output.Diagnostic{Message: hostile}})
		}
		con := &console.Console{Stdout: &bytes.Buffer{}}
		if err := writeDiffMarkdown(con, c); err != nil {
			t.Fatal(err)
		}
		text := con.Stdout.String()
		if len(text) > longestSummary {
			t.Errorf("%v: %d bytes", sizes, len(text))
		}
		if left := strings.Contains(text, "for which there is no room"); left != (sizes[0]+sizes[1]+sizes[2] > 100) {
			t.Errorf("%v: it tells of what is left out: %t", sizes, left)
		}
		if opened, closed := strings.Count(text, "\n<details>"), strings.Count(text, "\n</details>\n"); opened != closed {
			t.Errorf("%v: %d details, %d ends", sizes, opened, closed)
		}
		if plain := spans.ReplaceAllString(text, ""); unescaped.MatchString(plain) || strings.Contains(plain, "@everybody") {
			t.Errorf("%v: markup of a program in\n%.300s", sizes, plain)
		}
	}
}
