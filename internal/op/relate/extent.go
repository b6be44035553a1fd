package relate

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/types"
)

// Arithmetic on extents folds neutral elements as TVM does, so that `? + 0`
// stays `?`; any other result over `?` is an extent of which nothing is said.

// Add is a + b.
func Add(a, b types.Dim) types.Dim {
	switch {
	case b.IsConst(0):
		return a
	case a.IsConst(0):
		return b
	case a.Loose() || b.Loose():
		return types.Unknown
	}
	return a.Add(b)
}

// Sub is a - b.
func Sub(a, b types.Dim) types.Dim {
	switch {
	case b.IsConst(0):
		return a
	case a.Loose() || b.Loose():
		return types.Unknown
	}
	return a.Sub(b)
}

// Mul is a · b.
func Mul(a, b types.Dim) types.Dim {
	switch {
	case a.IsConst(0) || b.IsConst(0):
		return types.Const(0)
	case b.IsConst(1):
		return a
	case a.IsConst(1):
		return b
	case a.Loose() || b.Loose():
		return types.Unknown
	}
	return a.Mul(b)
}

// Div is ⌊a / b⌋; Unknown for a division by zero.
func Div(a, b types.Dim) types.Dim {
	switch {
	case b.IsConst(1):
		return a
	case a.Loose() || b.Loose() || b.IsConst(0):
		return types.Unknown
	}
	return a.FloorDiv(b)
}

// Quo is a / b, towards zero for numbers: TVM's pools divide so.
func Quo(a, b types.Dim) types.Dim {
	m, known := a.Const()
	n, literal := b.Const()
	if known && literal && n != 0 {
		return types.Const(m / n)
	}
	return Div(a, b)
}

// CeilDiv is ⌈a / n⌉.
func CeilDiv(a types.Dim, n int64) types.Dim {
	return Div(Add(a, types.Const(n-1)), types.Const(n))
}

// Product multiplies extents.
func Product(dims ...types.Dim) types.Dim {
	p := types.Const(1)
	for _, d := range dims {
		p = Mul(p, d)
	}
	return p
}

// Clash reports whether two extents are numbers that differ.
func Clash(a, b types.Dim) bool {
	m, ok := a.Const()
	n, known := b.Const()
	return ok && known && m != n
}

// Dims reads a list of extents from an attribute; nil for None.
func (s *Typing) Dims(attr string) []types.Dim {
	dims, _ := s.Attrs.Dims(attr)
	return dims
}

// At is entry i of an attribute's list, which must be long enough.
func (s *Typing) At(attr string, i int) types.Dim {
	dims := s.Dims(attr)
	if i >= len(dims) {
		s.FailAttr(attr, fmt.Sprintf("`%s` has %s: entry %d is missing", attr, counted(len(dims), "entry"), i+1),
			"give one entry for each spatial dimension")
		return types.Unknown
	}
	return dims[i]
}

// Divisor is entry i of an attribute by which an extent is divided.
func (s *Typing) Divisor(attr string, i int) types.Dim {
	d := s.At(attr, i)
	if d.IsConst(0) {
		s.FailAttr(attr, fmt.Sprintf("`%s` must not be 0", attr))
	}
	return d
}

// Padding is the padding before and after each of n spatial dimensions, added
// up: one entry is for every side, n for both sides of each dimension, 2n give
// the sides before, then those after. false where the attribute has another
// length.
func (s *Typing) Padding(n int) ([]types.Dim, bool) {
	pad, sums := s.Dims("padding"), make([]types.Dim, n)
	for i := range sums {
		switch len(pad) {
		case 2 * n:
			sums[i] = Add(pad[i], pad[i+n])
		case n:
			sums[i] = Mul(pad[i], types.Const(2))
		case 1:
			sums[i] = Mul(pad[0], types.Const(2))
		default:
			s.FailAttr("padding", fmt.Sprintf("`padding` has %s", counted(len(pad), "entry")), paddingForms(n))
			return sums, false
		}
	}
	return sums, true
}

func paddingForms(n int) string {
	if n == 1 {
		return "give one entry for both sides, or two: before, after"
	}
	return fmt.Sprintf("give 1 entry for all sides, %d for each dimension, or %d: all sides before, then all after", n, 2*n)
}

// Positive warns of an extent that no tensor has.
func (s *Typing) Positive(axis byte, d types.Dim, why string) {
	if n, ok := d.Const(); ok && n <= 0 {
		s.WarnArg(-1, "suspect-shape", fmt.Sprintf("the result's extent along %c is %d", axis, n), why)
	}
}

// Groups is the attribute groups.
func (s *Typing) Groups() types.Dim {
	d, _ := s.Attrs.Dim("groups")
	return d
}

// PerGroup divides channels by groups, which must not be 0.
func (s *Typing) PerGroup(channels types.Dim) types.Dim {
	groups := s.Groups()
	if groups.IsConst(0) {
		s.FailAttr("groups", "`groups` must not be 0", "1 is a convolution over all channels")
	}
	return Div(channels, groups)
}
