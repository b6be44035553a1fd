package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
)

// branchLaws are those of `if` without entries, and of tuples. With entries in a branch nothing is
// exchanged: what may fail stays where it is.
var branchLaws = []rule{
	{name: "same_branches", apply: sameBranches},
	{name: "decided_branch", apply: decidedBranch},
	{name: "function_of_branches", apply: functionOfBranches},
	{name: "part_of_tuple", apply: partOfTuple},
}

// pureBranch reports whether a node is an `if` without entries.
func (t *terms) pureBranch(e egraph.Entry) bool {
	h := t.head(e.Node)
	return h.kind == branch && h.pure() && len(e.Kids) == 3
}

// sameBranches: if c {x} else {x} → x.
func sameBranches(a *application, e egraph.Entry) {
	if a.pureBranch(e) && a.Find(e.Kids[1]) == a.Find(e.Kids[2]) {
		a.equal(e.Kids[1], true)
	}
}

// decidedBranch: if True {x} else {y} → x, and if False {x} else {y} → y.
func decidedBranch(a *application, e egraph.Entry) {
	if !a.pureBranch(e) {
		return
	}
	if v := a.Data(e.Kids[0]).value; v != nil && v.whole {
		if v.i != 0 {
			a.equal(e.Kids[1], true)
		} else {
			a.equal(e.Kids[2], true)
		}
	}
}

// functionOfBranches: if c {f(x, z)} else {f(y, z)} → f(if c {x} else {y}, z), for operators of at most
// three operands that differ in one.
func functionOfBranches(a *application, e egraph.Entry) {
	if !a.pureBranch(e) {
		return
	}
	for _, f := range slices.Clone(a.Entries(e.Kids[1])) {
		h := a.head(f.Node)
		if h.kind != operation || h.partial || len(f.Kids) == 0 || len(f.Kids) > 3 {
			continue
		}
		for _, g := range slices.Clone(a.Entries(e.Kids[2])) {
			if g.Head != f.Head || len(g.Kids) != len(f.Kids) {
				continue
			}
			differs := -1
			for i := range f.Kids {
				if a.Find(f.Kids[i]) != a.Find(g.Kids[i]) {
					if differs >= 0 {
						differs = -2
						break
					}
					differs = i
				}
			}
			if differs < 0 || !a.sameType(f.Kids[differs], g.Kids[differs]) {
				continue
			}
			inner := a.insert(a.head(e.Node), []id{e.Kids[0], f.Kids[differs], g.Kids[differs]}, a.typeOf(f.Kids[differs]))
			kids := slices.Clone(f.Kids)
			kids[differs] = inner
			a.equal(a.applyTo(h.op, h.attrs, h.absent, kids))
		}
	}
}

// partOfTuple: (x₀, x₁, …).i → xᵢ.
func partOfTuple(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if h.kind != project {
		return
	}
	if kids, ok := a.components(e.Kids[0]); ok && h.index < len(kids) {
		a.equal(kids[h.index], true)
	}
}
