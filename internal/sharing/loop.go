package sharing

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
)

// loops are the function literals of an item that are called again and again, by their
// blocks, and the blocks in which one of them calls itself.
type loops struct {
	any      bool
	repeated []bool // by block: of a function that an operator calls for each element
	recurs   []bool // by block: in it the function of the block calls itself
}

func loopsOf(g *graph.Graph) *loops {
	l := &loops{repeated: make([]bool, len(g.Blocks())), recurs: make([]bool, len(g.Blocks()))}
	for v := range graph.Value(g.Len()) {
		switch g.Kind(v) {
		case graph.Function:
			if isLoop(g, v) {
				l.repeated[g.Operands(v)[0].Block], l.any = true, true
			}
		case graph.Self:
			l.mark(g, g.Block(v))
			l.any = true
		case graph.Read:
			return &loops{} // a variable may have another value in each call
		}
	}
	return l
}

// isLoop reports whether f is a function that is an operand of an operator which calls functions.
func isLoop(g *graph.Graph, f graph.Value) bool {
	for _, use := range g.Uses(f) {
		if use.User == graph.None || g.Kind(use.User) != graph.Operation {
			continue
		}
		if a, ok := g.Info.Application(g.Node(use.User)); ok && a.Op.Fails&op.OnFunction == op.OnFunction {
			return true
		}
	}
	return false
}

// mark marks the blocks around a call of a function by itself.
func (l *loops) mark(g *graph.Graph, b graph.Block) {
	for blocks := g.Blocks(); !l.recurs[b]; b = blocks[b].Around {
		l.recurs[b] = true
		if blocks[b].Function == b {
			return
		}
	}
}

// again reports whether g is a block that is evaluated with each call of its function, but perhaps
// the last one, where that is called again and again.
func (l *loops) again(g *graph.Graph, b graph.Block) bool {
	f := g.Blocks()[b].Function
	return f != graph.Body && (l.repeated[f] && b == f || g.Blocks()[f].Recursive && l.recurs[b])
}
