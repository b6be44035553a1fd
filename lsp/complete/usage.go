package complete

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
)

// usageText is how often networks call an operator, give an attribute of it, give it a
// value, and use a dtype: a number, and the operator's name, both names, both names and
// the value, or `Tensor` and the dtype. internal/usage writes it.
//
//go:embed usage.txt
var usageText string

// usage are the numbers by what is behind them; usedValues the values by the names in
// front of them, those that are used most in front.
var usage, usedValues = readUsage(usageText)

// attributeUses are how often networks give an attribute, of whatever operator.
var attributeUses = sumAttributes(usage)

func sumAttributes(usage map[string]int) map[string]int {
	sums := map[string]int{}
	for name, n := range usage {
		if parts := strings.SplitN(name, " ", 3); len(parts) == 2 {
			sums[parts[1]] += n
		}
	}
	return sums
}

// readUsage reads the table once, when the package is initialized: it has some thousand lines.
func readUsage(text string) (numbers map[string]int, values map[string][]string) {
	numbers, values = map[string]int{}, map[string][]string{}
	for line := range strings.Lines(text) {
		number, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		numbers[name], _ = strconv.Atoi(number) // a test holds the text against the networks
		if parts := strings.SplitN(name, " ", 3); len(parts) == 3 {
			attribute := parts[0] + " " + parts[1]
			values[attribute] = append(values[attribute], parts[2])
		}
	}
	return numbers, values
}

// dtypes are those that are offered, those that networks use in front; vectors and odd
// widths are read as well.
var dtypes = byUse([]string{
	"float32", "float16", "float64", "bfloat16", "int32", "int64", "int8", "int16", "int4",
	"uint8", "uint16", "uint32", "uint64", "bool", "uint4", "float8",
})

func byUse(names []string) []string {
	slices.SortStableFunc(names, func(a, b string) int { return usage["Tensor "+b] - usage["Tensor "+a] })
	return names
}

// The words of the table, behind the number: `>` counts all calls of operators, `f>` those on the
// result of f, and `f>g` those of g; `f(0)` counts the first arguments of f, and `f(0)%` those that
// are parameters of the definition.

// shareBehind is how likely an operator is, where what it is applied to is another one's result.
func shareBehind(name, behind string) float64 {
	share := float64(usage[name]) / float64(usage[">"])
	total := float64(usage[behind+">"])
	if behind == "" || total == 0 {
		return share
	}
	weight := total / (total + 5)
	return (1-weight)*share + weight*float64(usage[behind+">"+name])/total
}

// parameterShare is how likely the argument at a place of an operator's call is a parameter of the
// definition around. Where little was counted, that is what the places have in general.
func parameterShare(name string, i int) float64 {
	prior := 0.4
	if i == 0 {
		prior = 0.25
	}
	place := name + "(" + strconv.Itoa(i) + ")"
	return (float64(usage[place+"%"]) + 4*prior) / (float64(usage[place]) + 4)
}

// Dtypes are those that are offered.
func Dtypes() []string { return slices.Clone(dtypes) }

// Values are the values of an operator's attribute that are offered, the best first.
func Values(o *op.Op, a op.Attr) []Candidate {
	found := attributeValues(o, a)
	for i := range found {
		if found[i].Filter == "" {
			found[i].Filter = found[i].Label
		}
	}
	return found
}
