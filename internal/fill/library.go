package fill

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A library is what the terms of a site are made of: its forms and leaves, by what its types show.
type library struct {
	probe    *probe
	site     *site
	bank     *bank
	wanted   types.Type
	dtypes   []types.Dtype   // in scope
	ints     []int64         // extents in scope and literals of the file, from 1 on
	floats   []float64       // of attributes
	written  []float64       // that the file has, outside of its examples
	extents  []types.Dim     // of the hole and of variables
	longest  int64           // the greatest known extent
	open     [][]int64       // shapes with one extent that is not known, which is -1
	targets  [][]int64       // shapes of the hole and of variables, where they are known
	rank     int             // the greatest of terms
	useful   map[string]bool // the keys of data types in scope
	computed bool            // extents of the hole may be values

	broadcasts map[[2]int32]bool // whether the shapes of two kinds broadcast
	refused    map[refusal]bool
	choices    sync.Map // the choices for attributes, by operator and first argument
}

// newBank makes the bank of a site: its variables, literals and forms.
func newBank(p *probe, s *site, valuations []valuation, workers int) *bank {
	l := newLibrary(p, s, valuations, workers)
	b := l.bank
	if g := b.wanted(); g != nil {
		b.information = g.information()
	}
	b.owned = p.owned(s)
	l.leaves()
	l.calls()                      // before operators, so that their weights can be raised alone
	if s.header != "" && !s.open { // what is done with each element seldom goes through another sequence
		for _, f := range b.forms {
			f.weight += 2
		}
	}
	l.operators()
	if s.combines() { // where an order matters that nobody sees, a program seldom means it
		for _, f := range b.forms {
			if f.arity == 2 && !f.commutative {
				f.weight += 2
			}
		}
	}
	if o := p.ops["multiply"]; o != nil && l.rank > 0 {
		l.add(l.square(o))
	}
	// Forms of one operand give few terms of a weight, and those of the heaviest operands: they come first.
	slices.SortStableFunc(b.forms, func(f, g *form) int { return f.arity - g.arity })
	return b
}

// newLibrary makes the library of a site with an empty bank.
func newLibrary(p *probe, s *site, valuations []valuation, workers int) *library {
	b := &bank{
		site: s, valuations: valuations, kinds: map[string]*kind{}, seen: map[[2]uint64]bool{},
		seenGoals: map[[2]uint64]bool{}, goals: map[int][]*term{}, deduced: map[string]bool{}, byRough: map[uint64][]*term{},
	}
	for range workers {
		b.workers = append(b.workers, &worker{})
	}
	l := &library{probe: p, site: s, bank: b, wanted: types.Head(s.wanted), useful: map[string]bool{}, broadcasts: map[[2]int32]bool{}, refused: map[refusal]bool{}}
	l.survey()
	b.fits = l.fits
	b.keep = l.keep
	return l
}

// add adds a form of at most three arguments.
func (l *library) add(f *form) {
	if f != nil && f.arity <= 3 {
		l.bank.forms = append(l.bank.forms, f)
	}
}

