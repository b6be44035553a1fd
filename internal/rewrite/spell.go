package rewrite

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// TypeParams are the names of the type parameters that a definition declares.
func (t *Tree) TypeParams() []string {
	item := t.Item
	if item.Kind(item.Root) != syntax.ItemDef {
		return nil
	}
	var names []string
	for _, p := range item.Kids(item.Def(item.Root).TypeParams) {
		name, _, _ := strings.Cut(item.SourceText(p), ":")
		names = append(names, strings.TrimSpace(name))
	}
	return names
}

// Spelled is a type as it is written in the item; false where it cannot be: it
// is not decided, or mentions parameters that have no name there.
func (t *Tree) Spelled(typ types.Type) (string, bool) {
	if typ == nil || !t.isSpellable(typ) {
		return "", false
	}
	return SpelledText(types.String(typ))
}

// SpelledText is a printed type as people write it; false of one that was printed in
// short.
func SpelledText(printed string) (string, bool) {
	return printed, !strings.Contains(printed, "…")
}

func (t *Tree) isSpellable(typ types.Type) bool {
	declared := map[string]bool{}
	for _, name := range t.TypeParams() {
		declared[name] = true
	}
	for name := range NamesIn(typ) {
		if !declared[name] {
			return false
		}
	}
	return IsSpellable(typ, func(v *types.Var) bool { return v.Rigid })
}

// IsSpellable reports whether a type has no parts that cannot be written: those in
// error, polymorphic functions, unknown extents, and variables but those that
// named accepts.
func IsSpellable(typ types.Type, named func(*types.Var) bool) bool {
	ok := true
	types.Walk(typ, func(part types.Type) bool {
		switch part := part.(type) {
		case *types.Bad:
			ok = false
		case *types.Func:
			ok = ok && len(part.Params) == 0 && len(part.Where) == 0
		case *types.Var:
			ok = ok && named(part)
		case *types.Tensor:
			for _, d := range part.Shape {
				ok = ok && !d.IsUnknown()
			}
		}
		return ok
	})
	return ok
}

// NamesIn are the type variables and shape variables that a type mentions, ""
// for one without a name.
func NamesIn(typ types.Type) map[string]bool {
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
