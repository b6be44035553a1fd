package binding

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/effect"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Analyzer reports variables that are not read and variables that hide others.
var Analyzer = &analysis.Analyzer{
	Name:     "binding",
	Doc:      "finds bindings that nothing reads and bindings that hide one another",
	Codes:    []codes.Code{codes.UnusedBinding, codes.UnusedPatternVariable, codes.UnusedParameter, codes.ShadowedBinding},
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Kinds:    []syntax.Kind{syntax.Let, syntax.Graph, syntax.Clause, syntax.Fn, syntax.Param},
	Run:      run,
}

// A checker looks at one item.
type checker struct {
	pass    *analysis.Pass
	item    *syntax.Item
	index   *typecheck.Index
	binders []binder // in the order of the text
	broken  places   // text that was not understood: what binds what is a guess there
	deleted int      // how many bindings have a fix that deletes them
	missing places   // that, and names that stand for nothing
}

// A binder is a place where a variable gets its value.
type binder struct {
	object *typecheck.Object
	owner  syntax.NodeID // the let, function, clause or definition that binds it
}

func run(pass *analysis.Pass) any {
	if len(pass.Info.Objects) < pass.Item.Len() {
		return nil
	}
	c := checker{pass: pass, item: pass.Item, index: pass.Info.Index()}
	for _, n := range c.index.Binders() {
		c.binders = append(c.binders, binder{pass.Info.Objects[n], c.index.Scope(n)})
	}
	if pass.Faulty {
		c.findDoubts()
	}
	c.unused()
	c.shadowed()
	return nil
}

// silent tells of a name that says that it is left unused on purpose.
func silent(name string) bool { return len(name) > 1 && name[1] == '_' }
