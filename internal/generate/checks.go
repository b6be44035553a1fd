package main

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/explain"
)

// checks lists the codes with their severities and what they mean.
func checks(string) ([]byte, error) {
	var b strings.Builder
	b.WriteString(`# The checks

Every diagnostic has a code, and every code has a page: its meaning, an example that
fails, one that passes, and how to fix it. ` + "`fraccheck explain CODE`" + ` shows the same
page. A ` + "`fraccheck.toml`" + ` may give a code another severity.

| code | severity | meaning |
|---|---|---|
`)
	for _, code := range explain.Codes() {
		fmt.Fprintf(&b, "| [%s](../internal/explain/pages/%[1]s.md) | %s | %s |\n",
			code, codes.Code(code).DefaultSeverity(), cell(explain.Summary(code)))
	}
	b.WriteString(`
## Faults

A fault ends a run. It has a code too, and is reported with its position and the
calls that led to it.

| code | meaning |
|---|---|
`)
	for _, code := range explain.Faults() {
		fmt.Fprintf(&b, "| [%s](../internal/explain/faults/%[1]s.md) | %s |\n", code, cell(explain.Summary(code)))
	}
	return []byte(b.String()), nil
}

// cell is a text as a cell of a Markdown table.
func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}
