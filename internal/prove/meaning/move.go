package meaning

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// anywhere is a movement of elements of which nothing is known but that it is the same for
// equal attributes and shapes.
func (e *evaluation) anywhere(t *termpkg.Term, x *Tensor) Value {
	label := e.interned(e.labels(t) + keyOf(x.Shape))
	return moved(x, e.shapeOf(label), func(i []*term) []*term {
		from := make([]*term, len(x.Shape))
		for k := range from {
			from[k] = scalar.Apply(fmt.Sprintf("move%d:%s", k, label), false, i...)
		}
		return from
	})
}

// settled reports whether a call moves elements in a way that is known: its attributes and
// the rank are.
func (e *evaluation) settled(t *termpkg.Term, x *Tensor, attrs ...string) bool {
	return e.fixed(t, attrs...) && ordinary(x.Shape)
}

func transpose(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	a := e.attr(t, "axes")
	if a.known && a.value.Kind == op.ListValue && len(a.value.List) > 0 && !ordinary(x.Shape) {
		dims := 0
		for _, d := range x.Shape {
			if d.Block == "" {
				dims++
			}
		}
		if dims > len(a.value.List) {
			e.vacuous("the rank is another one")
		}
		e.refineFirst(x.Shape) // a permutation says the rank
	}
	if !e.settled(t, x, "axes") {
		if e.opaque || !ordinary(x.Shape) {
			return e.anywhere(t, x)
		}
	}
	n := len(x.Shape)
	axes := e.ints(e.choose(t, "axes", permutations(n)...))
	if len(axes) == 0 {
		for k := range n {
			axes = append(axes, n-1-k)
		}
	}
	if len(axes) != n {
		e.vacuous("the rank is another one")
	}
	shape := make([]Dim, n)
	for k, a := range axes {
		if a < 0 {
			a += n
		}
		if a < 0 || a >= n || slices.Contains(axes[:k], a) {
			e.vacuous("there is no such axis, or it is named twice")
		}
		axes[k], shape[k] = a, x.Shape[a]
	}
	return moved(x, shape, func(i []*term) []*term {
		from := make([]*term, n)
		for k, a := range axes {
			from[a] = i[k]
		}
		return from
	})
}

// permutations are the axes that transpose may have at a rank: each written plainly, and
// left out.
func permutations(n int) []op.Value {
	all := []op.Value{{}}
	if n > 4 {
		return all
	}
	var extend func(chosen []int64)
	extend = func(chosen []int64) {
		if len(chosen) == n {
			all = append(all, op.Ints(chosen...))
			return
		}
		for k := range int64(n) {
			used := false
			for _, c := range chosen {
				used = used || c == k
			}
			if !used {
				extend(append(append([]int64{}, chosen...), k))
			}
		}
	}
	extend(nil)
	return all
}

func expandDims(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if !e.settled(t, x, "axis", "num_newaxis") && (e.opaque || !ordinary(x.Shape)) {
		if !e.fixed(t, "axis", "num_newaxis") || e.opaque {
			return e.anywhere(t, x)
		}
	}
	count := 1
	if a := e.attr(t, "num_newaxis"); a.known {
		count = int(a.value.Int)
	} else {
		e.unknown("a number of new axes is not known")
	}
	var values []op.Value
	n := len(x.Shape)
	for k := -n - 1; k <= n; k++ {
		values = append(values, op.Int(int64(k)))
	}
	axis := int(e.choose(t, "axis", values...).Int)
	at := axis
	if !ordinary(x.Shape) {
		if axis > 0 {
			e.dimension(x.Shape, axis-1)
		}
		if axis < -1 {
			e.dimension(x.Shape, axis+1)
		}
	}
	if at < 0 {
		at += n + 1
	}
	if at < 0 || at > n || count < 0 {
		e.vacuous("there is no such axis")
	}
	shape := append([]Dim{}, x.Shape[:at]...)
	for range count {
		shape = append(shape, dimOf(scalar.Int(1)))
	}
	shape = append(shape, x.Shape[at:]...)
	return moved(x, shape, func(i []*term) []*term {
		return append(append([]*term{}, i[:at]...), i[at+count:]...)
	})
}

