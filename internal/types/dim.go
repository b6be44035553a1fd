package types

import "github.com/fraccheck/fraccheck/internal/symbolic"

// A Dim is one extent of a tensor: a number, `?` (any), an expression over
// shape variables, or unknown (an expression over `?` that TVM prints as
// `meta[tir.Mul][0]`: it agrees with anything, and is not plain `?`).
type Dim struct {
	kind dimKind
	n    int64
	expr *symbolic.Expr
}

type dimKind uint8

const (
	dimConst dimKind = iota
	dimAny
	dimUnknown
	dimExpr
)

// Any is `?`; Unknown is an extent of which nothing is said.
var (
	Any     = Dim{kind: dimAny}
	Unknown = Dim{kind: dimUnknown}
)

// Const is a known extent.
func Const(n int64) Dim { return Dim{n: n} }

// Consts gives a known shape as extents.
func Consts(shape []int) []Dim {
	dims := make([]Dim, len(shape))
	for i, n := range shape {
		dims[i] = Const(int64(n))
	}
	return dims
}

// MaxExtent and maxExtentBits bound the expression of an extent: its terms and
// factors, and the length of its numbers.
const (
	MaxExtent     = 1000
	maxExtentBits = 256
)

// DimOf is the extent that an expression gives; Unknown where it is unknown, or too large
// to be worked with.
func DimOf(e *symbolic.Expr) Dim {
	if n, ok := e.Const(); ok {
		return Const(n)
	}
	if e == nil || e.Size() > MaxExtent || e.Bits() > maxExtentBits {
		return Unknown
	}
	return Dim{kind: dimExpr, expr: e}
}

// Const gives the number, where the extent is one.
func (d Dim) Const() (int64, bool) { return d.n, d.kind == dimConst }

// IsConst reports whether d is exactly the number n.
func (d Dim) IsConst(n int64) bool { return d.kind == dimConst && d.n == n }

// IsAny reports whether d is `?`: an extent that is known when the program runs.
func (d Dim) IsAny() bool { return d.kind == dimAny }

// IsUnknown reports whether d is Unknown: an extent that has no expression, since
// it was computed from `?` or from what cannot be written as one.
func (d Dim) IsUnknown() bool { return d.kind == dimUnknown }

// Loose reports whether d is `?` or Unknown, which agree with every extent.
func (d Dim) Loose() bool { return d.kind == dimAny || d.kind == dimUnknown }

// Expr gives d as an expression; nil for `?` and Unknown.
func (d Dim) Expr() *symbolic.Expr {
	switch d.kind {
	case dimConst:
		return symbolic.Int(d.n)
	case dimExpr:
		return d.expr
	}
	return nil
}

// Symbolic gives the expression of an extent that is neither a number nor
// loose.
func (d Dim) Symbolic() (*symbolic.Expr, bool) { return d.expr, d.kind == dimExpr }

// Equal is exact: `?` equals only `?`, expressions by normal form.
func (d Dim) Equal(o Dim) bool {
	if d.kind != o.kind {
		return false
	}
	switch d.kind {
	case dimConst:
		return d.n == o.n
	case dimExpr:
		return d.expr.Equal(o.expr)
	}
	return true
}

func (d Dim) String() string {
	switch d.kind {
	case dimConst:
		return itoa(d.n)
	case dimExpr:
		return d.expr.String()
	}
	return "?"
}

// A dimOp is arithmetic on two numbers and on two expressions.
type dimOp struct {
	num  func(a, b int64) (int64, bool)
	expr func(a, b *symbolic.Expr) *symbolic.Expr
}

func (op dimOp) apply(a, b Dim) Dim {
	if a.kind == dimConst && b.kind == dimConst {
		if n, ok := op.num(a.n, b.n); ok {
			return Const(n)
		}
	}
	if a.Loose() || b.Loose() {
		return Any
	}
	return DimOf(op.expr(a.Expr(), b.Expr()))
}
