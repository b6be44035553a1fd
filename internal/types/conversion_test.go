package types

import "testing"

// TestConvert holds what it takes to go from a type with `?` to one with an extent, and
// back, to where the tensor is in it.
func TestConvert(t *testing.T) {
	a := &Var{Name: "a", Rigid: true}
	declare := func(name string, field func(self *Decl) Type) *Decl {
		d := &Decl{Name: name, Params: []Param{{Name: "a", Var: a}}}
		k := &Constructor{Name: name, Of: d}
		d.Constructors = []*Constructor{k}
		k.Fields = []Type{field(d)}
		k.Finish()
		return d
	}
	pair := func(t Type) Type { return &Tuple{[]Type{t, t}} }
	box := declare("Box", func(*Decl) Type { return a })
	sink := declare("Sink", func(*Decl) Type { return &Func{In: []Type{a}, Out: Unit} })
	source := declare("Source", func(*Decl) Type { return &Func{Out: a} })
	back := declare("Back", func(*Decl) Type {
		return &Func{In: []Type{&ADT{sink, []Type{a}}}, Out: Unit}
	})
	cell := declare("Cell", func(*Decl) Type { return &Ref{a} })
	nest := declare("Nest", func(self *Decl) Type {
		return &Tuple{[]Type{a, &ADT{self, []Type{pair(a)}}}}
	})
	phantom := declare("Phantom", func(*Decl) Type { return Scalar(Int32) })
	of := func(d *Decl) func(Type) Type { return func(t Type) Type { return &ADT{d, []Type{t}} } }
	tests := map[string]struct {
		in         func(Type) Type
		there, and Verdict // from `?` to 3, and from 3 to `?`
	}{
		"tensor":   {func(t Type) Type { return t }, Check, 0},
		"sequence": {func(t Type) Type { return &Fractal{pair(t)} }, Check, 0},
		"result":   {func(t Type) Type { return &Func{Out: t} }, Wrap, 0},
		"argument": {func(t Type) Type { return &Func{In: []Type{t}, Out: Unit} }, 0, Wrap},
		"twice":    {func(t Type) Type { return &Func{In: []Type{&Func{In: []Type{t}, Out: Unit}}, Out: Unit} }, Wrap, 0},
		"cell":     {func(t Type) Type { return &Ref{t} }, Refuse, Refuse},
		"in cell":  {func(t Type) Type { return &Func{In: []Type{&Ref{t}}, Out: Unit} }, Refuse | Wrap, Refuse | Wrap},
		"Box":      {of(box), Check, 0},
		"Sink":     {of(sink), 0, Wrap},
		"Source":   {of(source), Check | Wrap, 0},
		"Back":     {of(back), Check | Wrap, 0},
		"Cell":     {of(cell), Check | Refuse, Refuse},
		"Nest":     {of(nest), Check, 0},
		"Phantom":  {of(phantom), 0, 0},
		"for all":  {func(t Type) Type { return &Func{Params: box.Params, In: []Type{a}, Out: t} }, Refuse, 0},
	}
	open, three := tensor(Float32, Any), tensor(Float32, Const(3))
	for name, test := range tests {
		if got := Convert(test.in(open), test.in(three)); got != test.there {
			t.Errorf("%s: from ? to 3: %b, want %b", name, got, test.there)
		}
		if got := Convert(test.in(three), test.in(open)); got != test.and {
			t.Errorf("%s: from 3 to ?: %b, want %b", name, got, test.and)
		}
	}
}
