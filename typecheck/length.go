package typecheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Lengths of FractalTensors are data; but inside one definition those that
// follow from literals are known, and a zip of unequal ones is an error before
// it runs.

// noLength is the length of what is no FractalTensor, or one of unknown length.
const noLength = -1

// rememberLength notes the length of what a variable is bound to.
func (c *checker) rememberLength(o *typed.Object, value syntax.NodeID, t types.Type) {
	if o == nil {
		return
	}
	if _, ok := types.Head(t).(*types.Fractal); !ok {
		return
	}
	if n := c.length(value); n != noLength {
		if c.lengths == nil {
			c.lengths = map[*typed.Object]int64{}
		}
		c.lengths[o] = n
	}
}

// length is the outermost length of the FractalTensor that an expression
// gives. Calls have theirs from when they were typed.
func (c *checker) length(n syntax.NodeID) int64 {
	switch c.Item.Kind(n) {
	case syntax.Paren:
		return c.length(c.Item.Inner(n))
	case syntax.List:
		return int64(len(c.Item.Kids(n)))
	case syntax.Local, syntax.Name:
		if length, ok := c.lengths[c.info.Objects[n]]; ok && len(c.Item.Kids(n)) == 0 {
			return length
		}
	case syntax.Call:
		if length, ok := c.callLengths[n]; ok {
			return length
		}
	}
	return noLength
}

// inferLength computes the length of an operator's result from its arguments', and
// refuses arguments of unequal lengths where they must agree.
func (c *checker) inferLength(call syntax.NodeID, o *op.Op, attrs op.Attrs, args []syntax.NodeID) {
	if o.Length == nil {
		return
	}
	lengths := c.argLengths[:0]
	for _, arg := range args {
		lengths = append(lengths, c.length(arg))
	}
	c.argLengths = lengths
	if o.Aligned {
		c.checkAligned(o, args, lengths)
	}
	if n := o.Length(lengths, attrs); n != noLength {
		if c.callLengths == nil {
			c.callLengths = map[syntax.NodeID]int64{}
		}
		c.callLengths[call] = n
	}
}

func (c *checker) checkAligned(o *op.Op, args []syntax.NodeID, lengths []int64) {
	first := -1
	for i, n := range lengths {
		switch {
		case n == noLength:
		case first < 0:
			first = i
		case n != lengths[first]:
			c.Report(syntax.Diagnostic{
				Code: codes.ShapeMismatch, Span: c.Item.Span(args[i]),
				Message: fmt.Sprintf("`%s` needs FractalTensors of one length: this one has %s, and argument %d has %d",
					o.Name, message.Count(int(n), "element"), first+1, lengths[first]),
				Related: []syntax.Related{{Place: syntax.Place{Span: c.Item.Span(args[first])}, Message: fmt.Sprintf("this one has %s", message.Count(int(lengths[first]), "element"))}},
			})
			return
		}
	}
}
