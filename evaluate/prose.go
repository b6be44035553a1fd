package evaluate

import (
	"regexp"

	"github.com/fraccheck/fraccheck/syntax"
)

var (
	called = regexp.MustCompile(`^@[A-Za-z_][\w.]*\(`)
	words  = regexp.MustCompile(`(?:^|\s)[a-z]+\s+[a-z]+`)
)

// claims tells a comment `# EXPR evaluates to V` from a sentence: EXPR begins
// with a call or a literal, and V is no row of words. What calls a global is a
// claim even where it does not parse, so that a slip is not taken for prose.
func claims(expr, want string) bool {
	if words.MatchString(want) && !parses(want) {
		return false
	}
	if !parses(expr) {
		return called.MatchString(expr)
	}
	item := syntax.ParseItem(expr)
	return beginnings[item.Kind(first(item))]
}

// parses tells whether a text is one expression.
func parses(text string) bool {
	item := syntax.ParseItem(text)
	return item.Kind(item.Root) == syntax.ItemExpr && len(item.Errors) == 0
}

var beginnings = map[syntax.Kind]bool{
	syntax.Call: true, syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.List: true, syntax.Tuple: true,
}

// leading tells which child of a node its text begins with, where that is not
// the node's own.
var leading = map[syntax.Kind]bool{
	syntax.ItemExpr: true, syntax.Block: true, syntax.Binary: true, syntax.Project: true, syntax.Index: true, syntax.Paren: true,
}

// first is the node that an expression begins with.
func first(item *syntax.Item) syntax.NodeID {
	n := item.Root
	for {
		kids := item.Kids(n)
		switch kind := item.Kind(n); {
		case len(kids) > 0 && leading[kind]:
			n = kids[0]
		case len(kids) > 0 && kind == syntax.Unary:
			n = kids[len(kids)-1]
		default:
			return n
		}
	}
}
