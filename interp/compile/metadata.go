package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// meta emits a constant of the metadata section.
func (b *builder) meta(n syntax.NodeID, dst int) {
	text := b.item.SourceText(n)
	a, err := b.compiler.constant(b.fn.Place.Module, text)
	switch t, _ := b.typeOf(n).(*types.Tensor); {
	case err != nil:
		b.fault(n, "the value of "+text+" cannot be read: "+err.Error())
	case a == nil:
		b.fault(n, "the metadata section holds no value for "+text)
	case t == nil || !holds(a, t):
		b.fault(n, "the metadata section holds another type of "+text+" than it has here: a tensor of "+a.Dtype.String()+" of shape "+types.ShapeString(types.Consts(a.Shape)))
	default:
		b.constant(dst, code.ArraySlot(a))
	}
}

// holds reports whether an array is of a type, as far as that is known.
func holds(a *value.Array, t *types.Tensor) bool {
	if d, ok := code.DtypeOf(t.Dtype); !ok || d != a.Dtype || len(t.Shape) != len(a.Shape) {
		return false
	}
	for i, dim := range t.Shape {
		if n, ok := dim.Const(); ok && n != int64(a.Shape[i]) {
			return false
		}
	}
	return true
}

// constant finds the value that `meta[kind][i]` represents in a module; nil where
// there is none, and an error where it cannot be read. Sections are read when a program that is run needs them.
func (p *Compiler) constant(m *typecheck.Module, text string) (*value.Array, error) {
	if m == nil {
		return nil, nil
	}
	if p.sections[m] == nil {
		p.sections[m] = m.Constants()
	}
	return p.sections[m].Read(text)
}
