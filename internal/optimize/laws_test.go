package optimize

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/types"
)

// TestMeansOfIntegers expects that no law distributes a mean that is rounded. Nothing is run, since
// a run would refuse the form that such a law finds.
func TestMeansOfIntegers(t *testing.T) {
	for _, body := range []string{
		"mean(%x + %y)", "mean(%x - %y, axis=[0])", "mean(negative(%x))", "mean(%x * %z, axis=[1])",
		"mean(mean(%x, axis=[0]))", "mean(%x, axis=[0]) + mean(%x * %x, axis=[0])",
	} {
		m := checktest.Module("test.frac", "def @f(%x: Tensor[(200, 3), int32], %y: Tensor[(3), int32], %z: Tensor[(200, 1), int32]) { "+body+" }\n")
		r, err := Module(t.Context(), m, Options{Metric: Work, Unrun: true})
		if err != nil {
			t.Fatal(err)
		}
		if c := r.Changes[0]; c.Changed {
			t.Errorf("%s became %s by %v", body, c.Text, c.Steps)
		}
	}
}

// TestAlphaEquivalence compares function literals, one of which is inside of another.
func TestAlphaEquivalence(t *testing.T) {
	g := newTerms(checktest.Module("test.frac", "").Ops())
	number := types.Scalar(types.Int32)
	f := &types.Func{In: []types.Type{number}, Out: number}
	x, y, v := g.newBinder("x", number), g.newBinder("y", number), g.newBinder("v", number)
	identity := g.lambda([]*binder{x}, nil, g.variable(x), f)
	if g.Find(g.lambda([]*binder{y}, nil, g.variable(y), f)) != g.Find(identity) {
		t.Error("fn(x) { x } is not fn(y) { y }")
	}
	if g.Find(g.lambda([]*binder{v}, nil, g.variable(x), f)) == g.Find(identity) {
		t.Error("fn(v) { x } is fn(x) { x }")
	}
}

// TestFormsAgree runs each candidate for definitions on which a law was wrong.
func TestFormsAgree(t *testing.T) {
	var n tally
	for _, body := range []string{
		"cast(-1f, dtype=\"uint8\")",
		"cast(broadcast_to(-1f, shape=[3]), dtype=\"uint16\")",
		"strided_slice(strided_slice(%x, begin=[0, 0], end=[6, 6], strides=[2]), begin=[1], end=[2], strides=[1], axes=[1])",
		"strided_slice(strided_slice(%x, begin=[0], end=[6], strides=[1, 2]), begin=[1], end=[2], strides=[1], axes=[1])",
		"strided_slice(transpose(%x), begin=[1], end=[6], strides=[1, 3])",
	} {
		m := checktest.Module("test.frac", "def @f(%x: Tensor[(6, 6), int32]) { "+body+" }\n")
		if sound(m, 0) == nil {
			t.Fatalf("%s has errors", body)
		}
		if why := n.add(t, m, Work, true); why != "" {
			t.Errorf("%s: %s", body, why)
		}
	}
}
