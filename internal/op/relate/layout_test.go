package relate

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/types"
)

func shapeOf(ns ...int64) []types.Dim {
	shape := make([]types.Dim, len(ns))
	for i, n := range ns {
		shape[i] = types.Const(n)
		if n < 0 {
			shape[i] = types.Any
		}
	}
	return shape
}

func TestParseLayout(t *testing.T) {
	for _, name := range []string{"NCHW", "NCHW4c", "OIHW4i4o", "NCHW16c2c", ""} {
		if _, problem := ParseLayout(name); problem != "" {
			t.Errorf("%q: %s", name, problem)
		}
	}
	for _, name := range []string{"NCHWc", "N4CHW", "HW4c", "N_HW", "abc", "NÜ", "NHWCC", "NN"} {
		if _, problem := ParseLayout(name); problem == "" {
			t.Errorf("%q is taken", name)
		}
	}
}

// Extents below 0 represent `?`.
func TestConvert(t *testing.T) {
	tests := []struct {
		from, to    string
		shape, want []types.Dim
	}{
		{"NCHW", "NHWC", shapeOf(1, 2, 3, 4), shapeOf(1, 3, 4, 2)},
		{"NCHW", "NCHW4c", shapeOf(1, 6, 3, 3), shapeOf(1, 2, 3, 3, 4)},
		{"NCHW4c", "NCHW", shapeOf(1, 2, 3, 3, 4), shapeOf(1, 8, 3, 3)},
		{"NCHW4c", "NCHW8c", shapeOf(1, 3, 3, 3, 4), shapeOf(1, 2, 3, 3, 8)},
		{"OIHW4i4o", "OIHW", shapeOf(2, 1, 3, 3, 4, 4), shapeOf(8, 4, 3, 3)},
		{"NCHW", "HWCN", shapeOf(-1, 2, -1, 4), shapeOf(-1, 4, 2, -1)},
	}
	for _, test := range tests {
		from, _ := ParseLayout(test.from)
		to, _ := ParseLayout(test.to)
		if got := types.ShapeString(from.Convert(test.shape, to)); got != types.ShapeString(test.want) || !from.Convertible(to) {
			t.Errorf("%s → %s: %s, want %s", test.from, test.to, got, types.ShapeString(test.want))
		}
	}
}

func TestConvertible(t *testing.T) {
	base, _ := ParseLayout("NCHW")
	for _, name := range []string{"NHW", "NCDHW", "NXYZ", ""} {
		if l, _ := ParseLayout(name); l.Convertible(base) || base.Convertible(l) {
			t.Errorf("%q is convertible", name)
		}
	}
}

func TestExtentsOverAny(t *testing.T) {
	two := types.Const(2)
	tests := []struct{ got, want types.Dim }{
		{Add(types.Any, types.Const(0)), types.Any},
		{Add(types.Any, two), types.Unknown},
		{Mul(types.Any, types.Const(1)), types.Any},
		{Mul(types.Any, types.Const(0)), types.Const(0)},
		{Div(types.Any, two), types.Unknown},
		{Div(two, types.Const(0)), types.Unknown},
		{Quo(types.Const(-3), two), types.Const(-1)},
		{Div(types.Const(-3), two), types.Const(-2)},
	}
	for i, test := range tests {
		if !test.got.Equal(test.want) {
			t.Errorf("test %d: %v, want %v", i, test.got, test.want)
		}
	}
}
