package layout

import (
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/value"
)

func counted(shape ...int) *value.Array {
	elems := make([]int32, value.Product(shape))
	for i := range elems {
		elems[i] = int32(i + 1)
	}
	return value.Of(elems, shape...)
}

func relaid(t *testing.T, o *op.Op, a *value.Array, src, dst string) *value.Array {
	t.Helper()
	attrs, errs := op.Bind(o, []op.Named{{Name: "src_layout", Value: op.Text(src)}, {Name: "dst_layout", Value: op.Text(dst)}})
	if len(errs) > 0 {
		t.Fatal(errs[0].Message)
	}
	v, err := o.Kernel(kerneltest.New(1), &op.KernelCall{Op: o, Args: []value.Value{a}, Attrs: attrs})
	if err != nil {
		t.Fatal(err)
	}
	return v.(*value.Array)
}

// Each element stands where the layouts say, and what fills up the last inner
// part is 0.
func TestTransform(t *testing.T) {
	a := counted(2, 6, 3, 2)
	b := relaid(t, Ops()[0], a, "NCHW", "NHWC4c")
	if !slices.Equal(b.Shape, []int{2, 3, 2, 2, 4}) {
		t.Fatalf("shape %v", b.Shape)
	}
	for n := range 2 {
		for h := range 3 {
			for w := range 2 {
				for c := range 8 {
					want := value.Scalar{Dtype: value.Int32}
					if c < 6 {
						want = a.ScalarAt(n, c, h, w)
					}
					if got := b.ScalarAt(n, h, w, c/4, c%4); got != want {
						t.Fatalf("element %d, %d, %d, %d is %v, want %v", n, c, h, w, got, want)
					}
				}
			}
		}
	}
}

// There and back again gives what was there.
func TestBack(t *testing.T) {
	a := counted(2, 8, 4, 4)
	for _, name := range []string{"NHWC", "CNWH", "NCHW4c", "NCHW2h2c", "NHWC8c"} {
		b := relaid(t, Ops()[0], relaid(t, Ops()[0], a, "NCHW", name), name, "NCHW")
		if !slices.Equal(value.Elems[int32](a), value.Elems[int32](b)) {
			t.Errorf("NCHW to %s and back differs", name)
		}
	}
	b := relaid(t, Ops()[1], relaid(t, Ops()[1], a, "2N8C4H4W", "2N2C4H4W4c"), "2N2C4H4W4c", "2N8C4H4W")
	if !slices.Equal(value.Elems[int32](a), value.Elems[int32](b)) {
		t.Errorf("2N8C4H4W to 2N2C4H4W4c and back differs")
	}
	b = relaid(t, Ops()[1], a, "2N8C4H4W", "2N2C4H4W4c")
	c := relaid(t, Ops()[0], a, "NCHW", "NCHW4c")
	if !slices.Equal(b.Shape, c.Shape) || !slices.Equal(value.Elems[int32](b), value.Elems[int32](c)) {
		t.Errorf("spelled extents and layouts differ: %v, %v", b.Shape, c.Shape)
	}
}
