package normalform

import (
	"context"
	"sort"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/effect"
	"github.com/fraccheck/fraccheck/effectcheck"
	"github.com/fraccheck/fraccheck/rewrite"
	"github.com/fraccheck/fraccheck/syntax"
)

// An OrderPair is two places of an item whose order can be observed, and is said by
// nothing but the order of the text once the item is converted.
type OrderPair struct{ First, Second syntax.Span }

// textualOrder finds what a converted item leaves to the order of its text.
func (t Target) textualOrder(revision *rewrite.Revision, r *Result) []OrderPair {
	if !effectcheck.Changes(t.Result.Info) {
		return nil
	}
	i := revision.Pairs[0].After
	result := revision.Result(i)
	unit := analysis.NewUnit(context.Background(), revision.After, i, result, t.Unit.Reader)
	body := r.Edit.Span.Start - revision.After.File().Starts[i]
	var found []OrderPair
	for _, p := range effectcheck.OrderPairs(result.Info, effect.Of(unit)) {
		first, second := result.Item.Span(p.First).Shift(-body), result.Item.Span(p.Second).Shift(-body)
		found = append(found, OrderPair{r.source(first), r.source(second)})
	}
	return found
}

// source is where a stretch of the new body comes from.
func (r *Result) source(s syntax.Span) syntax.Span {
	start, end := r.originOf(s.Start), r.originOf(s.End-1)+1
	return syntax.Span{Start: start, End: max(start, end)}
}

// originOf is the place of the item from which a letter of the new body comes, or that
// in front of it.
func (r *Result) originOf(at int32) int32 {
	i := sort.Search(len(r.Origins), func(i int) bool { return r.Origins[i].To.Start > at }) - 1
	if i < 0 {
		return r.Edit.Span.Start
	}
	o := r.Origins[i]
	return min(o.From.Start+at-o.To.Start, max(o.From.Start, o.From.End-1))
}
