package measure

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
)

// key names a type as far as sizes depend on it: two types that may be those of one
// value have one key. So it has no tensors, whose dimensions may be known in one
// place and not in the other, and no functions, into which no size looks. Of data
// types of one name in several files, each has its own number.
func (a *Table) Key(t types.Type) string {
	if len(a.keys) > mostKeys {
		clear(a.keys)
	}
	k := keys{a, a.keys}
	return k.of(t)
}

// fractalKey is what keys of FractalTensors begin with.
const fractalKey = "["

// countsElements reports whether a measure counts the elements of FractalTensors, and not
// the constructors of data.
func CountsElements(measure string) bool { return strings.HasPrefix(measure, fractalKey) }

// keys are those of the parts of a type, which may stand in many places of it.
type keys struct {
	*Table
	known map[types.Type]string
}

func (k *keys) of(t types.Type) string {
	t = types.Head(t)
	switch t := t.(type) {
	case *types.ADT:
		return k.compound(t, fmt.Sprintf("%s.%d", t.Decl.Name, k.number(t.Decl)), t.Args)
	case *types.Tuple:
		return k.compound(t, "", t.Elems)
	case *types.Fractal:
		return k.compound(t, fractalKey, []types.Type{t.Elem})
	case *types.Var:
		return fmt.Sprintf("'%d", k.number(t))
	}
	if types.IsBad(t) {
		return "_?"
	}
	return "_"
}

// maxKey is the length from which on the keys of parts are hashed.
const maxKey = 1 << 7

// mostKeys is how many keys are kept from one type to the next.
const mostKeys = 1 << 16

func (k *keys) compound(t types.Type, head string, parts []types.Type) string {
	if known, ok := k.known[t]; ok {
		return known
	}
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(k.of(part))
		b.WriteByte(',')
	}
	inside := b.String()
	if len(inside) > maxKey {
		sum := sha256.Sum256([]byte(inside))
		inside = "#" + hex.EncodeToString(sum[:16])
	}
	k.known[t] = head + "(" + inside + ")"
	return k.known[t]
}

// number is a number of its own for each declaration and each variable.
func (a *Table) number(of any) int {
	if _, known := a.numbers[of]; !known {
		a.numbers[of] = len(a.numbers)
	}
	return a.numbers[of]
}

// text names a type in full.
func (a *Table) Text(t types.Type) string { return types.Key(t) + " " + a.Key(t) }
