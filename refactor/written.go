package refactor

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

func itoa(n int) string { return strconv.Itoa(n) }

// typeParams are the type parameters that the item declares.
func (t *Target) typeParams() []string {
	item := t.item()
	if item.Kind(item.Root) != syntax.ItemDef {
		return nil
	}
	var names []string
	for _, p := range item.Kids(item.Kid(item.Root, 1)) {
		name, _, _ := strings.Cut(item.SourceText(p), ":")
		names = append(names, strings.TrimSpace(name))
	}
	return names
}

// written is a type as it is written in the item; false where it cannot be: it
// is not decided, or speaks of parameters that have no name there.
func (t *Target) written(typ types.Type) (string, bool) {
	if typ == nil || !t.writable(typ) {
		return "", false
	}
	return spelled(types.String(typ))
}

// spelled is a printed type as people write it, without the brackets of data
// types that have no parameters.
func spelled(text string) (string, bool) {
	return strings.ReplaceAll(text, "[]", ""), !strings.Contains(text, "…")
}

func (t *Target) writable(typ types.Type) bool {
	declared := map[string]bool{}
	for _, name := range t.typeParams() {
		declared[name] = true
	}
	for name := range namesIn(typ) {
		if !declared[name] {
			return false
		}
	}
	return spellable(typ, func(v *types.Var) bool { return v.Rigid })
}

// spellable tells of a type without parts that cannot be written: those in error,
// polymorphic functions, unknown extents and variables but some.
func spellable(typ types.Type, variable func(*types.Var) bool) bool {
	ok := true
	types.Walk(typ, func(part types.Type) bool {
		switch part := part.(type) {
		case *types.Bad:
			ok = false
		case *types.Func:
			ok = ok && len(part.Params) == 0 && len(part.Where) == 0
		case *types.Var:
			ok = ok && variable(part)
		case *types.Tensor:
			for _, d := range part.Shape {
				ok = ok && !d.IsUnknown()
			}
		}
		return ok
	})
	return ok
}

// namesIn are the variables and shape variables that a type speaks of, "" for
// one without a name.
func namesIn(typ types.Type) map[string]bool {
	names := map[string]bool{}
	dim := func(d types.Dim) {
		if e, ok := d.Symbolic(); ok {
			e.Symbols(func(s *symbolic.Symbol) { names[s.Name] = true })
		}
	}
	types.Walk(typ, func(part types.Type) bool {
		switch part := part.(type) {
		case *types.Var:
			names[part.Name] = true
		case *types.Extent:
			dim(part.Dim)
		case *types.Tensor:
			for _, d := range part.Shape {
				dim(d)
			}
		}
		return true
	})
	return names
}
