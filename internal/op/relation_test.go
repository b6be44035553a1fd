package op_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

var (
	n = types.DimOf(symbolic.Var(symbolic.NewSymbol("n", 1)))
	m = types.DimOf(symbolic.Var(symbolic.NewSymbol("m", 2)))
)

func f32(shape ...any) types.Type { return of(types.Float32, shape...) }

func of(dtype types.Dtype, shape ...any) types.Type {
	t := &types.Tensor{Dtype: dtype}
	for _, d := range shape {
		switch d := d.(type) {
		case int:
			t.Shape = append(t.Shape, types.Const(int64(d)))
		case types.Dim:
			t.Shape = append(t.Shape, d)
		}
	}
	return t
}

func tuple(ts ...types.Type) types.Type { return &types.Tuple{Elems: ts} }

func fractal(t types.Type) types.Type { return &types.Fractal{Elem: t} }

// ask gives the answer of an operator as text: `wait 1`, `silent`, the error's
// code and message, or the result with its equations.
func ask(t *testing.T, name string, args []types.Type, attrs ...op.Named) string {
	t.Helper()
	o := byName()[name]
	bound, errs := op.Bind(o, attrs)
	if len(errs) > 0 {
		return errs[0].Code + ": " + errs[0].Message
	}
	a := o.Relation(&op.Call{Op: o, Args: args, Attrs: bound})
	switch {
	case a.Err != nil:
		return strings.Join(append([]string{a.Err.Code + ": " + a.Err.Message}, a.Err.Notes...), "; ")
	case a.Waits:
		return "wait " + string(rune('0'+a.Wait))
	case types.IsBad(a.Out):
		return "silent"
	}
	text := types.String(a.Out)
	for _, e := range a.Equal {
		text += "; " + string(rune('0'+e.Arg)) + " = " + types.String(e.Type)
	}
	for _, w := range a.Warn {
		text += "; " + w.Code
	}
	return text
}

