// Package analysis defines what a check is: an Analyzer, a small value with a
// name, its documentation, the codes that it reports and a function that looks
// at one item's typed tree. The linter and the language server run the same
// list (analysis/registry) and know no check by name.
//
// An analyzer may build on others (Requires): it asks for what they found out
// about the same item (Pass.Result), and for the facts that they give about
// definitions (Pass.Fact), those of other items and files too. analysis/facts
// works facts out, keeps them, and says which of them an edit leaves as they
// were. A Unit is where every Pass is made.
//
// Read this file first, then pass.go.
package analysis

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// An Analyzer is one check, or what checks build on.
type Analyzer struct {
	Name  string
	Doc   string       // one sentence
	Codes []codes.Code // what it may report

	// Requires are the analyzers whose results and facts Run may ask for.
	// They must not form a circle.
	Requires []*Analyzer
	// Facts is set where Run gives a fact about each definition.
	Facts *Facts

	// Kinds are those of nodes without which an item has nothing to report: then it is
	// not looked at, unless what Run gives is asked for. Nil: all items are.
	Kinds []syntax.Kind

	// Run looks at one item. What it gives is for the analyzers that require
	// this one; nil where there is nothing to give. It must depend on nothing
	// but the pass: what it gives is kept as long as the item, the types that it
	// sees and the facts that it read are the same.
	Run func(*Pass) any
}

// A Fact is what an analyzer says of a definition. It never changes.
type Fact interface {
	// Equal reports whether another fact of the same analyzer says the same:
	// then nothing that was concluded from one has to be looked at again.
	Equal(Fact) bool
}

// Facts are the ends of what an analyzer may say of a definition. Definitions
// that call each other are looked at again and again, beginning with Least,
// until their facts stay; a fact may only grow with those that it is concluded
// from (Kildall, "A unified approach to global program optimization", 1973).
type Facts struct {
	// Least is the fact of a definition of which nothing has been seen yet.
	Least Fact
	// Unknown holds of every definition: it is the fact of those that have no
	// body, of those whose analysis failed, and of those that call each other
	// and whose facts do not come to rest.
	Unknown Fact

	// NonRecursive is the fact of every definition that calls no other one which calls it back; nil
	// where each has to be looked at.
	NonRecursive Fact

	// Write and Read put a fact into words of one line and take it from these: then files
	// see it of definitions that they import, where there are signatures in place of the
	// bodies. Read fails for words that Write does not give, whoever wrote them. Both are
	// nil of facts that are asked for within a file, or that are bodies.
	Write func(Fact) string
	Read  func(words string) (Fact, error)
}
