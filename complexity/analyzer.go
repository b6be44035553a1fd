package complexity

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Analyzer gives the *Bound of an item's definition as its result, nil for other
// items. It works only where somebody asks for it, on the definitions that are
// reached, and what it reads of them are the facts of Body: as long as these stay,
// the bound does.
var Analyzer = &analysis.Analyzer{
	Name:     "complexity",
	Doc:      "bounds what calling a definition costs",
	Requires: []*analysis.Analyzer{Body},
	Run:      bound,
}

// Body is the fact of which tree a definition has. Its types need not be in it: they
// follow from the trees of what it reaches, as long as no declaration of a type
// changes, and then no fact is kept.
var Body = &analysis.Analyzer{
	Name:  "body",
	Doc:   "tells the bodies of definitions apart",
	Facts: &analysis.Facts{Least: bodyFact{}, Unknown: bodyFact{}},
	Run: func(pass *analysis.Pass) any {
		pass.ExportFact(bodyFact{pass.Item, !pass.Faulty})
		return nil
	},
}

// A bodyFact is the tree of a definition, and whether it is without errors.
type bodyFact struct {
	item  *syntax.Item
	sound bool
}

func (b bodyFact) Equal(other analysis.Fact) bool { return b == other }

func bound(pass *analysis.Pass) any {
	o := pass.Definition()
	if o == nil {
		return nil
	}
	return In(pass).Of(o)
}

// In makes an analysis of what a pass sees, by some metrics; all where none is named.
// The pass's analyzer requires Body.
func In(pass *analysis.Pass, metrics ...solving.Metric) *Analysis {
	check := func(o *typecheck.Object) *typecheck.Info {
		if !pass.Fact(Body, o).(bodyFact).sound {
			return nil
		}
		home, at := pass.Module.Owner(o)
		if home == nil {
			return nil
		}
		return home.Check(at).Info
	}
	return New(pass.Module.Ops(), check, metrics...).Until(pass.Context()).with(allotted(pass.Module.Items(), fileSteps, mostSteps))
}

// MostReached is how many definitions one may reach, one through the other, for Brief to
// bound it.
const MostReached = 64

// Brief is In with fewer steps, for who asks only to say how much something matters. It
// looks at the definitions of the pass's file and of the prelude; those of other files are
// what their figures are: facts of Figures, which the pass's analyzer is or requires.
func Brief(pass *analysis.Pass, figures *analysis.Analyzer) *Analysis {
	a := In(pass, solving.Work).with(allotted(pass.Module.Items(), briefFile, briefSteps)).Within(MostReached)
	whole := a.check
	a.foreign = func(o *typecheck.Object) (Figure, bool) {
		if home, _ := pass.Module.Owner(o); home == nil || home == pass.Module || home == pass.Module.Prelude() {
			return Figure{}, false
		}
		return pass.Fact(figures, o).(Figure), true
	}
	a.check = func(o *typecheck.Object) *typecheck.Info {
		if _, foreign := a.figure(o); foreign {
			return nil
		}
		return whole(o)
	}
	return a
}
