package types

import (
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

func tensor(d Dtype, dims ...Dim) Type { return &Tensor{Dtype: d, Shape: dims} }

func TestParseDtype(t *testing.T) {
	tests := []struct{ text, want string }{
		{"int", "int32"}, {"float", "float32"}, {"int32", "int32"}, {"uint8", "uint8"}, {"int4", "int4"},
		{"bfloat16", "bfloat16"}, {"bfloat", "bfloat16"}, {"bool", "bool"}, {"uint1", "bool"}, {"float32x4", "float32x4"},
		{"float8_e4m3fn", "float8_e4m3fn"}, {"float8_e4m3fnuz", "float8_e4m3fnuz"}, {"float8_e5m2", "float8_e5m2"},
		{"float8_e5m2fnuz", "float8_e5m2fnuz"}, {"float4_e2m1fn", "float4_e2m1fn"}, {"float8_e5m2x4", ""},
		{"float33", ""}, {"int0", ""}, {"int032", ""}, {"int128", ""}, {"bool2", ""}, {"integer", ""}, {"", ""}, {"float16x", ""},
	}
	for _, test := range tests {
		d, ok := ParseDtype(test.text)
		if ok != (test.want != "") || ok && d.String() != test.want {
			t.Errorf("%q is %v, %v, not %q", test.text, d, ok, test.want)
		}
	}
}

func TestString(t *testing.T) {
	a := &Var{}
	n := symbolic.NewSymbol("n", 0)
	list := &Decl{Name: "List", Params: []Param{{Name: "a", Var: &Var{Name: "a", Rigid: true}}}}
	shape := &Decl{Name: "Shape"}
	tests := []struct {
		t    Type
		want string
	}{
		{Scalar(Int32), "int32"},
		{tensor(Float32, Const(3), DimOf(symbolic.Var(n)), Any), "Tensor[(3, n, ?), float32]"},
		{tensor(Float32, Const(7)), "Tensor[(7), float32]"},
		{tensor(NoDtype, Const(2)), "Tensor[(2), ]"},
		{&Tuple{}, "()"},
		{&Tuple{[]Type{Scalar(Int32)}}, "(int32,)"},
		{&Tuple{[]Type{Scalar(Int32), Scalar(Bool)}}, "(int32, bool)"},
		{&ADT{Decl: list, Args: []Type{Scalar(Int32)}}, "List[int32]"},
		{&ADT{Decl: shape}, "Shape"},
		{&Fractal{&Fractal{Scalar(Int32)}}, "FractalTensor[FractalTensor[int32]]"},
		{&Ref{Scalar(Int32)}, "ref(int32)"},
		{&Func{Params: []Param{{Var: a}}, In: []Type{a}, Out: a}, "fn<a>(a) -> a"},
		{&Func{In: []Type{&Var{Name: "a", Rigid: true}}, Out: a}, "fn(a) -> b"},
		{&Func{Params: []Param{{Var: a}}, Where: []Constraint{{Op: "sum", Args: []Type{a}, With: ", axis=[1]", Out: a}}, In: []Type{a}, Out: a},
			"fn<a>(a) -> a where sum(a, axis=[1]) = a"},
		{ErrorType, "_"},
	}
	for _, test := range tests {
		if got := String(test.t); got != test.want {
			t.Errorf("%s, not %s", got, test.want)
		}
	}
}

// TestEquivalent holds the rules of the document on primitive types: structure
// decides but for algebraic types, and the first difference is named.
func TestEquivalent(t *testing.T) {
	one, two := &Decl{Name: "One"}, &Decl{Name: "One"}
	a, b := &Var{Name: "a", Rigid: true}, &Var{Name: "b", Rigid: true}
	identity := func(v *Var) Type { return &Func{Params: []Param{{Name: v.Name, Var: v}}, In: []Type{v}, Out: v} }
	sized := func(name string) Type {
		n := symbolic.NewSymbol(name, 0)
		v := tensor(Float32, DimOf(symbolic.Var(n)))
		return &Func{Params: []Param{{Name: name, Sym: n}}, In: []Type{v}, Out: v}
	}
	adding := func(v *Var, op, with string) Type {
		where := []Constraint{{Op: op, Args: []Type{v, nil, v}, With: with, Out: v}, {Op: "stack", Args: []Type{v}, Out: v}}
		if v == b { // the order says nothing
			where[0], where[1] = where[1], where[0]
		}
		return &Func{Params: []Param{{Name: v.Name, Var: v}}, Where: where, In: []Type{v}, Out: v}
	}
	tests := []struct {
		a, b Type
		want string // the difference, "" where there is none
	}{
		{Scalar(Int32), Scalar(Int32), ""},
		{Scalar(Int32), Scalar(Int64), "bit width"},
		{Scalar(Int32), Scalar(Float32), "dtype"},
		{tensor(Float32, Const(3), Const(4)), tensor(Float32, Const(3), Const(4)), ""},
		{tensor(Float32, Const(3), Const(4)), tensor(Float32, Const(3), Const(5)), "dimension 1: size 4 5"},
		{tensor(Float32, Any), tensor(Float32, Any), ""},
		{tensor(Float32, Any), tensor(Float32, Const(4)), "size ? 4"},
		{tensor(Float32, Const(3)), Scalar(Float32), "type Tensor atomic type"},
		{tensor(Float32, Const(3)), tensor(Float32, Const(3), Const(1)), "rank 1 2"},
		{&Fractal{Scalar(Int32)}, &Fractal{&Fractal{Scalar(Int32)}}, "depth 1 2"},
		{&Fractal{&Fractal{tensor(Float32, Const(3))}}, &Fractal{&Fractal{tensor(Float32, Const(4))}}, "element, element, dimension 0: size 3 4"},
		{&ADT{Decl: one}, &ADT{Decl: one}, ""},
		{&ADT{Decl: one}, &ADT{Decl: two}, "name"},
		{&Tuple{[]Type{Scalar(Int32), Scalar(Bool)}}, &Tuple{[]Type{Scalar(Int32), Scalar(Int32)}}, "element 2: dtype bool int32"},
		{identity(a), identity(b), ""},
		{sized("n"), sized("m"), ""},
		{adding(a, "add", ""), adding(b, "add", ""), ""},
		{adding(a, "add", ""), identity(b), "where: number of requirements 2 0"},
		{adding(a, "add", ""), adding(b, "multiply", ""), "where: requirement add none"},
		{adding(a, "sum", ", axis=[1]"), adding(b, "sum", ""), "where: requirement sum sum of other types"},
		{&Func{In: []Type{Scalar(Int32)}, Out: Scalar(Bool)}, &Func{In: []Type{Scalar(Int32)}, Out: Scalar(Int32)}, "result: dtype"},
		{&Ref{Scalar(Int32)}, &Ref{Scalar(Bool)}, "content: dtype"},
	}
	for _, test := range tests {
		for _, pair := range [][2]Type{{test.a, test.b}, {test.b, test.a}} {
			d, ok := Equivalent(pair[0], pair[1])
			if ok != (test.want == "") {
				t.Errorf("%s and %s: equivalent %v", String(pair[0]), String(pair[1]), ok)
			}
			text := d.Path + ": " + d.What + " " + d.Left + " " + d.Right
			if pair[0] == test.a && !ok && !strings.Contains(text, test.want) {
				t.Errorf("%s and %s differ at %q, not %q", String(test.a), String(test.b), text, test.want)
			}
		}
	}
}

func TestApply(t *testing.T) {
	a := &Var{Name: "a", Rigid: true}
	n := symbolic.NewSymbol("n", 0)
	s := Substitution{
		Params: []Param{{Name: "a", Var: a}, {Name: "n", Sym: n}},
		Types:  []Type{Scalar(Bool), nil},
		Dims:   []Dim{{}, Const(4)},
	}
	twice := DimOf(symbolic.Var(n).Add(symbolic.Var(n)))
	whole := &Tuple{[]Type{a, tensor(Float32, twice, Const(2)), &Fractal{a}}}
	if got, want := String(s.Apply(whole)), "(bool, Tensor[(8, 2), float32], FractalTensor[bool])"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	closed := &Tuple{[]Type{Scalar(Int32)}}
	if s.Apply(closed) != Type(closed) {
		t.Error("a type without variables was copied")
	}
	loose := Substitution{Params: s.Params, Types: s.Types, Dims: []Dim{{}, Any}}
	if got, want := String(loose.Apply(whole)), "(bool, Tensor[(?, 2), float32], FractalTensor[bool])"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// TestLargeTypes holds that a type which is a small graph and a huge tree is
// walked, replaced, shared and printed in the size of the graph.
func TestLargeTypes(t *testing.T) {
	a := &Var{Name: "a", Rigid: true}
	double := func(t Type) Type { return &Tuple{[]Type{t, t}} }
	large := Type(a)
	for range 60 {
		large = double(large)
	}
	visited := 0
	Walk(large, func(Type) bool { visited++; return true })
	if visited > 1000 {
		t.Errorf("%d types were visited", visited)
	}
	s := Substitution{Params: []Param{{Name: "a", Var: a}}, Types: []Type{Scalar(Int32)}}
	replaced := s.Apply(large)
	if text := String(replaced); !strings.HasPrefix(text, strings.Repeat("(", 60)+"int32, int32)") || len(text) > 100*lettersPerPart {
		t.Errorf("printed as %d bytes, %.100s", len(text), text)
	}
	other := Substitution{Params: s.Params, Types: []Type{Scalar(Int64)}}
	if Key(replaced) == Key(other.Apply(large)) || Key(replaced) != Key(s.Apply(large)) {
		t.Error("keys do not tell large types apart")
	}
	if text := Text(replaced); len(text) > maxTextLength+10 {
		t.Errorf("a message has %d bytes of a type", len(text))
	}
	if shared := Share(double(replaced)); shared.(*Tuple).Elems[0] != shared.(*Tuple).Elems[1] {
		t.Error("equal parts are not shared")
	}
}

// TestWideTypes holds that printing and hashing a type of many parts takes time that is
// linear in them: quadratic time would exceed that of any test.
func TestWideTypes(t *testing.T) {
	wide := &Tuple{Elems: slices.Repeat([]Type{Scalar(Int32)}, 400_000)}
	if text := String(wide); !strings.HasPrefix(text, "(int32, int32, ") || len(text) > 1000*lettersPerPart {
		t.Errorf("printed as %d bytes, %.100s", len(text), text)
	}
	if other := (&Tuple{Elems: wide.Elems[1:]}); Key(wide) == Key(other) {
		t.Error("keys do not tell tuples of different lengths apart")
	}
}
