package programs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

func program(t *testing.T, path string) *evaluate.Program {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := evaluate.Open(workspace.Open(workspace.Options{Root: filepath.Dir(path)}), path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestManualHolds evaluates what the manual says about values.
func TestManualHolds(t *testing.T) {
	for _, path := range glob(t, "docs/*.md") {
		p := program(t, path)
		for i, claim := range p.Comments() {
			if out := p.Judge(context.Background(), i, interp.Options{}); out.Verdict == evaluate.Failed {
				t.Errorf("%s: `%s`: %s", path, p.Text(claim), out.Problem)
			}
		}
	}
}

var spans = regexp.MustCompile("`([^`]*)`")

// TestDivisionTables evaluates every cell of the tables on division and rounding.
func TestDivisionTables(t *testing.T) {
	path := filepath.Join(root, "docs", "language.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n### Division, remainder, rounding\n")
	section, _, _ = strings.Cut(section, "\n### ")
	p, cells := program(t, path), 0
	var heads []string
	for _, line := range strings.Split(section, "\n") {
		columns := strings.Split(strings.Trim(line, "| "), " | ")
		switch {
		case len(columns) != 5:
			continue
		case columns[0] == "written":
			heads = columns
			continue
		}
		names := spans.FindAllStringSubmatch(columns[0], -1)
		for c := 2; c < 5; c++ {
			values := strings.Split(columns[c], ", ")
			for i, name := range names {
				cells++
				expr := applied(name[1], operands(heads[c]))
				if got, want := evaluated(t, p, expr), values[min(i, len(values)-1)]; got != want {
					t.Errorf("%s is %s, and the manual says %s", expr, got, want)
				}
			}
		}
	}
	if cells < 30 {
		t.Errorf("only %d cells were found", cells)
	}
}

// operands are the numbers in the head of a column: several in backticks, or one.
func operands(head string) []string {
	var out []string
	for _, m := range spans.FindAllStringSubmatch(head, -1) {
		out = append(out, m[1])
	}
	if out == nil {
		out = []string{head}
	}
	return out
}

// applied is an operator on operands, or an expression with these in place of `%x`
// and `%y`.
func applied(name string, operands []string) string {
	if !strings.Contains(name, "%x") {
		return fmt.Sprintf("%s(%s)", name, strings.Join(operands, ", "))
	}
	name = strings.ReplaceAll(name, "%x", operands[0])
	return strings.ReplaceAll(name, "%y", operands[len(operands)-1])
}

func evaluated(t *testing.T, p *evaluate.Program, expr string) string {
	t.Helper()
	a, err := p.Expression("<cell>", "", expr)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Mistakes) > 0 {
		t.Fatalf("%s: %s", expr, a.Mistakes[0].Diagnostic.Message)
	}
	result := a.Run(context.Background(), interp.Options{})
	if result.Err != nil {
		t.Fatalf("%s: %v", expr, result.Err)
	}
	return value.Text(result.Value)
}
