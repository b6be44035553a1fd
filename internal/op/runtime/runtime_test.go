package runtime

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/types"
)

func TestTyping(t *testing.T) {
	i64, unknown := types.Scalar(types.Int64), &types.Var{}
	two := &types.Tensor{Dtype: types.Int64, Shape: []types.Dim{types.Const(2)}}
	theirs := &types.ADT{Decl: &types.Decl{Name: "Storage"}}
	other := &types.ADT{Decl: &types.Decl{Name: "List"}}
	device := op.Named{Name: "virtual_device", Value: op.Value{Kind: op.MetaValue}}
	asserted := op.Named{Name: "assert_shape"}
	shape := func(ns ...int64) []op.Named {
		return []op.Named{asserted, {Name: "const_shape", Value: op.Value{Kind: op.MetaValue, List: op.Ints(ns...).List}}}
	}
	f := &types.Func{In: []types.Type{i64, two}, Out: i64}
	tests := []struct {
		name  string
		named []op.Named
		args  []types.Type
		want  string
	}{
		{"memory.alloc_storage", []op.Named{device}, []types.Type{unknown, two, i64}, "Storage; int64; int64"},
		{"memory.alloc_storage", []op.Named{device}, []types.Type{i64, unknown, i64}, "waits"},
		{"memory.alloc_storage", []op.Named{device}, []types.Type{i64, two, types.Scalar(types.Int32)}, "dtype-mismatch"},
		{"memory.alloc_tensor", shape(3, 4), []types.Type{theirs, i64, two}, "Tensor[(3, 4), float32]"},
		{"memory.alloc_tensor", shape(), []types.Type{storage, i64, two}, "Tensor[(?, ?), float32]"},
		{"memory.alloc_tensor", shape(3), []types.Type{storage, i64, two}, "attribute-value"},
		{"memory.alloc_tensor", shape(3, 4), []types.Type{other, i64, two}, "type-mismatch"},
		{"memory.alloc_tensor", []op.Named{asserted, {Name: "const_shape"}}, []types.Type{storage, i64, two}, "attribute-value"},
		{"memory.alloc_tensor", []op.Named{{Name: "const_shape"}, {Name: "assert_shape", Value: op.Value{Kind: op.ListValue, List: []op.Value{
			{Kind: op.DimValue, Dim: types.Any}, op.Int(5),
		}}}}, []types.Type{storage, i64, two}, "Tensor[(?, 5), float32]"},
		{"memory.kill", nil, []types.Type{other}, "()"},
		{"vm.shape_of", nil, []types.Type{two}, "Tensor[(1), ]; suspect-attribute"},
		{"vm.reshape_tensor", []op.Named{{Name: "newshape", Value: op.Ints(-1)}}, []types.Type{two, two}, "Tensor[(-1), int64]; suspect-shape"},
		{"vm.invoke_tvm_op", nil, []types.Type{f, unknown, unknown}, "(); (int64, Tensor[(2), int64]); (int64,)"},
		{"vm.invoke_tvm_op", nil, []types.Type{f, unknown, i64}, "type-mismatch"},
		{"vm.invoke_tvm_op", nil, []types.Type{unknown, unknown, i64}, "waits"},
		{"annotation.compiler_begin", nil, []types.Type{f}, "fn(int64, Tensor[(2), int64]) -> int64"},
		{"annotation.compiler_begin", []op.Named{{Name: typeKey, Value: op.Text("relay.attrs.CompilerAttrs")}}, []types.Type{i64}, "attribute-value"},
	}
	for _, test := range tests {
		if got := ask(t, test.name, test.named, test.args); got != test.want {
			t.Errorf("%s of %v: %s, want %s", test.name, types.Strings(test.args...), got, test.want)
		}
	}
}

// ask types a call, and says the type with what follows for the arguments and
// the warnings, or the error's code.
func ask(t *testing.T, name string, named []op.Named, args []types.Type) string {
	t.Helper()
	for _, o := range Ops() {
		if o.Name == name {
			attrs, errs := op.Bind(o, named)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			return optest.Say(o.Relation(&op.Call{Op: o, Args: args, Attrs: attrs, Last: true}))
		}
	}
	t.Fatalf("no %s", name)
	return ""
}