func TestRelations(t *testing.T) {
	unknown := &types.Var{ID: 1}
	rigid := &types.Var{Name: "a", Rigid: true}
	newshape := func(dims ...any) op.Named {
		v := op.Value{Kind: op.ListValue}
		for _, d := range dims {
			switch d := d.(type) {
			case int:
				v.List = append(v.List, op.Int(int64(d)))
			case types.Dim:
				v.List = append(v.List, op.Value{Kind: op.DimValue, Dim: d})
			}
		}
		return op.Named{Name: "newshape", Value: v}
	}
	axis := func(n int64) op.Named { return op.Named{Name: "axis", Value: op.Int(n)} }
	tests := []struct {
		op    string
		args  []types.Type
		attrs []op.Named
		want  string
	}{
		// What is not known yet, and what is in error already.
		{"add", []types.Type{unknown, f32(3)}, nil, "wait 0"},
		{"add", []types.Type{f32(3), unknown}, nil, "wait 1"},
		{"add", []types.Type{unknown, tuple(f32(3))}, nil, "type-mismatch: argument 2 (`rhs`) of `add` must be a tensor, not the tuple `(Tensor[(3), float32],)`; a part of a tuple is read with a dot, as in `%t.0`"},
		{"add", []types.Type{unknown, types.ErrorType}, nil, "silent"},
		{"add", []types.Type{rigid, rigid}, nil, "wait 0"},
		{"add", []types.Type{fractal(f32(3)), f32(3)}, nil, "depth-mismatch: argument 1 (`lhs`) of `add` must be a tensor, not a FractalTensor of depth 1 (`FractalTensor[Tensor[(3), float32]]`); `forall(fn(%e) { add(%e, …) }, %xs)` applies it to every leaf, each a `Tensor[(3), float32]`"},
		{"exp", []types.Type{unknown}, nil, "wait 0"},
		{"exp", []types.Type{tuple(f32(3))}, nil, "(Tensor[(3), float32],); suspect-operand"},
		{"exp", []types.Type{&types.Func{Out: f32()}}, nil, "type-mismatch: the argument of `exp` must be a tensor, not the function `fn() -> float32`; call the function to get its result"},

		// Shape variables.
		{"add", []types.Type{f32(n, 4), f32(n, 1)}, nil, "Tensor[(n, 4), float32]"},
		{"add", []types.Type{f32(n), f32(1)}, nil, "Tensor[(n), float32]"},
		{"add", []types.Type{f32(n), f32(types.Any)}, nil, "Tensor[(?), float32]"},
		{"add", []types.Type{f32(types.Any), f32(5)}, nil, "Tensor[(5), float32]"},
		{"add", []types.Type{f32(n), f32(m)}, nil, "Tensor[(n), float32]; 1 = Tensor[(n), float32]"},
		{"add", []types.Type{f32(3), f32(n)}, nil, "Tensor[(3), float32]; 1 = Tensor[(3), float32]"},
		{"add", []types.Type{f32(types.Unknown), f32(5)}, nil, "Tensor[(?), float32]"},
		{"concatenate", []types.Type{tuple(f32(n, 4), f32(m, 4))}, nil, "Tensor[(m + n, 4), float32]"},
		{"concatenate", []types.Type{tuple(f32(2, n), f32(2, m))}, nil, "Tensor[(4, n), float32]; 0 = (Tensor[(2, n), float32], Tensor[(2, n), float32])"},
		{"reshape", []types.Type{f32(n, 4)}, []op.Named{newshape(-1)}, "Tensor[(4*n), float32]"},
		{"reshape", []types.Type{f32(n, 4)}, []op.Named{newshape(2, -1)}, "Tensor[(2, 2*n), float32]"},
		{"reshape", []types.Type{f32(n, 4)}, []op.Named{newshape(2, 2, n)}, "Tensor[(2, 2, n), float32]"},
		{"split", []types.Type{f32(types.Const(2).Mul(n))}, []op.Named{{Name: "indices_or_sections", Value: op.Int(2)}}, "(Tensor[(n), float32], Tensor[(n), float32])"},
		{"repeat", []types.Type{f32(n)}, []op.Named{{Name: "repeats", Value: op.Int(3)}, axis(0)}, "Tensor[(3*n), float32]"},
		{"one_hot", []types.Type{of(types.Int32, n), f32(), f32()}, []op.Named{{Name: "depth", Value: op.Value{Kind: op.DimValue, Dim: m}}, {Name: "dtype", Value: op.Text("float32")}}, "Tensor[(n, m), float32]"},

		// Messages.
		{"add", []types.Type{f32(3, 4), f32(5, 4)}, nil, "shape-mismatch: `add` cannot broadcast (3, 4) with (5, 4): the last dimension but one is 3 in the one and 5 in the other; shapes are aligned on the right; two dimensions fit if they are equal or one of them is 1"},
		{"multiply", []types.Type{f32(3), of(types.Int32)}, nil, "dtype-mismatch: `multiply` needs operands of one dtype, and gets float32 and int32; `cast(…, dtype=\"float32\")` converts a value"},
		{"sum", []types.Type{f32(3, 4)}, []op.Named{{Name: "axis", Value: op.Ints(2)}}, "attribute-value: `axis` of `sum` is 2, and a tensor of 2 dimensions has no such axis; its axes are 0 to 1, or -2 to -1 counted from the end"},
		{"reshape", []types.Type{f32(3, 4)}, []op.Named{newshape(5, 2)}, "shape-mismatch: `reshape` cannot give a tensor of shape (3, 4) the shape newshape=[5, 2]: it has 12 elements, and shape (5, 2) has 10; in newshape, 0 copies an extent, -1 is what is left, -2 copies the rest, -3 merges two, -4 splits one"},

		{"einsum", []types.Type{tuple(f32(2, 3), f32(3, n))}, []op.Named{{Name: "equation", Value: op.Text("ij,jk")}}, "Tensor[(2, n), float32]"},
		{"einsum", []types.Type{tuple(f32(2, 3))}, []op.Named{{Name: "equation", Value: op.Text("i.j")}}, "attribute-value: `equation` of `einsum`: '.' is no label"},
		{"concatenate", []types.Type{fractal(f32(3))}, nil, "depth-mismatch: the argument of `concatenate` must be a tuple of tensors"},

		{"det", []types.Type{f32(n, 3, m)}, nil, "Tensor[(n), float32]; 0 = Tensor[(n, 3, 3), float32]"},
		{"det", []types.Type{f32(2, 3)}, nil, "shape-mismatch: `det`: `data` is Tensor[(2, 3), float32], and its matrices are not square; data holds floats, and its last two extents are equal; the result lacks them"},
		{"distinct", []types.Type{of(types.Uint8, n, 4)}, nil, "(Tensor[(?), uint8], Tensor[(?), int64], Tensor[(4*n), int64], Tensor[(?), int64])"},
		{"distinct", []types.Type{f32(n, 4)}, []op.Named{axis(-2)}, "(Tensor[(?, 4), float32], Tensor[(?), int64], Tensor[(n), int64], Tensor[(?), int64])"},

		// What TVM lets through and cannot be meant.
		{"zeros", nil, []op.Named{{Name: "shape", Value: op.Ints(-1)}}, "Tensor[(-1), ]; suspect-shape; suspect-attribute"},
		{"sort", []types.Type{f32(3)}, []op.Named{axis(7)}, "Tensor[(3), float32]; suspect-attribute"},
		{"broadcast_to", []types.Type{f32(3)}, []op.Named{{Name: "shape", Value: op.Ints(2, 4)}}, "Tensor[(2, 4), float32]; suspect-shape"},

		// The IR document's batch_norm.
		{"batch_norm", []types.Type{f32(8, 3, 5, 5), f32(3), unknown}, nil, "Tensor[(8, 3, 5, 5), float32]; 1 = Tensor[(3), float32]; 2 = Tensor[(3), float32]"},
		{"batch_norm", []types.Type{f32(8, 3, 5, 5), f32(8), f32(3)}, nil, "shape-mismatch: argument 2 (`running_mean`) of `batch_norm` must be `Tensor[(3), float32]`, not `Tensor[(8), float32]`"},
	}
	for _, test := range tests {
		got := ask(t, test.op, test.args, test.attrs...)
		if got != test.want && !(strings.HasPrefix(test.want, "depth-mismatch") && strings.HasPrefix(got, test.want)) {
			t.Errorf("%s:\n got %s\nwant %s", test.op, got, test.want)
		}
	}
}

