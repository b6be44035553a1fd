package parallel

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

var (
	vec   = ten(types.Float32, 4)
	other = ten(types.Float32, 9)
	i32   = types.Scalar(types.Int32)
	f32   = types.Scalar(types.Float32)
	flag  = types.Scalar(types.Bool)
	vecs  = fractal(vec)
	deep  = fractal(vecs)
)

func ten(d types.Dtype, ns ...int64) types.Type {
	t := &types.Tensor{Dtype: d}
	for _, n := range ns {
		t.Shape = append(t.Shape, types.Const(n))
	}
	return t
}

func hole() types.Type { return &types.Var{} }

func attr(name string, n int64) []op.Named { return []op.Named{{Name: name, Value: op.Int(n)}} }

func TestCalls(t *testing.T) {
	nat := &types.ADT{Decl: &types.Decl{Name: "Nat"}}
	rigid := &types.Var{Name: "b", Rigid: true}
	tests := []struct {
		name  string
		named []op.Named
		args  []types.Type
		want  string // a type, or the code of an error
	}{
		{"map", nil, []types.Type{fn(other, vec), vecs}, "FractalTensor[Tensor[(9), float32]]"},
		{"map", nil, []types.Type{fn(hole(), hole()), vecs}, "FractalTensor[a]"},
		{"map", nil, []types.Type{fn(tuple(vec, i32), vec), vecs}, "(FractalTensor[Tensor[(4), float32]], FractalTensor[int32])"},
		{"map", nil, []types.Type{fn(tuple(vec, tuple(i32, vecs)), vec), vecs}, "(FractalTensor[Tensor[(4), float32]], (FractalTensor[int32], FractalTensor[FractalTensor[Tensor[(4), float32]]]))"},
		{"map", nil, []types.Type{fn(rigid, vec), vecs}, "unify"}, // a caller may choose a tuple: it stays undecided
		{"map", nil, []types.Type{fn(types.Unit, vec), vecs}, "type-mismatch"},
		{"map", nil, []types.Type{fn(f32, vec), vecs}, "fractal-element"},
		{"map", nil, []types.Type{fn(nat, vec), vecs}, "fractal-element"},
		{"map", nil, []types.Type{fn(fn(i32, i32), vec), vecs}, "fractal-element"},
		{"map", nil, []types.Type{fn(vec, other), vecs}, "unify"},
		{"map", nil, []types.Type{fn(vec, vecs), deep}, "FractalTensor[Tensor[(4), float32]]"},

		{"forall", nil, []types.Type{fn(other, vec), deep}, "FractalTensor[FractalTensor[Tensor[(9), float32]]]"},
		{"forall", nil, []types.Type{fn(other, hole()), deep}, "FractalTensor[FractalTensor[Tensor[(9), float32]]]"},
		{"forall", nil, []types.Type{fn(other, vecs), deep}, "FractalTensor[Tensor[(9), float32]]"},
		{"forall", nil, []types.Type{fn(other, fractal(hole())), deep}, "FractalTensor[Tensor[(9), float32]]"},
		{"forall", nil, []types.Type{fn(tuple(i32, vec), vec), deep}, "(FractalTensor[FractalTensor[int32]], FractalTensor[FractalTensor[Tensor[(4), float32]]])"},
		{"forall", nil, []types.Type{fn(other, deep), deep}, "depth-mismatch"},
		{"forall", nil, []types.Type{fn(vec, tuple(vec, vec)), fractal(fractal(tuple(vec, vec)))}, "FractalTensor[FractalTensor[Tensor[(4), float32]]]"},
		{"forall", nil, []types.Type{fn(f32, vec), deep}, "fractal-element"},

		{"filter", nil, []types.Type{fn(flag, vec), vecs}, "FractalTensor[Tensor[(4), float32]]"},
		{"filter", nil, []types.Type{fn(vec, vec), vecs}, "unify"},
		{"filterall", nil, []types.Type{fn(flag, vec), deep}, "FractalTensor[FractalTensor[Tensor[(4), float32]]]"},
		{"filterall", nil, []types.Type{fn(flag, vecs), deep}, "FractalTensor[FractalTensor[Tensor[(4), float32]]]"},
		{"filterall", nil, []types.Type{fn(flag, hole()), deep}, "FractalTensor[FractalTensor[Tensor[(4), float32]]]"},

		{"reduce", nil, []types.Type{fn(vec, vec, vec), vecs}, "Tensor[(4), float32]"},
		{"reduce", nil, []types.Type{fn(vec, vec, vec), vecs, vec}, "Tensor[(4), float32]"},
		{"reduce", nil, []types.Type{fn(i32, i32, vec), vecs, i32}, "unify"},
		{"foldl", nil, []types.Type{fn(f32, f32, vec), vecs, f32}, "float32"},
		{"foldr", nil, []types.Type{fn(nat, nat, vec), vecs, nat}, "Nat"},
		{"fold", nil, []types.Type{fn(vec, vec, vec), vecs}, "Tensor[(4), float32]"},
		{"scanl", nil, []types.Type{fn(other, other, vec), vecs, other}, "FractalTensor[Tensor[(9), float32]]"},
		{"scanl", nil, []types.Type{fn(vec, vec, vec), vecs}, "FractalTensor[Tensor[(4), float32]]"},
		{"scanr", nil, []types.Type{fn(tuple(vec, i32), tuple(vec, i32), vec), vecs, tuple(vec, i32)}, "(FractalTensor[Tensor[(4), float32]], FractalTensor[int32])"},
		{"scan", nil, []types.Type{fn(nat, nat, vec), vecs, nat}, "fractal-element"},

		{"zip", nil, []types.Type{vecs, deep, fractal(i32)}, "FractalTensor[(Tensor[(4), float32], FractalTensor[Tensor[(4), float32]], int32)]"},
		{"zip", nil, []types.Type{vecs, vec}, "unify"},
		{"dilated_map", attr("dilation", 2), []types.Type{fn(fractal(other), vecs), vecs}, "FractalTensor[Tensor[(9), float32]]"},
		{"dilated_map", attr("dilation", 0), []types.Type{fn(vecs, vecs), vecs}, "attribute-value"},

		{"length", nil, []types.Type{deep}, "int32"},
		{"length", nil, []types.Type{vec}, "unify"},
		{"depth", nil, []types.Type{nat}, "int32"},
		{"first", nil, []types.Type{deep}, "FractalTensor[Tensor[(4), float32]]"},
		{"tail", nil, []types.Type{vecs}, "Tensor[(4), float32]"},
		{"slice", nil, []types.Type{vecs, i32, i32}, "FractalTensor[Tensor[(4), float32]]"},
		{"slice", attr("stride", 0), []types.Type{vecs, i32, i32, i32}, "attribute-value"},
		{"gather", nil, []types.Type{vecs, fractal(types.Scalar(types.Int64))}, "FractalTensor[Tensor[(4), float32]]"},
		{"gather", nil, []types.Type{vecs, ten(types.Int32, 3)}, "FractalTensor[Tensor[(4), float32]]"},
		{"gather", nil, []types.Type{vecs, hole()}, "FractalTensor[Tensor[(4), float32]]"},
		{"gather", nil, []types.Type{vecs, ten(types.Int32, 3, 3)}, "type-mismatch"},
		{"gather", nil, []types.Type{vecs, vecs}, "type-mismatch"},
		{"join", nil, []types.Type{vecs, vecs}, "FractalTensor[Tensor[(4), float32]]"},
		{"join", nil, []types.Type{vecs, deep}, "unify"},
		{"repeat", attr("k", 3), []types.Type{vecs, i32}, "FractalTensor[FractalTensor[Tensor[(4), float32]]]"},
		{"repeat", attr("k", -1), []types.Type{vecs, i32}, "attribute-value"},
		{"arange", nil, []types.Type{i32}, "FractalTensor[int32]"},
		{"split", attr("k", 2), []types.Type{vecs, i32}, "(FractalTensor[Tensor[(4), float32]], FractalTensor[Tensor[(4), float32]])"},
		{"split", attr("k", 0), []types.Type{vecs, i32}, "attribute-value"},
		{"split", nil, []types.Type{vecs, i32}, "attribute-value"},
		{"product", nil, []types.Type{vecs, fractal(i32)}, "(FractalTensor[FractalTensor[Tensor[(4), float32]]], FractalTensor[FractalTensor[int32]])"},
		{"enumerate", nil, []types.Type{vecs}, "FractalTensor[(int32, Tensor[(4), float32])]"},

		{"slide", attr("window", 3), []types.Type{vecs}, "FractalTensor[FractalTensor[Tensor[(4), float32]]]"},
		{"slide", attr("window", 0), []types.Type{vecs}, "attribute-value"},
		{"slide", nil, []types.Type{vecs}, "attribute-value"},
		{"window", attr("window", 3), []types.Type{vecs, vec}, "FractalTensor[FractalTensor[Tensor[(4), float32]]]"},
		{"window", attr("window", 3), []types.Type{vecs, other}, "unify"},
		{"shifted_slide", attr("window", 3), []types.Type{deep}, "FractalTensor[FractalTensor[FractalTensor[Tensor[(4), float32]]]]"},

		{"stack", nil, []types.Type{vecs}, "Tensor[(?, 4), float32]"},
		{"stack", nil, []types.Type{fractal(i32)}, "Tensor[(?), int32]"},
		{"stack", nil, []types.Type{deep}, "depth-mismatch"},
		{"stack", nil, []types.Type{fractal(tuple(vec, vec))}, "type-mismatch"},
		{"slices", nil, []types.Type{ten(types.Float32, 2, 3)}, "FractalTensor[Tensor[(3), float32]]"},
		{"slices", attr("axis", -1), []types.Type{ten(types.Float32, 2, 3)}, "FractalTensor[Tensor[(2), float32]]"},
		{"slices", nil, []types.Type{ten(types.Int64, 2)}, "FractalTensor[int64]"},
		{"slices", nil, []types.Type{ten(types.Float32, 2)}, "FractalTensor[Tensor[(1), float32]]"},
		{"slices", nil, []types.Type{f32}, "attribute-value"},
		{"slices", nil, []types.Type{vecs}, "depth-mismatch"},
		{"flatten", nil, []types.Type{deep}, "Tensor[(?), float32]"},
		{"flatten", attr("axis", 1), []types.Type{fractal(ten(types.Float32, 2, 3))}, "Tensor[(2, ?), float32]"},
		{"flatten", nil, []types.Type{fractal(i32)}, "Tensor[(?), int32]"},
		{"flatten", attr("axis", 1), []types.Type{deep}, "attribute-value"},
		{"matmul", nil, []types.Type{ten(types.Float32, 5, 2, 3), ten(types.Float32, 3, 4)}, "Tensor[(5, 2, 4), float32]"},
		{"matmul", nil, []types.Type{ten(types.Float32, 2, 3), ten(types.Float32, 4, 4)}, "shape-mismatch"},
		{"matmul", nil, []types.Type{ten(types.Float32, 2, 3), ten(types.Int32, 3, 4)}, "dtype-mismatch"},
		{"matmul", nil, []types.Type{ten(types.Float32, 3), ten(types.Float32, 3, 4)}, "shape-mismatch"},

		{"element", nil, []types.Type{deep, i32}, "FractalTensor[Tensor[(4), float32]]"},
		{"element", nil, []types.Type{ten(types.Float32, 2, 3), types.Scalar(types.Int64)}, "Tensor[(3), float32]"},
		{"element", nil, []types.Type{vec, hole()}, "float32"},
		{"element", nil, []types.Type{f32, i32}, "type-mismatch"},
		{"element", nil, []types.Type{vecs, f32}, "type-mismatch"},
	}
	for _, test := range tests {
		got, err := call(find(t, test.name), test.named, test.args...)
		if err != nil {
			got = err.Code
		}
		if got != test.want {
			t.Errorf("%s(%s) is %s, want %s (%+v)", test.name, strings.Join(types.Strings(test.args...), ", "), got, test.want, err)
		}
	}
}

func TestCheckElement(t *testing.T) {
	tests := []struct {
		elem types.Type
		bad  string
	}{
		{i32, ""}, {vec, ""}, {vecs, ""}, {tuple(vec, i32), ""}, {hole(), ""},
		{f32, "float32"}, {flag, "bool"}, {tuple(vec, f32), "float32"},
		{types.Unit, "()"}, {fn(i32, i32), "fn(int32) -> int32"}, {&types.Ref{Elem: vec}, "ref(Tensor[(4), float32])"},
	}
	for _, test := range tests {
		bad, why, ok := CheckElement(test.elem)
		if ok != (test.bad == "") || !ok && (types.String(bad) != test.bad || why == "") {
			t.Errorf("%s: %v %q %v, want %q", types.String(test.elem), bad, why, ok, test.bad)
		}
	}
}

func TestEntriesAreDescribed(t *testing.T) {
	for _, o := range append(append(Ops(), Range), Internal()...) {
		if o.Doc == "" || o.Rule == "" {
			t.Errorf("%s has no Doc or no Rule", o.Name)
		}
		for _, a := range o.Attrs {
			if a.Doc == "" {
				t.Errorf("%s: %s has no Doc", o.Name, a.Name)
			}
		}
	}
}