// survey collects the dtypes, extents and data types in scope. Attributes and literals are drawn from
// them, and terms whose types have others are not stored.
func (l *library) survey() {
	addDtype := func(d types.Dtype) {
		if !slices.Contains(l.dtypes, d) {
			l.dtypes = append(l.dtypes, d)
		}
	}
	addInt := func(n int64) {
		if n > 0 && n <= 64 && !slices.Contains(l.ints, n) {
			l.ints = append(l.ints, n)
		}
	}
	collect := func(t types.Type) {
		types.Walk(t, func(t types.Type) bool {
			switch t := types.Head(t).(type) {
			case *types.Tensor:
				addDtype(t.Dtype)
				// A shape with one unknown extent is a target of reshape with -1.
				shape := make([]int64, len(t.Shape))
				known := true
				var unknown []int
				for i, d := range t.Shape {
					n, ok := d.Const()
					addInt(n)
					l.longest = max(l.longest, n)
					l.extents = append(l.extents, d)
					if shape[i], known = n, known && ok; !ok {
						unknown = append(unknown, i)
					}
				}
				if len(unknown) == 1 && len(shape) > 1 {
					shape[unknown[0]] = -1
					l.open = append(l.open, shape)
				}
				if known && len(shape) > 0 && !slices.ContainsFunc(l.targets, func(o []int64) bool { return slices.Equal(o, shape) }) {
					l.targets = append(l.targets, shape)
				}
				l.rank = max(l.rank, len(shape))
			case *types.Tuple:
				addInt(int64(len(t.Elems)))
			case *types.ADT, *types.Fractal:
				l.useful[types.Key(t)] = true
			}
			return true
		})
	}
	collect(l.wanted)
	l.computed = slices.ContainsFunc(l.extents, types.Dim.Loose)
	for _, in := range l.site.ins {
		collect(in)
	}
	if len(l.dtypes) > 0 { // indices and conditions of whatever is there
		addDtype(types.Int32)
		addDtype(types.Bool)
	}
	l.floats = []float64{0, 1, -1}
	var ints []int64
	ints, l.written = l.literals()
	for _, n := range ints {
		addInt(n)
	}
	l.floats = append(l.floats, l.written...)
	// Terms may have one axis more than what is in scope, such as the outer product of vectors.
	l.longest = max(l.longest, 4)
	addInt(1)
	addInt(2)
	if l.rank > 0 { // where there are numbers alone, no tensor is made
		l.rank = min(max(l.rank+1, 2), 4)
	}
}

// literals are the numbers that the program writes, outside of its examples.
func (l *library) literals() (ints []int64, floats []float64) {
	examples := map[int]bool{}
	for _, e := range l.probe.examples {
		examples[e.item] = true
	}
	for i, item := range l.probe.module.File().All() {
		if examples[i] || item.Kind(item.Root) == syntax.ItemExpr {
			continue
		}
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			switch text := item.SourceText(n); item.Kind(n) {
			case syntax.Int:
				if x, err := strconv.ParseInt(text, 10, 32); err == nil {
					ints = append(ints, x)
				}
			case syntax.Float:
				if x, err := strconv.ParseFloat(strings.TrimRight(text, "f"), 32); err == nil && !slices.Contains(floats, x) {
					floats = append(floats, x)
				}
			}
		}
	}
	return ints, floats
}

// fits reports whether a type may be that of the hole; values and the checker decide.
func (l *library) fits(k *kind) bool {
	if l.site.open {
		return len(l.probe.sites) > 1 || l.probe.as([]*kind{k}) != nil
	}
	return couldBe(k.t, l.wanted)
}

// couldBe reports whether a type agrees with a wanted one, as far as extents are known: an unknown extent
// agrees with any. Values and the checker decide.
func couldBe(got, want types.Type) bool {
	got, want = types.Head(got), types.Head(want)
	switch want := want.(type) {
	case *types.Var:
		if !want.Rigid {
			return true
		}
	case *types.Tensor:
		g, ok := got.(*types.Tensor)
		if !ok || g.Dtype != want.Dtype || len(g.Shape) != len(want.Shape) {
			return false
		}
		for i, d := range want.Shape {
			if !d.Loose() && !g.Shape[i].Loose() && !d.Equal(g.Shape[i]) {
				return false
			}
		}
		return true
	case *types.Tuple:
		g, ok := got.(*types.Tuple)
		if !ok || len(g.Elems) != len(want.Elems) {
			return false
		}
		for i := range want.Elems {
			if !couldBe(g.Elems[i], want.Elems[i]) {
				return false
			}
		}
		return true
	case *types.Fractal:
		g, ok := got.(*types.Fractal)
		return ok && couldBe(g.Elem, want.Elem)
	case *types.ADT:
		g, ok := got.(*types.ADT)
		if !ok || g.Decl.Name != want.Decl.Name || len(g.Args) != len(want.Args) {
			return false
		}
		for i := range want.Args {
			if !couldBe(g.Args[i], want.Args[i]) {
				return false
			}
		}
		return true
	}
	return types.Key(got) == types.Key(want)
}

