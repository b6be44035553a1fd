package evaluate

import (
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

var (
	globalCall   = lazyregexp.New(`^@[A-Za-z_][\w.]*\(`)
	severalWords = lazyregexp.New(`(?:^|\s)[a-z]+\s+[a-z]+`)
)

// isComment tells a comment `# EXPR evaluates to V` from a sentence: EXPR begins
// with a call or a literal, and V is no row of words. What calls a global is a
// an evaluation comment even where it does not parse, so that a slip is not taken for prose.
func isComment(expr, want string) bool {
	if severalWords().MatchString(want) && !parses(want) {
		return false
	}
	if !parses(expr) {
		return globalCall().MatchString(expr)
	}
	item := syntax.ParseItem(expr)
	return commentKinds[item.Kind(firstNode(item))]
}

// parses reports whether a text is one expression.
func parses(text string) bool {
	item := syntax.ParseItem(text)
	return item.Kind(item.Root) == syntax.ItemExpr && len(item.Errors) == 0
}

// isValue reports whether a text is an expression that looks like a value and not like a
// word of a sentence.
func isValue(text string) bool {
	item := syntax.ParseItem(text)
	if item.Kind(item.Root) != syntax.ItemExpr || len(item.Errors) > 0 {
		return false
	}
	n := item.Root
	for kids := item.Kids(n); len(kids) == 1 && (n == item.Root || item.Kind(n) == syntax.Block); kids = item.Kids(n) {
		n = kids[0]
	}
	return commentKinds[item.Kind(n)]
}

var commentKinds = map[syntax.Kind]bool{
	syntax.Call: true, syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.List: true, syntax.Tuple: true,
}

// beginsWithChild states which child of a node its text begins with, where that is not
// the node's own.
var beginsWithChild = map[syntax.Kind]bool{
	syntax.ItemExpr: true, syntax.Block: true, syntax.Binary: true, syntax.Project: true, syntax.Index: true, syntax.Paren: true,
}

// firstNode is the node that an expression begins with.
func firstNode(item *syntax.Item) syntax.NodeID {
	n := item.Root
	for {
		kids := item.Kids(n)
		switch kind := item.Kind(n); {
		case len(kids) > 0 && beginsWithChild[kind]:
			n = kids[0]
		case len(kids) > 0 && kind == syntax.Unary:
			n = kids[len(kids)-1]
		default:
			return n
		}
	}
}
