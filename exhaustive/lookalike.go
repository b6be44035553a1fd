package exhaustive

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// minNear is the length from which a name that is one letter off counts as a
// constructor misspelt.
const minNear = 4

// lookalike reports a pattern variable without sigil that is spelled like a
// constructor of the type that it matches: `case nil`.
func (c *checker) lookalike(n syntax.NodeID) {
	if name, con := c.constructorLike(n); con != nil {
		c.reportLookalike(n, name, con)
	}
}

// LikeConstructor reports whether the name of a pattern is a variable and resembles
// a constructor of the type that it matches.
func LikeConstructor(item *syntax.Item, info *typecheck.Info, n syntax.NodeID) bool {
	c := checker{item: item, info: info}
	_, con := c.constructorLike(n)
	return con != nil
}

// constructorLike is the constructor that a variable looks like, nil if none.
func (c *checker) constructorLike(n syntax.NodeID) (name string, like *types.Constructor) {
	if !c.isVariable(n) {
		return "", nil
	}
	adt, ok := c.typeOf(n).(*types.ADT)
	if !ok {
		return "", nil
	}
	name = c.item.SourceText(n)
	for _, con := range adt.Decl.Constructors {
		if strings.EqualFold(name, con.Name) || misspelt(name, con.Name) {
			return name, con
		}
	}
	return "", nil
}

func (c *checker) reportLookalike(n syntax.NodeID, name string, con *types.Constructor) {
	pattern := con.Name
	if len(con.Fields) > 0 {
		pattern += "(" + strings.Repeat("_, ", len(con.Fields)-1) + "_)"
	} else if c.itemNotation().parens {
		pattern += "()"
	}
	d := syntax.Diagnostic{
		Span:    c.item.Span(n),
		Message: "`" + name + "` is a variable here, which matches everything, and not the constructor `" + con.Name + "`",
		Fixes:   []syntax.Fix{syntax.Replace("replace it by `"+pattern+"`", c.item.Span(n), pattern)},
	}
	d.Fixes[0].Confidence = codes.Likely
	code := codes.VariableLikeConstructor
	if c.hidesClauses(n) {
		code = codes.UnreachableCase
		d.Notes = []string{"The clauses after this one never run."}
	}
	c.report(code, d)
}

// hidesClauses reports whether a variable is the whole pattern of a clause, so that those
// after it never run.
func (c *checker) hidesClauses(n syntax.NodeID) bool {
	index := c.info.Index()
	clause := index.Parent(n)
	for clause != syntax.NoNode && c.item.Kind(clause) == syntax.PatParen {
		clause = index.Parent(clause)
	}
	if clause == syntax.NoNode || c.item.Kind(clause) != syntax.Clause {
		return false
	}
	clauses := c.item.Kids(index.Parent(clause))
	return len(clauses) > 1 && clauses[len(clauses)-1] != clause
}

// misspelt reports whether two long names are one mistake apart.
func misspelt(a, b string) bool {
	return min(len(a), len(b)) >= minNear && spelling.Distance(a, b, 1) <= 1
}