func squeeze(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if !e.settled(t, x, "axis") && (e.opaque || !e.fixed(t, "axis") || len(e.attr(t, "axis").value.List) == 0) {
		return e.anywhere(t, x)
	}
	v := e.choose(t, "axis")
	gone := map[int]bool{}
	if v.Kind == op.NoneValue {
		for k, d := range x.Shape {
			if d.Extent.IsInt(1) {
				gone[k] = true
			} else if _, constant := d.Extent.Const(); !constant {
				e.unknown("squeeze drops what extents decide")
			}
		}
	}
	for _, a := range e.ints(v) {
		a = e.dimension(x.Shape, a)
		if d := x.Shape[a].Extent; !d.IsInt(1) {
			e.need(func(c *Case) { c.equate(d, scalar.Int(1)) })
		}
		gone[a] = true
	}
	var shape []Dim
	for k, d := range x.Shape {
		if !gone[k] {
			shape = append(shape, d)
		}
	}
	return moved(x, shape, func(i []*term) []*term {
		var from []*term
		next := 0
		for k := range x.Shape {
			if gone[k] {
				from = append(from, scalar.Int(0))
				continue
			}
			from = append(from, i[next])
			next++
		}
		return from
	})
}

// parts are the tensors of a tuple, of one dtype.
func (e *evaluation) parts(t *termpkg.Term) []*Tensor {
	v := e.value(t)
	if v.Parts == nil {
		e.unknown("a tuple of any number of tensors")
	}
	var all []*Tensor
	for _, p := range v.Parts {
		if p.Parts != nil {
			e.vacuous("a tuple stands where a tensor is needed")
		}
		all = append(all, p.Tensor)
		e.joinDtypes(all[0].Dtype, p.Tensor.Dtype)
	}
	if len(all) == 0 {
		e.vacuous("there is nothing to join")
	}
	return all
}

// choice is one of several terms: that of the part which an index that is not known lies in.
func (e *evaluation) anyPart(label string, index []*term, at func(k int, from func(rank int) []*term) *term, n int) *term {
	rest, sum := scalar.Int(1), scalar.Int(0)
	for k := range n {
		v := at(k, func(rank int) []*term {
			from := make([]*term, rank)
			for d := range from {
				from[d] = scalar.Apply(fmt.Sprintf("part%d.%d:%s", k, d, label), false, index...)
			}
			return from
		})
		if k == n-1 {
			return sum.Add(e.c.Mul(rest, v))
		}
		in := scalar.Apply(fmt.Sprintf("in%d:%s", k, label), true, index...)
		sum = sum.Add(e.c.Mul(e.c.Mul(rest, in), v))
		rest = e.c.Mul(rest, e.c.Not(in))
	}
	return sum
}

func concatenate(e *evaluation, t *termpkg.Term) Value {
	parts := e.parts(t.Args[0])
	known := e.fixed(t, "axis")
	for _, p := range parts {
		known = known && ordinary(p.Shape)
	}
	if !known && e.opaque {
		return e.joinedAnywhere(t, parts)
	}
	axis := e.axisIn(t, "axis", parts[0])
	total := scalar.Int(0)
	for _, p := range parts {
		if !ordinary(p.Shape) && !ordinary(parts[0].Shape) { // all are taken apart at the same end
			e.dimension(p.Shape, int(e.attr(t, "axis").value.Int))
		}
		if len(p.Shape) != len(parts[0].Shape) {
			e.unify(p.Shape, parts[0].Shape)
		}
		for k := range p.Shape {
			if a, b := p.Shape[k], parts[0].Shape[k]; k != axis && !sameShape([]Dim{a}, []Dim{b}) {
				e.unify([]Dim{a}, []Dim{b})
			}
		}
		if p.Shape[axis].Block != "" {
			e.refineFirst(p.Shape[axis : axis+1])
		}
		total = total.Add(p.Shape[axis].Extent)
	}
	shape := append([]Dim{}, parts[0].Shape...)
	shape[axis] = dimOf(total)
	return Value{Tensor: &Tensor{Shape: shape, Dtype: parts[0].Dtype, At: func(i []*term) *term {
		sum, start := scalar.Int(0), scalar.Int(0)
		for k, p := range parts {
			end := start.Add(p.Shape[axis].Extent)
			v := p.At(replaced(i, axis, i[axis].Sub(start)))
			if k > 0 {
				v = e.c.Under(scalar.Guard{Kind: scalar.AtLeast, P: i[axis].Sub(start)}, v)
			}
			if k < len(parts)-1 {
				v = e.c.Under(scalar.Guard{Kind: scalar.AtLeast, P: end.Sub(i[axis]).Add(scalar.Int(-1))}, v)
			}
			sum, start = sum.Add(v), end
		}
		return sum
	}}}
}

