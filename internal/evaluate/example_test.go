package evaluate_test

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

// Each evaluation comment of a file is judged by itself.
func Example() {
	const path = "/models/sum.frac"
	files := workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: `1 + 2       # evaluates to 3
[1, 2][5]   # fails: out of range
2 * 3       # => 5
`}}
	program, err := evaluate.Open(workspace.Open(workspace.Options{Root: "/models", Files: files}), path)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, comment := range program.Comments() {
		outcome := program.Judge(context.Background(), i, interp.Options{MaxSteps: 1_000_000})
		fmt.Println(outcome.Verdict, program.Text(comment))
		if outcome.Problem != "" {
			fmt.Println("  ", outcome.Problem)
		}
	}
	// Output:
	// passed 1 + 2
	// passed [1, 2][5]
	// failed 2 * 3
	//    6 where 5 is expected
}
