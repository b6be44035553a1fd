package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// writeShort writes a line a finding, as compilers do.
func writeShort(con *console.Console, report *workspace.Report) error {
	for _, f := range report.Findings {
		fmt.Fprintln(con.Stdout, shortLine(&f))
	}
	return nil
}

func shortLine(f *workspace.Finding) string {
	return fmt.Sprintf("%s: %s %s: %s", at(f.Place), f.Severity, f.Code, console.OneLine(f.Message))
}

// at writes where a place begins: `file:line:col`.
func at(p workspace.Place) string {
	start, _ := p.Range()
	return fmt.Sprintf("%s:%d:%d", console.Printable(p.Source.Name), start.Line, start.Column)
}