// keep reports whether terms of a type are of use for others.
func (l *library) keep(k *kind) bool {
	switch t := k.t.(type) {
	case *types.Tensor:
		return len(t.Shape) <= l.rank && !slices.ContainsFunc(t.Shape, l.strange)
	case *types.Tuple:
		return len(t.Elems) <= 4
	case *types.ADT:
		return l.useful[k.key]
	case *types.Fractal:
		depth, _ := types.Depth(t)
		return depth <= 2
	}
	return false
}

// strange reports whether an extent is neither one of the hole or of a variable, nor small: what has it
// can seldom be made into what is wanted.
func (l *library) strange(d types.Dim) bool {
	if n, ok := d.Const(); ok {
		return n > l.longest
	}
	return !d.Loose() && !slices.ContainsFunc(l.extents, d.Equal)
}

// leaves adds the variables and literals.
func (l *library) leaves() {
	for i, v := range l.site.vars {
		t := &term{text: v.name, leaf: i, typ: l.bank.kindOf(l.site.ins[i]), weight: 1}
		for _, r := range l.bank.valuations {
			t.values = append(t.values, r.env[i])
		}
		l.bank.leafTerm(t)
	}
	for _, d := range l.dtypes {
		for _, n := range []int64{0, 1, 2, -1} {
			weight := 1
			if n == 2 || n == -1 {
				weight = 2
			}
			l.addLiteral(l.literal(d, n), weight)
		}
	}
	ints, _ := l.literals()
	for _, n := range ints {
		if slices.Contains(l.dtypes, types.Int32) {
			l.addLiteral(l.literal(types.Int32, n), 2)
		}
	}
	for _, x := range l.written {
		if slices.Contains(l.dtypes, types.Float32) {
			l.addLiteral(l.constant(types.Float32, strconv.FormatFloat(x, 'g', -1, 32)+"f", value.FromFloat(value.Float32, x)), 2)
		}
	}
	l.nullary()
}

// addLiteral adds a literal with a weight; nil is none.
func (l *library) addLiteral(t *term, weight int) {
	if t == nil {
		return
	}
	t.weight = weight
	l.bank.leafTerm(t)
}

// literal is a small number of a dtype as a term; nil where literals have none.
func (l *library) literal(d types.Dtype, n int64) *term {
	v, ok := scalarOf(d, n)
	if !ok || d == types.Bool && (n < 0 || n > 1) {
		return nil
	}
	text := fmt.Sprint(n)
	switch d {
	case types.Float32:
		text += "f"
	case types.Int64:
		text += "i64"
	case types.Bool:
		text = []string{"False", "True"}[n]
	}
	return l.constant(d, text, v)
}

// constant is a literal as a term: it has its value in every context.
func (l *library) constant(d types.Dtype, text string, v value.Value) *term {
	return &term{
		text: text, leaf: -1, value: v, typ: l.bank.kindOf(types.Scalar(d)), weight: 1,
		values: slices.Repeat([]value.Value{v}, len(l.bank.valuations)),
	}
}

// String is a term as it is written.
func (t *term) String() string {
	if t.inst == nil {
		return t.text
	}
	args := make([]string, len(t.args))
	for i, a := range t.args {
		args[i] = a.String()
	}
	return t.inst.print(args)
}

// run evaluates a term for the values of the variables.
func (t *term) run(w *worker, env []value.Value) (value.Value, error) {
	if t.inst == nil {
		if t.leaf >= 0 {
			return env[t.leaf], nil
		}
		return t.value, nil
	}
	args := make([]value.Value, len(t.args))
	for i, a := range t.args {
		v, err := a.run(w, env)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	w.reset()
	return t.inst.apply(w, args)
}
