package parallel

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

var int32Type types.Type = types.Scalar(types.Int32)

// Range is arange's form with one integer argument by position.
var Range = &op.Op{
	Name: Arange, Doc: "Gives the integers from 0 up to n, without n, as a FractalTensor.",
	Rule: "arange : int32 → FractalTensor[int32]", Params: op.Args("n"),
	Attrs: []op.Attr{relate.Optional("n", op.IntAttr, "number of integers")},
	Length: func(_ []int64, a op.Attrs) int64 {
		if n, ok := a.Int("n"); ok && n >= 0 {
			return n
		}
		return anyLength
	},
	Scheme: scheme(func(*op.Call) op.Instance {
		return op.Instance{In: []types.Type{int32Type}, Out: fractal(int32Type)}
	}),
}

// access lists functions that read, cut and join FractalTensors without calling any other.
func access() []*op.Op {
	return []*op.Op{
		{
			Name: Length, Doc: "Gives the number of elements of the outermost depth.",
			Rule: "length : FractalTensor[A] → int32", Params: op.Args("xs"), Scheme: scheme(lengthScheme),
			Traits: op.Traits{Fails: op.Never, Rounding: op.Linear, Cost: op.ViewCost},
		},
		{
			Name: Depth, Doc: "Gives the number of FractalTensors around the leaves; 0 for anything else.",
			Rule: "depth : A → int32", Params: op.Args("x"), Scheme: scheme(depthScheme),
			Traits: op.Traits{Fails: op.Never, Cost: op.ViewCost},
		},
		selecting(First, "Gives the first element."),
		synonym(First, selecting("head", "Gives the first element, as first.")),
		selecting(Last, "Gives the last element."),
		synonym(Last, selecting("tail", "Gives the last element, as last.")),
		{
			Name: Slice, Doc: "Gives the elements from start up to end, without end; bounds outside are clamped.",
			Rule:   "slice : (FractalTensor[A], int32, int32, stride = 1) → FractalTensor[A]",
			Params: optional(op.Args("xs", "start", "end"), "stride"),
			Attrs:  []op.Attr{relate.Int("stride", 1, "step from one element to the next, 1 or more")},
			Traits: op.Traits{Fails: op.OnAttribute, Rounding: op.Linear, Cost: op.ViewCost},
			Scheme: scheme(sliceScheme),
		},
		{
			Name: Gather, Doc: "Gives the elements at the places that a list of indices names.",
			Rule:   "gather : (FractalTensor[A], FractalTensor[int32] or Tensor[(n), int32]) → FractalTensor[A]",
			Params: op.Args("xs", "is"), Scheme: scheme(gatherScheme),
			Traits: op.Traits{Fails: op.OnIndex},
		},
		{
			Name: Join, Doc: "Appends one FractalTensor to another.",
			Rule: "join : (FractalTensor[A], FractalTensor[A]) → FractalTensor[A]", Params: op.Args("xs", "ys"), Scheme: scheme(joinScheme),
			Traits: op.Traits{
				Laws: op.Laws{
					Associative: op.Exactly(op.Fractals),
					Identity:    op.Neutral{Element: op.Empty, Law: op.Exactly(op.Fractals)},
				},
				Fails: op.OnExtent, Rounding: op.Linear,
			},
			Length: total,
		},
		{
			Name: Repeat, Doc: "Gives k times the same value; the depth grows by one.",
			Rule:   "repeat : (FractalTensor[A], int32) → FractalTensor[FractalTensor[A]]",
			Params: op.Args("x", "k"), Attrs: []op.Attr{relate.Optional("k", op.IntAttr, "number of copies, 0 or more")},
			Traits: op.Traits{Fails: op.OnAttribute},
			Scheme: scheme(repeatScheme),
			Length: copies,
		},
		{
			Name: Split, Doc: "Cuts a FractalTensor into k parts of equal length, the rest in the last.",
			Rule:   "split : (FractalTensor[A], k) → a tuple of k FractalTensor[A]; k is a literal of 1 or more",
			Params: op.Args("xs", "k"), Attrs: []op.Attr{relate.Optional("k", op.IntAttr, "number of parts, 1 or more")},
			Traits: op.Traits{Fails: op.OnAttribute},
			Scheme: scheme(splitScheme),
		},
		{
			Name: Product, Doc: "Pairs each element with each of another, as two FractalTensors of rows: their elements [j][i] are xs[i] and ys[j], so that there are as many rows as ys has elements.",
			Rule:   "product : (FractalTensor[A], FractalTensor[B]) → (FractalTensor[FractalTensor[A]], FractalTensor[FractalTensor[B]])",
			Params: op.Args("xs", "ys"), Scheme: scheme(productScheme),
			Traits: op.Traits{Fails: op.Never, Cost: op.ViewCost},
			Length: second,
		},
		{
			Name: Enumerate, Doc: "Pairs each element with its index.",
			Rule: "enumerate : FractalTensor[A] → FractalTensor[(int32, A)]", Params: op.Args("xs"), Scheme: scheme(enumerateScheme),
			Traits: op.Traits{Fails: op.Never},
			Length: first,
		},
	}
}

