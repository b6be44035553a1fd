package grammar

import (
	"fmt"
	"strings"
)

const ebnfHead = `# The grammar of Frac. Printed from internal/syntax/grammar by "go generate ./internal/syntax/grammar"; do not edit.
#
# One production describes one item of a file (Item, the first); a file is a
# row of items. An item ends with its closing brace or with its line:
# a top-level expression goes on over its bindings to its body, on the next
# line before "else" or an infix operator other than "-", and inside brackets.
#
#     "…"   a token written so        A | B   A or B          A?   A or nothing
#     <…>   a token of a class        A B     A, then B       A*   any number of A, also none
#     (…)   a group                                           A+   one A or more
#     (?= A)   only where A follows, which is not read        (?! A)   only where it does not
#
# Choices are tried in their order. Blanks and comments stand between tokens:
# "#" (but see <attribute>) and "//" to the end of the line, "/* … */", which
# nests. Three rules are not in the productions: the left side of an assignment
# in Step is an element, "e[i]"; no ";" precedes "C(…) =>", which is
# taken for a clause; and brackets nest at most 10,000 deep.
#
# The classes of tokens. A quoted token matches whatever its class is, but a
# word in quotes only where it is that whole word.
#
`

// lineWidth is where the lines of the printed grammar break.
const lineWidth = 96

// EBNF prints the grammar for readers: what tokens there are, and one
// production a paragraph.
func EBNF() (string, error) {
	p, err := New()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString(ebnfHead)
	for _, c := range classes {
		row(&out, c.symbol, c.doc)
	}
	row(&out, "EOF", "the end of the item")
	for _, production := range strings.Split(p.String(), "\n") {
		out.WriteString("\n" + wrap(production) + "\n")
	}
	return out.String(), nil
}

// row prints a line of the table of classes.
func row(out *strings.Builder, symbol, doc string) {
	fmt.Fprintf(out, "#     %-14s %s\n", "<"+strings.ToLower(symbol)+">", doc)
}

// wrap breaks a production before words that reach past the line's end.
func wrap(production string) string {
	var out strings.Builder
	column := 0
	for i, word := range strings.Split(production, " ") {
		switch {
		case i == 0:
		case column+1+len(word) > lineWidth:
			out.WriteString("\n    ")
			column = 4
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += len(word)
	}
	return out.String()
}
