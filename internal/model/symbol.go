package model

import (
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Extent is the size variable of a name that a model gives to an extent.
func (b *Builder) Extent(name string) types.Dim {
	s := b.symbols[name]
	if s == nil {
		s = symbolic.NewSymbol(b.symbolName(name), uint32(len(b.symbols)))
		b.symbols[name] = s
		if s.Name != name {
			b.Program.Renamed = append(b.Program.Renamed, RenamedSize{s, name})
		}
	}
	return types.DimOf(symbolic.Var(s))
}

// symbolName is a new name for a size variable, which no variable has.
func (b *Builder) symbolName(name string) string {
	name = b.symbolNames.take(sizeName(name))
	for b.localNames[name] {
		name = b.symbolNames.take(name + "_")
	}
	return name
}

// sizeName is a name as a size variable of the program can have it.
func sizeName(name string) string {
	name = identifier(name)
	if _, dtype := types.ParseDtype(name); dtype || formers[name] {
		name += "_"
	}
	return name
}

// formers are the names that mean something else in types.
var formers = map[string]bool{
	"Tensor": true, "Array": true, "FractalTensor": true, "fn": true, "ref": true, "floor": true, "min": true, "max": true, "_": true,
}

// A RenamedSize is a size variable whose name in the model is none that a program can have.
type RenamedSize struct {
	symbol *symbolic.Symbol
	Name   string // in the model
}

// Symbol is the name of the size variable in the program.
func (r RenamedSize) Symbol() string { return r.symbol.Name }

// TypeText is a type with the size variables named as the model names them.
func (p *Program) TypeText(t types.Type) string {
	if len(p.Renamed) == 0 {
		return types.String(t)
	}
	var by types.Substitution
	for i, r := range p.Renamed {
		by.Params = append(by.Params, types.Param{Name: r.symbol.Name, Sym: r.symbol})
		by.Dims = append(by.Dims, types.DimOf(symbolic.Var(symbolic.NewSymbol(r.Name, uint32(i)))))
	}
	return types.String(by.Apply(t))
}

// FreshExtent is a size variable for an extent that the model leaves open.
func (b *Builder) FreshExtent(hint string) types.Dim {
	name := b.symbolName(hint)
	s := symbolic.NewSymbol(name, uint32(len(b.symbols)))
	b.symbols["\x00"+name] = s
	b.Program.Fresh = append(b.Program.Fresh, name)
	return types.DimOf(symbolic.Var(s))
}

// symbolsOf are the size variables of types, in the order in which they occur.
func symbolsOf(ts ...types.Type) (found []*symbolic.Symbol) {
	seen := map[*symbolic.Symbol]bool{}
	for _, t := range ts {
		types.Walk(t, func(t types.Type) bool {
			if tensor, ok := t.(*types.Tensor); ok {
				for _, d := range tensor.Shape {
					if e, ok := d.Symbolic(); ok {
						e.Symbols(func(s *symbolic.Symbol) {
							if !seen[s] {
								seen[s] = true
								found = append(found, s)
							}
						})
					}
				}
			}
			return true
		})
	}
	return found
}

// Inferable reports whether a call with arguments of some types determines all size variables
// in them: each is the extent of an axis by itself.
func Inferable(ts []types.Type) bool {
	alone := map[*symbolic.Symbol]bool{}
	for _, d := range extentsOf(ts) {
		if e, ok := d.Symbolic(); ok {
			if s, ok := e.Symbol(); ok {
				alone[s] = true
			}
		}
	}
	for _, s := range symbolsOf(ts...) {
		if !alone[s] {
			return false
		}
	}
	return true
}

// Mentions reports whether all size variables of extents occur in types, so that a definition with
// parameters of these types may use the extents.
func Mentions(ts []types.Type, extents []types.Dim) bool {
	if len(extents) == 0 {
		return true
	}
	known := map[*symbolic.Symbol]bool{}
	for _, s := range symbolsOf(ts...) {
		known[s] = true
	}
	all := true
	for _, d := range extents {
		if e, ok := d.Symbolic(); ok {
			e.Symbols(func(s *symbolic.Symbol) { all = all && known[s] })
		}
	}
	return all
}
