// Command usage counts how often programs call each operator, give each attribute and its
// values, and use each type, which operator takes the result of which, and which arguments are
// parameters of the definition. It writes the table by which completion ranks them. In go the
// paths of programs, out comes the table on standard output:
//
//	go run ./internal/usage $(find ../shared/corpus complexity/testdata/exam -name '*.relay' -o -name '*.frac') > internal/op/frequency/frequency.txt
//
// The programs by which the ranking is measured are none of them.
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
// values by both names, a blank and their text, dtypes behind `Tensor`, and other types behind `:`.
// `>` counts all calls, `f>` those of an operator on the result of f, and `f>g` those of g; `f(0)`
// counts the first arguments of f, and `f(0)%` those that are parameters of the definition.
type usage struct {
	ops    op.Table
	uses   map[string]int
	values map[string]map[string]int // by the names of operator and attribute
}

func (u *usage) count(name, text string) {
	file := syntax.ParseFile(name, text)
	declared := map[string]bool{}
	for _, item := range file.All() {
		declared[item.SourceText(item.Declared())] = true
	}
	for _, item := range file.All() {
		c := counter{usage: u, item: item, made: map[string]string{}, params: map[string]bool{}, inside: map[syntax.NodeID]bool{}}
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			c.bind(n)
		}
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			switch text := item.SourceText(n); item.Kind(n) {
			case syntax.Call:
				c.call(n)
			case syntax.TypeName:
				u.typeName(text, declared[text], c.inside[n])
			}
		}
	}
}

// A counter counts in one item.
type counter struct {
	*usage
	item   *syntax.Item
	made   map[string]string      // the operators whose results variables are bound to
	params map[string]bool        // of the definition
	inside map[syntax.NodeID]bool // types of the elements of tensors
}

// bind takes what a node says of a variable or a type.
func (c *counter) bind(n syntax.NodeID) {
	switch c.item.Kind(n) {
	case syntax.Let:
		let := c.item.Let(n)
		c.made[c.item.SourceText(let.Pattern)] = c.operator(let.Value)
	case syntax.Graph:
		graph := c.item.Graph(n)
		c.made[c.item.SourceText(graph.Name)] = c.operator(graph.Value)
	case syntax.Param:
		c.params[c.item.SourceText(c.item.Param(n).Pattern)] = true
	case syntax.TypeCall:
		for _, arg := range c.item.TypeCall(n).Args {
			c.inside[arg] = c.item.SourceText(c.item.TypeCall(n).Name) == "Tensor"
		}
	}
}

// operator is the one whose result an expression is; empty for others.
func (c *counter) operator(n syntax.NodeID) string {
	switch c.item.Kind(n) {
	case syntax.Call:
		if o := c.ops[c.item.SourceText(c.item.Call(n).Callee)]; o != nil {
			return o.Name
		}
	case syntax.Local:
		return c.made[c.item.SourceText(n)]
	case syntax.Project:
		return c.operator(c.item.Inner(n))
	}
	return ""
}

func (c *counter) call(n syntax.NodeID) {
	call := c.item.Call(n)
	o := c.ops[c.item.SourceText(call.Callee)]
	if o == nil {
		return
	}
	c.uses[o.Name]++
	c.uses[">"]++
	for i, arg := range call.Args {
		if c.item.Kind(arg) != syntax.NamedArg {
			c.argument(o, i, arg)
			continue
		}
		if name := c.item.SourceText(c.item.NamedArg(arg).Name); o.Attr(name) >= 0 {
			c.uses[o.Name+" "+name]++
			c.value(o.Name+" "+name, c.item.SourceText(c.item.NamedArg(arg).Value))
		}
	}
}

// argument counts one that is given by its place.
func (c *counter) argument(o *op.Op, i int, arg syntax.NodeID) {
	if made := c.operator(arg); i == 0 && made != "" {
		c.uses[made+">"]++
		c.uses[made+">"+o.Name]++
	}
	if c.item.Kind(arg) == syntax.Local && i < 10 {
		place := fmt.Sprintf("%s(%d)", o.Name, i)
		c.uses[place]++
		if c.params[c.item.SourceText(arg)] {
			c.uses[place+"%"]++
		}
	}
}

// typeName counts a dtype, or a type that comes from elsewhere; a dtype that is a type by itself as
// both.
func (u *usage) typeName(name string, declared, inside bool) {
	_, isDtype := types.ParseDtype(name)
	if isDtype {
		u.uses["Tensor "+name]++
	}
	switch {
	case isDtype && !inside:
		u.uses[":"+name]++
	case isDtype:
	case !declared && 'A' <= name[0] && name[0] <= 'Z':
		u.uses[":"+name]++
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