func (e *evaluation) joinedAnywhere(t *termpkg.Term, parts []*Tensor) Value {
	label := e.labels(t)
	for _, p := range parts {
		label += keyOf(p.Shape)
	}
	label = e.interned(label)
	return Value{Tensor: &Tensor{Shape: e.shapeOf(label), Dtype: parts[0].Dtype, At: func(i []*term) *term {
		return e.anyPart(label, i, func(k int, from func(int) []*term) *term { return parts[k].At(from(len(parts[k].Shape))) }, len(parts))
	}}}
}

func stack(e *evaluation, t *termpkg.Term) Value {
	parts := e.parts(t.Args[0])
	for _, p := range parts[1:] {
		e.unify(parts[0].Shape, p.Shape)
	}
	if !e.settled(t, parts[0], "axis") && e.opaque {
		return e.joinedAnywhere(t, parts)
	}
	n := len(parts[0].Shape)
	at := e.axis(t, "axis", n+1)
	if !ordinary(parts[0].Shape) {
		a := int(e.attr(t, "axis").value.Int)
		if a > 0 {
			e.dimension(parts[0].Shape, a-1)
		}
		if a < -1 {
			e.dimension(parts[0].Shape, a+1)
		}
	}
	shape := append([]Dim{}, parts[0].Shape[:at]...)
	shape = append(append(shape, dimOf(scalar.Int(int64(len(parts))))), parts[0].Shape[at:]...)
	return Value{Tensor: &Tensor{Shape: shape, Dtype: parts[0].Dtype, At: func(i []*term) *term {
		from := append(append([]*term{}, i[:at]...), i[at+1:]...)
		sum := scalar.Int(0)
		for k, p := range parts {
			sum = sum.Add(e.c.Under(scalar.Guard{Kind: scalar.Zero, P: i[at].Sub(scalar.Int(int64(k)))}, p.At(from)))
		}
		return sum
	}}}
}

func split(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	a := e.attr(t, "indices_or_sections")
	if !a.known || a.terms != nil {
		e.unknown("the number of parts is not known")
	}
	sections := int64(len(a.value.List) + 1)
	if a.value.Kind == op.IntValue {
		sections = a.value.Int
	}
	if sections < 1 || sections > 16 {
		e.unknown("the number of parts is not known")
	}
	if !e.settled(t, x, "axis") && e.opaque {
		return e.cutAnywhere(t, x, int(sections))
	}
	axis := e.axisIn(t, "axis", x)
	extent := x.Shape[axis].Extent
	starts := []*term{scalar.Int(0)}
	if a.value.Kind == op.IntValue {
		part := e.partOf(extent, sections)
		for k := range sections {
			starts = append(starts, part.Scale(big.NewRat(k+1, 1)))
		}
	} else {
		for _, n := range a.value.List {
			starts = append(starts, scalar.Int(n.Int))
		}
		starts = append(starts, extent)
	}
	parts := []Value{}
	for k := range int(sections) {
		length := starts[k+1].Sub(starts[k])
		if !e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: length}) {
			e.needFact("a part of a tensor", scalar.Guard{Kind: scalar.AtLeast, P: length})
		}
		shape := append([]Dim{}, x.Shape...)
		shape[axis] = dimOf(length)
		start := starts[k]
		parts = append(parts, moved(x, shape, func(i []*term) []*term { return replaced(i, axis, i[axis].Add(start)) }))
	}
	return Value{Parts: parts}
}

