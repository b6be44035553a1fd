package exhaustive

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
	"weak"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A translator makes spaces of types. Equal instances of an ADT become one
// space, so that a recursive type's space points back to itself.
type translator struct {
	adts    map[*types.Decl][]instance
	scalars map[types.Dtype]*space
	hollow  map[*types.Decl]bool // whether something empty can be reached from it
	module  weak.Pointer[typecheck.Module]
}

// enter forgets the declarations of another module: each holds on to the tree and the text
// of its file.
func (t *translator) enter(m *typecheck.Module) {
	if module := weak.Make(m); m == nil || module != t.module {
		clear(t.adts)
		clear(t.hollow)
		t.module = module
	}
}

type instance struct {
	args  []*space
	space *space
}

// tupleName is what variables of tuples are called.
const tupleName = "t"

// Spaces of types that no pattern looks into, by what their variables are
// called. They are shared by goroutines, so nothing about them is left open.
var (
	anything  = &space{kind: opaqueSpace, name: "x", full: true, state: inhabited}
	functions = &space{kind: opaqueSpace, name: "f", full: true, state: inhabited}
	cells     = &space{kind: opaqueSpace, name: "r", full: true, state: inhabited}
	sequences = &space{kind: opaqueSpace, name: "xs", full: true, state: inhabited}
	booleans  = &space{kind: boolSpace, name: "b", full: true, state: inhabited}
	mistakes  = &space{kind: unknownSpace, name: "x", full: true, state: inhabited}
)

func newTranslator() *translator {
	return &translator{
		adts:    map[*types.Decl][]instance{},
		scalars: map[types.Dtype]*space{},
		hollow:  map[*types.Decl]bool{},
	}
}

// maxKept is how many declarations are remembered between items.
const maxKept = 1 << 14

// trim forgets declarations before they become many: an editor makes new ones
// with each change.
func (t *translator) trim() {
	if len(t.adts)+len(t.hollow) > maxKept {
		clear(t.adts)
		clear(t.hollow)
	}
}

// translate gives the space of a type over the parameters of a declaration,
// which represent args.
func (t *translator) translate(typ types.Type, params []types.Param, args []*space) *space {
	switch typ := types.Head(typ).(type) {
	case *types.Tensor:
		return t.tensor(typ)
	case *types.Tuple:
		elems := t.each(typ.Elems, params, args)
		return &space{kind: tupleSpace, name: tupleName, elems: elems, full: allFull(elems)}
	case *types.ADT:
		if typ.Decl.Opaque {
			return anything
		}
		return t.adt(typ.Decl, t.each(typ.Args, params, args))
	case *types.Var:
		return variable(typ, params, args)
	case *types.Func:
		return functions
	case *types.Ref:
		return cells
	case *types.Fractal:
		return sequences
	case *types.Extent:
		return anything
	}
	return mistakes
}

func (t *translator) each(list []types.Type, params []types.Param, args []*space) []*space {
	spaces := make([]*space, len(list))
	for i, typ := range list {
		spaces[i] = t.translate(typ, params, args)
	}
	return spaces
}

func allFull(spaces []*space) bool {
	return !slices.ContainsFunc(spaces, func(s *space) bool { return !s.full })
}

// variable is what a type variable stands for. One that inference left open
// may be anything.
func variable(v *types.Var, params []types.Param, args []*space) *space {
	for i, p := range params {
		if p.Var == v && i < len(args) {
			return args[i]
		}
	}
	if v.Rigid {
		return anything
	}
	return mistakes
}

func (t *translator) tensor(typ *types.Tensor) *space {
	d := typ.Dtype
	switch {
	case len(typ.Shape) > 0 || d.Lanes > 1:
		return anything
	case d.Class == types.BoolClass:
		return booleans
	case !d.IsInteger():
		return anything
	}
	s := t.scalars[d]
	if s == nil {
		s = &space{kind: integerSpace, name: "n", bits: int(d.Bits), signed: d.Class == types.IntClass, full: true}
		t.scalars[d] = s
	}
	return s
}

func (t *translator) adt(decl *types.Decl, args []*space) *space {
	for _, i := range t.adts[decl] {
		if slices.Equal(i.args, args) {
			return i.space
		}
	}
	s := &space{kind: adtSpace, name: lowerFirst(decl.Name), decl: decl}
	s.full = allFull(args) && !t.isHollow(decl)
	t.adts[decl] = append(t.adts[decl], instance{args, s})
	s.cons = make([]consInfo, len(decl.Constructors))
	for i, c := range decl.Constructors {
		s.cons[i] = consInfo{name: c.Name, arity: len(c.Fields)}
		if len(c.Fields) > 0 {
			s.cons[i].expand = func() []*space { return t.each(c.Fields, decl.Params, args) }
		}
	}
	return s
}

func lowerFirst(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return strings.ToLower(string(unicode.ToLower(first))) + name[size:]
}

// isHollow reports whether a type without constructors can be reached through
// the fields of a declaration: only then does emptiness need a closer look.
func (t *translator) isHollow(decl *types.Decl) bool {
	if known, ok := t.hollow[decl]; ok {
		return known
	}
	visited := map[*types.Decl]bool{}
	result := reachesEmpty(decl, visited)
	if !result {
		for d := range visited {
			t.hollow[d] = false
		}
	}
	t.hollow[decl] = result
	return result
}

func reachesEmpty(decl *types.Decl, visited map[*types.Decl]bool) bool {
	if visited[decl] || decl.Opaque {
		return false
	}
	visited[decl] = true
	if len(decl.Constructors) == 0 {
		return true
	}
	for _, c := range decl.Constructors {
		for _, f := range c.Fields {
			if mentionsEmpty(f, visited) {
				return true
			}
		}
	}
	return false
}

func mentionsEmpty(typ types.Type, visited map[*types.Decl]bool) (found bool) {
	types.Walk(typ, func(part types.Type) bool {
		if adt, ok := part.(*types.ADT); ok && reachesEmpty(adt.Decl, visited) {
			found = true
		}
		return !found
	})
	return found
}

// isFull reports whether nothing in a type can be empty.
func (t *translator) isFull(typ types.Type) bool {
	full := true
	types.Walk(typ, func(part types.Type) bool {
		if adt, ok := part.(*types.ADT); ok && t.isHollow(adt.Decl) {
			full = false
		}
		return full
	})
	return full
}