// TestRelationsSurviveAnyArguments asks every operator with arguments of every
// kind: relations answer, whatever they get.
func TestRelationsSurviveAnyArguments(t *testing.T) {
	kinds := []types.Type{
		f32(), f32(3), f32(2, types.Any), f32(n, 1, 4), of(types.Int32, 2), of(types.Bool), tuple(), tuple(f32(3), f32(3)), tuple(f32()),
		tuple(&types.Var{ID: 3}), &types.Var{ID: 2}, types.ErrorType, fractal(f32(2)), &types.Func{Out: f32()}, &types.Ref{Elem: f32()},
	}
	values := []op.Value{{}, op.Int(-3), op.Int(0), op.Int(2), op.Ints(), op.Ints(0), op.Ints(1, -1), op.Ints(9), op.Text("x"), op.Float(1),
		{Kind: op.DimValue, Dim: n}, {Kind: op.ListValue, List: []op.Value{{Kind: op.DimValue, Dim: n}}}, {Kind: op.ExprValue}, op.Text("float32"),
		op.Int(1 << 62), op.Ints(1<<62, 1<<62, -1<<63)}
	for _, o := range arrayOps() {
		for shift := range kinds {
			args := make([]types.Type, len(o.Params))
			for i := range args {
				args[i] = kinds[(shift+i*(shift%3))%len(kinds)]
			}
			survive(o, args, nil)
			for _, v := range values {
				var given []op.Named
				for _, a := range o.Attrs {
					given = append(given, op.Named{Name: a.Name, Value: v})
				}
				survive(o, args, given)
				for _, a := range o.Attrs {
					survive(o, args, append(given, op.Named{Name: a.Name, Value: op.Int(1)}))
					survive(o, args, append(given, op.Named{Name: a.Name, Value: op.Ints(1, 0)}))
				}
			}
		}
	}
}

// survive asks even where the attributes are in error: they are complete then
// too.
func survive(o *op.Op, args []types.Type, given []op.Named) {
	attrs, _ := op.Bind(o, given)
	o.Relation(&op.Call{Op: o, Args: args, Attrs: attrs})
}