// partOf is an extent divided by a number that must divide it.
func (e *evaluation) partOf(extent *term, n int64) *term {
	if n == 1 {
		return extent
	}
	part := extent.Scale(big.NewRat(1, n))
	if scalar.Whole(part) {
		return part
	}
	if _, constant := extent.Const(); constant {
		e.vacuous("the parts are not equal")
	}
	name := fmt.Sprintf("%s/%d", extent.Key(), n)
	whole := scalar.Symbol(name).Scale(big.NewRat(n, 1))
	e.need(func(c *Case) { c.equate(extent, whole) })
	return nil
}

// needFact assumes a fact; that it does not hold is a case without instances.
func (e *evaluation) needFact(what string, g scalar.Guard) {
	if e.c.Facts.Entails(g.Not()) {
		e.vacuous(what)
	}
	e.need(func(c *Case) { c.facts = append(c.facts, g) })
}

func (e *evaluation) cutAnywhere(t *termpkg.Term, x *Tensor, n int) Value {
	parts := []Value{}
	for k := range n {
		label := e.interned(fmt.Sprintf("%d of %s%s", k, e.labels(t), keyOf(x.Shape)))
		parts = append(parts, moved(x, e.shapeOf(label), func(i []*term) []*term {
			from := make([]*term, len(x.Shape))
			for d := range from {
				from[d] = scalar.Apply(fmt.Sprintf("move%d:%s", d, label), false, i...)
			}
			return from
		}))
	}
	return Value{Parts: parts}
}

func stridedSlice(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if len(t.Args) > 1 {
		e.unknown("a slice whose bounds are computed")
	}
	if !e.fixed(t, "strides", "axes") || !ordinary(x.Shape) && e.opaque {
		return e.anywhere(t, x)
	}
	begin, end, settled := e.bounds(t)
	strides := e.ints(e.choose(t, "strides"))
	axes := e.ints(e.choose(t, "axes"))
	if len(axes) == 0 {
		if !settled {
			return e.anywhere(t, x)
		}
		for k := range begin {
			axes = append(axes, k)
		}
	}
	if settled && (len(begin) != len(end) || len(axes) != len(begin) || len(strides) > len(axes)) {
		return e.anywhere(t, x)
	}
	shape := append([]Dim{}, x.Shape...)
	starts, steps := map[int]*term{}, map[int]int64{}
	for k, a := range axes {
		a = e.dimension(x.Shape, a)
		step := int64(1)
		if k < len(strides) {
			step = int64(strides[k])
		}
		n := x.Shape[a].Extent
		if step < 1 {
			return e.anywhere(t, x)
		}
		if !settled {
			shape[a], starts[a], steps[a] = e.someOf(t, k, n, step)
			continue
		}
		from, to := e.clampedTo(int64(begin[k]), n), e.clampedTo(int64(end[k]), n)
		length := to.Sub(from)
		if !e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: length}) {
			e.splitFact("a slice", scalar.Guard{Kind: scalar.AtLeast, P: length}, true)
		}
		if step > 1 {
			length = e.quotient(length.Add(scalar.Int(step-1)), scalar.Int(step))
		}
		shape[a], starts[a], steps[a] = dimOf(length), from, step
	}
	return moved(x, shape, func(i []*term) []*term {
		source := append([]*term{}, i...)
		for a, from := range starts {
			source[a] = i[a].Scale(big.NewRat(steps[a], 1)).Add(from)
		}
		return source
	})
}

// bounds are the ends of a slice where they are known.
func (e *evaluation) bounds(t *termpkg.Term) (begin, end []int, ok bool) {
	if !e.fixed(t, "begin", "end", "slice_mode") || e.choose(t, "slice_mode").Str != "end" {
		return nil, nil, false
	}
	return e.ints(e.choose(t, "begin")), e.ints(e.choose(t, "end")), true
}

