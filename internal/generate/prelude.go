package main

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// preludePage lists the types and functions of the prelude with their own comments.
func preludePage(string) ([]byte, error) {
	file := syntax.ParseFile(prelude.Name, prelude.Source)
	var declared, functions strings.Builder
	for _, item := range file.All() {
		text := strings.TrimSpace(item.Text[item.Span(item.Root).Start:])
		switch item.Kind(item.Root) {
		case syntax.ItemData, syntax.ItemAlias:
			fmt.Fprintf(&declared, "%s\n\n```frac\n%s\n```\n\n", strings.Join(strings.Fields(item.Doc()), " "), text)
		case syntax.ItemDef:
			fmt.Fprintf(&functions, "| `%s` | %s |\n", cell(head(item)), cell(item.Doc()))
		}
	}
	return fmt.Appendf(nil, `# The prelude

What every file may use without defining or importing it. A file's own
definitions come first, then those that it imports, then these. They work on
lists, options and trees; for sequences and tensors there are
[operators](operators.md), some of the same names:

| on lists | on FractalTensors |
|---|---|
%s
The page is made from the [source](../internal/prelude/prelude.frac).

## Types

%s## Functions

| function | gives |
|---|---|
%s`, twins(), declared.String(), functions.String()), nil
}

// twins are functions of the prelude and the operators that do the same with
// FractalTensors. The order of arguments differs.
func twins() string {
	return "| `@foldl(f, init, list)`, `@foldr` | `foldl(f, sequence, init)`, `foldr` |\n" +
		"| `@map(f, list)`, `@filter(p, list)`, `@zip(l, m)` | `map(f, sequence)`, `filter(p, sequence)`, `zip(xs, ys, …)` |\n" +
		"| `@length(list)` | `length(sequence)` |\n" +
		"| `@concat(l, m)` | `join(xs, ys)`; `concatenate` is for tensors |\n"
}

// head is the text of a definition before its body.
func head(item *syntax.Item) string {
	from, to := item.Span(item.Root).Start, item.Span(item.Def(item.Root).Body).Start
	text, _, _ := strings.Cut(item.Text[from:to], "{")
	return strings.TrimSpace(strings.TrimPrefix(text, "def "))
}
