// Command usage counts how often networks call each operator, give each attribute and its
// values, and use each dtype, and writes the table by which completion ranks them. In go the paths of programs, out
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
	"strings"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "usage:", err)
		os.Exit(1)
	}
}

func run(paths []string, out io.Writer) error {
	uses := usage{table.Default(), map[string]int{}, map[string]map[string]int{}}
	for _, path := range paths {
		text, err := disk.Read(path, disk.Programs)
		if err != nil {
			return err
		}
		uses.count(path, string(text))
	}
	return uses.write(out)
}

// A usage counts calls by the operator's name, attributes by that, a blank and their own,
// values by both names, a blank and their text, and dtypes behind `Tensor`.
type usage struct {
	ops    op.Table
	uses   map[string]int
	values map[string]map[string]int // by the names of operator and attribute
}

func (u *usage) count(name, text string) {
	for _, item := range syntax.ParseFile(name, text).All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			switch item.Kind(n) {
			case syntax.Call:
				u.call(item, n)
			case syntax.TypeName:
				u.dtype(item.SourceText(n))
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
			u.value(o.Name+" "+name, item.SourceText(item.NamedArg(arg).Value))
		}
	}
}

func (u *usage) dtype(name string) {
	if _, ok := types.ParseDtype(name); ok {
		u.uses["Tensor "+name]++
	}
}

// longestValue is how long a value is that somebody may want again.
const longestValue = 40

func (u *usage) value(attribute, text string) {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > longestValue || strings.ContainsAny(text, "%@") {
		return
	}
	if u.values[attribute] == nil {
		u.values[attribute] = map[string]int{}
	}
	u.values[attribute][text]++
}

// Of an attribute's values those are written that are used more than once, the most used
// of them: what one call alone has says nothing of others.
const (
	leastUses  = 2
	mostValues = 8
)

// usual are the values of an attribute that are written, the most used one first.
func (u *usage) usual(attribute string) []string {
	counts := u.values[attribute]
	texts := slices.Sorted(maps.Keys(counts))
	texts = slices.DeleteFunc(texts, func(text string) bool { return counts[text] < leastUses })
	slices.SortStableFunc(texts, func(a, b string) int { return counts[b] - counts[a] })
	return texts[:min(len(texts), mostValues)]
}

// write gives a line for each name and each usual value: how often it is used, and what
// it is.
func (u *usage) write(out io.Writer) error {
	for _, name := range slices.Sorted(maps.Keys(u.uses)) {
		if _, err := fmt.Fprintf(out, "%d %s\n", u.uses[name], name); err != nil {
			return err
		}
		for _, text := range u.usual(name) {
			if _, err := fmt.Fprintf(out, "%d %s %s\n", u.values[name][text], name, text); err != nil {
				return err
			}
		}
	}
	return nil
}
