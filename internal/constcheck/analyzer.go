package constcheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Analyzer reports conditions and faults that do not depend on any input.
var Analyzer = &analysis.Analyzer{
	Name:  "constcheck",
	Doc:   "finds conditions, divisions by zero and indices out of range that are the same in every run",
	Codes: []codes.Code{codes.ConstantCondition, codes.ConstantFault},
	Kinds: []syntax.Kind{
		syntax.Segment, syntax.Graph, syntax.Let, syntax.Match, syntax.Binary, syntax.Call, syntax.Index, syntax.If,
	},
	Run: run,
}

// A checker looks at one item.
type checker struct {
	*graph.Graph
	pass   *analysis.Pass
	item   *syntax.Item
	folded []constant // by value, once asked for
}

func run(pass *analysis.Pass) any {
	if pass.Item.Body() == syntax.NoNode || len(pass.Info.Objects) < pass.Item.Len() {
		return nil
	}
	if candidate(pass) {
		look(pass)
	}
	return nil
}

func look(pass *analysis.Pass) {
	c := &checker{Graph: graph.Of(pass.Info), pass: pass, item: pass.Item}
	c.fold()
	for v := range graph.Value(c.Len()) {
		switch c.Kind(v) {
		case graph.If:
			c.condition(v)
		case graph.Operation:
			c.operation(v)
		}
	}
}

// operation looks at an operator that may fail on a constant.
func (c *checker) operation(v graph.Value) {
	a, ok := c.Info.Application(c.Node(v))
	operands := c.Operands(v)
	if !ok || len(operands) != 2 {
		return
	}
	right := operands[1]
	at, known := c.integer(right.Value)
	switch {
	case !known:
	case a.Op == parallel.Element:
		c.index(operands[0], right, at)
	case at == 0 && divides(a.Op):
		c.report(codes.ConstantFault, right.Node, "an integer is divided by 0: a run that gets here ends")
	}
}

// index looks at `e[i]` of an i that is known.
func (c *checker) index(sequence, index graph.Operand, at int64) {
	if length, known := c.length(sequence.Value); at < 0 {
		c.report(codes.ConstantFault, index.Node, "no element has a negative index: `last(%xs)` is the last one")
	} else if known && at >= length {
		c.report(codes.ConstantFault, index.Node, fmt.Sprintf("the index is %d, and there %s: indices begin with 0", at, elements(length)))
	}
}

func elements(n int64) string {
	switch n {
	case 0:
		return "are no elements"
	case 1:
		return "is 1 element"
	}
	return fmt.Sprintf("are %d elements", n)
}

// length is how many elements a list that is written out has, or a tensor along
// its first axis.
func (c *checker) length(v graph.Value) (int64, bool) {
	if v == graph.None {
		return 0, false
	}
	if c.Kind(v) == graph.List {
		return int64(len(c.Operands(v))), true
	}
	if t, ok := types.Head(c.Type(v)).(*types.Tensor); ok && len(t.Shape) > 0 {
		return t.Shape[0].Const()
	}
	return 0, false
}

// integer is the value of a scalar that is an integer and known.
func (c *checker) integer(v graph.Value) (int64, bool) {
	if v == graph.None || !c.folded[v].known {
		return 0, false
	}
	s := c.folded[v].scalar
	if s.Dtype == value.Bool || s.Dtype.IsFloat() {
		return 0, false
	}
	return int64(s.Convert(value.Int64).Bits), true
}

// report reports an expression, unless an error is in it.
func (c *checker) report(code codes.Code, n syntax.NodeID, message string, fixes ...syntax.Fix) {
	if c.pass.ErrorIn(c.item.Span(n)) {
		return
	}
	c.pass.Report(syntax.Diagnostic{
		Code: code, Severity: code.DefaultSeverity(), Span: c.item.Span(n), Message: message, Fixes: fixes,
	})
}
