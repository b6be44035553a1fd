package nn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

func entryOf(t *testing.T, name string) *op.Op {
	for _, o := range nn.Ops() {
		if o.Name == name {
			return o
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// ask types a call whose attributes are written as in a program. Extents are
// numbers, `?` and names of shape variables; the type `_` is unknown.
func ask(t *testing.T, name, attrs string, args ...string) op.Answer {
	o := entryOf(t, name)
	symbols := map[string]*symbolic.Symbol{}
	c := &op.Call{Op: o}
	for _, a := range args {
		c.Args = append(c.Args, typeOf(a, symbols))
	}
	r := &reader{text: attrs + " )"}
	var named []op.Named
	for !r.skip(")") {
		w := r.word()
		r.skip("=")
		named = append(named, op.Named{Name: w, Value: r.value()})
	}
	var errs []op.Error
	if c.Attrs, errs = op.Bind(o, named); len(errs) > 0 {
		t.Fatal(errs)
	}
	return o.Relation(c)
}

func typeOf(text string, symbols map[string]*symbolic.Symbol) types.Type {
	if text == "_" {
		return &types.Var{}
	}
	shape, dtype, ok := strings.Cut(strings.TrimPrefix(text, "("), ") ")
	if !ok {
		d, _ := types.ParseDtype(text)
		return types.Scalar(d)
	}
	d, _ := types.ParseDtype(dtype)
	t := &types.Tensor{Dtype: d}
	for _, word := range strings.Fields(shape) {
		t.Shape = append(t.Shape, extent(word, symbols))
	}
	return t
}

func extent(word string, symbols map[string]*symbolic.Symbol) types.Dim {
	if d := dim(word); word == "?" || !d.IsAny() {
		return d
	}
	if symbols[word] == nil {
		symbols[word] = symbolic.NewSymbol(word, 0)
	}
	return types.DimOf(symbolic.Var(symbols[word]))
}

func say(a op.Answer) string {
	switch {
	case a.Err != nil:
		return a.Err.Code
	case a.Waits:
		return fmt.Sprintf("waits for %d", a.Wait)
	}
	text := types.String(a.Out)
	for _, e := range a.Equal {
		text += fmt.Sprintf("; %d: %s", e.Arg, types.String(e.Type))
	}
	for _, w := range a.Warn {
		text += "; " + w.Code
	}
	return text
}

func TestTyping(t *testing.T) {
	tests := []struct {
		name, attrs string
		args        []string
		want        string
	}{
		// What follows for arguments that are not annotated.
		{"nn.conv2d", "channels=8 kernel_size=[3,3]", []string{"(1 4 9 9) float32", "_"},
			"Tensor[(1, 8, 7, 7), float32]; 1: Tensor[(8, 4, 3, 3), float32]"},
		{"nn.conv2d", `channels=8 kernel_size=[3,3] kernel_layout="HWIO"`, []string{"(1 ? 9 9) float32", "_"},
			"Tensor[(1, 8, 7, 7), float32]; 1: Tensor[(3, 3, ?, 8), float32]"},
		{"nn.conv2d", "channels=8 kernel_size=[3,3] groups=2", []string{"(1 4 9 9) float32", "_"}, "waits for 1"},
		{"nn.conv2d", "", []string{"(1 4 9 9) float32", "_"}, "waits for 1"},
		{"nn.conv2d", "", []string{"_", "(8 4 3 3) float32"}, "waits for 0"},
		{"nn.conv2d_transpose", "channels=8 kernel_size=[3,3]", []string{"(1 4 9 9) float32", "_"},
			"Tensor[(1, 8, 11, 11), float32]; 1: Tensor[(4, 8, 3, 3), float32]"},
		{"nn.dense", "units=7", []string{"(2 5) float32", "_"}, "Tensor[(2, 7), float32]; 1: Tensor[(7, 5), float32]"},
		{"nn.matmul", "units=7", []string{"(2 5) float32", "_"}, "Tensor[(2, 7), float32]; 1: Tensor[(5, 7), float32]"},
		{"nn.dense", "units=None", []string{"(2 5) float32", "_"}, "waits for 1"},
		{"nn.bias_add", "axis=-1", []string{"(2 5) float16", "_"}, "Tensor[(2, 5), float16]; 1: Tensor[(5), float16]"},
		{"nn.layer_norm", "", []string{"(2 5) float32", "_", "_"},
			"Tensor[(2, 5), float32]; 1: Tensor[(5), float32]; 2: Tensor[(5), float32]"},

		// Shape variables.
		{"nn.conv2d", "padding=[1,1]", []string{"(n 4 h w) float32", "(8 4 3 3) float32"}, "Tensor[(n, 8, h, w), float32]"},
		{"nn.conv2d", "strides=[2,2]", []string{"(n 4 h 9) float32", "(8 4 3 3) float32"}, "Tensor[(n, 8, floor((h + 1)/2) - 1, 4), float32]"},
		{"nn.conv2d", "", []string{"(n c 9 9) float32", "(8 4 3 3) float32"},
			"Tensor[(n, 8, 7, 7), float32]; 1: Tensor[(8, c, 3, 3), float32]"},
		{"nn.max_pool2d", "pool_size=[2,2] strides=[2,2]", []string{"(n 4 h ?) float32"}, "Tensor[(n, 4, floor(h/2), ?), float32]"},
		{"nn.max_pool2d_indices", "pool_size=[2,2] strides=[2,2]", []string{"(n 4 h ?) float16"}, "Tensor[(n, 4, floor(h/2), ?), int64]"},
		{"nn.modulated_deformable_conv2d", "channels=8 kernel_size=[3,3] deformable_groups=2", []string{"(n 4 9 9) float32", "_", "(8 4 3 3) float32", "_"},
			"Tensor[(n, 8, 7, 7), float32]; 2: Tensor[(8, 4, 3, 3), float32]; 1: Tensor[(n, 36, 7, 7), float32]; 3: Tensor[(n, 18, 7, 7), float32]"},
		{"nn.dense", "units=None", []string{"(n k) float32", "(m k) float32"}, "Tensor[(n, m), float32]"},
		{"nn.dense", "units=None", []string{"(n k) float32", "(m j) float32"}, "Tensor[(n, m), float32]; 1: Tensor[(m, k), float32]"},
		{"nn.batch_matmul", "", []string{"(b n k) float32", "(b k m) float32"}, "Tensor[(b, n, m), float32]"},
		{"nn.batch_matmul", "", []string{"(1 n k) float32", "(b k m) float32"}, "Tensor[(b, n, m), float32]"},
		{"nn.batch_matmul", "", []string{"(b n k) float32", "(b j m) float32"},
			"Tensor[(b, n, m), float32]; 1: Tensor[(b, k, m), float32]"},
		{"nn.batch_flatten", "", []string{"(n 3 h h) float32"}, "Tensor[(n, 3*h^2), float32]"},
		{"nn.pad", "pad_width=[[1,2]]", []string{"(n) float32", "float32"}, "Tensor[(n + 3), float32]"},
		{"nn.upsampling", "scale_h=2f scale_w=2f", []string{"(1 3 h 8) float32"}, "Tensor[(1, 3, 2*h, 16), float32]"},

		// Errors and warnings.
		{"nn.conv2d", "", []string{"(1 3 9 9) float32", "(8 4 3 3) float32"}, "shape-mismatch"},
		{"nn.conv2d", "channels=8 kernel_size=[3,3]", []string{"(1 4 9 9) float32", "(8 4 5 3) float32"}, "shape-mismatch"},
		{"nn.conv2d", `data_layout="NCWx"`, []string{"(1 4 9 9) float32", "(8 4 3 3) float32"}, "attribute-value"},
		{"nn.conv2d", "strides=[0,1]", []string{"(1 4 9 9) float32", "(8 4 3 3) float32"}, "attribute-value"},
		{"nn.conv2d", "", []string{"(1 4 2 9) float32", "(8 4 3 3) float32"}, "Tensor[(1, 8, 0, 7), float32]; suspect-shape"},
		{"nn.conv2d", "", []string{"(1 4 9 9) float32", "(8 4 3 3) int8"}, "Tensor[(1, 8, 7, 7), float32]; suspect-operand"},
		{"nn.dense", "units=None", []string{"(2 5) float32", "(7 6) float32"}, "Tensor[(2, 7), float32]; suspect-shape"},
		{"nn.batch_matmul", "", []string{"(? 2 5) float32", "(3 6 7) float32"}, "Tensor[(?, 2, 7), float32]; suspect-shape"},
		{"nn.bias_add", "", []string{"(2 5) float32", "(5) float64"}, "dtype-mismatch"},
		{"nn.batch_norm", "axis=-2", []string{"(2 5) float32", "_", "_", "_", "_"}, "attribute-value"},
		{"nn.pad", `pad_width=[[1,2]] pad_mode="foo"`, []string{"(4) float32", "float32"}, "Tensor[(7), float32]"},
		{"nn.softmax", "axis=2", []string{"(2 5) float32"}, "attribute-value"},
	}
	for _, test := range tests {
		if got := say(ask(t, test.name, test.attrs, test.args...)); got != test.want {
			t.Errorf("%s(%s, %s)\n got %s\nwant %s", test.name, strings.Join(test.args, ", "), test.attrs, got, test.want)
		}
	}
}

func TestLastTakesGroupedWeights(t *testing.T) {
	o := entryOf(t, "nn.conv2d")
	attrs, _ := op.Bind(o, []op.Named{
		{Name: "channels", Value: op.Int(8)}, {Name: "groups", Value: op.Int(2)}, {Name: "kernel_size", Value: op.Ints(3, 3)},
	})
	data := typeOf("(1 4 9 9) float32", nil)
	got := say(o.Relation(&op.Call{Op: o, Args: []types.Type{data, &types.Var{}}, Attrs: attrs, Last: true}))
	if want := "Tensor[(1, 8, 7, 7), float32]; 1: Tensor[(8, 2, 3, 3), float32]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMessages(t *testing.T) {
	tests := []struct {
		name, attrs string
		args        []string
		want        string
	}{
		{"nn.conv2d", "", []string{"(1 3 9 9) float32", "(8 4 3 3) float32"},
			"`nn.conv2d`: `weight` has 4 input channels (dimension I), where 3 are needed"},
		{"nn.dense", "units=7", []string{"(2 5) float32", "(7 6) float32"},
			"`nn.dense`: `weight` has the wrong shape"},
		{"nn.conv2d", `data_layout="NHW"`, []string{"(1 3 9 9) float32", "(8 4 3 3) float32"},
			"`nn.conv2d`: layout \"NHW\" does not order the dimensions of \"NCHW\""},
		{"nn.max_pool2d", "pool_size=[2,2] padding=[1,1,1]", []string{"(1 3 9 9) float32"},
			"`nn.max_pool2d`: `padding` has 3 entries"},
		{"nn.batch_matmul", "", []string{"(3 2 5) float32", "(3 6 7) float32"},
			"`nn.batch_matmul`: the product sums over 5 elements of the one and 6 of the other"},
	}
	for _, test := range tests {
		a := ask(t, test.name, test.attrs, test.args...)
		switch {
		case a.Err == nil:
			t.Errorf("%s: no error", test.name)
		case a.Err.Message != test.want || a.Err.Notes[len(a.Err.Notes)-1] != entryOf(t, test.name).Rule:
			t.Errorf("%s: %q %q, want %q and the rule", test.name, a.Err.Message, a.Err.Notes, test.want)
		}
	}
}
