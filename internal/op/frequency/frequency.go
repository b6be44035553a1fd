// Package frequency says how often networks use operators, attributes, values and types.
package frequency

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// text is the table that internal/usage writes: a number, and after a blank what was counted.
//
//go:embed frequency.txt
var text string

// counts is the table by what was counted.
type counts struct {
	numbers    map[string]int
	values     map[string][]string
	attributes map[string]int
}

// table reads the text once it is asked for: most commands need none of its some thousand lines.
var table = sync.OnceValue(func() counts {
	t := counts{map[string]int{}, map[string][]string{}, map[string]int{}}
	for line := range strings.Lines(text) {
		number, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		n, _ := strconv.Atoi(number) // a test holds the text against the networks
		t.numbers[name] = n
		switch parts := strings.SplitN(name, " ", 3); len(parts) {
		case 2:
			t.attributes[parts[1]] += n
		case 3:
			attribute := parts[0] + " " + parts[1]
			t.values[attribute] = append(t.values[attribute], parts[2])
		}
	}
	return t
})

// Of is how often something was counted: the calls of an operator by its name, those that give an
// attribute by both names, those that give it a value by both names and the value's text, and
// tensors of a dtype by `Tensor` and the dtype. `>` counts all calls, `f>` those on the result of
// f, and `f>g` those of g. `f(0)` counts the first arguments of f, and `f(0)%` those that are
// parameters of the definition.
func Of(name string) int { return table().numbers[name] }

// Attribute is how often an attribute of a name is given, of whatever operator.
func Attribute(name string) int { return table().attributes[name] }

// Values are the values that an operator's attribute is given, as they are written, the most frequent first.
func Values(operator, attribute string) []string { return table().values[operator+" "+attribute] }
