package evaluate_test

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

// A file's evaluation comments are claims, and each is judged by itself.
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
	for i, claim := range program.Claims() {
		outcome := program.Judge(context.Background(), i, interp.Options{MaxSteps: 1_000_000})
		fmt.Println(outcome.Verdict, program.Text(claim))
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
