package sharing

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/effect"
	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// Analyzer reports expressions whose value is there already.
var Analyzer = &analysis.Analyzer{
	Name:     "sharing",
	Doc:      "finds expressions that are computed twice",
	Codes:    []codes.Code{codes.CommonSubexpression},
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) any {
	if pass.Faulty || len(pass.Item.Errors) > 0 || pass.Item.Body() == syntax.NoNode || len(pass.Info.Objects) < pass.Item.Len() {
		return nil
	}
	g := graph.Of(pass.Info)
	n := numbering{Graph: g, item: pass.Item, pass: pass}
	n.run()
	if len(n.twice) == 0 {
		return nil
	}
	c := &checker{numbering: &n, again: map[graph.Value]graph.Value{}}
	for _, v := range n.twice {
		c.look(v)
	}
	c.report()
	return nil
}

// A checker looks which of the values with one class stand such that the first one
// can be used in the place of the second.
type checker struct {
	*numbering
	again map[graph.Value]graph.Value // by value: the earlier one that it is equal to
	order []graph.Value
}

// look finds the earliest value of a class that is there whenever v is computed.

func (c *checker) look(v graph.Value) {
	for _, u := range c.members[c.class[v]] {
		if u >= v {
			return
		}
		if c.there(u, v) {
			c.again[v] = u
			c.order = append(c.order, v)
			return
		}
	}
}

// there tells whether u is computed in the block of v or in one around it, in the
// same function.
func (c *checker) there(u, v graph.Value) bool {
	blocks := c.Blocks()
	from, to := c.Place(u), c.Place(v)
	if len(c.Uses(u)) == 0 || len(c.Uses(v)) == 0 || blocks[from].Function != blocks[to].Function {
		return false
	}
	for to > from {
		to = blocks[to].Around
	}
	return to == from
}

// maxFindings bounds how many findings one item has.
const maxFindings = 50

// report tells of the largest expressions alone, and of those that are worth a name.
func (c *checker) report() {
	told := 0
	for _, v := range c.order {
		if !c.worthwhile(v) || c.within(v) || told == maxFindings {
			continue
		}
		told++
		first, second := c.span(c.Node(c.again[v])), c.span(c.Node(v))
		c.pass.Report(syntax.Diagnostic{
			Code: codes.CommonSubexpression, Severity: codes.CommonSubexpression.DefaultSeverity(), Span: second,
			Message: "this value is computed above already",
			Related: []syntax.Related{{Place: syntax.Place{Span: first}, Message: "where it is computed first"}},
			Notes:   []string{"bound by `let` it is computed once"},
		})
	}
}

// within tells of a value that only larger expressions use which are computed twice
// themselves.
func (c *checker) within(v graph.Value) bool {
	for _, use := range c.Uses(v) {
		if use.User == graph.None {
			return false
		}
		if _, ok := c.again[use.User]; !ok {
			return false
		}
	}
	return true
}

// fewest is how many operations on numbers are worth a name.
const fewest = 3

// worthwhile tells of calls and operations on more than a few numbers, which depend on
// some variable.
func (c *checker) worthwhile(v graph.Value) bool {
	if k := c.Kind(v); k != graph.Operation && k != graph.Call || c.constant[v] {
		return false
	}
	t, ok := types.Head(c.Type(v)).(*types.Tensor)
	return !ok || len(t.Shape) > 0 || c.size[v] >= fewest
}

// span is all of an expression; an operator's node is its symbol alone.
func (c *checker) span(n syntax.NodeID) syntax.Span {
	s := c.item.Span(n)
	for c.item.Kind(n) == syntax.Operator {
		a, ok := c.Info.Application(n)
		if !ok || len(a.Args) == 0 {
			break
		}
		last := c.item.Span(a.Args[len(a.Args)-1])
		s.End = max(s.End, last.End)
		n = a.Args[0]
		s.Start = min(s.Start, c.item.Span(n).Start)
	}
	return s
}
