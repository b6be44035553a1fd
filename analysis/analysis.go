// Package analysis defines what a check is: an Analyzer, a small value with a
// name, its documentation, the codes that it reports and a function that looks
// at one item's typed tree. The linter and the language server run the same
// list (analysis/registry) and know no check by name.
package analysis

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An Analyzer is one check.
type Analyzer struct {
	Name  string
	Doc   string        // one sentence
	Codes []syntax.Code // what it may report
	Run   func(*Pass)
}

// A Pass is one run of an Analyzer over one item. It is for one goroutine.
type Pass struct {
	Item   *syntax.Item
	Info   *typecheck.Info
	Module *typecheck.Module // the item's, for checks that look at what it uses
	Faulty bool              // the item has errors, which may be why something looks odd
	Report func(syntax.Diagnostic)
}
