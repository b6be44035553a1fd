package parallel

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// each lists functions that apply another one to elements.
func each() []*op.Op {
	return []*op.Op{
		{
			Name: Map, Doc: "Applies a function to each element of the outermost depth.",
			Rule: "map : (A → B, FractalTensor[A]) → FractalTensor[B]; a function that gives a tuple gives a tuple of FractalTensors",
			Free: true, Params: op.Args("f", "xs"), Scheme: scheme(mapScheme),
			Traits: op.Traits{Fails: op.OnFunction | op.OnExtent, Rounding: op.Linear},
			Length: second,
		},
		{
			Name: Forall, Doc: "Applies a function to each leaf, or to each element as deep as its parameter asks.",
			Rule: "forall : (leaf → B, FractalTensor of depth d of leaves) → FractalTensor of depth d of B; a function on FractalTensors of depth k works at depth d - k",
			Free: true, Params: op.Args("f", "xs"), Scheme: scheme(forallScheme),
			Traits: op.Traits{Fails: op.OnFunction | op.OnExtent, Rounding: op.Linear},
			Length: second,
		},
		{
			Name: Filter, Doc: "Keeps the elements of the outermost depth that satisfy a predicate.",
			Rule: "filter : (A → bool, FractalTensor[A]) → FractalTensor[A]",
			Free: true, Params: op.Args("p", "xs"), Scheme: scheme(filterScheme),
			Traits: op.Traits{Fails: op.OnFunction},
		},
		{
			Name: Filterall, Doc: "Keeps the leaves that satisfy a predicate; emptied rows stay.",
			Rule: "filterall : (leaf → bool, FractalTensor of depth d of leaves) → the same type",
			Free: true, Params: op.Args("p", "xs"), Scheme: scheme(filterallScheme),
			Traits: op.Traits{Fails: op.OnFunction},
		},
		{
			Name: DilatedMap, Doc: "Applies a function to each of the strided subsequences, and interleaves the results.",
			Rule: "dilated_map : (FractalTensor[A] → FractalTensor[B], FractalTensor[A]) → FractalTensor[B]; the function keeps the length",
			Free: true, Params: op.Args("f", "xs"), Attrs: []op.Attr{relate.Required("dilation", op.IntAttr, "distance of the elements of a subsequence")},
			Traits: op.Traits{Fails: op.OnFunction | op.OnExtent | op.OnLength | op.OnAttribute},
			Scheme: scheme(dilatedScheme),
			Length: second,
		},
		{
			Name: Zip, Doc: "Pairs the elements of FractalTensors of equal length.",
			Rule:   "zip : (FractalTensor[A], FractalTensor[B], …) → FractalTensor[(A, B, …)]",
			Params: []op.Param{{Name: "xs"}, {Name: "ys", Variadic: true}}, Scheme: zipScheme, Aligned: true,
			Traits: op.Traits{Fails: op.OnLength, Rounding: op.Linear, Cost: op.ViewCost},
			Length: common,
		},
	}
}

// mapScheme is (A → B, FractalTensor[A]) → R, where B stacks to R (stacked.go).
func mapScheme(c *op.Call) op.Instance {
	a, b, r := c.FreshLeaf(), c.Fresh(), c.Fresh()
	return op.Instance{
		In: []types.Type{fn(b, a), fractal(a)}, Out: r,
		More: []op.Pending{stacking(b, r)},
	}
}

// forallScheme leaves to ForallDepth at which level of xs the parameter's type is.
func forallScheme(c *op.Call) op.Instance {
	p, b, xs, r := c.Fresh(), c.Fresh(), fractal(c.FreshLeaf()), c.Fresh()
	return op.Instance{
		In: []types.Type{fn(b, p), xs}, Out: r,
		More: []op.Pending{{Op: ForallDepth, Args: []types.Type{p, b, xs}, Out: r}},
	}
}

// filterScheme is (A → bool, FractalTensor[A]) → FractalTensor[A].
func filterScheme(c *op.Call) op.Instance {
	a := c.FreshLeaf()
	return op.Instance{In: []types.Type{fn(types.Scalar(types.Bool), a), fractal(a)}, Out: fractal(a)}
}

func filterallScheme(c *op.Call) op.Instance {
	p, xs, r := c.Fresh(), fractal(c.FreshLeaf()), c.Fresh()
	return op.Instance{
		In: []types.Type{fn(types.Scalar(types.Bool), p), xs}, Out: xs,
		More: []op.Pending{{Op: FilterallDepth, Args: []types.Type{p, xs}, Out: r}},
	}
}

// dilatedScheme is (Xs → Ys, Xs) → Ys, on FractalTensors both.
func dilatedScheme(c *op.Call) op.Instance {
	xs, ys := fractal(c.FreshLeaf()), fractal(c.FreshLeaf())
	return op.Instance{In: []types.Type{fn(ys, xs), xs}, Out: ys, More: literals(c)}
}

// zipScheme is (FractalTensor[A], FractalTensor[B], …) → FractalTensor[(A, B, …)], for n of them.
func zipScheme(n int, c *op.Call) op.Instance {
	in, elems := make([]types.Type, n), make([]types.Type, n)
	for i := range in {
		elems[i] = c.FreshLeaf()
		in[i] = fractal(elems[i])
	}
	return op.Instance{In: in, Out: fractal(tuple(elems...))}
}
