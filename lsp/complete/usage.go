package complete

import (
	_ "embed"
	"strconv"
	"strings"
)

// usageText is how often networks call an operator, give an attribute of it, give it a
// value, and use a dtype: a number, and the operator's name, both names, both names and
// the value, or `Tensor` and the dtype. internal/usage writes it.
//
//go:embed usage.txt
var usageText string

// usage are the numbers by what stands behind them; usedValues the values by the names in
// front of them, those that are used most in front.
var usage, usedValues = readUsage(usageText)

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
