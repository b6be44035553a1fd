package refactor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A revision is the item's text after edits, checked in the item's place.
type revision struct {
	module *typecheck.Module
	index  int // of the item among those of the text: the last one
	result *typecheck.Result
}

// revise makes edits and checks what they leave. It refuses edits by which the
// text falls apart, gets an error, or gives the item another type.
func (t *Target) revise(edits []syntax.Edit) (*revision, error) {
	text := syntax.ApplyEdits(t.item().Text, edits)
	if !t.standsApart(text) {
		return nil, refusal("the text would run into what stands beside it")
	}
	r := &revision{module: t.Module.Revised(t.Index, text)}
	items := r.module.File().Items
	r.index = len(items) - 1
	for r.index > 0 && items[r.index].Kind(items[r.index].Root) == syntax.ItemEmpty {
		r.index--
	}
	if r.index < 0 || items[r.index].Kind(items[r.index].Root) != t.item().Kind(t.item().Root) {
		return nil, refusal("the text would no longer read as it does")
	}
	for i, item := range items {
		result := r.module.Check(i)
		if len(item.Errors) > 0 || i != r.index && len(errorsOf(result)) > 0 {
			return nil, refusal("the text would no longer be right")
		}
		if i == r.index {
			r.result = result
		}
	}
	if !subset(errorsOf(r.result), errorsOf(t.Result)) {
		return nil, refusal("the types would no longer fit")
	}
	if !same(t.wholeType(), r.wholeType()) {
		return nil, refusal("the type of the definition would change")
	}
	return r, nil
}

// maxBeside is how much of the items beside another one is read again.
const maxBeside = 16 << 10

// standsApart tells whether a text in the item's place leaves the items beside it
// as they are: the one above ends where it did, and the one below begins there.
func (t *Target) standsApart(text string) bool {
	items := t.Module.File().Items
	var above, below *syntax.Item
	before, behind := "", ""
	if t.Index > 0 {
		above = items[t.Index-1]
		before = above.Text
	}
	if t.Index+1 < len(items) {
		below = items[t.Index+1]
		behind = below.Text[:min(len(below.Text), int(below.Span(below.Root).Start)+maxBeside)]
	}
	if len(before) > maxBeside {
		// The text begins as the item does, so it ends the one above as well.
		if begins := t.item().Span(t.item().Root).Start + 1; !strings.HasPrefix(text, t.item().Text[:begins]) {
			return false
		}
		above, before = nil, ""
	}
	file := syntax.ParseFile("", before+text+behind)
	if above != nil && file.Items[0].Span(file.Items[0].Root) != above.Span(above.Root) {
		return false
	}
	return below == nil || rootAt(file, int32(len(before)+len(text))+below.Span(below.Root).Start)
}

// rootAt tells whether an item, its blanks and comments left out, begins at an
// offset.
func rootAt(file *syntax.File, at int32) bool {
	i := file.ItemAt(at)
	return i >= 0 && file.Starts[i]+file.Items[i].Span(file.Items[i].Root).Start == at
}

// errorsOf are the codes of a result's errors, in order.
func errorsOf(r *typecheck.Result) []string {
	var codes []string
	for _, d := range r.Diagnostics {
		if d.Severity == syntax.Error {
			codes = append(codes, string(d.Code))
		}
	}
	slices.Sort(codes)
	return codes
}

// subset tells whether each of a sorted list is one of another's.
func subset(a, b []string) bool {
	for _, x := range a {
		i, found := slices.BinarySearch(b, x)
		if !found {
			return false
		}
		b = b[i+1:]
	}
	return true
}

// wholeType is what an item has as others see it: its signature, or the type of
// the expression.
func (t *Target) wholeType() types.Type { return wholeType(t.Module, t.Index, t.Result) }

func (r *revision) wholeType() types.Type { return wholeType(r.module, r.index, r.result) }

func wholeType(m *typecheck.Module, i int, r *typecheck.Result) types.Type {
	if _, t, ok := m.Signature(i); ok {
		return t
	}
	if body := r.Item.Kid(r.Item.Root, 0); int(body) < len(r.Types) {
		return r.Types[body]
	}
	return nil
}

// same tells whether two types are one; those of names that are undecided are
// compared as they print.
func same(a, b types.Type) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if _, ok := types.Equivalent(a, b); ok {
		return true
	}
	return types.String(a) == types.String(b)
}

// sorted are edits by position; of those that begin at one, insertions first.
func sorted(edits []syntax.Edit) []syntax.Edit {
	return slices.SortedStableFunc(slices.Values(edits), func(a, b syntax.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
}

// proved gives edits out once the text that they leave has been checked and
// reads as it should: as the item's tree with some nodes swapped, skipped or in
// front of others.
func (t *Target) proved(edits []syntax.Edit, want outline) ([]syntax.Edit, error) {
	r, err := t.revise(edits)
	if err != nil {
		return nil, err
	}
	want.info = t.info()
	meant, ok := want.write(t.item().Root)
	is, also := outlineOf(r.result.Info, r.result.Item.Root)
	if !ok || !also || meant != is || !r.holds(want.parts) {
		return nil, refusal("the text would be read in another way")
	}
	return edits, nil
}

// holds tells whether the outlines of the text's items hold others.
func (r *revision) holds(parts []string) bool {
	if len(parts) == 0 {
		return true
	}
	var all strings.Builder
	for i, item := range r.module.File().Items {
		text, ok := outlineOf(r.module.Check(i).Info, item.Root)
		if !ok {
			return false
		}
		all.WriteString(text)
	}
	for _, part := range parts {
		if !strings.Contains(all.String(), part) {
			return false
		}
	}
	return true
}

// typesOf lists the types of a tree's nodes in the order of the text, without
// those of some nodes and what is under them.
func typesOf(info *typecheck.Info, skip map[syntax.NodeID]bool) []types.Type {
	var found []types.Type
	info.Item.Walk(info.Item.Root, func(n syntax.NodeID) bool {
		if skip[n] {
			return false
		}
		if int(n) < len(info.Types) && info.Types[n] != nil {
			found = append(found, info.Types[n])
		}
		return true
	})
	return found
}
