package treewalk

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// What programs come to, worked out by hand from the manual.
var walks = []struct{ body, want string }{
	{"-7 / 2", "int32(-3)"},
	{"floor_mod(-7, 2)", "int32(1)"},
	{"2147483647 + 1", "int32(-2147483648)"},
	{"1 / 0", "division-by-zero at \"/\""},
	{"[1, 2][2]", "index-out-of-range at \"[1, 2][2]\""},
	{"False && 1 / 0 == 1", "bool(0)"},
	{"%0 = 1 / 0; 2", "int32(2)"},
	{"let %r = ref(1); %0 = ref_read(%r); ref_write(%r, 2); %0", "int32(2)"},
	{"let %f = fn(%n) { if (%n < 1) { 0 } else { %n + %f(%n - 1) } }; %f(4)", "int32(10)"},
	{"match (Some((1, K))) { Some((2, _)) => 1, Some((_, K)) => 2, _ => 3 }", "int32(2)"},
	{"match? (K) { Some(_) => 1 }", "match-failure at \"match? (K) { Some(_) => 1 }\""},
	{"map(fn(%x) { (%x, %x * 2) }, [1, 2])", "([int32(1), int32(2)], [int32(2), int32(4)])"},
	{"scanr(fn(%s, %x) { 10 * %s + %x }, [1, 2, 3], 0)", "[int32(321), int32(32), int32(3)]"},
	{"product([1, 2], [3])", "([[int32(1), int32(2)]], [[int32(3), int32(3)]])"},
	{"transpose(Constant([[1, 2], [3, 4]]), axes=[1, 0]) + Constant([10, 20])", "tensor[2 2]int32(11), int32(23), int32(12), int32(24)"},
	{"matmul(Constant([[1f, 2f]]), Constant([[3f], [4f]]))", "tensor[1 1]float32(11)"},
}

func TestWalks(t *testing.T) {
	for _, test := range walks {
		r := New(syntax.ParseFile("walk.frac", "type D { K, Some((int32, D)) }\ndef @main() { "+test.body+" }\n")).Run("@main", 10_000)
		got := ""
		if f := r.Fault; f != nil {
			got = f.Kind + " at \"" + f.Item.Text[f.Span.Start:f.Span.End] + "\""
		} else {
			got = Text(r.Value)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.body, got, test.want)
		}
	}
}

// A value is of a type when its parts are, and sizes are the same wherever one variable
// represents them.
func TestMistyped(t *testing.T) {
	i, f := types.Scalar(types.Int32), types.Scalar(types.Float32)
	row := &Tensor{"float32", []int{2}, []Num{{"float32", 0, 1}, {"float32", 0, 2}}}
	for _, test := range []struct {
		v    Value
		t    types.Type
		fits bool
	}{
		{integer(1), i, true},
		{integer(1), f, false},
		{row, &types.Tensor{Dtype: types.Float32, Shape: types.Consts([]int{2})}, true},
		{row, &types.Tensor{Dtype: types.Float32, Shape: types.Consts([]int{3})}, false},
		{row, &types.Tensor{Dtype: types.Float32, Shape: []types.Dim{types.Any}}, true},
		{row, f, false},
		{&Seq{[]Value{row}}, &types.Fractal{Elem: i}, false},
		{&Tuple{[]Value{integer(1)}}, &types.Tuple{Elems: []types.Type{i, i}}, false},
		{&Cell{integer(1)}, &types.Ref{Elem: f}, false},
		{integer(1), &types.Func{Out: i}, false},
		{integer(1), &types.Var{}, true},
	} {
		if why := Mistyped(test.v, test.t); (why == "") != test.fits {
			t.Errorf("%s: %s: %q", Text(test.v), types.String(test.t), why)
		}
	}
}
