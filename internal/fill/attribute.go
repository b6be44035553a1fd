package fill

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Attributes of calls are drawn from what the arguments and the hole have: axes from ranks,
// shapes and counts from extents, dtypes from types in scope. An attribute that has a default is
// left out at no weight.

// An attributeChoice is the attributes of a call as they are written.
type attributeChoice struct {
	named []op.Named
	texts []string
	extra int
	attrs op.Attrs // of named, once a choice is complete
}

// with is a choice with one more attribute.
func (a attributeChoice) with(name string, v op.Value, extra int) attributeChoice {
	return attributeChoice{
		named: append(slices.Clip(a.named), op.Named{Name: name, Value: v}),
		texts: append(slices.Clip(a.texts), name+"="+v.String()),
		extra: a.extra + extra,
	}
}

// A weighted value is one that an attribute may have.
type weighted struct {
	value op.Value
	extra int
}

// mostChoices bounds the choices for one call.
const mostChoices = 400

// attributes are the choices for the attributes of a call on arguments of some types, the lightest first.
// Those of operators other than einsum depend on the first argument alone.
func (l *library) attributes(o *op.Op, args []*kind) []attributeChoice {
	type key struct {
		o     *op.Op
		first *kind
	}
	k := key{o: o}
	if len(args) > 0 {
		k.first = args[0]
	}
	if known, ok := l.choices.Load(k); ok && o.Name != "einsum" {
		return known.([]attributeChoice)
	}
	var bound []attributeChoice
	for _, a := range l.unbound(o, args) {
		attrs, errs := op.BindPython(o, a.named)
		if a.attrs = attrs; len(errs) == 0 {
			bound = append(bound, a)
		}
	}
	l.choices.Store(k, bound)
	return bound
}

// unbound are the choices for attributes as they are written.
func (l *library) unbound(o *op.Op, args []*kind) []attributeChoice {
	choices := []attributeChoice{{}}
	if o.Name == "strided_slice" {
		return l.slices(args[0])
	}
	// The product of the choices for each attribute, as long as the weights allow it.
	for i := range o.Attrs {
		a := &o.Attrs[i]
		values := l.values(o, a, args)
		var next []attributeChoice
		for _, c := range choices {
			if !a.Required || a.Python != nil {
				next = append(next, c)
			}
			for _, v := range values {
				if c.extra+v.extra <= mostExtra && len(next) < mostChoices {
					next = append(next, c.with(a.Name, v.value, v.extra))
				}
			}
		}
		if choices = next; len(choices) == 0 {
			return nil
		}
	}
	slices.SortStableFunc(choices, func(a, b attributeChoice) int { return a.extra - b.extra })
	return choices
}

// values are what an attribute may be, besides left out.
func (l *library) values(o *op.Op, a *op.Attr, args []*kind) []weighted {
	rank := 0
	if len(args) > 0 && args[0].tensor != nil {
		rank = len(args[0].tensor.Shape)
	}
	switch {
	case a.Name == op.TypeKey:
		return nil
	case a.Name == "equation":
		return l.equations(args)
	case a.Type == op.DtypeAttr:
		return l.dtypeValues(o, a, args)
	case a.Type == op.BoolAttr:
		if a.Name == "exclude" || a.Name == "allowzero" || a.Name == "center" || a.Name == "scale" {
			return nil
		}
		return []weighted{{op.Boolean(a.Default.Int == 0), 1}}
	case a.Name == "axis" || a.Name == "axes":
		return axisValues(o, a, rank)
	case a.Name == "newshape" || a.Name == "shape" || a.Name == "output_shape":
		return l.shapes(o, a, args)
	case a.Type == op.StringAttr:
		return words(a)
	case a.Name == "indices_or_sections":
		return l.sections(a, rank)
	case a.Name == "pad_width":
		return paddings(rank)
	case a.Type == op.IntAttr:
		return l.counts(a, rank)
	case a.Type == op.IntsAttr && a.Name == "reps":
		return l.repeats(rank)
	case a.Type == op.FloatAttr && a.Required:
		var values []weighted
		for _, x := range l.floats {
			values = append(values, weighted{op.Float(x), 0})
		}
		return values
	}
	return nil
}