// someOf is a part of a dimension of which only the step is known: equal attributes cut equal
// parts out of equal extents.
func (e *evaluation) someOf(t *termpkg.Term, k int, extent *term, step int64) (Dim, *term, int64) {
	label := e.interned(fmt.Sprintf("part %d of %s: %s", k, extent.Key(), e.labels(t)))
	from, length := e.extent(label+"from"), e.extent(label+"length")
	if e.fixed(t, "begin") {
		if begin := e.ints(e.choose(t, "begin")); k < len(begin) {
			from = e.clampedTo(int64(begin[k]), extent)
		}
	}
	last := from.Add(length.Add(scalar.Int(-1)).Scale(big.NewRat(step, 1)))
	e.c.Facts = e.c.Facts.With(scalar.Guard{Kind: scalar.AtLeast, P: extent.Sub(last).Add(scalar.Int(-1))})
	return dimOf(length), from, step
}

// clampedTo is a bound of a slice: counted from the end where it is negative, and not
// beyond the ends.
func (e *evaluation) clampedTo(n int64, extent *term) *term {
	p := scalar.Int(n)
	if n < 0 {
		p = p.Add(extent)
		if e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: p}) {
			return p
		}
		e.splitFact("a bound of a slice", scalar.Guard{Kind: scalar.AtLeast, P: p}, false)
		return scalar.Int(0)
	}
	over := scalar.Guard{Kind: scalar.AtLeast, P: extent.Sub(p)}
	if e.c.Facts.Entails(over) {
		return p
	}
	e.splitFact("a bound of a slice", over, false)
	return extent
}

// splitFact makes two cases of a fact that is not decided; where it is known not to hold,
// the evaluation goes on. With only, the case in which it does not hold is left out as one
// that proofs do not reach.
func (e *evaluation) splitFact(what string, g scalar.Guard, only bool) {
	if e.c.Facts.Entails(g.Not()) {
		if only {
			e.unknown(what + " may be empty")
		}
		return
	}
	e.need(func(c *Case) { c.facts = append(c.facts, g) }, func(c *Case) { c.facts = append(c.facts, g.Not()) })
}

// quotient is p / q, rounded down, of numbers not below 0.
func (e *evaluation) quotient(p, q *term) *term { return e.c.Function("÷", false, p, q) }

func reverse(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if !e.settled(t, x, "axis") {
		return e.anywhere(t, x)
	}
	k := e.axis(t, "axis", len(x.Shape))
	return moved(x, x.Shape, func(i []*term) []*term {
		return replaced(i, k, x.Shape[k].Extent.Sub(i[k]).Add(scalar.Int(-1)))
	})
}

func repeat(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if !e.settled(t, x, "axis") {
		return e.anywhere(t, x)
	}
	k := e.axis(t, "axis", len(x.Shape))
	n := e.number(t, "repeats")
	shape := append([]Dim{}, x.Shape...)
	shape[k] = dimOf(e.c.Mul(x.Shape[k].Extent, n))
	return moved(x, shape, func(i []*term) []*term { return replaced(i, k, e.quotient(i[k], n)) })
}

func tile(e *evaluation, t *termpkg.Term) Value { return e.anywhere(t, e.tensor(t.Args[0])) }

func broadcastTo(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	shape := e.givenShape(t, "shape")
	joined, maps := e.broadcast(shape, x.Shape)
	e.unify(joined, shape)
	return moved(x, shape, maps[1])
}

func batchFlatten(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if !ordinary(x.Shape) || len(x.Shape) == 0 {
		return e.anywhere(t, x)
	}
	rest := scalar.Int(1)
	for _, d := range x.Shape[1:] {
		rest = e.c.Mul(rest, d.Extent)
	}
	return e.rearranged(x, []Dim{x.Shape[0], dimOf(rest)})
}