// selecting is first or last.
func selecting(name, doc string) *op.Op {
	return &op.Op{
		Traits: op.Traits{Fails: op.OnEmpty, Rounding: op.Linear, Cost: op.ViewCost},
		Name:   name, Doc: doc, Rule: name + " : FractalTensor[A] → A; it fails on an empty one", Params: op.Args("xs"),
		Scheme: scheme(func(c *op.Call) op.Instance {
			a := c.FreshLeaf()
			return op.Instance{In: []types.Type{fractal(a)}, Out: a}
		}),
	}
}

// Schemes give the type of a function for one call, with fresh type variables:
//
//	length     FractalTensor[A] → int32
//	depth      A → int32
//	slice      (FractalTensor[A], int32, int32, int32) → FractalTensor[A]
//	gather     (FractalTensor[A], indices) → FractalTensor[A]
//	join       (FractalTensor[A], FractalTensor[A]) → FractalTensor[A]
//	repeat     (FractalTensor[A], int32) → FractalTensor[FractalTensor[A]]
//	split      (FractalTensor[A], k) → a tuple of k FractalTensor[A]
//	product    pairs each element with each
//	enumerate  FractalTensor[A] → FractalTensor[(int32, A)]
//
// What cannot be said so is left to a pending constraint (More).
func lengthScheme(c *op.Call) op.Instance {
	return op.Instance{In: []types.Type{fractal(c.FreshLeaf())}, Out: int32Type}
}

func depthScheme(c *op.Call) op.Instance {
	return op.Instance{In: []types.Type{c.Fresh()}, Out: int32Type}
}

func sliceScheme(c *op.Call) op.Instance {
	xs := fractal(c.FreshLeaf())
	return op.Instance{In: []types.Type{xs, int32Type, int32Type, int32Type}, Out: xs, More: literals(c)}
}

func gatherScheme(c *op.Call) op.Instance {
	xs, is := fractal(c.FreshLeaf()), c.Fresh()
	return op.Instance{
		In: []types.Type{xs, is}, Out: xs,
		More: []op.Pending{{Op: Indices, Args: []types.Type{is}, Out: types.Unit}},
	}
}

func joinScheme(c *op.Call) op.Instance {
	xs := fractal(c.FreshLeaf())
	return op.Instance{In: []types.Type{xs, xs}, Out: xs}
}

func repeatScheme(c *op.Call) op.Instance {
	x := fractal(c.FreshLeaf())
	return op.Instance{In: []types.Type{x, int32Type}, Out: fractal(x), More: literals(c)}
}

func splitScheme(c *op.Call) op.Instance {
	xs, r := fractal(c.FreshLeaf()), c.Fresh()
	return op.Instance{
		In: []types.Type{xs, int32Type}, Out: r,
		More: []op.Pending{{Op: Parts, Args: []types.Type{xs}, Attrs: c.Attrs, Out: r}},
	}
}

func productScheme(c *op.Call) op.Instance {
	xs, ys := fractal(c.FreshLeaf()), fractal(c.FreshLeaf())
	return op.Instance{In: []types.Type{xs, ys}, Out: tuple(fractal(xs), fractal(ys))}
}

func enumerateScheme(c *op.Call) op.Instance {
	a := c.FreshLeaf()
	return op.Instance{In: []types.Type{fractal(a)}, Out: fractal(tuple(int32Type, a))}
}
