package execution

import (
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A role is what an operator does to the rounding of floats.
type role uint8

const (
	unsure  role = iota // nothing is known
	linear              // exact on small multiples of 1/2
	chooses             // exact, and jumps
	product             // exact on small multiples of 1/2, a few times
	smooth              // rounds, and magnifies no error of positive numbers
	cancels             // linear, and magnifies errors
)

// roles are the operators that may meet floats.
var roles = map[string]role{
	"add": linear, "maximum": linear, "minimum": linear, "abs": linear, "copy": linear,
	"subtract": cancels, "negative": cancels,
	"multiply": product, "matmul": product, "nn.dense": product, "nn.matmul": product, "nn.batch_matmul": product,
	"divide": smooth, "sqrt": smooth, "exp": smooth, "log": smooth, "tanh": smooth, "sigmoid": smooth, "mean": smooth,
	"sum": linear, "max": linear, "min": linear, "reshape": linear, "transpose": linear, "expand_dims": linear,
	"squeeze": linear, "concatenate": linear, "zeros_like": linear, "ones_like": linear,
	"less": chooses, "less_equal": chooses, "greater": chooses, "greater_equal": chooses,
	"equal": chooses, "not_equal": chooses, "where": chooses,
	"logical_and": linear, "logical_or": linear, "logical_not": linear, "logical_xor": linear,
	"join": linear, "length": linear, "first": linear, "last": linear, "head": linear, "tail": linear,
	"map": linear, "forall": linear, "zip": linear, "slice": linear,
}

// A touched tells what an expression and all that it calls compute with.
type touched struct {
	*checker
	within    map[*typecheck.Object]bool // definitions that are being looked at
	budget    int
	floats    bool
	halves    bool
	effects   bool
	unknown   bool // calls what is not known
	recursive bool
	count     [cancels + 1]int
}

// maxTouched bounds how many nodes are looked at; a definition counts each time
// that it is used.
const maxTouched = 5000

func (c *checker) touch(roots []syntax.NodeID) *touched {
	t := &touched{checker: c, within: map[*typecheck.Object]bool{}, budget: maxTouched}
	for _, n := range roots {
		t.walk(c.info, n)
	}
	return t
}

func (t *touched) walk(info *typecheck.Info, root syntax.NodeID) {
	item := info.Item
	item.Walk(root, func(n syntax.NodeID) bool {
		t.budget--
		if t.budget < 0 || t.effects {
			return false
		}
		if int(n) < len(info.Types) && info.Types[n] != nil {
			t.typ(info.Types[n])
		}
		t.node(info, n)
		if n != root && item.Kind(n) == syntax.Local && isFunc(info, n) {
			t.count[unsure]++ // how often its operators run is not seen
		}
		return true
	})
}

func isFunc(info *typecheck.Info, n syntax.NodeID) bool {
	_, ok := types.Head(info.Types[n]).(*types.Func)
	return ok
}

func (t *touched) typ(of types.Type) {
	types.Walk(of, func(part types.Type) bool {
		switch part := part.(type) {
		case *types.Ref:
			t.effects = true
		case *types.Tensor:
			t.floats = t.floats || part.Dtype.IsFloat()
			t.halves = t.halves || part.Dtype.IsFloat() && part.Dtype.Bits == 16
		case *types.Func:
			return false
		}
		return !t.effects
	})
}

// node notes what a node does.
func (t *touched) node(info *typecheck.Info, n syntax.NodeID) {
	item := info.Item
	switch item.Kind(n) {
	case syntax.If, syntax.Match, syntax.Index:
		t.count[chooses]++
	case syntax.Meta, syntax.FreeVar, syntax.Assign:
		t.unknown = true
	case syntax.Int, syntax.Float:
		if !small(item.SourceText(n)) {
			t.count[unsure]++
		}
		if item.Flag(n, syntax.FlagNegative) {
			t.count[cancels]++
		}
	case syntax.Operator:
		name := typecheck.Infix(syntax.TokenKind(item.Node(n).Data))
		if name == "" || item.Text[item.Span(n).Start] == '-' {
			name = "subtract"
		}
		if item.Text[item.Span(n).Start] == '!' && item.Span(n).Len() == 1 {
			name = "logical_not"
		}
		t.count[roles[name]]++
	case syntax.Name, syntax.Global:
		if int(n) < len(info.Objects) && info.Objects[n] != nil {
			t.object(info.Objects[n])
		}
	}
}

func (t *touched) object(o *typecheck.Object) {
	switch o.Kind {
	case typecheck.OperatorObject:
		t.count[roles[o.Op]]++
	case typecheck.DeclaredObject:
		t.unknown = true
	case typecheck.DefObject:
		t.define(o)
	}
}

// define looks at the body of a definition.
func (t *touched) define(o *typecheck.Object) {
	if t.within[o] {
		t.recursive = true
		return
	}
	m, i := t.pass.Module.Home(o)
	if m == nil {
		t.unknown = true
		return
	}
	t.within[o] = true
	t.walk(m.Check(i).Info, o.Item.Root)
	delete(t.within, o)
}

// small tells of literals that floats hold exactly and that are no larger than
// what arguments are.
func small(text string) bool {
	text = strings.TrimPrefix(text, "-")
	if end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789.", r) }); end >= 0 && text[end] != 'e' {
		text = text[:end]
	}
	x, err := strconv.ParseFloat(text, 64)
	return err == nil && x <= 16 && x*16 == math.Trunc(x*16)
}

// A domain is what numbers are drawn from.
type domain struct {
	edges    bool // integers of any size
	halves   bool // floats that are no integers
	positive bool
}

// domain tells which numbers can show that the function is not associative; ok
// is false where rounding could show the same, or nothing can be said.
func (t *touched) domain(elem types.Type) (d domain, ok bool) {
	t.typ(elem)
	switch {
	case t.effects || t.unknown || t.budget < 0:
		return domain{}, false
	case !t.floats:
		return domain{edges: true}, true
	case t.recursive || t.halves && !t.exactHalves() || !t.bounded():
		return domain{}, false
	}
	return domain{halves: !t.halves, positive: !t.exact()}, true
}

// maxExact bounds the operators of a function that is exact: each may double a
// number.
const (
	maxExact       = 12
	maxExactHalves = 3
)

// exact tells of functions that do not round on small multiples of 1/2: they
// are polynomials of degree 2 with small coefficients, or choose among such.
func (t *touched) exact() bool {
	n := &t.count
	return n[smooth] == 0 && n[product] <= 1 && n[linear]+n[cancels] <= maxExact
}

// exactHalves is exact for dtypes of 16 bits and small integers.
func (t *touched) exactHalves() bool {
	n := &t.count
	return n[smooth]+n[product]+n[chooses] == 0 && n[linear]+n[cancels] <= maxExactHalves
}

// bounded tells whether rounding stays far below the differences that count:
// there is none, or a few operators work on positive numbers and never subtract
// or compare what was rounded.
func (t *touched) bounded() bool {
	n := &t.count
	return n[unsure] == 0 && (t.exact() ||
		n[product] <= 3 && n[smooth] <= 3 && n[linear] <= maxExact && n[cancels]+n[chooses] == 0)
}
