package types_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/types"
)

// TestTreesAreBounded draws types that are very large trees: a pair of pairs of
// pairs, and a type that is very deep.
func TestTreesAreBounded(t *testing.T) {
	var wide, deep types.Type = types.Scalar(types.Int32), types.Scalar(types.Int32)
	for range 60 {
		wide = &types.Tuple{Elems: []types.Type{wide, wide}}
	}
	for range 10_000 {
		deep = &types.Fractal{Elem: deep}
	}
	for _, large := range []types.Type{wide, deep} {
		drawn := types.Tree(large).String()
		if lines := strings.Count(drawn, "\n"); lines > 250 {
			t.Errorf("%d lines are drawn", lines)
		}
		if !strings.Contains(drawn, "…") {
			t.Error("what is left out is not told")
		}
	}
}

func TestTrees(t *testing.T) {
	n := types.Any
	for _, c := range []struct {
		t    types.Type
		want string
	}{
		{types.Scalar(types.Float16), "float16 · static width 16"},
		{types.Unit, "tuple · static size 0"},
		{&types.Bad{}, "_"},
		{&types.Tensor{Dtype: types.Int8, Shape: []types.Dim{types.Const(2), n}},
			"Tensor · static shape (2, ?) · data-dependent extent of axis 1\n└─ dtype: int8 · static width 8"},
		{&types.Func{In: []types.Type{types.Unit}, Out: &types.Ref{Elem: types.Unit}},
			"function · static arity 1\n├─ argument 1: tuple · static size 0\n└─ result: ref · data-dependent content\n   └─ content: tuple · static size 0"},
	} {
		if got := types.Tree(c.t).String(); got != c.want {
			t.Errorf("%s is drawn as\n%s\nwant\n%s", types.String(c.t), got, c.want)
		}
	}
}
