package constcheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// condition looks at an `if`: at its condition, and at the parts of `&&` and `||`
// in it. A variable that is bound to a truth value is a switch that somebody
// means to turn.
func (c *checker) condition(v graph.Value) {
	operands := c.Operands(v)
	if len(operands) != 3 {
		return
	}
	if known := c.settled(v, operands[0]); known.known {
		c.reportCondition(v, operands[0].Node, known.scalar.Bits != 0)
		return
	}
	todo := []graph.Operand{operands[0]}
	for len(todo) > 0 {
		o := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if o.Value == graph.None || !c.logical(o) {
			continue
		}
		for _, part := range c.Operands(o.Value) {
			if known := c.settled(v, part); known.known {
				c.report(codes.ConstantCondition, part.Node, fmt.Sprintf("this part of the condition is always %t", known.scalar.Bits != 0))
			} else {
				todo = append(todo, part)
			}
		}
	}
}

// logical reports whether o is an `&&` or `||` that is written where it is used.
func (c *checker) logical(o graph.Operand) bool {
	n := c.Node(o.Value)
	if c.Kind(o.Value) != graph.Operation || c.item.Kind(n) != syntax.Operator || c.Info.Applied(o.Node) != n {
		return false
	}
	kind := syntax.TokenKind(c.item.Node(n).Data)
	return kind == syntax.TokAnd || kind == syntax.TokOr
}

// settled is the value of a condition, if it has one only.
func (c *checker) settled(at graph.Value, o graph.Operand) constant {
	if o.Value == graph.None {
		return constant{}
	}
	if known := c.folded[o.Value]; known.known {
		if c.item.Kind(c.item.Unparen(o.Node)) == syntax.Local {
			return constant{}
		}
		return known
	}
	return c.asked(c.Block(at), o.Value)
}

// maxAround bounds the blocks around an `if` that are looked at.
const maxAround = 50

// asked is what a condition is by the `if` around that has asked for it already.
func (c *checker) asked(b graph.Block, condition graph.Value) constant {
	blocks := c.Blocks()
	for range maxAround {
		info := blocks[b]
		if info.Kind == graph.Branch && info.Opener != graph.None {
			if operands := c.Operands(info.Opener); len(operands) == 3 && operands[0].Value == condition {
				return truth(operands[1].Block == b)
			}
		}
		if b == graph.Body {
			break
		}
		b = info.Around
	}
	return constant{}
}

// reportCondition reports an `if` of which one branch never runs. The other one
// may represent it, where nothing else is lost.
func (c *checker) reportCondition(v graph.Value, condition syntax.NodeID, is bool) {
	c.report(codes.ConstantCondition, condition, fmt.Sprintf("this condition is always %t", is), c.branchFix(v, is)...)
}

func (c *checker) branchFix(v graph.Value, is bool) []syntax.Fix {
	n := c.Node(v)
	branch := c.item.If(n).Then
	if !is {
		branch = c.item.If(n).Else
	}
	if branch == syntax.NoNode || c.item.Kind(branch) != syntax.Block {
		return nil
	}
	return []syntax.Fix{syntax.Replace("write the branch that runs", c.item.Span(n), c.item.SourceText(branch))}
}
