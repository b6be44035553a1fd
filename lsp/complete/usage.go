package complete

import (
	_ "embed"
	"strconv"
	"strings"
)

// usageText is how often networks call an operator, and give an attribute of it: a
// number, and the operator's name or both names. internal/usage writes it.
//
//go:embed usage.txt
var usageText string

// usage are the numbers by what stands behind them.
var usage = readUsage(usageText)

func readUsage(text string) map[string]int {
	read := map[string]int{}
	for line := range strings.Lines(text) {
		number, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		read[name], _ = strconv.Atoi(number) // a test holds the text against the networks
	}
	return read
}