// rearranged has the elements of a tensor in their order in another shape. The index of a block
// is the place in the order of its elements.
func (e *evaluation) rearranged(x *Tensor, shape []Dim) Value {
	y := moved(x, shape, func(i []*term) []*term {
		flat := scalar.Int(0)
		for k, d := range shape {
			flat = e.c.Mul(flat, d.Extent).Add(i[k])
		}
		from := make([]*term, len(x.Shape))
		for k := len(from) - 1; k > 0; k-- {
			n := x.Shape[k].Extent
			q := e.quotient(flat, n)
			from[k], flat = flat.Sub(e.c.Mul(q, n)), q
		}
		if len(from) > 0 {
			from[0] = flat
		}
		return from
	})
	if y.Ordered = x.Ordered; y.Ordered == nil {
		y.Ordered = x
	}
	return y
}

func reshape(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	a := e.attr(t, "newshape")
	plain := a.known && a.terms == nil && !slices.ContainsFunc(e.ints(a.value), func(n int) bool { return n == 0 || n < -1 })
	switch {
	case a.terms != nil:
		var shape []Dim
		for _, p := range a.terms {
			shape = append(shape, dimOf(p))
		}
		e.sameSize(x.Shape, shape)
		return e.rearranged(x, shape)
	case !plain && (!a.known || !ordinary(x.Shape) || !e.fixed(t, "allowzero")):
		return e.reshapedAnyhow(t, x)
	}
	return e.rearranged(x, e.newShape(x.Shape, e.ints(a.value), !plain && e.flag(t, "allowzero")))
}

// reshapedAnyhow has the elements of a tensor in their order, in a shape of which only the
// size is known.
func (e *evaluation) reshapedAnyhow(t *termpkg.Term, x *Tensor) Value {
	label := e.interned(e.labels(t) + keyOf(x.Shape))
	if _, refined := e.case_.shapes[label]; !refined {
		e.extents["|"+label+"|"] = e.size(x.Shape)
	}
	shape := e.shapeOf(label)
	e.sameSize(x.Shape, shape)
	return e.rearranged(x, shape)
}

func reshapeLike(e *evaluation, t *termpkg.Term) Value {
	x, y := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	for name, all := range map[string]op.Value{"lhs_begin": op.Int(0), "lhs_end": {}, "rhs_begin": op.Int(0), "rhs_end": {}} {
		if !e.fixed(t, name) || e.choose(t, name).String() != all.String() {
			e.unknown("a reshape of some of the dimensions")
		}
	}
	e.sameSize(x.Shape, y.Shape)
	return e.rearranged(x, y.Shape)
}

func (e *evaluation) size(shape []Dim) *term {
	n := scalar.Int(1)
	for _, d := range shape {
		n = e.c.Mul(n, d.Extent)
	}
	return n
}

func (e *evaluation) sameSize(a, b []Dim) {
	if x, y := e.size(a), e.size(b); !e.sameExtent(x, y) {
		e.need(func(c *Case) { c.equate(x, y) })
	}
}

// newShape reads the codes of a new shape.
func (e *evaluation) newShape(old []Dim, codes []int, allowZero bool) []Dim {
	var shape []Dim
	infer, from := -1, 0
	for _, n := range codes {
		switch {
		case n > 0 || n == 0 && allowZero:
			shape = append(shape, dimOf(scalar.Int(int64(n))))
			from++
		case n == 0:
			if from >= len(old) {
				e.vacuous("there is no extent to copy")
			}
			shape = append(shape, old[from])
			from++
		case n == -1:
			infer = len(shape)
			shape = append(shape, dimOf(scalar.Int(1)))
			from++
		case n == -2:
			shape = append(shape, old[min(from, len(old)):]...)
			from = len(old)
		default:
			e.unknown("a reshape by codes that merge or split")
		}
	}
	if infer < 0 {
		e.sameSize(old, shape)
		return shape
	}
	others := append(append([]Dim{}, shape[:infer]...), shape[infer+1:]...)
	missing, ok := e.c.Quotient(e.size(old), e.size(others))
	if !ok {
		e.unknown("an extent of a reshape is not known")
	}
	shape[infer] = dimOf(missing)
	return shape
}

