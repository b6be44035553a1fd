package normalform

import (
	"sort"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/effect/order"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// An OrderPair is two places of an item whose order can be observed, and is said by
// nothing but the order of the text once the item is converted.
type OrderPair struct{ First, Second syntax.Span }

// textualOrder finds what a converted item, which is after the last step, leaves to
// the order of its text.
func (s step) textualOrder(r *Result) []OrderPair {
	item := s.Result.Item
	if !order.MayChange(s.Result.Info) {
		return nil
	}
	var found []OrderPair
	for _, p := range order.Pairs(s.Result.Info, effect.Of(s.Unit)) {
		first, second := item.Span(p.First).Shift(-s.from), item.Span(p.Second).Shift(-s.from)
		found = append(found, OrderPair{r.source(first), r.source(second)})
	}
	return found
}

// source is where a stretch of the new body comes from.
func (r *Result) source(s syntax.Span) syntax.Span {
	if i := r.originAt(s.Start); i >= 0 && r.Origins[i].To == s {
		return r.Origins[i].From
	}
	start, end := r.originOf(s.Start), r.originOf(s.End-1)+1
	return syntax.Span{Start: start, End: max(start, end)}
}

// made reports whether s is a stretch of the new body that no origin covers, like the `True` of an
// `if` that was `||`.
func (r *Result) made(s syntax.Span) bool {
	i := r.originAt(s.Start)
	return (i < 0 || r.Origins[i].To.End <= s.Start) && (i+1 == len(r.Origins) || s.End <= r.Origins[i+1].To.Start)
}

// originOf is the place of the item from which a letter of the new body comes, or that
// before it.
func (r *Result) originOf(at int32) int32 {
	i := r.originAt(at)
	if i < 0 {
		return r.Edit.Span.Start
	}
	o := r.Origins[i]
	return min(o.From.Start+at-o.To.Start, max(o.From.Start, o.From.End-1))
}

// originAt is the last origin that begins at a letter or before it, -1 where there
// is none.
func (r *Result) originAt(at int32) int {
	return sort.Search(len(r.Origins), func(i int) bool { return r.Origins[i].To.Start > at }) - 1
}
