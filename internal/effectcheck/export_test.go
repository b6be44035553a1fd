package effectcheck

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Missed looks for endless recursion in every item, and reports what Analyzer does
// not look for.
var Missed = &analysis.Analyzer{Name: "missed", Codes: Analyzer.Codes, Requires: Analyzer.Requires, Run: func(pass *analysis.Pass) any {
	if pass.Item.Body() == syntax.NoNode || len(pass.Info.Objects) < pass.Item.Len() {
		return nil
	}
	c := &checker{pass: pass, item: pass.Item}
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		switch c.item.Kind(n) {
		case syntax.Global, syntax.Local, syntax.Name:
			if c.mayBeEndless(n) {
				return nil
			}
		}
	}
	c.Graph = graph.Of(pass.Info)
	c.recursion(nil) // cycles of definitions are looked for elsewhere
	return nil
}}
