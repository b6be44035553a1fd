package machine

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/linear"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// product notes a product of matrices, which is computed for all elements at once when its
// value is needed: n products (a, k)·(k, b) with the same right side are one product
// (n·a, k)·(k, b), others are a batch. It is not computed on one arm of a branch only,
// since it costs more than an element that is not needed.
func (t *tracer) product(l op.Product, s *code.Site, args []symbol) symbol {
	if !t.products || t.branching > 0 || s.Args != 2 {
		t.abort()
	}
	a, b := t.operand(args[0]), t.operand(args[1])
	x, y := t.nodes[a], t.nodes[b]
	d, err := op.DtypeValue(s.Attrs.Dtype("out_dtype"), x.dtype)
	if err != nil || d != x.dtype || x.dtype != y.dtype || d == value.Bool {
		t.abort()
	}
	domain := x.domain
	if domain == uniform {
		domain = y.domain
	} else if y.domain != uniform && y.domain != domain {
		t.abort()
	}
	shape := elementShape(l, s.Attrs, x.shape, y.shape)
	if shape == nil {
		t.abort()
	}
	return t.add(node{product: &product{lift: l, attrs: s.Attrs}, args: []int{a, b}, dtype: d, shape: shape, domain: domain})
}

// A product is a node that is computed as a whole: lift gives its sides with a leading
// dimension for the elements.
type product struct {
	lift  op.Product
	attrs op.Attrs
}

// elementShape is the shape of one element's product; nil where there is none.
func elementShape(l op.Product, attrs op.Attrs, x, y []int) []int {
	shaped := func(shape []int) *value.Array { return value.FromScalar(value.FromInt(value.Int8, 0)).Broadcast(shape) }
	left, right := l(attrs, shaped(x), shaped(y), 0, 0)
	if left == nil {
		return nil
	}
	k, n := right.Shape[right.Rank()-2], right.Shape[right.Rank()-1]
	if left.Shape[left.Rank()-1] != k {
		return nil
	}
	if left.Rank() == 1 {
		return []int{n}
	}
	lead, err := value.BroadcastShape(left.Shape[:left.Rank()-2], right.Shape[:right.Rank()-2])
	if err != nil {
		return nil
	}
	return append(slices.Clone(lead), left.Shape[left.Rank()-2], n)
}

// computeProducts computes the products that a node needs, the innermost first.
func (m *machine) computeProducts(t *tracer, n int) error {
	if !t.products {
		return nil
	}
	needed := t.needs(n)
	for i := range needed {
		if needed[i] && t.nodes[i].product != nil {
			if err := m.product(t, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// product computes a node for its whole domain, and lets it be given.
func (m *machine) product(t *tracer, i int) error {
	n := t.nodes[i]
	var sides [2]*value.Array
	var leads [2]int
	for k, arg := range n.args {
		a, err := m.given(t, arg)
		if err != nil {
			return err
		}
		sides[k] = a
		if t.nodes[arg].domain != uniform {
			leads[k] = 1
		}
	}
	left, right := n.product.lift(n.product.attrs, sides[0], sides[1], leads[0], leads[1])
	shape := n.shape
	if n.domain != uniform {
		shape = append([]int{t.domains[n.domain]}, shape...)
	}
	k, err := m.paidKernels(2 * int64(value.Product(shape)) * int64(right.Shape[right.Rank()-2]))
	if err != nil {
		return err
	}
	a, err := multiplied(k, left, right, leads, shape)
	if err != nil {
		return err
	}
	t.nodes[i].product, t.nodes[i].args, t.nodes[i].array = nil, nil, a
	m.countFastPath(ProductsBatched)
	return nil
}

// given computes a node for its domain and keeps it, since others may need it.
func (m *machine) given(t *tracer, i int) (*value.Array, error) {
	n := t.nodes[i]
	if n.array != nil {
		return n.array, nil
	}
	count := 1
	if n.domain != uniform {
		count = t.domains[n.domain]
	}
	a, err := m.compute(t, i, count)
	if err != nil {
		return nil, err
	}
	if n.domain == uniform {
		a = a.Index(0)
	}
	t.nodes[i].f, t.nodes[i].args, t.nodes[i].array = nil, nil, a
	return a, nil
}

// multiplied multiplies the sides of all elements: as one matrix where the right
// one is the same for all.
func multiplied(m op.Machine, left, right *value.Array, leads [2]int, shape []int) (*value.Array, error) {
	k, n := right.Shape[right.Rank()-2], right.Shape[right.Rank()-1]
	if leads[1] == 0 && value.Product(right.Shape[:right.Rank()-2]) == 1 {
		rows := value.Product(left.Shape[:left.Rank()-1])
		a, err := linear.Matmul(m, left.Reshape([]int{rows, k}), right.Reshape([]int{k, n}))
		if err != nil {
			return nil, err
		}
		return a.Reshape(shape), nil
	}
	if left.Rank()-leads[0] == 1 {
		left = left.Insert(left.Rank()-1, 1)
	}
	rank := max(left.Rank()-leads[0], right.Rank()-leads[1])
	for i, side := range []**value.Array{&left, &right} {
		if missing := rank - ((*side).Rank() - leads[i]); leads[i] == 1 && missing > 0 {
			*side = (*side).Insert(1, missing)
		}
	}
	a, err := linear.Matmul(m, left, right)
	if err != nil {
		return nil, err
	}
	return a.Reshape(shape), nil
}

// check holds a symbol to an annotated type, as far as shapes are known, and reports whether
// it fits. Where it does not, the trace ends, and a call finds the fault.
func (t *tracer) check(s symbol, declared types.Type, c checking) bool {
	if c.later {
		return s.kind == knownSymbol && t.m.check(s.slot, declared, c) == nil
	}
	switch declared := types.Head(declared).(type) {
	case *types.Tensor:
		switch s.kind {
		case nodeSymbol:
			return len(declared.Shape) == 0 || t.m.checkShape(t.nodes[s.node].shape, declared, c) == nil
		case knownSymbol:
			return t.m.check(s.slot, declared, c) == nil
		}
		return false
	case *types.Tuple:
		if s.kind == tupleSymbol && len(s.parts) == len(declared.Elems) {
			for i, part := range s.parts {
				if !t.check(part, declared.Elems[i], c) {
					return false
				}
			}
			return true
		}
		return s.kind == knownSymbol && t.m.check(s.slot, declared, c) == nil
	case *types.Fractal:
		return s.kind == rowsSymbol && len(s.parts) == 1 && t.check(s.parts[0], declared.Elem, c)
	}
	return s.kind == knownSymbol || s.kind == nodeSymbol
}
