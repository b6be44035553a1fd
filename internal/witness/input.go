package witness

import (
	"math"
	"math/rand/v2"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/shadow"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A parameter is what arguments of a definition are made for.
type parameter struct {
	name     string
	of       types.Type
	declared bool
	within   *declared.Range // nil where the dtype's default holds
}

// A style says how the numbers of an argument are chosen.
type style uint8

const (
	most style = iota
	least
	zero
	middle
	one
	minusOne
	ends     // least and most, alternating
	oneHot   // most, then zeros
	coldOne  // zero, then the greatest
	rising   // from least to most
	uniform  // any
	corners  // least or most, by chance
	small    // any magnitude near zero
	marked   // numbers that the text mentions, ends, 0, 1
	nearEnds // ends and numbers beside them
	styles
)

// deterministic are the styles without chance, in the order in which they are tried.
var deterministic = []style{most, least, zero, middle, one, minusOne, ends, oneHot, coldOne, rising}

// A plan is what one set of arguments is made by.
type plan struct {
	sizes  map[*symbolic.Symbol]int64
	open   int // extents that types leave open
	length int // of FractalTensors and lists
	styles []style
	seed   uint64
	// elements bounds the numbers in the arguments; 0 for mostElements.
	elements int
}

// fit takes the sizes of a plan from an argument.
func (p *plan) fit(t types.Type, a *value.Array) {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok || len(tensor.Shape) != len(a.Shape) {
		return
	}
	for i, d := range tensor.Shape {
		if e, ok := d.Symbolic(); ok {
			if v, ok := e.Symbol(); ok {
				p.sizes[v] = int64(a.Shape[i])
			}
		}
	}
}

// A maker makes arguments.
type maker struct {
	plan
	random  *rand.Rand
	marks   []float64 // numbers of the program's text
	left    int       // elements that may still be made
	refused bool
}

// mostElements bounds the numbers in the arguments of one call.
const mostElements = 1 << 16

// arguments makes arguments of a plan; false where there are none of the types.
func (p plan) arguments(params []parameter, marks []float64) ([]shadow.Value, bool) {
	m := &maker{plan: p, random: rand.New(rand.NewPCG(p.seed, 7)), marks: marks, left: p.elements}
	if p.elements == 0 {
		m.left = mostElements
	}
	out := make([]shadow.Value, len(params))
	for i, param := range params {
		out[i] = m.value(param.of, param.within, p.styles[i], p.length, listDepth)
		if m.refused || out[i] == nil {
			return nil, false
		}
	}
	return out, true
}

// listDepth bounds how deep data types are nested besides their own recursion.
const listDepth = 4

func (m *maker) value(t types.Type, within *declared.Range, s style, length, depth int) shadow.Value {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return m.tensor(t, within, s)
	case *types.Tuple:
		out := &shadow.Tuple{}
		for _, e := range t.Elems {
			out.Elems = append(out.Elems, m.value(e, within, s, length, depth))
		}
		return out
	case *types.Fractal:
		out := &shadow.Sequence{}
		for range length {
			if m.refused {
				break
			}
			out.Elems = append(out.Elems, m.value(t.Elem, within, s, length, depth))
		}
		return out
	case *types.ADT:
		return m.data(t, within, s, length, depth)
	}
	m.refused = true
	return nil
}

// data makes a value of a data type: so many constructors that hold the type itself, where
// there are such, around one that does not.
func (m *maker) data(t *types.ADT, within *declared.Range, s style, length, depth int) shadow.Value {
	var leaf, grows *types.Constructor
	for _, k := range t.Decl.Constructors {
		recursive := false
		for i := range k.Fields {
			recursive = recursive || k.Recursive(i)
		}
		if recursive && grows == nil {
			grows = k
		}
		if !recursive && (leaf == nil || len(k.Fields) > len(leaf.Fields) && grows == nil) {
			leaf = k
		}
	}
	k := leaf
	if grows != nil && length > 0 {
		k = grows
	}
	if m.left--; k == nil || depth < 0 || m.left < 0 {
		m.refused = true
		return nil
	}
	of := &types.Substitution{Params: t.Decl.Params, Types: make([]types.Type, len(t.Args)), Dims: make([]types.Dim, len(t.Args))}
	for i, arg := range t.Args {
		if extent, ok := types.Head(arg).(*types.Extent); ok {
			of.Dims[i] = extent.Dim
		} else {
			of.Types[i] = arg
		}
	}
	d := &shadow.Data{Of: k}
	self := length - 1
	for i, field := range k.Fields {
		if m.refused {
			return nil
		}
		if k.Recursive(i) {
			d.Fields = append(d.Fields, m.value(t, within, s, max(self, 0), depth))
			self = 0 // of a tree, one branch is long
			continue
		}
		d.Fields = append(d.Fields, m.value(of.Apply(field), within, s, min(length, 2), depth-1))
	}
	return d
}

