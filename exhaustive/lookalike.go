package exhaustive

import (
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
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
		if strings.EqualFold(name, con.Name) || near(strings.ToLower(name), strings.ToLower(con.Name)) {
			return name, con
		}
	}
	return "", nil
}

func (c *checker) reportLookalike(n syntax.NodeID, name string, con *types.Constructor) {
	pattern := con.Name
	if len(con.Fields) > 0 {
		pattern += "(" + strings.Repeat("_, ", len(con.Fields)-1) + "_)"
	} else if c.itemSpelling().parens {
		pattern += "()"
	}
	c.report(syntax.VariableLikeConstructor, syntax.Diagnostic{
		Span:    c.item.Span(n),
		Message: "`" + name + "` is a variable here, which matches everything, and not the constructor `" + con.Name + "`",
		Fixes:   []syntax.Fix{syntax.Replace("replace it by `"+pattern+"`", c.item.Span(n), pattern)},
	})
}

// near tells whether two long names are one letter apart: one changed, left
// out or added, or two neighbours exchanged.
func near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < minNear || len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) || a[i+1:] == b[i+1:] {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
