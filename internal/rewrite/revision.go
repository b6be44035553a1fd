package rewrite

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Revision is the text of a module after edits, read and checked.
type Revision struct {
	Before, After *typecheck.Module
	Pairs         []Pair // the edited items, in the order of the file
	// The items of either module that need not be as in the other one: those
	// that are edited, come or go, or see what is edited.
	Old, New []int

	was, now *side
	inPlace  bool
}

// A side is one of the two modules, with what its items were found to be: a
// module does not keep that of all.
type side struct {
	module  *typecheck.Module
	results map[int]*typecheck.Result
	placed  map[int]*side // see inPlace
	ctx     context.Context
}

func newSide(m *typecheck.Module) *side {
	return &side{m, map[int]*typecheck.Result{}, map[int]*side{}, context.Background()}
}

// inPlace is the side of an item's own text in its place.
func (s *side) inPlace(i int) *side {
	if s.placed[i] == nil {
		file := s.module.File()
		s.placed[i] = newSide(s.module.Replacement(i, syntax.ParseFile(file.Name, file.Item(i).Text)))
	}
	return s.placed[i]
}

func (s *side) check(i int) *typecheck.Result {
	if s.results[i] == nil {
		r, err := s.module.CheckContext(s.ctx, i)
		if err != nil {
			steps.Stop(err)
		}
		s.results[i] = r
	}
	return s.results[i]
}

func newRevision(before, after *typecheck.Module) *Revision {
	return &Revision{
		Before: before, After: after,
		was: newSide(before), now: newSide(after),
	}
}

// Knows gives a revision the result of checking item i before the edits, which
// need not be worked out again then.
func (r *Revision) Knows(i int, result *typecheck.Result) { r.was.results[i] = result }

// Continues gives a revision what an earlier one of the same module found the text
// before the edits to be.
func (r *Revision) Continues(earlier *Revision) { r.was = earlier.was }

// Result is that of checking item i after the edits.
func (r *Revision) Result(i int) *typecheck.Result { return r.now.check(i) }

// A Pair is an edited item, by its index in either module.
type Pair struct{ Before, After int }

// Edits are changes of a module's items, by index; their spans are the item's,
// and those of one item do not overlap.
type Edits map[int][]syntax.Edit

// InPlace makes edits of item i and checks the text that they leave where the
// item stands: it sees what the item sees, and After has nothing but it. This
// costs what the item costs, whatever the length of the file. What the edits
// change for the items beside is not looked at: SameTypes holds that they see
// what they saw.
//
// The last item of the text that is not empty is the edited one; others are new. An error, always a Refusal, says that the text falls apart: it
// becomes a part of the items beside, or an item of another kind.
func InPlace(m *typecheck.Module, i int, edits []syntax.Edit) (*Revision, error) {
	return InPlaceWithin(context.Background(), m, i, edits)
}

// InPlaceWithin is InPlace within steps.Run: where the context ends, it stops there, and so
// does what is asked of the revision.
func InPlaceWithin(ctx context.Context, m *typecheck.Module, i int, edits []syntax.Edit) (*Revision, error) {
	item := m.File().Item(i)
	text := syntax.ApplyEdits(item.Text, edits)
	file, ok := readApart(m.File(), i, text)
	if !ok {
		return nil, RunsTogether
	}
	after, err := m.ReplacementContext(ctx, i, file)
	if err != nil {
		steps.Stop(err)
	}
	r := newRevision(m, after)
	r.inPlace, r.was.ctx, r.now.ctx = true, ctx, ctx
	items := r.After.File()
	last := items.Len() - 1
	for last > 0 && rootKind(items.Item(last)) == syntax.ItemEmpty {
		last--
	}
	if last < 0 || rootKind(items.Item(last)) != rootKind(item) {
		return nil, OtherItem
	}
	r.Pairs, r.Old = []Pair{{i, last}}, []int{i}
	for k := range items.Len() {
		r.New = append(r.New, k)
	}
	return r, nil
}

// Whole makes edits of any items of a module and checks the file that they
// leave. Only what the edits reach is inferred again. An edited item is paired
// with the one that has its number in the text after the edits; where the edits
// make items or take some away, or one becomes another kind of item, the error is
// OtherItem.
func Whole(m *typecheck.Module, edits Edits) (*Revision, error) {
	r := Replaced(m, edits)
	before, after := m.File().List(), r.After.File().List()
	if len(before) != len(after) {
		return nil, OtherItem
	}
	for i := range before {
		if rootKind(before[i]) != rootKind(after[i]) {
			return nil, OtherItem
		}
		if _, ok := edits[i]; ok {
			r.Pairs = append(r.Pairs, Pair{i, i})
		}
	}
	return r, nil
}

// Replaced makes edits of any items and checks the file that they leave, whatever
// items it has then. It has no pairs, so that errors are all that can be compared.
func Replaced(m *typecheck.Module, edits Edits) *Revision {
	file := m.File()
	var all []syntax.Edit
	for i, list := range edits {
		for _, e := range list {
			all = append(all, syntax.Edit{Span: e.Span.Shift(file.Start(i)), NewText: e.NewText})
		}
	}
	r := newRevision(m, m.With(syntax.Reparse(file, spanning(file.Text(), all)...)))
	same := map[int]bool{}
	for i := range r.After.File().Len() {
		if was, ok := r.After.UnchangedFrom(i); ok {
			same[was] = true
		} else {
			r.New = append(r.New, i)
		}
	}
	for i := range file.Len() {
		if !same[i] {
			r.Old = append(r.Old, i)
		}
	}
	return r
}

func rootKind(item *syntax.Item) syntax.Kind { return item.Kind(item.Root) }
