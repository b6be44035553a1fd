// Command usage counts how often programs call each operator, give each attribute and its
// values, and use each type, which operator takes the result of which, and which arguments are
// parameters of the definition. It writes the table by which completion ranks them (package
// op/frequency has its text), and whose values of attributes package fill tries.
//
// The paths of programs go in, and the table comes out on standard output. It counts trees: programs need
// not be right, and names are those that they write, under the operator's canonical name. It is run by hand
// when the corpus changes:
//
//	go run ./internal/usage $(find ../shared/corpus complexity/testdata/exam -name '*.relay' -o -name '*.frac') > internal/op/frequency/frequency.txt
//
// The programs by which the ranking is measured are not among them.
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

// A usage counts what programs use, by keys that are the names of the table:
//
//	add              calls of an operator
//	sum axis         calls of it that write an attribute
//	sum axis [1]     the value that they write
//	Tensor float32   a dtype in a tensor
//	:List            a type elsewhere
//	>                all calls
//	f>               calls of any operator on the result of f
//	f>g              calls of g on the result of f
//	f(0)             calls of f whose first argument is a variable
//	f(0)%            calls of f whose first argument is a parameter of the definition
type usage struct {
	ops    op.Table
	uses   map[string]int
	values map[string]map[string]int // by the names of operator and attribute
}

// count counts a program. Of each item it first collects what its variables are bound to: a tree lists
// children before parents, so the binding of a variable may come after its uses.
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

// bind records what a node binds a variable to, and where a type is. Variables are taken by their names
// alone: of several with one name the last one counts.
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

// operator is the one whose result an expression is, through variables and parts of tuples; empty for
// others.
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

// call counts a call of an operator, its arguments and the attributes that it writes.
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

// argument counts the argument at position i. Chains of operators are counted by the first one.
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

// typeName counts a dtype, or a type that the program does not declare; a dtype that is a type by itself
// (inside is false) as both.
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

// longestValue bounds the values of attributes: longer ones (constants, shapes of one network) are not
// written again.
const longestValue = 40

// value counts a value of an attribute. Those with variables mean nothing elsewhere.
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

// Limits of the values of an attribute in the table: those that are used more than once, the most used of
// them. What one call alone has says nothing of others.
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

// write writes a line for each name and each usual value, in the order of the names: how often it is used,
// and what it is.
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
