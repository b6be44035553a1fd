package rangecheck

import (
	"hash/maphash"
	"slices"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/ranges"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Reach gives which texts a definition is evaluated by. A search depends on them all, and is
// made again where one changes.
var Reach = &analysis.Analyzer{
	Name:  "reach",
	Doc:   "lists the definitions that evaluating one may lead to",
	Facts: &analysis.Facts{Least: &reached{}, Unknown: &reached{foreign: true}},
	Run:   reach,
}

// A reached is the fact of a definition: sums of the texts of the definitions that it may call,
// itself among them, in order.
type reached struct {
	texts []uint64
	// foreign reports that some are not known: they stand in other files, are too many, or have
	// values of too many parts.
	foreign bool
}

// mostReached bounds how many definitions an evaluation may lead to.
const mostReached = 100

var seed = maphash.MakeSeed()

// Equal makes a reached a fact.
func (r *reached) Equal(f analysis.Fact) bool {
	other, ok := f.(*reached)
	return ok && r.foreign == other.foreign && slices.Equal(r.texts, other.texts)
}

func reach(pass *analysis.Pass) any {
	item := pass.Item
	found := &reached{texts: []uint64{maphash.String(seed, item.Text)}}
	found.foreign = slices.ContainsFunc(pass.Info.Types, func(t types.Type) bool { return t != nil && ranges.Wide(t) })
	seen := map[*typecheck.Object]bool{pass.Definition(): true}
	for n := syntax.NodeID(1); int(n) < item.Len() && !found.foreign; n++ {
		if item.Kind(n) != syntax.Global {
			continue
		}
		o := pass.Info.Object(n)
		if o == nil || o.Kind != typecheck.DefObject || seen[o] {
			continue
		}
		seen[o] = true
		if !local(pass.Module, o) {
			found.foreign = found.foreign || !inPrelude(pass.Module, o)
			continue
		}
		f := pass.Fact(pass.Analyzer, o).(*reached)
		found.foreign = found.foreign || f.foreign
		found.texts = append(found.texts, f.texts...)
	}
	slices.Sort(found.texts)
	found.texts = slices.Compact(found.texts)
	if found.foreign || len(found.texts) > mostReached {
		found = &reached{foreign: true}
	}
	pass.ExportFact(found)
	return nil
}

func local(m *typecheck.Module, o *typecheck.Object) bool {
	_, ok := m.File().Index(o.Item)
	return ok
}

func inPrelude(m *typecheck.Module, o *typecheck.Object) bool {
	return m.Prelude() != nil && local(m.Prelude(), o)
}
