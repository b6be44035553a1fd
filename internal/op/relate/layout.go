package relate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
)

// A Layout names the dimensions of a tensor: `NHWC`; `NCHW4c` is NCHW with the
// channels split, their inner part of 4 in the last dimension.
type Layout struct {
	Name string
	axes []axis
}

// An axis is one dimension: a letter, and the factor where it is the inner
// part of a split (0 where it is not).
type axis struct {
	letter byte // upper case
	factor int64
}

// ParseLayout reads a layout; problem says what is wrong with it.
func ParseLayout(name string) (l Layout, problem string) {
	l.Name = name
	var factor int64
	for i := range len(name) {
		c := name[i]
		switch {
		case l.Index(c) >= 0:
			return l, fmt.Sprintf("%q is no layout: it has %c twice", name, c)
		case 'A' <= c && c <= 'Z' && factor == 0:
			l.axes = append(l.axes, axis{letter: c})
		case 'a' <= c && c <= 'z' && factor > 0:
			l.axes = append(l.axes, axis{c - 'a' + 'A', factor})
			factor = 0
		case '0' <= c && c <= '9' && factor < 1<<20:
			factor = factor*10 + int64(c-'0')
		default:
			return l, fmt.Sprintf("%q is no layout: %s", name, misplaced(c))
		}
	}
	return l, l.unsplit()
}

func misplaced(c byte) string {
	switch {
	case 'A' <= c && c <= 'Z':
		return fmt.Sprintf("a size precedes %c, but only small letters have sizes", c)
	case 'a' <= c && c <= 'z':
		return fmt.Sprintf("%c is the inner part of a split dimension and needs a size, as in `4c`", c)
	}
	return fmt.Sprintf("it holds %q", c)
}

// unsplit reports the inner part of a dimension that is not there.
func (l Layout) unsplit() string {
	for _, a := range l.axes {
		if a.factor > 0 && l.Index(a.letter) < 0 {
			return fmt.Sprintf("%q is no layout: it has the inner part of %c, and no %c", l.Name, a.letter, a.letter)
		}
	}
	return ""
}

// Index is the position of a dimension, -1 where the layout has none.
func (l Layout) Index(letter byte) int {
	for i, a := range l.axes {
		if a.letter == letter && a.factor == 0 {
			return i
		}
	}
	return -1
}

// Split is the size of the inner part of a dimension, 0 where it has none.
func (l Layout) Split(letter byte) int64 {
	product := int64(1)
	for _, a := range l.axes {
		if a.letter == letter && a.factor > 0 {
			product *= a.factor
		}
	}
	if product == 1 && !l.hasInner(letter) {
		return 0
	}
	return product
}

func (l Layout) hasInner(letter byte) bool {
	for _, a := range l.axes {
		if a.letter == letter && a.factor > 0 {
			return true
		}
	}
	return false
}

// Rank is the number of dimensions, inner parts counted.
func (l Layout) Rank() int { return len(l.axes) }

// covers reports whether each dimension of o is one of l's.
func (l Layout) covers(o Layout) bool {
	for _, a := range o.axes {
		if !strings.ContainsRune(l.letters(), rune(a.letter)) {
			return false
		}
	}
	return len(o.axes) > 0
}

func (l Layout) letters() string {
	var b strings.Builder
	for _, a := range l.axes {
		b.WriteByte(a.letter)
	}
	return b.String()
}

// Convertible reports whether two layouts order and split the same dimensions.
func (l Layout) Convertible(o Layout) bool { return l.covers(o) && o.covers(l) }

// Convert gives the shape that a tensor of this layout and shape has in layout
// o. A split extent is rounded up to whole inner parts.
func (l Layout) Convert(shape []types.Dim, o Layout) []types.Dim {
	out := make([]types.Dim, len(o.axes))
	for i, a := range o.axes {
		if a.factor > 0 {
			out[i] = types.Const(a.factor)
			continue
		}
		out[i] = l.whole(shape, a.letter)
		if n := o.Split(a.letter); n > 0 {
			out[i] = outerParts(out[i], n)
		}
	}
	return out
}

// outerParts is the number of inner parts of n in an extent. Of one of which
// nothing is said it is `?`: such an extent comes from a `?` of inner parts.
func outerParts(d types.Dim, n int64) types.Dim {
	if d.IsUnknown() {
		return types.Any
	}
	return CeilDiv(d, n)
}

