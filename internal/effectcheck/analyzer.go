package effectcheck

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Analyzer reports what the effects of an item make odd.
var Analyzer = &analysis.Analyzer{
	Name:     "effectcheck",
	Doc:      "finds discarded values, effects in parallel functions, and recursion that never ends",
	Codes:    []codes.Code{codes.DiscardedValue, codes.EffectInParallel, codes.NonterminatingRecursion},
	Requires: []*analysis.Analyzer{effect.Analyzer, hopsOf},
	Kinds:    []syntax.Kind{syntax.Block, syntax.Call},
	Run:      run,
}

// A checker looks at one item.
type checker struct {
	*graph.Graph // of items with recursion that may be endless
	pass         *analysis.Pass
	item         *syntax.Item
	effects      *effect.Info

	changing, changesKnown bool // whether something may be changed in the item, once asked for
	looks                  int  // at nodes of functions, for that alone
	named                  []namedFunction
	namedKnown             bool
}

func run(pass *analysis.Pass) any {
	if pass.Item.Body() == syntax.NoNode || len(pass.Info.Objects) < pass.Item.Len() {
		return nil
	}
	c := &checker{pass: pass, item: pass.Item}
	endless := false
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		switch c.item.Kind(n) {
		case syntax.Block:
			c.discarded(n)
		case syntax.Call:
			c.parallel(n)
		case syntax.Global, syntax.Local, syntax.Name:
			endless = endless || c.mayBeEndless(n)
		}
	}
	if others := c.others(); endless || len(others) > 0 {
		c.Graph = graph.Of(pass.Info)
		c.recursion(others)
	}
	return nil
}

func (c *checker) index() *typecheck.Index { return c.pass.Info.Index() }

// others are the hops of the definitions that the item's is recursive with.
func (c *checker) others() []*hop {
	own := c.pass.Info.Object(c.item.Declared())
	if own == nil || own.Kind != typecheck.DefObject || !c.callsOthers() {
		return nil
	}
	return c.pass.Fact(hopsOf, own).(hops).all
}

// callsOthers reports whether another definition is called in the item itself.
func (c *checker) callsOthers() bool {
	for n, o := range c.pass.Info.Objects {
		if o != nil && o.Kind == typecheck.DefObject && o.Item != c.item && c.item.Kind(syntax.NodeID(n)) == syntax.Global {
			return true
		}
	}
	return false
}

// does is what evaluating an expression may do; it is worked out when an item
// asks for it first.
func (c *checker) does(n syntax.NodeID) effect.Summary { return c.info().Of(n) }

func (c *checker) info() *effect.Info {
	if c.effects == nil {
		c.effects = c.pass.Result(effect.Analyzer).(*effect.Info)
	}
	return c.effects
}

// report reports an expression, unless an error is in it.
func (c *checker) report(code codes.Code, n syntax.NodeID, message string, notes []string, fixes ...syntax.Fix) {
	if c.pass.ErrorIn(c.item.Span(n)) {
		return
	}
	c.pass.Report(syntax.Diagnostic{
		Code: code, Severity: code.DefaultSeverity(), Span: c.item.Span(n), Message: message, Notes: notes, Fixes: fixes,
	})
}
