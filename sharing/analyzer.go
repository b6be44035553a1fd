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
	c := &checker{numbering: &n, earliest: map[spot]graph.Value{}, again: map[graph.Value]graph.Value{}}
	c.note()
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
	earliest map[spot]graph.Value
	again    map[graph.Value]graph.Value // by value: the earlier one that it is equal to
	order    []graph.Value
}

// A spot is a class of values in a block.
type spot struct {
	class int32
	block graph.Block
}

// look finds the earliest value that is equal to v and is there whenever v is
// computed: in the block of v or in one around it, in the same function.
func (c *checker) look(v graph.Value) {
	if len(c.Uses(v)) == 0 {
		return
	}
	blocks := c.Blocks()
	first := v
	for b := c.Place(v); blocks[b].Function == blocks[c.Place(v)].Function; b = blocks[b].Around {
		if u, ok := c.earliest[spot{c.class[v], b}]; ok {
			first = min(first, u)
		}
		if b == graph.Body {
			break
		}
	}
	if first < v {
		c.again[v] = first
		c.order = append(c.order, v)
	}
}

// note remembers the earliest value of each class in each block.
func (c *checker) note() {
	for class, members := range c.members {
		for _, v := range members {
			at := spot{class, c.Place(v)}
			if _, ok := c.earliest[at]; !ok && len(members) > 1 && len(c.Uses(v)) > 0 {
				c.earliest[at] = v
			}
		}
	}
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
