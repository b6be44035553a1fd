package typecheck

import (
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// spelledNames are the names that undefined ones are compared with, by what may
// stand in their place. Each list is made when it is first asked for: most files
// have nothing undefined.
type spelledNames struct {
	functions    func() *spelling.Index // globals, with their sigil
	constructors func() *spelling.Index
	callable     func() *spelling.Index // constructors and operators
	types        func() *spelling.Index
	tails        func() map[string]string // operators by what follows their families
}

func (m *Module) spelledNames() spelledNames {
	index := func(names func() []string) func() *spelling.Index {
		return sync.OnceValue(func() *spelling.Index { return spelling.NewIndex(names()) })
	}
	constructors := func() []string { return m.valueNames(typed.ConstructorObject) }
	return spelledNames{
		functions:    index(func() []string { return m.valueNames(typed.DefObject, typed.DeclaredObject) }),
		constructors: index(constructors),
		callable:     index(func() []string { return append(constructors(), operatorNames(m.config.Ops)...) }),
		types:        index(m.typeNames),
		tails:        sync.OnceValue(func() map[string]string { return operatorTails(m.config.Ops) }),
	}
}

// valueNames are the visible globals and constructors of some kinds.
func (m *Module) valueNames(kinds ...typed.ObjectKind) []string {
	var out []string
	add := func(n names, hidden bool) {
		for name, o := range n.values.all() {
			if slices.Contains(kinds, o.Kind) && (!hidden || m.visible(o)) {
				out = append(out, name)
			}
		}
	}
	add(m.names, false)
	for _, imported := range m.config.Imports {
		if imported != nil {
			add(imported.names, false)
		}
	}
	if m.config.Prelude != nil {
		add(m.config.Prelude.names, true)
	}
	return out
}

// typeNames are the types that a name may be meant to be, but for type
// parameters, which depend on the place.
func (m *Module) typeNames() []string {
	out := append([]string{"Tensor", "Array", "FractalTensor"}, typeexpr.DtypeNames...)
	out = slices.AppendSeq(out, m.names.types.names())
	if m.config.Prelude != nil {
		out = slices.AppendSeq(out, m.config.Prelude.names.types.names())
	}
	return out
}

// begunBy is the visible function whose name begins with what was written, if there is
// one alone.
func (m *Module) begunBy(text string) []string {
	if len(text) < len("@abc") {
		return nil
	}
	var found []string
	for _, name := range m.valueNames(typed.DefObject, typed.DeclaredObject) {
		if strings.HasPrefix(name, text) {
			found = append(found, name)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

// operatorNames are the names that programs can call.
func operatorNames(ops op.Table) []string {
	names := make([]string, 0, len(ops))
	for name, o := range ops {
		if !o.Internal {
			names = append(names, name)
		}
	}
	return names
}

// operatorTails gives the best known operator for each tail of a name.
func operatorTails(ops op.Table) map[string]string {
	found := map[string]string{}
	for _, name := range operatorNames(ops) {
		for tail := range tails(name) {
			if known, ok := found[tail]; !ok || better(name, known) {
				found[tail] = name
			}
		}
	}
	return found
}
