package fixer

import (
	"slices"
	"sort"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// Apply gives the texts of files, by path, after the first fixes of findings.
// The fixes must not touch each other (see apart).
func Apply(findings []workspace.Finding) (texts map[string]string) {
	edits := map[*workspace.Source]editList{}
	for _, f := range findings {
		for _, e := range f.Fixes[0].Edits {
			edits[e.Source] = edits[e.Source].with(e)
		}
	}
	texts = map[string]string{}
	for source, list := range edits {
		texts[source.Path] = sourcefile.ApplyEdits(source.Text(), list)
	}
	return texts
}

// apart parts findings by their first fixes: those that can be made together, and
// those that touch the text of another one, neither of which is made, but for the
// first one where both are cumulative. Of fixes that are the same, one counts.
func apart(findings []workspace.Finding) (free, clashing []workspace.Finding) {
	clash, copies := map[int]bool{}, map[int]bool{}
	for _, list := range ownedEdits(findings) {
		for _, pair := range touching(list) {
			if a, b := pair[0], pair[1]; slices.Equal(findings[a].Fixes[0].Edits, findings[b].Fixes[0].Edits) {
				copies[max(a, b)] = true
			} else {
				clash[max(a, b)] = true
				clash[min(a, b)] = clash[min(a, b)] || !cumulative(findings[a], findings[b])
			}
		}
	}
	for i, f := range findings {
		switch {
		case clash[i]:
			clashing = append(clashing, f)
		case !copies[i]:
			free = append(free, f)
		}
	}
	return free, clashing
}

// cumulative reports whether the fix of one diagnostic can be applied, and the other be found
// again.
func cumulative(a, b workspace.Finding) bool {
	return a.Code.Has(codes.Cumulative) && b.Code.Has(codes.Cumulative)
}

// An owned edit knows the number of the fix that it belongs to.
type owned struct {
	workspace.Edit
	fix int
}

// ownedEdits are the edits of the first fixes of findings, by their texts.
func ownedEdits(findings []workspace.Finding) map[*workspace.Source][]owned {
	owners := map[*workspace.Source][]owned{}
	for i, f := range findings {
		for _, e := range f.Fixes[0].Edits {
			owners[e.Source] = append(owners[e.Source], owned{e, i})
		}
	}
	return owners
}

// neighbours are the findings whose first fixes touch those of others, by number.
func neighbours(findings []workspace.Finding) map[int]bool {
	found := map[int]bool{}
	for _, list := range ownedEdits(findings) {
		for _, pair := range touching(list) {
			found[pair[0]], found[pair[1]] = true, true
		}
	}
	return found
}

// touching are the pairs of fixes that have edits of one text which touch. Of
// edits that all touch one, the pairs with that one are listed.
func touching(list []owned) (pairs [][2]int) {
	slices.SortStableFunc(list, func(a, b owned) int { return int(a.Span.Start - b.Span.Start) })
	furthest := 0 // reaches furthest to the right so far
	for i := 1; i < len(list); i++ {
		for _, k := range []int{furthest, i - 1} {
			if list[k].fix != list[i].fix && touches(list[k].Edit, list[i].Edit) {
				pairs = append(pairs, [2]int{list[k].fix, list[i].fix})
			}
		}
		if list[i].Span.End > list[furthest].Span.End {
			furthest = i
		}
	}
	return pairs
}

// changes reports whether a fix leaves another text.
func changes(f *workspace.Fix) bool {
	return slices.ContainsFunc(f.Edits, func(e workspace.Edit) bool { return e.Source.Text()[e.Span.Start:e.Span.End] != e.NewText })
}

// An editList is edits of one text, in its order, none of which touch.
type editList []workspace.Edit

// with has one more edit; those of one fix at one place keep their order.
func (l editList) with(e workspace.Edit) editList {
	return slices.Insert(l, sort.Search(len(l), func(i int) bool { return l[i].Span.Start > e.Span.Start }), e)
}

// touches reports whether the order of two edits would matter.
func touches(a, b workspace.Edit) bool {
	return a.Span.Start < b.Span.End && b.Span.Start < a.Span.End ||
		a.Span.Start == b.Span.Start || a.Span.End == b.Span.End
}
