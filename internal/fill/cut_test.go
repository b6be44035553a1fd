package fill

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

// cutExpression is a random expression over %x, %y: Tensor[(n, m), int32] and its number of operators.
func cutExpression(r *rand.Rand, depth int) (text string, size int) {
	if depth == 0 || r.IntN(4) == 0 {
		return []string{"%x", "%y"}[r.IntN(2)], 0
	}
	if name := []string{"negative", "abs", "reverse", "cumsum", "", "", ""}[r.IntN(7)]; name != "" {
		in, n := cutExpression(r, depth-1)
		if name == "reverse" || name == "cumsum" {
			return name + "(" + in + fmt.Sprintf(", axis=%d)", r.IntN(2)), n + 1
		}
		return name + "(" + in + ")", n + 1
	}
	a, n := cutExpression(r, depth-1)
	b, k := cutExpression(r, depth-1)
	return []string{"add", "subtract", "multiply", "maximum", "minimum"}[r.IntN(5)] + "(" + a + ", " + b + ")", n + k + 1
}

// TestCut cuts random expressions out of programs with two evaluation comments whose values a run gives. What is
// filled has passed the comments, as Fill has judged; expressions of up to two operators are found, or smaller ones.
func TestCut(t *testing.T) {
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 45))
		body, size := cutExpression(r, 3)
		for size == 0 || size > 2 {
			body, size = cutExpression(r, 3)
		}
		program := func(body string, comments ...string) string {
			return fmt.Sprintf("def @f<n, m>(%%x: Tensor[(n, m), int32], %%y: Tensor[(n, m), int32]) -> Tensor[(n, m), int32] { %s }\n%s", body, strings.Join(comments, ""))
		}
		var comments []string
		for _, shape := range [][2]int{{2, 3}, {3, 2}} {
			call := "@f(" + randomConstant(r, shape) + ", " + randomConstant(r, shape) + ")"
			comments = append(comments, call+"  # evaluates to "+valueOf(t, program(body), call)+"\n")
		}
		result, err := fillText(t, program("?", comments...), 0, 8)
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if !result.Found {
			t.Errorf("seed %d: %s is not found", seed, body)
		}
	}
}

func randomConstant(r *rand.Rand, shape [2]int) string {
	var rows []string
	for range shape[0] {
		var row []string
		for range shape[1] {
			row = append(row, fmt.Sprint(r.IntN(19)-9))
		}
		rows = append(rows, "["+strings.Join(row, ", ")+"]")
	}
	return "Constant([" + strings.Join(rows, ", ") + "])"
}

// valueOf is the value of a call in a program, as an evaluation comment has it.
func valueOf(t *testing.T, text, call string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program.frac")
	s := workspace.Open(workspace.Options{
		Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: text + call + "\n"}}, Root: filepath.Dir(path),
	})
	p, err := evaluate.Open(s, path)
	if err != nil {
		t.Fatal(err)
	}
	result := p.Run(context.Background(), p.Expressions()[0], interp.Options{Threads: 1})
	if result.Err != nil {
		t.Fatal(result.Err)
	}
	return value.Text(result.Value)
}
