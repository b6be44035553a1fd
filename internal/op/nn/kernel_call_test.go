package nn

import (
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/value"
)

func entry(tb testing.TB, name string) *op.Op {
	tb.Helper()
	for _, o := range Ops() {
		if o.Name == name {
			return o
		}
	}
	tb.Fatalf("no %s", name)
	return nil
}

// call binds a call of an operator.
func call(tb testing.TB, name string, named []op.Named, args ...value.Value) *op.KernelCall {
	tb.Helper()
	o := entry(tb, name)
	attrs, errs := op.Bind(o, named)
	if len(errs) > 0 {
		tb.Fatalf("%s: %s", name, errs[0].Message)
	}
	return &op.KernelCall{Op: o, Args: args, Attrs: attrs}
}

// noise is an array of numbers around 0, the same ones for the same shape.
func noise(shape ...int) *value.Array {
	r := rand.New(rand.NewPCG(1, uint64(value.Product(shape))))
	elems := make([]float32, value.Product(shape))
	for i := range elems {
		elems[i] = float32(r.NormFloat64())
	}
	return value.Of(elems, shape...)
}

func ints(name string, ns ...int64) op.Named { return op.Named{Name: name, Value: op.Ints(ns...)} }
func num(name string, n int64) op.Named      { return op.Named{Name: name, Value: op.Int(n)} }

func text(name, s string) op.Named { return op.Named{Name: name, Value: op.Text(s)} }

// run computes a call of an operator with one result.
func run(tb testing.TB, threads int, name string, named []op.Named, args ...value.Value) *value.Array {
	tb.Helper()
	c := call(tb, name, named, args...)
	v, err := c.Op.Kernel(kerneltest.New(threads), c)
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	return v.(*value.Array)
}
