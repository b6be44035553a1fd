package binding

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// places are offsets in an item, in order.
type places []int32

// within reports whether one of the places is in a span or at its end.
func (p places) within(span syntax.Span) bool {
	i, _ := slices.BinarySearch(p, span.Start)
	return i < len(p) && p[i] <= span.End
}

// findDoubts finds what errors of the item may have taken away: a name that
// denotes nothing may be a misspelt variable, and what could not be read may
// have named any. Errors of types take no use away.
func (c *checker) findDoubts() {
	for _, d := range c.item.Mistakes() {
		if d.Severity == codes.Error {
			c.broken = append(c.broken, d.Span.Start)
			if strings.HasPrefix(c.item.Text[d.Span.Start:], "/*") { // never closed: it hides the rest of the item
				c.broken = append(c.broken, c.item.Span(c.item.Root).End)
			}
		}
	}
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		switch c.item.Kind(n) {
		case syntax.BadNode:
			c.broken = append(c.broken, c.item.Span(n).Start)
		case syntax.Local, syntax.Name:
			if c.pass.Info.Objects[n] == nil {
				c.missing = append(c.missing, c.item.Span(n).Start)
			}
		}
	}
	c.missing = append(c.missing, c.broken...)
	slices.Sort(c.broken)
	slices.Sort(c.missing)
}
