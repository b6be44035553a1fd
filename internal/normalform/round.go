package normalform

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// What goes with a conversion may be the only reason why something else was taken to
// have an effect or to fail: a function with a value that nothing uses, an argument of
// unknown shape. Then that goes or moves only when the result is converted again. A
// conversion is therefore made in rounds until the text stays.

// maxRounds bounds them. Few conversions need three.
const maxRounds = 8

// settled reports whether p is a program that a second round would leave as it is: everything in it
// may be computed anywhere, and all of it is used.
func (p *program) settled() bool {
	for o := range p.ops {
		op := &p.ops[o]
		if op.ordered || op.general || op.kind == computed && !op.live {
			return false
		}
	}
	return !p.skipped
}

// A step is a target between two rounds.
type step struct {
	Target
	from int32 // where the text that the round before wrote begins in the item
}

// first is the step before all rounds.
func (t Target) first() step { return step{t, t.Result.Item.Span(t.Result.Item.Body()).Start} }

// keeps reports whether r is a conversion that leaves the text as it is.
func (s step) keeps(r *Result) bool {
	return s.Result.Item.Text[r.Edit.Span.Start:r.Edit.Span.End] == r.Edit.NewText
}

// after is the step after a conversion.
func (s step) after(r *Result, revision *rewrite.Revision) step {
	i := revision.Pairs[0].After
	result := revision.Result(i)
	unit := analysis.NewUnit(s.Unit.Context(), revision.After, i, result, s.Unit.Reader)
	return step{Target{revision.After, i, result, unit}, r.Edit.Span.Start - revision.After.File().Start(i)}
}

// round converts what is there, and gives the result of this and the rounds before it,
// which is nil before the first one. It is the one before where the text stays, or
// has no such form any more.
func (s step) round(before *Result, form Form, style Style) (*Result, step, error) {
	r, behind, err := s.once(form, style)
	if before == nil && err != nil {
		if lets, at, ok := s.recursiveLets(); ok {
			if again, last, failed := at.once(form, style); failed == nil {
				r, behind, err = lets.then(at, again), last, nil
			}
		}
	}
	switch {
	case before == nil && err != nil:
		return nil, s, err
	case before != nil && (err != nil || s.keeps(r)):
		return before, s, nil
	case before != nil:
		r = before.then(s, r)
	}
	if form == GNF {
		r.Order = behind.textualOrder(r)
	}
	return r, behind, nil
}

// then is the result of two rounds with a step between them.
func (r *Result) then(between step, again *Result) *Result {
	edit := again.Edit
	edit.Span = edit.Span.Shift(-between.from)
	both := &Result{Edit: r.Edit, settled: again.settled}
	both.Edit.NewText = syntax.ApplyEdits(r.Edit.NewText, []syntax.Edit{edit})
	for _, o := range again.Origins {
		from := o.From.Shift(-between.from)
		if r.made(from) && again.Edit.NewText[o.To.Start] != '%' {
			continue
		}
		both.Origins = append(both.Origins, Origin{o.To.Shift(edit.Span.Start), r.source(from)})
	}
	return both
}