func pad(e *evaluation, t *termpkg.Term) Value {
	x, v := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	if !e.settled(t, x, "pad_width", "pad_mode") || e.choose(t, "pad_mode").Str != "constant" {
		label := e.interned(e.labels(t) + keyOf(x.Shape))
		e.isNumber(v)
		return Value{Tensor: &Tensor{Shape: e.shapeOf(label), Dtype: x.Dtype, At: func(i []*term) *term {
			return e.anyPart(label, i, func(k int, from func(int) []*term) *term {
				if k == 1 {
					return v.At(nil)
				}
				return x.At(from(len(x.Shape)))
			}, 2)
		}}}
	}
	e.isNumber(v)
	if x.Dtype.apart(v.Dtype) {
		e.unknown("a tensor is padded with a number of another dtype")
	}
	width := e.choose(t, "pad_width")
	if len(width.List) != len(x.Shape) {
		e.vacuous("the rank is another one")
	}
	shape := append([]Dim{}, x.Shape...)
	before := make([]*term, len(shape))
	for k, w := range width.List {
		pair := e.ints(w)
		if len(pair) != 2 || pair[0] < 0 || pair[1] < 0 {
			e.unknown("a padding that is no pair")
		}
		before[k] = scalar.Int(int64(pair[0]))
		shape[k] = dimOf(x.Shape[k].Extent.Add(scalar.Int(int64(pair[0] + pair[1]))))
	}
	return Value{Tensor: &Tensor{Shape: shape, Dtype: x.Dtype, At: func(i []*term) *term {
		from := make([]*term, len(i))
		var inside []scalar.Guard
		for k := range i {
			from[k] = i[k].Sub(before[k])
			inside = append(inside, scalar.Guard{Kind: scalar.AtLeast, P: from[k]}, scalar.Guard{Kind: scalar.AtLeast, P: x.Shape[k].Extent.Sub(from[k]).Add(scalar.Int(-1))})
		}
		in, out := scalar.Int(1), scalar.Int(0)
		for _, g := range inside {
			out = out.Add(e.c.Under(g.Not(), in))
			in = e.c.Under(g, in)
		}
		return e.c.Mul(in, x.At(from)).Add(e.c.Mul(out, v.At(nil)))
	}}}
}

// take is a movement by the elements of a tensor of indices.
func take(e *evaluation, t *termpkg.Term) Value {
	x, at := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	if !e.settled(t, x, "axis", "batch_dims", "mode") || e.attr(t, "axis").value.Kind != op.IntValue || e.choose(t, "batch_dims").Int != 0 {
		label := e.interned(e.labels(t) + keyOf(x.Shape) + keyOf(at.Shape))
		return moved(x, e.shapeOf(label), func(i []*term) []*term {
			own := make([]*term, len(at.Shape))
			for d := range own {
				own[d] = scalar.Apply(fmt.Sprintf("at%d:%s", d, label), false, i...)
			}
			from := make([]*term, len(x.Shape))
			for d := range from {
				from[d] = scalar.Apply(fmt.Sprintf("move%d:%s", d, label), false, append(append([]*term{}, i...), at.At(own))...)
			}
			return from
		})
	}
	k := e.axis(t, "axis", len(x.Shape))
	mode := e.choose(t, "mode").Str
	shape := append([]Dim{}, x.Shape[:k]...)
	shape = append(append(shape, at.Shape...), x.Shape[k+1:]...)
	return moved(x, shape, func(i []*term) []*term {
		from := append([]*term{}, i[:k]...)
		place := at.At(i[k : k+len(at.Shape)])
		if n, ok := place.Const(); !ok || !e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: x.Shape[k].Extent.Sub(place).Add(scalar.Int(-1))}) || n.Sign() < 0 {
			place = scalar.Apply("place:"+strings.ToLower(mode), false, place, x.Shape[k].Extent)
		}
		from = append(from, place)
		return append(from, i[k+len(at.Shape):]...)
	})
}