// whole is the extent of a dimension with its inner part.
func (l Layout) whole(shape []types.Dim, letter byte) types.Dim {
	d := shape[l.Index(letter)]
	if n := l.Split(letter); n > 0 {
		return Mul(d, types.Const(n))
	}
	return d
}

// Layout reads the layout in an attribute, which must order the dimensions of
// canonical.
func (s *Typing) Layout(attr, name, canonical string) (Layout, bool) {
	l, problem := ParseLayout(name)
	if problem != "" {
		s.FailAttr(attr, problem)
		return l, false
	}
	base, _ := ParseLayout(canonical)
	if !l.Convertible(base) {
		s.FailAttr(attr, fmt.Sprintf("layout %q does not order the dimensions of %q", name, canonical),
			fmt.Sprintf("each of %s must be there, as in %q", spaced(base.letters()), canonical))
		return l, false
	}
	return l, true
}

func spaced(letters string) string { return strings.Join(strings.Split(letters, ""), ", ") }

// Forward gives the shape of argument i, which is in layout l, in the canonical
// layout.
func (s *Typing) Forward(i int, t *types.Tensor, l Layout, canonical string) ([]types.Dim, bool) {
	if len(t.Shape) != l.Rank() {
		s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` has %s, and layout %q has %d",
			s.Op.Params[i].Name, counted(len(t.Shape), "dimension"), l.Name, l.Rank()), fmt.Sprintf("`%s` is %s", s.Op.Params[i].Name, types.Text(t)))
		return nil, false
	}
	for k, a := range l.axes {
		if a.factor > 0 && Clash(t.Shape[k], types.Const(a.factor)) {
			s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and layout %q has %d in dimension %d",
				s.Op.Params[i].Name, types.Text(t), l.Name, a.factor, k), fmt.Sprintf("dimension %d is %s", k, t.Shape[k]))
			return nil, false
		}
	}
	base, _ := ParseLayout(canonical)
	return l.Convert(t.Shape, base), true
}

// Backward gives a canonical shape in layout l.
func Backward(shape []types.Dim, canonical string, l Layout) []types.Dim {
	base, _ := ParseLayout(canonical)
	return base.Convert(shape, l)
}

// Axis is dimension i: its letter, in upper case, and the size of the inner
// part that it is, 0 where it is not one.
func (l Layout) Axis(i int) (letter byte, factor int64) { return l.axes[i].letter, l.axes[i].factor }

// Canonical is the shape that a tensor in the layout of a name has in a canonical one;
// false where it is no tensor, or has other dimensions.
func Canonical(t types.Type, name, canonical string) ([]types.Dim, bool) {
	l, problem := ParseLayout(name)
	base, _ := ParseLayout(canonical)
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok || problem != "" || !l.Convertible(base) || len(tensor.Shape) != l.Rank() {
		return nil, false
	}
	return l.Convert(tensor.Shape, base), true
}

// layoutNames are the orders of dimensions that libraries and accelerators use, by the
// canonical one, which is first. Any other order is a layout too.
var layoutNames = map[string][]string{
	"NCW":   {"NCW", "NWC"},
	"NCHW":  {"NCHW", "NHWC", "HWCN", "CHWN", "NCHW4c", "NCHW8c", "NCHW16c", "NCHW32c"},
	"NCDHW": {"NCDHW", "NDHWC", "NCDHW8c", "NCDHW16c"},
	"IHW":   {"IHW", "HWI"},
	"OIW":   {"OIW", "WIO"},
	"OIHW":  {"OIHW", "HWIO", "OHWI", "HWOI", "OIHW4i4o", "OIHW8i8o", "OIHW16i16o"},
	"OIDHW": {"OIDHW", "DHWIO", "ODHWI", "DHWOI"},
	"IOW":   {"IOW", "OIW", "WOI", "WIO"},
	"IOHW":  {"IOHW", "OIHW", "HWOI", "HWIO", "OHWI"},
	"IODHW": {"IODHW", "OIDHW", "DHWOI", "DHWIO", "ODHWI"},
}

// Layouts are the layouts in use that order the dimensions of a canonical one.
func Layouts(canonical string) []string { return slices.Clone(layoutNames[canonical]) }

// AllLayouts are the layouts in use, of data before those of weights.
func AllLayouts() []string {
	var all []string
	for _, canonical := range []string{"NCHW", "NCW", "NCDHW", "OIHW", "OIW", "OIDHW", "IOHW", "IOW", "IODHW", "IHW"} {
		for _, name := range layoutNames[canonical] {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}