func (m *maker) tensor(t *types.Tensor, within *declared.Range, s style) shadow.Value {
	d, err := op.DtypeValue(t.Dtype, value.Float32)
	r, ok := declared.Default(d)
	if err != nil || !ok || t.Dtype == types.NoDtype {
		m.refused = true
		return nil
	}
	if within != nil {
		if r, ok = within.And(declared.Within(d)); !ok {
			m.refused = true
			return nil
		}
	}
	shape := make([]int, len(t.Shape))
	for i, dim := range t.Shape {
		n, ok := m.extent(dim)
		if !ok || n < 0 || n > int64(m.left) {
			m.refused = true
			return nil
		}
		shape[i] = int(n)
	}
	total, err := value.CheckedLen(shape)
	if m.left -= total; err != nil || m.left < 0 {
		m.refused = true
		return nil
	}
	a := value.NewArray(d, shape)
	for i := range total {
		x := number(d, m.pick(s, r, i, total), r)
		if !r.Contains(x.Float()) { // the dtype has none in the range
			m.refused = true
			return nil
		}
		value.Store(a.Data, i, x)
	}
	return shadow.Input(a)
}

func (m *maker) extent(d types.Dim) (int64, bool) {
	if e, ok := d.Symbolic(); ok {
		d = types.MapDim(e, func(v *symbolic.Symbol) (types.Dim, bool) {
			if n, known := m.sizes[v]; known {
				return types.Const(n), true
			}
			return types.Const(int64(m.open)), true
		})
	}
	if d.IsAny() {
		return int64(m.open), true
	}
	return d.Const()
}

// number is a number of a dtype in a range: the next one inside where rounding would leave it.
func number(d value.Dtype, x float64, r declared.Range) value.Scalar {
	x = math.Max(r.Least, math.Min(r.Most, x))
	if !d.IsFloat() {
		x = math.Max(math.Ceil(r.Least), math.Min(math.Floor(r.Most), math.Round(x)))
		if x >= 1<<63 {
			return value.FromUint(d, math.MaxUint64>>(64-d.Bits()))
		}
		if x == declared.Within(d).Most {
			return value.FromInt(d, math.MaxInt64>>(64-min(d.Bits(), 64)))
		}
		return value.FromInt(d, int64(x))
	}
	for range 4 {
		s := value.FromFloat(d, x)
		if r.Contains(s.Float()) {
			return s
		}
		x -= (s.Float() - x) * 2
	}
	return value.FromFloat(d, x)
}

// pick chooses element i of n.
func (m *maker) pick(s style, r declared.Range, i, n int) float64 {
	centre := r.Least/2 + r.Most/2
	origin := math.Max(r.Least, math.Min(r.Most, 0))
	far := r.Most
	if -r.Least > r.Most {
		far = r.Least
	}
	switch s {
	case most:
		return r.Most
	case least:
		return r.Least
	case zero:
		return origin
	case middle:
		return centre
	case one:
		return 1
	case minusOne:
		return -1
	case ends:
		if i%2 == 0 {
			return r.Most
		}
		return r.Least
	case oneHot:
		if i == 0 {
			return far
		}
		return origin
	case coldOne:
		if i == 0 {
			return origin
		}
		return far
	case rising:
		if n > 1 {
			return r.Least + (r.Most-r.Least)*float64(i)/float64(n-1)
		}
		return centre
	case corners:
		return [...]float64{r.Least, r.Most}[m.random.IntN(2)]
	case small:
		x := math.Ldexp(m.random.Float64()+0.5, -m.random.IntN(60))
		if m.random.IntN(2) == 0 {
			x = -x
		}
		return x
	case marked:
		return m.mark(r, origin)
	case nearEnds:
		step := math.Ldexp(r.Most-r.Least, -m.random.IntN(30))
		if m.random.IntN(2) == 0 {
			return r.Least + step
		}
		return r.Most - step
	}
	return r.Least + (r.Most-r.Least)*m.random.Float64()
}

// mark is a number that often means something.
func (m *maker) mark(r declared.Range, origin float64) float64 {
	all := append([]float64{r.Least, r.Most, origin, 1, -1, 2, 0.5}, m.marks...)
	x := all[m.random.IntN(len(all))]
	if m.random.IntN(8) == 0 {
		x = -x
	}
	return x
}
