// Command usage counts how often networks call each operator and give each attribute,
// and writes the table by which completion ranks them. In go the paths of programs, out
// comes the table on standard output:
//
//	go run ./internal/usage $(find ../shared/corpus -name '*.relay') > lsp/complete/usage.txt
package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/fraccheck/fraccheck/disk"
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/op/table"
	"github.com/fraccheck/fraccheck/syntax"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "usage:", err)
		os.Exit(1)
	}
}

func run(paths []string, out io.Writer) error {
	uses := usage{table.Default(), map[string]int{}}
	for _, path := range paths {
		text, err := disk.Read(path, disk.Programs)
		if err != nil {
			return err
		}
		uses.count(path, string(text))
	}
	return uses.write(out)
}

// A usage counts calls by the operator's name, and attributes by that, a blank and their
// own.
type usage struct {
	ops  op.Table
	uses map[string]int
}

func (u *usage) count(name, text string) {
	for _, item := range syntax.ParseFile(name, text).Items {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if item.Kind(n) == syntax.Call {
				u.call(item, n)
			}
		}
	}
}

func (u *usage) call(item *syntax.Item, n syntax.NodeID) {
	call := item.Call(n)
	o := u.ops[item.SourceText(call.Callee)]
	if o == nil {
		return
	}
	u.uses[o.Name]++
	for _, arg := range call.Args {
		if item.Kind(arg) != syntax.NamedArg {
			continue
		}
		if name := item.SourceText(item.NamedArg(arg).Name); o.Attr(name) >= 0 {
			u.uses[o.Name+" "+name]++
		}
	}
}

// write gives a line for each name: how often it is used, and the name.
func (u *usage) write(out io.Writer) error {
	for _, name := range slices.Sorted(maps.Keys(u.uses)) {
		if _, err := fmt.Fprintf(out, "%d %s\n", u.uses[name], name); err != nil {
			return err
		}
	}
	return nil
}
