package model

import (
	"strconv"
	"strings"
)

// mostFactors bounds the power of an extent that is written as a product.
const mostFactors = 64

// spell writes powers of extents, `n^2` as types are printed, as the products that programs
// have: `n*n`. What is raised is a name, or ends in `)`. Text in quotes stays as it is.
func spell(text string) string {
	if !strings.Contains(text, "^") {
		return text
	}
	var out []byte
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '"' && (i == 0 || text[i-1] != '\\') {
			quoted = !quoted
		}
		if c != '^' || quoted {
			out = append(out, c)
			continue
		}
		end := i + 1
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		k, err := strconv.Atoi(text[i+1 : end])
		if err != nil || k > mostFactors {
			out = append(out, c)
			continue
		}
		raised := string(out[raisedFrom(out):])
		out = append(out, strings.Repeat("*"+raised, k-1)...)
		i = end - 1
	}
	return string(out)
}

// raisedFrom is where the operand of `^` begins before it: a name, or a call, or what is
// in parentheses.
func raisedFrom(text []byte) int {
	i, depth := len(text), 0
	for i > 0 {
		c := text[i-1]
		switch {
		case c == ')':
			depth++
		case c == '(' && depth > 0:
			depth--
		case depth == 0 && !isLetter(c):
			return i
		}
		i--
	}
	return i
}
