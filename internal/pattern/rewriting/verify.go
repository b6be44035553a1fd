package rewriting

import (
	"cmp"
	"slices"
	"sort"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A verifier holds the text that changes leave against what was meant.
type verifier struct {
	*text
	revision *rewrite.Revision
	refused  map[*change]string // why; "" of what is not reported
}

// verify reads and checks the new text. It gives the changes that are to blame for
// what is wrong with it, by which the text can be made without them; where that is not
// known, ok is false and there are none.
func (t *text) verify() (refused map[*change]string, ok bool) {
	r, err := rewrite.InPlace(t.Module, t.Index, t.edits)
	if err != nil {
		return nil, false
	}
	pair := r.Pairs[0]
	if r.After.File().Start(pair.After) != 0 {
		return nil, false
	}
	r.Knows(t.Index, t.Result)
	t.after = r.Result(pair.After).Info
	v := &verifier{t, r, map[*change]string{}}
	results, ok := v.expressions()
	if ok {
		v.compare(results, true)
	}
	if ok && len(v.refused) == 0 {
		v.findErrors()
	}
	if ok && len(v.refused) == 0 {
		v.compare(results, false)
	}
	if len(v.refused) > 0 {
		return v.refused, false
	}
	t.why = v.wrong()
	return nil, t.why == ""
}

// wrong reports what else is wrong; "" of a sound text.
func (v *verifier) wrong() string {
	switch r := v.revision; {
	case len(r.NewErrors(rewrite.Checked)) > 0:
		return "the text would not be right any more (`" + string(r.NewErrors(rewrite.Checked)[0]) + "`)"
	case !r.SameTypes():
		_, was, _ := r.Before.Signature(r.Pairs[0].Before)
		_, is, _ := r.After.Signature(r.Pairs[0].After)
		if was == nil || is == nil {
			return "the type of the expression would change"
		}
		texts := types.Strings(was, is)
		return "with its result the definition has the type `" + texts[1] + "`, and without `" + texts[0] + "`"
	case !r.SameTypesElsewhere(v.edits):
		return "the types of neighbouring expressions would change"
	case !v.sameNames():
		return "a variable would mean something else"
	}
	return ""
}

// A replaced is a change with the node of the new text that is its result.
type replaced struct {
	*change
	to   syntax.Span
	node syntax.NodeID
}

// expressions holds that what was written for a match or a name is an expression of
// the new text. It gives the results of matches.
func (v *verifier) expressions() (results []replaced, ok bool) {
	nodes := v.nodesAt()
	for _, m := range v.marks {
		to := v.place(m.to)
		n, found := nodes[to]
		if !found {
			v.refused[m.within] = "its result would be read in another way"
		} else if m.change != nil {
			results = append(results, replaced{m.change, to, n})
		}
	}
	return results, len(v.refused) == 0
}

// compare holds the types of results against those of what they replace. Of matches
// in each other, the innermost ones are blamed.
func (v *verifier) compare(results []replaced, known bool) {
	var wrong []replaced
	for _, r := range results {
		was, is := typeAt(v.nav.Info, r.at), typeAt(v.after, r.node)
		if was != nil && is != nil && decided(is) == known && !rewrite.SameType(was, is) {
			wrong = append(wrong, r)
		}
	}
	slices.SortStableFunc(wrong, func(a, b replaced) int {
		return cmp.Or(cmp.Compare(a.to.Start, b.to.Start), cmp.Compare(b.to.End, a.to.End))
	})
	for i, r := range wrong {
		if i+1 == len(wrong) || !inside(wrong[i+1].to, r.to) || wrong[i+1].change == r.change {
			texts := types.Strings(typeAt(v.nav.Info, r.at), typeAt(v.after, r.node))
			v.refused[r.change] = "its result has the type `" + texts[1] + "`, and what it replaces `" + texts[0] + "`"
		}
	}
}

// decided reports whether t is a type that no error left open.
func decided(t types.Type) bool {
	known := true
	types.Walk(t, func(part types.Type) bool {
		known = known && !types.IsBad(part)
		return known
	})
	return known
}

// nodesAt are the nodes of the new text by their extents, of those that are asked for.
func (v *verifier) nodesAt() map[syntax.Span]syntax.NodeID {
	wanted := map[syntax.Span]bool{}
	for _, m := range v.marks {
		wanted[v.place(m.to)] = true
	}
	nodes := map[syntax.Span]syntax.NodeID{}
	for n := syntax.NodeID(1); int(n) < v.after.Item.Len(); n++ {
		if span := v.after.Extent(n); wanted[span] {
			nodes[span] = n
		}
	}
	return nodes
}

// typeAt is the type of what is at a node.
func typeAt(info *typecheck.Info, n syntax.NodeID) types.Type {
	if info.LateDivision(n) != syntax.NoNode {
		return info.Object(n).Type // the variable alone
	}
	if kind := info.Item.Kind(n); kind != syntax.Operator && kind != syntax.Segment {
		return info.Type(n)
	}
	if a, ok := info.Application(n); ok {
		return a.Result
	}
	return info.Type(n)
}

// findErrors blames the innermost change around each error.
func (v *verifier) findErrors() {
	if len(v.revision.NewErrors(rewrite.Checked)) == 0 {
		return
	}
	spans := v.changeSpans()
	for _, k := range v.revision.New {
		result := v.revision.Result(k)
		for _, d := range rewrite.Checked(nil, k, result) {
			if d.Severity == codes.Error {
				v.blame(spans, d)
			}
		}
	}
}

func (v *verifier) blame(spans []mark, d syntax.Diagnostic) {
	last := sort.Search(len(spans), func(i int) bool { return spans[i].to.Start > d.Span.Start })
	for i := last - 1; i >= max(0, last-100); i-- {
		if d.Span.End <= spans[i].to.End {
			v.refused[spans[i].change] = "its result would be wrong there: " + d.Message
			return
		}
	}
}

// changeSpans are where changes are in the new text, in order, inner ones after
// what holds them.
func (v *verifier) changeSpans() []mark {
	var spans []mark
	for _, m := range v.marks {
		if m.change != nil {
			m.to = v.place(m.to)
			spans = append(spans, m)
		}
	}
	sort.SliceStable(spans, func(i, j int) bool {
		a, b := spans[i].to, spans[j].to
		return a.Start < b.Start || a.Start == b.Start && a.End > b.End
	})
	return spans
}

// sameNames holds that each name of a variable means what it meant where it was taken
// from, and each that was written for a value, that value.
func (v *verifier) sameNames() bool {
	was := map[int32]int32{} // by the offset of a name: that of its variable
	eachVariable(v.nav.Info, func(n syntax.NodeID, binder int32) { was[v.item.Span(n).Start] = binder })
	named := map[int32]int32{}
	for _, m := range v.mentions {
		named[v.place(syntax.Span{Start: m.to, End: m.to}).Start] = v.item.Span(m.binder).Start
	}
	same := true
	eachVariable(v.after, func(n syntax.NodeID, binder int32) {
		at := v.after.Item.Span(n).Start
		meant, known := named[at]
		if from := v.origin(at); from >= 0 {
			meant, known = was[from]
			same = same && known
		}
		same = same && (!known || v.origin(binder) == meant)
	})
	return same
}

// eachVariable visits the places at which variables are bound or named, with the
// offset of what binds them.
func eachVariable(info *typecheck.Info, visit func(n syntax.NodeID, binder int32)) {
	for n, o := range info.Objects {
		if o == nil || o.Kind != typecheck.LocalObject || o.Item != info.Item {
			continue
		}
		if kind := info.Item.Kind(syntax.NodeID(n)); kind == syntax.Local || kind == syntax.Name {
			visit(syntax.NodeID(n), info.Item.Span(o.Node).Start)
		}
	}
}
