package lawcheck

import (
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/sample"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A footprint is what a function and all that it calls compute with.
type footprint struct {
	*checker
	within   map[*typecheck.Object]bool // definitions that are being looked at
	budget   int
	given    effect.Summary // evaluating the function and what it captures
	does     effect.Summary // calling it
	floats   bool
	halves   bool
	operates [op.RoundingKinds]int // operators, by what they do to errors of floats
}

// maxFootprint bounds how many nodes are looked at; a definition counts each time
// that it is used.
const maxFootprint = 5000

// footprint looks at a function and at the values of the bindings that it captures.
func (c *checker) footprint(f syntax.NodeID, bindings []syntax.NodeID) *footprint {
	effects := c.pass.Result(effect.Analyzer).(*effect.Info)
	t := &footprint{checker: c, within: map[*typecheck.Object]bool{}, budget: maxFootprint, given: effects.Of(f), does: effects.OfCall(f)}
	for _, n := range bindings {
		t.given = t.given.And(effects.Of(n))
		t.walk(c.info, n)
	}
	t.walk(c.info, f)
	return t
}

func (t *footprint) walk(info *typecheck.Info, root syntax.NodeID) {
	item := info.Item
	item.Walk(root, func(n syntax.NodeID) bool {
		t.budget--
		if t.budget < 0 {
			return false
		}
		if int(n) < len(info.Types) && info.Types[n] != nil {
			t.typ(info.Types[n])
		}
		t.node(info, n)
		if n != root && item.Kind(n) == syntax.Local && isFunc(info, n) {
			t.operates[op.UnknownRounding]++ // how often its operators run is not seen
		}
		return true
	})
}

func isFunc(info *typecheck.Info, n syntax.NodeID) bool {
	_, ok := types.Head(info.Types[n]).(*types.Func)
	return ok
}

func (t *footprint) typ(of types.Type) {
	types.Walk(of, func(part types.Type) bool {
		if tensor, ok := part.(*types.Tensor); ok && tensor.Dtype.IsFloat() {
			t.floats, t.halves = true, t.halves || tensor.Dtype.Bits == 16
		}
		_, function := part.(*types.Func)
		return !function
	})
}

// node notes what a node does.
func (t *footprint) node(info *typecheck.Info, n syntax.NodeID) {
	item := info.Item
	switch item.Kind(n) {
	case syntax.If, syntax.Match, syntax.Index:
		t.operates[op.Chooses]++
	case syntax.Int, syntax.Float:
		if !small(item.NumberText(n)) {
			t.operates[op.UnknownRounding]++
		}
		if item.Flag(n, syntax.FlagNegative) {
			t.operates[op.Cancels]++
		}
	case syntax.Operator, syntax.Name, syntax.Global:
		if int(n) < len(info.Objects) && info.Objects[n] != nil {
			t.object(info.Objects[n])
		}
	}
}

func (t *footprint) object(o *typecheck.Object) {
	switch o.Kind {
	case typecheck.OperatorObject:
		t.operator(t.operatorOf(o))
	case typecheck.DefObject:
		t.define(o)
	}
}

// operator counts what an operator does to errors of floats.
func (t *footprint) operator(o *op.Op) {
	if o == nil {
		t.operates[op.UnknownRounding]++
		return
	}
	t.operates[o.Rounding]++
}

// define looks at the body of a definition.
func (t *footprint) define(o *typecheck.Object) {
	m, i := t.pass.Module.Owner(o)
	if m == nil || t.within[o] {
		return
	}
	t.within[o] = true
	t.walk(m.Check(i).Info, o.Item.Root)
	delete(t.within, o)
}

// small reports whether a literal is one that floats hold exactly and that is no larger than
// what arguments are.
func small(text string) bool {
	text = strings.TrimPrefix(text, "-")
	if end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789.", r) }); end >= 0 && text[end] != 'e' {
		text = text[:end]
	}
	x, err := strconv.ParseFloat(text, 64)
	return err == nil && x <= 16 && x*16 == math.Trunc(x*16)
}

// domain reports which numbers can show that the function is not associative; ok
// is false where rounding could show the same, or nothing can be said.
func (t *footprint) domain(elem types.Type) (d sample.Domain, ok bool) {
	t.typ(elem)
	switch {
	case !t.pure() || t.budget < 0:
		return sample.Domain{}, false
	case !t.floats:
		return sample.Domain{Edges: true}, true
	case t.does.Does&effect.Recurs != 0 || t.halves && !t.exactHalves() || !t.bounded():
		return sample.Domain{}, false
	}
	return sample.Domain{Halves: !t.halves, Positive: !t.exact()}, true
}

// pure reports whether calls depend on their arguments alone. A call of a function that is
// not known could only touch references that it makes itself: a trial's arguments hold
// none, and what the function captures was seen to make none.
func (t *footprint) pure() bool {
	return t.given.Pure() && (t.does.Pure() || t.does.Does&effect.Opaque != 0)
}

// maxExact bounds the operators of a function that is exact: each may double a
// number.
const (
	maxExact       = 12
	maxExactHalves = 3
)

// exact reports whether the function does not round on small multiples of 1/2: it and what it calls
// are polynomials of degree 2 with small coefficients, or choose among such.
func (t *footprint) exact() bool {
	n := &t.operates
	return n[op.Smooth] == 0 && n[op.Multiplies] <= 1 && n[op.Linear]+n[op.Cancels] <= maxExact
}

// exactHalves is exact for dtypes of 16 bits and small integers.
func (t *footprint) exactHalves() bool {
	n := &t.operates
	return n[op.Smooth]+n[op.Multiplies]+n[op.Chooses] == 0 && n[op.Linear]+n[op.Cancels] <= maxExactHalves
}

// bounded reports whether rounding stays far below the differences that count:
// there is none, or a few operators work on positive numbers and never subtract
// or compare what was rounded.
func (t *footprint) bounded() bool {
	n := &t.operates
	return n[op.UnknownRounding] == 0 && (t.exact() ||
		n[op.Multiplies] <= 3 && n[op.Smooth] <= 3 && n[op.Linear] <= maxExact && n[op.Cancels]+n[op.Chooses] == 0)
}
