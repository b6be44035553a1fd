package binding

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Analyzer reports variables that are not read and variables that hide others.
var Analyzer = &analysis.Analyzer{
	Name:  "binding",
	Doc:   "finds bindings that nothing reads and bindings that hide one another",
	Codes: []syntax.Code{syntax.UnusedBinding, syntax.ShadowedBinding},
	Run:   run,
}

// A checker looks at one item.
type checker struct {
	pass    *analysis.Pass
	item    *syntax.Item
	parents []syntax.NodeID
	binders []binder // in the order of the text
	read    map[*typecheck.Object]bool
}

// A binder is a place where a variable gets its value.
type binder struct {
	object *typecheck.Object
	owner  syntax.NodeID // the let, function, clause or definition that binds it
}

// run leaves items with errors alone: what is missing there may have read the
// variable.
func run(pass *analysis.Pass) {
	if pass.Faulty || len(pass.Info.Objects) < pass.Item.Len() {
		return
	}
	c := checker{pass: pass, item: pass.Item}
	if !c.collect() {
		return
	}
	c.unused()
	c.shadowed()
}

// collect finds binders and what is read; false where nothing is bound.
func (c *checker) collect() bool {
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		o := c.pass.Info.Objects[n]
		if o == nil || o.Kind != typecheck.LocalObject || o.Item != c.item {
			continue
		}
		if o.Node == n {
			c.binders = append(c.binders, binder{object: o})
			continue
		}
		if c.read == nil {
			c.read = map[*typecheck.Object]bool{}
		}
		c.read[o] = true
	}
	if len(c.binders) == 0 {
		return false
	}
	c.own()
	return true
}

// own finds the owner of every binder.
func (c *checker) own() {
	c.parents = make([]syntax.NodeID, c.item.Len())
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		for _, kid := range c.item.Kids(n) {
			c.parents[kid] = n
		}
	}
	for i := range c.binders {
		n := c.binders[i].object.Node
		for n != c.item.Root && n != syntax.NoNode && !owns[c.item.Kind(n)] {
			n = c.parents[n]
		}
		c.binders[i].owner = n
	}
}

var owns = map[syntax.Kind]bool{syntax.Let: true, syntax.Fn: true, syntax.Clause: true, syntax.Graph: true}

// silent tells of a name that says that it is left unused on purpose.
func silent(name string) bool { return len(name) > 1 && name[1] == '_' }
