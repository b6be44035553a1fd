package complexity

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/types"
)

// key names a type as far as sizes depend on it: two types that may be those of one
// value have one key. So it has no tensors, whose dimensions may be known in one
// place and not in the other, and no functions, into which no size looks. Of data
// types of one name in several files, each has its own number.
func (a *Analysis) key(t types.Type) string {
	var b strings.Builder
	a.writeKey(&b, t)
	return b.String()
}

// fractalKey is what keys of FractalTensors begin with.
const fractalKey = "["

func (a *Analysis) writeKey(b *strings.Builder, t types.Type) {
	switch t := types.Head(t).(type) {
	case *types.ADT:
		fmt.Fprintf(b, "%s.%d", t.Decl.Name, a.number(t.Decl))
		a.writeKeys(b, t.Args)
	case *types.Tuple:
		a.writeKeys(b, t.Elems)
	case *types.Fractal:
		b.WriteString(fractalKey)
		a.writeKeys(b, []types.Type{t.Elem})
	case *types.Var:
		fmt.Fprintf(b, "'%d", a.number(t))
	default:
		b.WriteByte('_')
		if types.IsBad(t) {
			b.WriteByte('?')
		}
	}
}

func (a *Analysis) writeKeys(b *strings.Builder, ts []types.Type) {
	b.WriteByte('(')
	for _, t := range ts {
		a.writeKey(b, t)
		b.WriteByte(',')
	}
	b.WriteByte(')')
}

// number is a number of its own for each declaration and each variable.
func (a *Analysis) number(of any) int {
	if _, known := a.numbers[of]; !known {
		a.numbers[of] = len(a.numbers)
	}
	return a.numbers[of]
}

// text names a type in full.
func (a *Analysis) text(t types.Type) string { return types.String(t) + " " + a.key(t) }
