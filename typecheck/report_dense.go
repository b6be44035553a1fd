package typecheck

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Lists of numbers where a dense tensor is meant: brackets make a FractalTensor, as they
// make an array in NumPy.

// longestDense is how much of a dense tensor a note quotes, in bytes.
const longestDense = 60

// denseText writes nested brackets around numbers as a dense tensor; false where rows
// differ in length or something else stands in them.
func (c *checker) denseText(n syntax.NodeID) (string, bool) {
	if c.Item.Kind(n) != syntax.List {
		return "", false
	}
	_, ok := c.denseExtents(n, mostDenseRank)
	return constantName + "(" + c.Item.SourceText(n) + ")", ok
}

// mostDenseRank bounds the nesting of brackets that are taken for a dense tensor, so that
// the lists inside of lists are looked through in linear time. NumPy has no more dimensions.
const mostDenseRank = 64

// denseExtents are the extents of nested brackets whose rows are alike, at most so many.
func (c *checker) denseExtents(n syntax.NodeID, most int) (extents []int, ok bool) {
	switch c.Item.Kind(n) {
	case syntax.Int, syntax.Float:
		return nil, true
	case syntax.List:
		if most == 0 {
			return nil, false
		}
		kids := c.Item.Kids(n)
		for i, kid := range kids {
			inner, ok := c.denseExtents(kid, most-1)
			if !ok || i > 0 && !slices.Equal(inner, extents) {
				return nil, false
			}
			extents = inner
		}
		return append([]int{len(kids)}, extents...), len(kids) > 0
	}
	return nil, false
}

// denseFloats reports a list of floats of one dtype, which no FractalTensor holds, as the dense tensor
// that is meant.
func (c *checker) denseFloats(n syntax.NodeID) bool {
	text, ok := c.denseText(n)
	if !ok {
		return false
	}
	dtype := ""
	c.Item.Walk(n, func(kid syntax.NodeID) bool {
		switch c.Item.Kind(kid) {
		case syntax.Int:
			ok = false
		case syntax.Float:
			own := types.String(literal.Type(c.Item.NumberText(kid)))
			ok = ok && (dtype == "" || dtype == own)
			dtype = own
		}
		return ok
	})
	if !ok {
		return false
	}
	c.reportOnce(syntax.Diagnostic{
		Code: codes.FractalElement, Span: c.Item.Span(n),
		Message: "brackets make a FractalTensor, and a FractalTensor cannot hold `" + dtype + "`",
		Notes:   []string{"A dense tensor is written `" + excerpt.Of(text, longestDense) + "`."},
		Fixes:   []syntax.Fix{message.WriteFix(c.Item.Span(n), text)},
	}, c.parent(n), "this is no FractalTensor either")
	return true
}

// mergeAlike keeps, of the errors since a mark at the elements of a list, the first of those that say the
// same and have no fix: the list is what is wrong.
func (c *checker) mergeAlike(from int, elements []syntax.NodeID) {
	if len(c.Diagnostics) < from+2 {
		return
	}
	at := map[syntax.Span]bool{}
	for _, n := range elements {
		at[c.Item.Span(n)] = true
	}
	seen := map[string]bool{}
	all := c.Diagnostics[from:]
	c.Diagnostics = append(c.Diagnostics[:from], slices.DeleteFunc(all, func(d syntax.Diagnostic) bool {
		says := d.Message + strings.Join(d.Notes, "\n")
		if len(d.Fixes) > 0 || !at[d.Span] {
			return false
		}
		before := seen[says]
		seen[says] = true
		return before
	})...)
}

// reportOnce reports a diagnostic with one fix. Where an earlier one of the same words lies within a
// node, it adds the place and the edits to that: the mistake is one.
func (c *checker) reportOnce(d syntax.Diagnostic, within syntax.NodeID, also string) {
	for i := range c.Diagnostics {
		first := &c.Diagnostics[i]
		if within == syntax.NoNode || first.Code != d.Code || first.Message != d.Message || len(first.Fixes) != 1 || !c.Item.Span(within).Contains(first.Span.Start) {
			continue
		}
		first.Related = append(first.Related, syntax.Related{Place: syntax.Place{Span: d.Span}, Message: also})
		first.Fixes[0].Edits = append(first.Fixes[0].Edits, d.Fixes[0].Edits...)
		return
	}
	c.Report(d)
}