// axisValues are axes of the first argument, or where a new one may be.
func axisValues(o *op.Op, a *op.Attr, rank int) (values []weighted) {
	extra := 1
	if a.Required {
		extra = 0
	}
	if a.Type == op.IntAttr {
		last := rank - 1
		if o.Name == "expand_dims" || o.Name == "stack" || o.Name == "one_hot" || o.Name == "dyn.one_hot" {
			last = rank
		}
		for axis := 0; axis <= last; axis++ {
			isDefault := a.Default.Kind == op.IntValue && (a.Default.Int == int64(axis) || a.Default.Int < 0 && int(a.Default.Int)+last+1 == axis)
			if !isDefault {
				values = append(values, weighted{op.Int(int64(axis)), extra})
			}
		}
		return values
	}
	if a.Name == "axes" && o.Name == "transpose" {
		return permutations(rank)
	}
	for axis := range rank {
		values = append(values, weighted{op.Ints(int64(axis)), 0})
	}
	for i := range rank {
		for j := i + 1; j < rank; j++ {
			if rank > 2 {
				values = append(values, weighted{op.Ints(int64(i), int64(j)), 1})
			}
		}
	}
	return values
}

// permutations are those of axes besides the one that changes nothing. Those that exchange two axes weigh
// nothing.
func permutations(rank int) (values []weighted) {
	if rank > 4 {
		return nil
	}
	perm := make([]int64, rank)
	used := make([]bool, rank)
	var each func(i int)
	each = func(i int) {
		if i == rank {
			moved := 0
			for k, p := range perm {
				if int(p) != k {
					moved++
				}
			}
			if moved > 0 {
				values = append(values, weighted{op.Ints(perm...), min(moved-2, 1)})
			}
			return
		}
		for p := range rank {
			if !used[p] {
				used[p], perm[i] = true, int64(p)
				each(i + 1)
				used[p] = false
			}
		}
	}
	each(0)
	return values
}

// dtypeValues are the dtypes in scope.
func (l *library) dtypeValues(o *op.Op, a *op.Attr, args []*kind) (values []weighted) {
	chosen := slices.ContainsFunc(o.Params, func(p op.Param) bool { return constantParams[p.Name] })
	extra := 1
	if a.Required && a.Python == nil {
		extra = 0
	}
	for _, d := range l.dtypes {
		if extra == 0 && len(args) > 0 && args[0].tensor != nil && args[0].tensor.Dtype == d {
			continue // a cast to the same
		}
		if extra > 0 && d == types.Bool && !chosen {
			continue // sums, indices and orders of numbers are no truth values: a cast or a comparison makes them
		}
		values = append(values, weighted{op.Text(d.String()), extra})
	}
	return values
}

// words are the strings that an attribute may have, besides the default.
func words(a *op.Attr) (values []weighted) {
	if a.Open {
		return nil
	}
	for _, word := range a.Words() {
		if word != a.Default.Str {
			values = append(values, weighted{op.Text(word), 2})
		}
	}
	return values
}

// counts are the numbers in scope.
func (l *library) counts(a *op.Attr, rank int) (values []weighted) {
	if a.Name == "batch_dims" || a.Name == "index_rank" || a.Name == "num_newaxis" {
		if a.Name == "batch_dims" && rank > 0 {
			return []weighted{{op.Int(1), 1}}
		}
		return nil
	}
	for _, n := range l.ints {
		if n > 0 && (a.Default.Kind != op.IntValue || a.Default.Int != n) {
			values = append(values, weighted{op.Int(n), 0})
		}
	}
	return values
}

