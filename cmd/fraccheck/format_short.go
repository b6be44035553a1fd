package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// writeShort writes a line a finding, as compilers do.
func writeShort(env *environment, report *workspace.Report) error {
	for _, f := range report.Findings {
		fmt.Fprintln(env.stdout, shortLine(&f))
	}
	return nil
}

func shortLine(f *workspace.Finding) string {
	return fmt.Sprintf("%s: %s %s: %s", at(f.Place), f.Severity, f.Code, oneLine(f.Message))
}

// at writes where a place begins: `file:line:col`.
func at(p workspace.Place) string {
	start, _ := p.Range()
	return fmt.Sprintf("%s:%d:%d", printable(p.Source.Name), start.Line, start.Column)
}
