package instance

import (
	"math/rand/v2"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Chooser makes instances of a rule whose operators all have relations, by backtracking: it chooses
// attributes, then a type for each variable in order, and takes a type back as soon as an operator or a
// condition refuses it. Types that an operator requires of an operand, given the others, are not
// guessed. One seed gives one sequence of instances.
type Chooser struct {
	rule   *term.Rule
	random *rand.Rand
	calls  []*term.Term // of the left side
	known  []op.Value   // the literals of the conditions
	sizes  []int64      // extents at which a literal of the rule may decide, and beside them
	budget int
	round  int
}

// NewChooser is a chooser of a rule; the same seed gives the same instances.
func NewChooser(r *term.Rule, seed uint64) *Chooser {
	c := &Chooser{rule: r, random: rand.New(rand.NewPCG(seed, 1)), calls: term.Calls(r.Left)}
	for _, w := range r.Where {
		c.literals(w)
	}
	for _, v := range c.known {
		c.noteSizes(v)
	}
	for _, call := range slices.Concat(c.calls, term.Calls(r.Right)) {
		for _, a := range call.Given {
			c.noteSizes(a.Value)
		}
	}
	return c
}

// noteSizes notes extents around the whole numbers of a literal that the usual shapes do not
// reach. `reverse(x[0:8])` is `reverse(x)[0:8]` up to 8 elements, and no longer of 9.
func (c *Chooser) noteSizes(v op.Value) {
	const usual, most = 4, 64
	for _, e := range v.List {
		c.noteSizes(e)
	}
	if n := max(v.Int, -v.Int); v.Kind == op.IntValue && n > usual && n <= most {
		for _, size := range []int64{n + 1, n, n - 1} {
			if !slices.Contains(c.sizes, size) {
				c.sizes = append(c.sizes, size)
			}
		}
	}
}

func (c *Chooser) literals(w *pattern.Condition) {
	if w.Kind == pattern.Given {
		c.known = append(c.known, w.Value)
		if w.Value.Kind == op.ListValue {
			c.known = append(c.known, w.Value.List...)
		}
	}
	if w.Kind == pattern.Array {
		v := op.Value{Kind: op.ListValue}
		for _, o := range w.Operands {
			v.List = append(v.List, o.Value)
		}
		c.known = append(c.known, v)
	}
	for _, o := range w.Operands {
		c.literals(o)
	}
}

// mostTyped bounds the types that are tried for one choice of attributes.
const mostTyped = 400

// Next is another instance whose conditions hold and whose sides have one type; nil where
// this round found none.
func (c *Chooser) Next() *Instance {
	c.round++
	in := New(c.rule)
	c.chooseAttributes(in)
	dtype := c.baseDtype()
	rank := c.random.IntN(len(small))
	if c.round%3 == 0 {
		rank = 2
	}
	c.budget = mostTyped
	return c.choose(in, 0, dtype, rank)
}

// choose chooses the types of the variables from number i on.
func (c *Chooser) choose(in *Instance, i int, dtype types.Dtype, rank int) *Instance {
	if i == len(c.rule.Variables) {
		if in.Holds() != condition.Yes {
			return nil
		}
		if _, err := in.Sides(); err != nil {
			return nil
		}
		return in
	}
	v := c.rule.Variables[i]
	candidates := c.candidates(v, dtype, rank)
	if t := in.required(v, c.calls); t != nil {
		candidates = []types.Type{t}
	} else if shape, ok := in.wanted(v); ok {
		candidates = nil
		for _, d := range []types.Dtype{dtype, types.Float32, types.Int32} {
			candidates = append(candidates, &types.Tensor{Dtype: d, Shape: shape})
		}
	}
	for _, t := range candidates {
		if c.budget--; c.budget < 0 {
			return nil
		}
		next := in.with(v, t)
		if !c.fits(next) {
			continue
		}
		if found := c.choose(next, i+1, dtype, rank); found != nil {
			return found
		}
	}
	return nil
}

// with is the instance with a type for one more variable, without what followed from
// fewer.
func (in *Instance) with(v *term.Term, t types.Type) *Instance {
	next := New(in.Rule)
	next.Chosen, next.wide = in.Chosen, in.wide
	for k, known := range in.Types {
		next.Types[k] = known
	}
	next.Types[v] = t
	for call, attrs := range in.attrs {
		if call.Pattern { // what a pattern's call writes depends on no types
			next.attrs[call] = attrs
		}
	}
	return next
}

// required is the type that an operator asks of a variable among its operands, given the
// types of the others; nil where none follows.
func (in *Instance) required(v *term.Term, calls []*term.Term) types.Type {
	for _, call := range calls {
		if !slices.Contains(call.Args, v) {
			continue
		}
		for _, e := range in.partly(call).Equal {
			if t, ok := types.Head(e.Type).(*types.Tensor); ok && call.Args[e.Arg] == v && concrete(t) {
				return t
			}
		}
	}
	return nil
}

// partly is what an operator's relation says of a call some of whose operands are not typed
// yet; nothing where none is.
func (in *Instance) partly(call *term.Term) (answer op.Answer) {
	attrs, err := in.Attrs(call)
	args := make([]types.Type, len(call.Op.Params))
	if err != nil || call.Op.Relation == nil || len(call.Args) > len(args) {
		return answer
	}
	known := false
	for i, a := range call.Args {
		if args[i], err = in.Type(a); err != nil {
			args[i] = &types.Var{}
		} else {
			known = true
		}
	}
	if !known {
		return answer
	}
	fresh := func() types.Type { return &types.Var{} }
	return call.Op.Relation(&op.Call{Op: call.Op, Args: args, Attrs: attrs, Last: true, Fresh: fresh, FreshLeaf: fresh})
}

// wanted is the shape that a condition `shape(x) == shape(y)` asks of a variable.
func (in *Instance) wanted(v *term.Term) (shape []types.Dim, ok bool) {
	var visit func(w *pattern.Condition)
	visit = func(w *pattern.Condition) {
		if w.Kind == pattern.Both {
			visit(w.Operands[0])
			visit(w.Operands[1])
		}
		if w.Kind != pattern.Compare || w.Name != "==" {
			return
		}
		for i := range 2 {
			a, b := w.Operands[i], w.Operands[1-i]
			if a.Kind != pattern.Ask || a.Name != "shape" || b.Kind != pattern.Ask || b.Name != "shape" || in.Rule.Names[a.Operands[0].Name] != v {
				continue
			}
			if other := in.Rule.Names[b.Operands[0].Name]; other != nil && other != v {
				if t, err := in.Type(other); err == nil {
					if tensor, isTensor := t.(*types.Tensor); isTensor && concrete(tensor) {
						shape, ok = tensor.Shape, true
					}
				}
			}
		}
	}
	for _, w := range in.Rule.Where {
		visit(w)
	}
	return shape, ok
}

func concrete(t *types.Tensor) bool {
	return !slices.ContainsFunc(t.Shape, func(d types.Dim) bool { _, known := d.Const(); return !known })
}

// fits reports whether no call and no condition refuses what is chosen so far.
func (c *Chooser) fits(in *Instance) bool {
	for _, call := range c.calls {
		_, err := in.Type(call)
		if err != nil && err != errOpen || err == errOpen && in.partly(call).Err != nil {
			return false
		}
	}
	return in.Holds() != condition.No
}

var dtypes = []types.Dtype{types.Float32, types.Float32, types.Float32, types.Int32, types.Int32, types.Int8, types.Uint8, types.Bool, types.Float64, types.Float16, types.Int64}

func (c *Chooser) baseDtype() types.Dtype {
	if c.round <= len(dtypes) {
		return dtypes[(c.round*3)%len(dtypes)]
	}
	return dtypes[c.random.IntN(len(dtypes))]
}

// candidates are the types that are tried for a variable, the likely ones first.
func (c *Chooser) candidates(v *term.Term, dtype types.Dtype, rank int) []types.Type {
	of := []types.Dtype{dtype}
	switch {
	case v.Kind == term.Number && v.Dtype != types.NoDtype:
		of = []types.Dtype{v.Dtype}
	case v.Kind == term.Number && v.Value.Kind == op.BoolValue:
		of = []types.Dtype{types.Bool}
	case c.random.IntN(6) == 0:
		of = []types.Dtype{dtypes[c.random.IntN(len(dtypes))]}
	}
	for _, more := range []types.Dtype{types.Float32, types.Int32, types.Bool} {
		if !slices.Contains(of, more) && v.Kind != term.Number {
			of = append(of, more)
		}
	}
	var all []types.Type
	for _, d := range of {
		if v.Kind == term.Number {
			all = append(all, &types.Tensor{Dtype: d})
			if c.random.IntN(4) == 0 {
				for _, s := range [][]int64{{1}, {2}, {2, 3}, {1, 2}} {
					all = append(all, tensorOf(d, s))
				}
			}
			continue
		}
		for _, s := range c.shapes(rank) {
			all = append(all, tensorOf(d, s))
		}
	}
	return all
}

func tensorOf(d types.Dtype, shape []int64) *types.Tensor {
	t := types.NewTensor(d, len(shape))
	for i, n := range shape {
		t.Shape[i] = types.Const(n)
	}
	return t
}

// small are the shapes that are tried, by rank.
var small = [6][][]int64{
	{{}},
	{{3}, {2}, {1}, {4}, {0}},
	{{2, 3}, {3, 2}, {2, 2}, {1, 3}, {3, 1}, {3, 3}, {1, 2}, {2, 1}, {1, 1}, {4, 2}, {2, 4}, {4, 3}, {3, 4}, {2, 6}, {6, 4}, {0, 2}, {2, 0}, {0, 0}},
	{{2, 2, 3}, {2, 3, 2}, {1, 2, 3}, {2, 1, 3}, {3, 2, 2}, {2, 3, 1}, {2, 2, 2}, {1, 3, 2}, {3, 1, 2}, {2, 3, 4}, {1, 1, 3}, {1, 2, 2}, {2, 0, 3}, {2, 4, 3}, {1, 2, 4}, {2, 2, 4}},
	{
		{1, 1, 3, 3}, {1, 2, 3, 3}, {2, 2, 3, 3}, {1, 2, 4, 4}, {1, 2, 5, 5}, {2, 1, 1, 1}, {1, 1, 1, 1}, {2, 2, 1, 1}, {3, 2, 1, 1}, {2, 3, 2, 2}, {1, 4, 4, 4}, {4, 2, 3, 3},
		{4, 1, 3, 3}, {2, 4, 2, 2}, {1, 3, 3, 2}, {3, 3, 2, 2}, {1, 1, 2, 3}, {2, 2, 2, 3}, {1, 2, 3, 4}, {2, 1, 3, 3}, {3, 2, 3, 3}, {1, 4, 3, 3}, {1, 2, 2, 2}, {2, 2, 2, 2}, {1, 1, 4, 4}, {2, 3, 2, 1}, {1, 3, 4, 5}, {3, 3, 3, 3},
	},
	{{1, 1, 2, 2, 2}, {1, 2, 2, 2, 2}, {2, 1, 1, 1, 1}, {2, 2, 1, 1, 1}, {2, 2, 2, 2, 2}, {1, 1, 3, 3, 3}, {2, 1, 2, 2, 2}, {1, 2, 3, 3, 2}, {1, 2, 3, 2, 1}, {4, 2, 2, 1, 2}},
}

// shapes are all small shapes in a random order, those of the preferred rank first, some of
// them after one with an extent that a literal of the rule suggests.
func (c *Chooser) shapes(rank int) [][]int64 {
	if c.random.IntN(5) == 0 {
		rank = c.random.IntN(len(small))
	}
	ranks := []int{0, 1, 2, 3, 4, 5}
	c.random.Shuffle(len(ranks), func(i, j int) { ranks[i], ranks[j] = ranks[j], ranks[i] })
	slices.SortStableFunc(ranks, func(a, b int) int {
		switch {
		case a == rank && b != rank:
			return -1
		case b == rank && a != rank:
			return 1
		}
		return 0
	})
	var all [][]int64
	for _, r := range ranks {
		list := slices.Clone(small[r])
		if c.random.IntN(3) > 0 {
			c.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		if r > 0 && len(c.sizes) > 0 && c.random.IntN(3) == 0 {
			large := slices.Clone(list[0])
			large[c.random.IntN(r)] = c.sizes[c.random.IntN(len(c.sizes))]
			list = slices.Insert(list, 0, large)
		}
		all = append(all, list...)
	}
	return all
}

// chooseAttributes gives the calls of the pattern attributes that it does not fix. Calls of
// one operator often get the same ones, since conditions and templates relate them.
func (c *Chooser) chooseAttributes(in *Instance) {
	alike := c.random.IntN(2) == 0
	bold := c.random.IntN(3)
	gentle := c.random.IntN(3) > 0
	made := map[string][]op.Named{}
	for _, call := range c.calls {
		if alike && made[call.Op.Name] != nil {
			in.Chosen[call] = made[call.Op.Name]
			continue
		}
		chosen := []op.Named{}
		for i := range call.Op.Attrs {
			a := &call.Op.Attrs[i]
			if slices.ContainsFunc(call.Given, func(g term.Attribute) bool { return g.Name == a.Name }) || a.Name == op.TypeKey {
				continue
			}
			needed := a.Required && a.Python == nil
			if !needed && gentle && (rare[a.Name] || a.Type == op.StringAttr || a.Type == op.DtypeAttr) {
				continue
			}
			if !needed && c.random.IntN(4) >= 1+bold {
				continue
			}
			if v, ok := c.attribute(a); ok {
				chosen = append(chosen, op.Named{Name: a.Name, Value: v})
			}
		}
		if call.Op.Attr("begin") >= 0 && call.Op.Attr("strides") >= 0 && len(call.Given) == 0 && c.random.IntN(6) == 0 {
			chosen = backwards()
		}
		if key := call.Op.Attr(op.TypeKey); key >= 0 && len(chosen)+len(call.Given) > 0 {
			chosen = append(chosen, op.Named{Name: op.TypeKey, Value: op.Text(call.Op.Attrs[key].Allowed[0])})
		}
		in.Chosen[call] = chosen
		made[call.Op.Name] = chosen
	}
}

// rare are attributes that few types of operands let have another value than their default.
var rare = map[string]bool{"channels": true, "kernel_size": true, "groups": true, "units": true, "num_newaxis": true, "batch_dims": true}

// backwards are the attributes of a slice that reverses the first axis.
func backwards() []op.Named {
	return []op.Named{{Name: "begin", Value: op.Ints(-1)}, {Name: "end", Value: op.Ints(-100)}, {Name: "strides", Value: op.Ints(-1)}}
}

var (
	listsByName = map[string][]op.Value{
		"axes":                {op.Ints(1, 0), op.Ints(0, 1), op.Ints(0, 2, 1), op.Ints(2, 0, 1), op.Ints(1, 2, 0), op.Ints(2, 1, 0), op.Ints(0, 2, 3, 1), op.Ints(0), op.Ints(1), op.Ints(-1, 0)},
		"axis":                {op.Ints(0), op.Ints(1), op.Ints(-1), op.Ints(0, 1), op.Ints(2), op.Ints(1, 2), op.Ints(-2)},
		"strides":             {op.Ints(1, 1), op.Ints(2, 2), op.Ints(2, 1), op.Ints(2), op.Ints(1)},
		"padding":             {op.Ints(0, 0), op.Ints(1, 1), op.Ints(1, 0), op.Ints(0, 1, 2, 1), op.Ints(2, 2)},
		"dilation":            {op.Ints(1, 1), op.Ints(2, 2), op.Ints(1, 2)},
		"pool_size":           {op.Ints(2, 2), op.Ints(1, 1), op.Ints(3, 3), op.Ints(2, 1)},
		"newshape":            {op.Ints(-1), op.Ints(3, 2), op.Ints(2, 3), op.Ints(0, -1), op.Ints(-1, 2), op.Ints(4), op.Ints(1, -1), op.Ints(2, -1), op.Ints(-1, 3), op.Ints(-2)},
		"shape":               {op.Ints(2, 3), op.Ints(3), op.Ints(2, 2, 3), op.Ints(3, 2), op.Ints(1, 3), op.Ints(2, 2)},
		"begin":               {op.Ints(0), op.Ints(1), op.Ints(0, 0), op.Ints(0, 1), op.Ints(1, 0), op.Ints(-2)},
		"end":                 {op.Ints(1), op.Ints(2), op.Ints(3), op.Ints(2, 2), op.Ints(2, 3), op.Ints(1, 2), op.Ints(100)},
		"reps":                {op.Ints(2), op.Ints(2, 1), op.Ints(1, 2), op.Ints(2, 3)},
		"indices_or_sections": {op.Int(2), op.Ints(1), op.Int(1), op.Int(3), op.Ints(1, 2)},
		"pad_width":           {pairs(1, 1, 0, 0), pairs(0, 1, 2, 0), pairs(1, 0), pairs(0, 0, 1, 1, 0, 2), pairs(0, 0, 0, 0, 1, 1, 1, 1)},
		"kernel_size":         {op.Ints(3, 3), op.Ints(1, 1), op.Ints(2, 2)},
	}
	numbersOfAxis = []op.Value{op.Int(0), op.Int(1), op.Int(-1), op.Int(2), op.Int(-2), op.Int(3)}
	floats        = []op.Value{op.Float(0), op.Float(1), op.Float(-1), op.Float(0.5), op.Float(2), op.Float(-2), op.Float(6)}
	names         = []op.Value{op.Text("float32"), op.Text("int32"), op.Text("int8"), op.Text("uint8"), op.Text("bool"), op.Text("float64"), op.Text("float16"), op.Text("int64")}
	equations     = []op.Value{op.Text("ij,jk->ik"), op.Text("ij->ji"), op.Text("ij->i"), op.Text("ij,ij->ij"), op.Text("ii->i"), op.Text("i,i->"), op.Text("bij,bjk->bik")}
)

func pairs(ns ...int64) op.Value {
	v := op.Value{Kind: op.ListValue}
	for i := 0; i+1 < len(ns); i += 2 {
		v.List = append(v.List, op.Ints(ns[i], ns[i+1]))
	}
	return v
}

// attribute chooses a value of an attribute; false where none is tried.
func (c *Chooser) attribute(a *op.Attr) (op.Value, bool) {
	pool := c.pool(a)
	for _, v := range c.known {
		if suits(a.Type, v) {
			pool = append(pool, v, v, v)
		}
	}
	if len(pool) == 0 {
		return op.Value{}, false
	}
	return pool[c.random.IntN(len(pool))], true
}

func (c *Chooser) pool(a *op.Attr) []op.Value {
	if list := listsByName[a.Name]; list != nil && a.Type != op.IntAttr {
		return slices.Clone(list)
	}
	switch a.Type {
	case op.BoolAttr:
		return []op.Value{op.Boolean(false), op.Boolean(true)}
	case op.DtypeAttr:
		return slices.Clone(names)
	case op.FloatAttr:
		return slices.Clone(floats)
	case op.IntAttr:
		if a.Name == "axis" {
			return slices.Clone(numbersOfAxis)
		}
		return []op.Value{op.Int(1), op.Int(2), op.Int(0), op.Int(3)}
	case op.StringAttr:
		if a.Name == "equation" {
			return slices.Clone(equations)
		}
		var all []op.Value
		for _, w := range a.Words() {
			all = append(all, op.Text(w))
		}
		return all
	case op.IntOrIntsAttr, op.IntsAttr:
		return []op.Value{op.Ints(1), op.Ints(0), op.Ints(1, 1)}
	}
	return nil
}

func suits(t op.AttrType, v op.Value) bool {
	switch t {
	case op.IntAttr:
		return v.Kind == op.IntValue
	case op.FloatAttr:
		return v.Kind == op.FloatValue || v.Kind == op.IntValue
	case op.BoolAttr:
		return v.Kind == op.BoolValue
	case op.StringAttr, op.DtypeAttr:
		return v.Kind == op.StringValue
	case op.IntsAttr, op.IntOrIntsAttr:
		return v.Kind == op.ListValue || v.Kind == op.NoneValue
	}
	return false
}
