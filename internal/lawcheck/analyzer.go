package lawcheck

import (
	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Analyzer tries the functions that an item gives to `reduce` and to folds.
var Analyzer = &analysis.Analyzer{
	Name:     "lawcheck",
	Doc:      "runs the functions given to reduce and folds on small values, to see whether they are associative",
	Codes:    []codes.Code{codes.ReduceNotAssociative, codes.ReduceIdentity, codes.FoldAsReduce},
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Run:      run,
}

// A checker looks at one item.
type checker struct {
	pass *analysis.Pass
	item *syntax.Item
	info *typecheck.Info
}

func run(pass *analysis.Pass) any {
	if pass.Module == nil {
		return nil
	}
	c := &checker{pass, pass.Item, pass.Info}
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		if call := c.info.OperatorCall(n); call != nil && len(call.Extra) == 0 && len(call.Args) >= 2 {
			c.call(n, call)
		}
	}
	return nil
}

// call looks at one call of an operator.
func (c *checker) call(n syntax.NodeID, call *typecheck.OperatorCall) {
	f, xs := call.Args[0], call.Args[1]
	if f == syntax.NoNode || xs == syntax.NoNode {
		return
	}
	seq, ok := types.Head(c.info.Types[xs]).(*types.Fractal)
	if !ok {
		return
	}
	init := syntax.NoNode
	if len(call.Args) > 2 {
		init = call.Args[2]
	}
	switch call.Op.Canonical() {
	case parallel.Reduce:
		c.reduce(n, f, init, seq.Elem)
	case parallel.FoldLeft, parallel.FoldRight:
		c.fold(n, call, seq.Elem)
	}
}

// reduce tries the function of a `reduce`, and its initial value where the
// function was not refuted: of an operator that is not associative an identity
// says little.
func (c *checker) reduce(call, f, init syntax.NodeID, elem types.Type) {
	h := c.harness(call, f, syntax.NoNode, elem)
	if h == nil {
		return
	}
	if seen, _ := h.associative(); seen != nil {
		c.notAssociative(f, h, seen)
		return
	}
	if init == syntax.NoNode || !c.constant(init) {
		return
	}
	if h := c.harness(call, f, init, elem); h != nil && len(h.captured) == 0 {
		if seen := h.identity(); seen != nil {
			c.noIdentity(init, seen)
		}
	}
}

// fold reports a fold whose function is known to be associative, and was not
// refuted.
func (c *checker) fold(n syntax.NodeID, call *typecheck.OperatorCall, elem types.Type) {
	f, callee := call.Args[0], c.item.Call(n).Callee
	if c.item.Kind(callee) != syntax.Name || !c.keepsState(f, elem) {
		return
	}
	if !associative(c.known(f), elem, call.Op.Name == parallel.FoldRight) {
		return
	}
	h := c.harness(n, f, syntax.NoNode, elem)
	if h == nil {
		return
	}
	if seen, tried := h.associative(); seen == nil && tried > 0 {
		c.foldAsReduce(callee)
	}
}

// keepsState reports whether a function's state, element and result are of one
// type.
func (c *checker) keepsState(f syntax.NodeID, elem types.Type) bool {
	t, ok := types.Head(c.info.Types[f]).(*types.Func)
	if !ok || len(t.In) != 2 {
		return false
	}
	for _, part := range []types.Type{t.In[0], t.In[1], t.Out} {
		if _, same := types.Equivalent(part, elem); !same {
			return false
		}
	}
	return true
}

// constant reports whether an expression has one value that the text shows.
func (c *checker) constant(n syntax.NodeID) bool {
	literal := true
	c.item.Walk(n, func(k syntax.NodeID) bool {
		switch c.item.Kind(k) {
		case syntax.Local, syntax.Global, syntax.Meta, syntax.Fn, syntax.Block, syntax.Match:
			literal = false
		}
		return literal
	})
	return literal
}
