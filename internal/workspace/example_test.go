package workspace_test

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A snapshot checks files; With gives the next snapshot, after an edit.
func Example() {
	const path = "/models/option.frac"
	files := workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: `def @or_zero(%x: Option[int32]) -> int32 {
  match (%x) {
    Some(%v) => %v,
  }
}
`}}
	s := workspace.Open(workspace.Options{Root: "/models", Files: files})
	show := func(s *workspace.Snapshot) {
		report, err := s.Check(context.Background(), []string{path})
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range report.Findings {
			start, _ := f.Range()
			fmt.Printf("%s:%d:%d: %s: %s\n", f.Source.Name, start.Line, start.Column, f.Code, f.Message)
		}
		fmt.Println(report.Files, "file")
	}
	show(s)
	show(s.With(map[string]string{path: "def @or_zero(%x: Option[int32]) -> int32 {\n  match (%x) {\n    Some(%v) => %v,\n    None => 0,\n  }\n}\n"}))
	// Output:
	// option.frac:2:3: nonexhaustive-match: this match does not cover `None`
	// 1 file
	// 1 file
}
