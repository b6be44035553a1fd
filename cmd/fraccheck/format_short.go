package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/workspace"
)

// writeShort writes a line a finding, as compilers do.
func writeShort(env *environment, report *workspace.Report) error {
	for _, f := range report.Findings {
		fmt.Fprintf(env.stdout, "%s: %s %s: %s\n", at(f.Place), f.Severity, f.Code, oneLine(f.Message))
	}
	return nil
}

// at writes where a place begins: `file:line:col`.
func at(p workspace.Place) string {
	start, _ := p.Range()
	return fmt.Sprintf("%s:%d:%d", p.Source.Name, start.Line, start.Column)
}