// sections are numbers of equal parts, and single cuts.
func (l *library) sections(a *op.Attr, rank int) (values []weighted) {
	values = l.counts(a, rank)
	for _, n := range l.ints {
		values = append(values, weighted{op.Ints(n), 1})
	}
	return values
}

// paddings widen one axis, or the last two, by one or two elements at either end.
func paddings(rank int) (values []weighted) {
	none := op.Ints(0, 0)
	for _, width := range [][2]int64{{1, 1}, {1, 0}, {0, 1}, {2, 2}, {2, 0}, {0, 2}} {
		for axis := range rank {
			list := slices.Repeat([]op.Value{none}, rank)
			list[axis] = op.Ints(width[:]...)
			values = append(values, weighted{op.Value{Kind: op.ListValue, List: slices.Clone(list)}, 2})
			if axis == rank-1 && rank > 1 {
				list[axis-1] = list[axis]
				values = append(values, weighted{op.Value{Kind: op.ListValue, List: list}, 3})
			}
		}
	}
	return values
}

// repeats are lists of one count and ones.
func (l *library) repeats(rank int) (values []weighted) {
	for _, n := range l.ints {
		if n < 2 {
			continue
		}
		for k := range max(rank, 1) {
			reps := make([]int64, max(rank, 1))
			for i := range reps {
				reps[i] = 1
			}
			reps[k] = n
			values = append(values, weighted{op.Ints(reps...), 0})
		}
		if rank > 0 { // along an axis in front
			values = append(values, weighted{op.Ints(append([]int64{n}, slices.Repeat([]int64{1}, rank)...)...), 1})
		}
	}
	return values
}

// mostSplit bounds the number of elements that are laid out in rows of each length.
const mostSplit = 1 << 10

// shapes are the shape of the hole, the flat one, those of two axes, those that split an extent of the
// argument or merge two that are side by side. `-1` is what remains.
func (l *library) shapes(o *op.Op, a *op.Attr, args []*kind) (values []weighted) {
	seen := map[string]bool{}
	add := func(extra int, shape ...int64) {
		v := op.Ints(shape...)
		if !seen[v.String()] {
			seen[v.String()] = true
			values = append(values, weighted{v, extra})
		}
	}
	for _, shape := range l.targets {
		add(0, shape...)
	}
	if o.Name == "dyn.full" || o.Name == "dyn.ones" || o.Name == "dyn.zeros" || o.Name == "dyn.broadcast_to" {
		return []weighted{{op.Value{Kind: op.ListValue}, 0}}
	}
	if a.Name != "newshape" || o.Name != "reshape" || len(args) == 0 {
		return values
	}
	add(0, -1)
	if shape := l.kept(args[0].tensor.Shape); shape != nil {
		add(0, shape...)
	}
	for _, shape := range l.open {
		add(0, shape...)
	}
	shape := make([]int64, len(args[0].tensor.Shape))
	known := true
	for i, d := range args[0].tensor.Shape {
		n, ok := d.Const()
		shape[i] = n
		known = known && ok
	}
	if !known {
		return values
	}
	total := int64(1)
	for _, n := range shape {
		total *= n
	}
	// Where all extents are known: two axes, one axis split, two axes merged.
	for n := int64(2); n < total && total <= mostSplit; n++ {
		if total%n == 0 {
			add(2, n, total/n)
		}
	}
	for i, n := range shape {
		for part := int64(2); part < n; part++ {
			if n%part == 0 {
				add(1, slices.Concat(shape[:i], []int64{n / part, part}, shape[i+1:])...)
			}
		}
		if i+1 < len(shape) {
			add(1, slices.Concat(shape[:i], []int64{n * shape[i+1]}, shape[i+2:])...)
		}
	}
	return values
}

