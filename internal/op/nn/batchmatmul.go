package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// batchMatmulRule compares the inner extents and the batches. TVM compares nothing where an
// extent is `?` anywhere: then what is known to clash is a warning, else an error.
func batchMatmulRule(s *relate.Typing, a *types.Tensor) types.Type {
	b := s.Need(1)
	if b == nil {
		return nil
	}
	for i, t := range []*types.Tensor{a, b} {
		if len(t.Shape) != 3 {
			return s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and needs 3 dimensions: batch, rows, columns",
				s.Op.Params[i].Name, types.Text(t)), relate.Dimensions(len(t.Shape)))
		}
	}
	x, y := facing(a, s.Attrs.Bool("transpose_a")), facing(b, s.Attrs.Bool("transpose_b"))
	p := batched{s, a, b}
	p.inner(x.columns, y.rows)
	batch := p.batch()
	s.SameDtype(1, a, b)
	return &types.Tensor{Dtype: s.OutDtype(a), Shape: []types.Dim{batch, x.rows, y.columns}}
}

// A sides is a matrix's extents after transposition.
type sides struct{ rows, columns types.Dim }

// facing are the extents (outer, inner) of a matrix as the product reads it.
func facing(t *types.Tensor, turned bool) sides {
	if turned {
		return sides{t.Shape[2], t.Shape[1]}
	}
	return sides{t.Shape[1], t.Shape[2]}
}

// A batched is a call of nn.batch_matmul.
type batched struct {
	*relate.Typing
	a, b *types.Tensor
}

// loose reports whether there is a `?` anywhere: TVM then compares nothing.
func (p batched) loose() bool {
	for i := range 3 {
		if p.a.Shape[i].Loose() || p.b.Shape[i].Loose() {
			return true
		}
	}
	return false
}

// inner compares the extents over which the product sums, or makes them equal by an equation.
func (p batched) inner(m, n types.Dim) {
	switch {
	case relate.Clash(m, n):
		p.clash(fmt.Sprintf("the product sums over %s elements of the one and %s of the other", m, n))
	case !op.Compatible(m, n):
		p.Equate(1, p.with(n, m))
	}
}

// with is the second matrix with one extent in place of another.
func (p batched) with(old, want types.Dim) *types.Tensor {
	shape := append([]types.Dim{}, p.b.Shape...)
	k := 1
	if p.Attrs.Bool("transpose_b") {
		k = 2
	}
	if shape[k].Equal(old) {
		shape[k] = want
	}
	return &types.Tensor{Dtype: p.b.Dtype, Shape: shape}
}

// batch is the number of matrices of the result: a batch of 1 is repeated.
func (p batched) batch() types.Dim {
	m, n := p.a.Shape[0], p.b.Shape[0]
	one := types.Const(1)
	switch {
	case m.Loose() || n.Loose():
		return types.Any
	case m.Equal(one):
		return n
	case n.Equal(one):
		return m
	case relate.Clash(m, n):
		p.clash(fmt.Sprintf("there are %s matrices in the one and %s in the other", m, n))
		return larger(m, n)
	case !m.Equal(n):
		p.Equate(1, &types.Tensor{Dtype: p.b.Dtype, Shape: []types.Dim{m, p.b.Shape[1], p.b.Shape[2]}})
	}
	return m
}

// larger is the greater of two numbers, which is what TVM infers of batches that clash.
func larger(a, b types.Dim) types.Dim {
	m, _ := a.Const()
	n, _ := b.Const()
	return types.Const(max(m, n))
}

// clash reports extents that do not fit.
func (p batched) clash(what string) {
	if p.loose() {
		p.WarnArg(1, "suspect-shape", fmt.Sprintf("%s and %s do not fit: %s", types.Text(p.a), types.Text(p.b), what), p.Op.Rule)
		return
	}
	p.FailArg(1, "shape-mismatch", what)
	p.Show(op.Shown{Arg: 0, Shape: p.a.Shape, Clash: -1}, op.Shown{Arg: 1, Shape: p.b.Shape, Clash: -1})
}
