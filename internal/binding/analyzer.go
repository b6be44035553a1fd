package binding

import (
	"slices"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/syntax"
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
	binders []binder            // in the order of the text
	names   []string            // theirs, sorted
	read    []bool              // by node: a binder whose variable something reads
	vars    []*typecheck.Object // the variables, where the item may be no candidate
	broken  places              // text that was not understood: what binds what is a guess there
	deleted int                 // how many bindings have a fix that deletes them
	missing places              // that, and names that represent nothing
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
	c := used.Get()
	*c = checker{pass: pass, item: pass.Item, binders: c.binders[:0], names: c.names[:0], vars: c.vars[:0], read: c.read}
	if pass.Faulty || c.candidate() {
		c.look()
	}
	clear(c.binders)
	clear(c.names)
	clear(c.vars)
	*c = checker{binders: c.binders, names: c.names, vars: c.vars, read: c.read}
	used.Put(c, max(cap(c.binders), cap(c.read)))
	return nil
}

func (c *checker) look() {
	c.index = c.pass.Info.Index()
	for _, n := range c.index.Binders() {
		c.binders = append(c.binders, binder{c.pass.Info.Objects[n], c.index.Scope(n)})
	}
	if c.pass.Faulty {
		c.findDoubts()
	}
	same := c.sameNames()
	c.unused(same)
	if same {
		c.shadowed()
	}
}

// used has checkers whose room is used again. Nothing else of one is kept.
var used scratch.Pool[checker]

// sameNames reports whether two variables have one name, which those of few items have.
func (c *checker) sameNames() bool {
	c.names = c.names[:0]
	for _, b := range c.binders {
		c.names = append(c.names, b.object.Name)
	}
	return c.repeats()
}

// repeats reports whether a name is there twice.
func (c *checker) repeats() bool {
	slices.Sort(c.names)
	for i := range c.names {
		if i > 0 && c.names[i] == c.names[i-1] {
			return true
		}
	}
	return false
}

// silent reports whether name is a name that says that it is left unused on purpose.
func silent(name string) bool { return len(name) > 1 && name[1] == '_' }