// kept is the shape of the hole with 0 for an extent that is not known and that an argument has on the same axis,
// and -1 for another one; nil where there are two of these.
func (l *library) kept(from []types.Dim) (shape []int64) {
	goal, ok := l.wanted.(*types.Tensor)
	if !ok {
		return nil
	}
	open := 0
	for i, d := range goal.Shape {
		n, known := d.Const()
		switch {
		case known:
		case i < len(from) && open == 0 && from[i].Equal(d):
			n = 0
		default:
			n = -1
			open++
		}
		shape = append(shape, n)
	}
	if open > 1 {
		return nil
	}
	return shape
}

// slices are the choices for a slice along one axis: between two indices where the extent is known,
// else without the first or the last elements, and every other element.
func (l *library) slices(k *kind) (choices []attributeChoice) {
	if k.tensor == nil {
		return nil
	}
	for axis, d := range k.tensor.Shape {
		n, known := d.Const()
		add := func(extra int, begin, end, stride int64) {
			var c attributeChoice
			c = c.with("begin", op.Ints(begin), 0).with("end", op.Ints(end), 0).with("strides", op.Ints(stride), 0).with("axes", op.Ints(int64(axis)), extra)
			choices = append(choices, c)
		}
		if !known || n > 16 {
			for i := int64(1); i <= 2; i++ {
				add(1, 0, i, 1)
				add(1, 0, -i, 1)
				add(1, i, 1<<30, 1)
				add(1, -i, 1<<30, 1)
			}
			add(1, 0, 1<<30, 2)
			add(1, 1, 1<<30, 2)
			continue
		}
		for begin := range n {
			for end := begin + 1; end <= n; end++ {
				if end-begin < n {
					add(1, begin, end, 1)
				}
			}
			if begin < 2 && begin+2 < n {
				add(1, begin, n, 2)
			}
		}
	}
	return choices
}

// equations are Einstein sums of two tensors whose result has as many axes as the hole: axes of one extent
// may be one letter. Letters that the result leaves out are summed over.
func (l *library) equations(args []*kind) (values []weighted) {
	if len(args) != 2 {
		return nil
	}
	goal, ok := l.wanted.(*types.Tensor)
	if !ok {
		return nil
	}
	a, b := args[0].tensor.Shape, args[1].tensor.Shape
	if len(a)+len(b) > 8 || len(a) == 0 || len(b) == 0 {
		return nil
	}
	left := letters(0, len(a))
	extents := map[byte]types.Dim{}
	for i, d := range a {
		extents[left[i]] = d
	}
	var right func(i int, text string, fresh int)
	// right chooses the letter of axis i of the second operand: one of the first's axes of the same
	// extent, or a new one.
	right = func(i int, text string, fresh int) {
		if len(values) > 60 {
			return
		}
		if i == len(b) {
			if fresh > len(a)+1 && fresh == len(a)+len(b) {
				return // an outer product: `multiply` says it
			}
			l.outputs(left+","+text, letters(0, fresh), extents, goal.Shape, &values)
			return
		}
		for k := range left {
			if a[k].Equal(b[i]) && !slices.Contains([]byte(text), left[k]) {
				right(i+1, text+left[k:k+1], fresh)
			}
		}
		letter := letters(fresh, 1)
		extents[letter[0]] = b[i]
		right(i+1, text+letter, fresh+1)
	}
	right(0, "", len(a))
	return values
}

func letters(from, n int) string { return "ijklmnopqrstuvwxyz"[from : from+n] }

// outputs adds the equations whose result has the extents of the hole.
func (l *library) outputs(inputs, names string, extents map[byte]types.Dim, shape []types.Dim, values *[]weighted) {
	var each func(text string)
	each = func(text string) {
		if len(text) == len(shape) {
			*values = append(*values, weighted{op.Text(inputs + "->" + text), 2})
			return
		}
		for i := range names {
			d := extents[names[i]]
			want := shape[len(text)]
			if !slices.Contains([]byte(text), names[i]) && (d.Equal(want) || want.Loose()) {
				each(text + names[i:i+1])
			}
		}
	}
	each("")
}
