package network

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// peak is the most memory that evaluating a unit takes, besides what is there before.
func (a *analysis) peak(u int32, recursive bool) Peak {
	unit := &a.units[u]
	if recursive {
		return Peak{Figure: unknown(&Reason{itself, unit.in.info.Item, unit.in.graph.Blocks()[unit.block].Node})}
	}
	if u == a.root {
		return Peak{Figure: none} // asked for when weights are known
	}
	return a.newPlan(unit, nil).peak()
}

// rootPeak is that of the definition, with its inputs.
func (a *analysis) rootPeak(r *Report) Peak {
	root := &a.units[a.root]
	if root.peak.Why != nil {
		return root.peak
	}
	return a.rootPlan(r).peak()
}

// rootPlan is the plan of the definition, in which weights take no memory.
func (a *analysis) rootPlan(r *Report) *plan {
	root := &a.units[a.root]
	weights := make([]types.Dim, root.in.graph.Len())
	for _, w := range r.weights {
		if v := w.value; w.in == root.in {
			if root.in.graph.Kind(v) == graph.Project {
				v = root.in.graph.Operands(v)[0].Value
			}
			weights[v] = weights[v].Add(w.bytes.Size)
		}
	}
	return a.newPlan(root, weights)
}

// peak is the least that an order of a plan needs.
func (p *plan) peak() Peak {
	sizes, extras, unit, why := p.sizes()
	if why != nil {
		return Peak{Figure: unknown(why)}
	}
	if sizes == nil {
		return p.symbolicPeak()
	}
	s := &schedule{plan: p, size: sizes, extra: extras}
	most, exact := s.least()
	return Peak{Figure{Size: types.Const(most).Mul(unit)}, exact && p.exact}
}

// sizes are those of all nodes in multiples of one unit: 1, or an expression that all
// of them are multiples of. There are none where there is no such unit.
func (p *plan) sizes() (sizes, extras []int64, unit types.Dim, why *Reason) {
	unit = types.Const(1)
	for _, n := range p.nodes {
		for _, f := range []Figure{n.size, n.extra} {
			if f.Why != nil {
				return nil, nil, unit, f.Why
			}
			if _, ok := f.Size.Const(); !ok && unit.IsConst(1) {
				unit = primitivePart(f.Size)
			}
		}
	}
	total := int64(0)
	for _, n := range p.nodes {
		size, ok := multiple(n.size.Size, unit)
		extra, fits := multiple(n.extra.Size, unit)
		if !ok || !fits || size < 0 || extra < 0 || total > math.MaxInt64/2-size || extra > math.MaxInt64/2 {
			return nil, nil, unit, nil
		}
		total += size
		sizes, extras = append(sizes, size), append(extras, extra)
	}
	return sizes, extras, unit, nil
}

// atOne is the value of an expression where all shape variables are 1.
func atOne(d types.Dim) (int64, bool) {
	n, err := d.Expr().Eval(func(*symbolic.Symbol) (int64, bool) { return 1, true })
	return n, err == nil
}

// primitivePart is an expression without the factor that it has where all shape
// variables are 1.
func primitivePart(d types.Dim) types.Dim {
	n, ok := atOne(d)
	if !ok || n <= 0 {
		return d
	}
	part, ok := d.Expr().Div(symbolic.Int(n))
	if !ok {
		return d
	}
	return types.DimOf(part)
}

// multiple is how many times a size is a unit.
func multiple(d, unit types.Dim) (int64, bool) {
	if n, ok := d.Const(); ok && (n == 0 || unit.IsConst(1)) {
		return n, true
	}
	n, ok := atOne(d)
	return n, ok && types.Const(n).Mul(unit).Equal(d)
}

// maxCandidates bounds how many sizes are kept of which none is known to be the
// greatest.
const maxCandidates = 4

// symbolicPeak is that of the order of the text, where sizes are expressions that are no
// multiples of one: an upper bound.
func (p *plan) symbolicPeak() Peak {
	var most []types.Dim
	live := types.Const(0)
	r := newRun(p,
		func(n int32) { live = live.Add(p.nodes[n].size.Size) },
		func(n int32) { live = live.Sub(p.nodes[n].size.Size) })
	r.begin(func() { most = withGreater(most, live) })
	for _, n := range p.order {
		most = withGreater(most, live.Add(p.nodes[n].extra.Size))
		r.compute(n)
		most = withGreater(most, live)
		r.release(n)
		if len(most) > maxCandidates {
			return Peak{Figure: unknown(&Reason{"which of several sizes is the greatest is not known", p.unit.in.info.Item, p.unit.in.graph.Blocks()[p.unit.block].Node})}
		}
	}
	peak := none
	for _, d := range most {
		peak = peak.max(Figure{Size: d})
	}
	return Peak{Figure: peak}
}

// withGreater adds a size unless another one is at least as great, and takes out those
// that it is as great as.
func withGreater(sizes []types.Dim, d types.Dim) []types.Dim {
	if slices.ContainsFunc(sizes, func(c types.Dim) bool { return greater(c, d) == first }) {
		return sizes
	}
	return append(slices.DeleteFunc(sizes, func(c types.Dim) bool { return greater(d, c) == first }), d)
}
