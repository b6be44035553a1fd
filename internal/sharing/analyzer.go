package sharing

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Analyzer reports expressions whose value is there already, or could be.
var Analyzer = &analysis.Analyzer{
	Name:     "sharing",
	Doc:      "finds expressions that are computed twice, in all branches, or anew in each call of a function",
	Codes:    []codes.Code{codes.CommonSubexpression, codes.BranchInvariant, codes.LoopInvariant},
	Requires: []*analysis.Analyzer{effect.Analyzer, complexity.Body, complexity.Figures},
	Kinds:    []syntax.Kind{syntax.Call, syntax.Binary, syntax.Unary, syntax.Index, syntax.Segment, syntax.If},
	Run:      run,
}

func run(pass *analysis.Pass) any {
	if lookable(pass) && candidate(pass.Info) {
		_ = steps.Run(func() { find(pass) }) // what is found is not kept where the context has ended
	}
	return nil
}

// lookable reports whether an item has a body and no errors.
func lookable(pass *analysis.Pass) bool {
	return !pass.Faulty && len(pass.Item.Errors) == 0 && pass.Item.Body() != syntax.NoNode && len(pass.Info.Objects) >= pass.Item.Len()
}

func find(pass *analysis.Pass) {
	g := graph.Of(pass.Info)
	n := numbering{Graph: g, item: pass.Item, pass: pass, meter: pass.Meter(), tables: tablesFor(g.Len())}
	defer n.done()
	n.run()
	loops := loopsOf(g)
	if len(n.twice) == 0 && n.ifs == 0 && !loops.any {
		return
	}
	c := &checker{
		numbering: &n, loops: loops, tree: rewrite.NewTree(pass.Info),
		earliest: map[site]graph.Value{}, again: map[graph.Value]graph.Value{}, taken: map[string]bool{},
	}
	c.repeated()
	c.branches()
	c.invariants()
}

// A checker looks for values of one item that could be computed less often, or in
// fewer places.
type checker struct {
	*numbering
	tree     *rewrite.Tree
	loops    *loops
	earliest map[site]graph.Value
	again    map[graph.Value]graph.Value // by value: the earlier one that it is equal to
	reported int
	taken    map[string]bool // the names that fixes bind
	numbered int             // the largest number that is a name, once asked for
	names    map[string]int  // how many variables have a name, once asked for
	costs    *complexity.Analysis
	figures  map[*typecheck.Object]complexity.Figure
}

// A site is a class of values in a block.
type site struct {
	class int32
	block graph.Block
}

// maxFindings bounds how many findings one item has.
const maxFindings = 50

// report reports a finding, with a fix where there are edits.
func (c *checker) report(d syntax.Diagnostic, title string, fix []syntax.Edit) {
	if c.reported++; c.reported > maxFindings {
		return
	}
	if len(fix) > 0 {
		d.Fixes = []syntax.Fix{{Title: title, Edits: fix}}
	}
	c.pass.Report(d)
}

// full reports whether the limit of diagnostics is reached.
func (c *checker) full() bool { return c.reported >= maxFindings }

// related points at places, at the first few of many.
func (c *checker) related(message string, values []graph.Value) (list []syntax.Related) {
	const most = 8
	for _, v := range values[:min(most, len(values))] {
		list = append(list, syntax.Related{Place: syntax.Place{Span: c.written(v).span}, Message: message})
	}
	return list
}
