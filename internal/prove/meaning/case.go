package meaning

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// A Case is what is assumed of a rule's variables and attributes.
type Case struct {
	shapes   map[string][]part // of blocks: what stands in their place
	zeros    []*term           // differences of extents that are 0
	values   map[string]*term  // of symbols that follow from them
	absorbed []absorption
	dtypes   map[*termpkg.Term]Dtype
	attrs    map[*termpkg.Term]map[string]op.Value
	aliases  map[attrKey]attrKey
	facts    []scalar.Guard
	closed   bool // it contradicts itself
}

// A part of a refined block: a dimension, or a block where Block is set.
type part struct {
	name  string
	block bool
}

// An absorption says that a shape is broadcast to that of others without changing it.
type absorption struct {
	name string
	by   []string
}

type attrKey struct {
	of   *termpkg.Term
	name string
}

func newCase() *Case {
	return &Case{shapes: map[string][]part{}, values: map[string]*term{}, dtypes: map[*termpkg.Term]Dtype{}, attrs: map[*termpkg.Term]map[string]op.Value{}, aliases: map[attrKey]attrKey{}}
}

func (c *Case) clone() *Case {
	d := newCase()
	for k, v := range c.shapes {
		d.shapes[k] = v
	}
	for k, v := range c.values {
		d.values[k] = v
	}
	for k, v := range c.dtypes {
		d.dtypes[k] = v
	}
	for k, v := range c.attrs {
		m := map[string]op.Value{}
		for n, x := range v {
			m[n] = x
		}
		d.attrs[k] = m
	}
	for k, v := range c.aliases {
		d.aliases[k] = v
	}
	d.zeros = append(d.zeros, c.zeros...)
	d.absorbed = append(d.absorbed, c.absorbed...)
	d.facts = append(d.facts, c.facts...)
	return d
}

// equate assumes that two extents are equal.
func (c *Case) equate(a, b *term) {
	ctx := scalar.New(scalar.Reals)
	d := ctx.Substitute(a.Sub(b), c.values)
	switch v, known := d.Const(); {
	case known && v.Sign() != 0:
		c.closed = true
		return
	case known:
		return
	}
	name, value, ok := scalar.Solve(d)
	if !ok {
		c.facts = append(c.facts, scalar.Guard{Kind: scalar.Zero, P: d})
		return
	}
	solved := map[string]*term{name: value}
	for k, v := range c.values {
		c.values[k] = ctx.Substitute(v, solved)
	}
	c.values[name] = value
	c.facts = append(c.facts, scalar.Guard{Kind: scalar.AtLeast, P: value})
}

func (c *Case) setAttr(of *termpkg.Term, name string, v op.Value) {
	if c.attrs[of] == nil {
		c.attrs[of] = map[string]op.Value{}
	}
	c.attrs[of][name] = v
}

// A need ends an evaluation that depends on an assumption: all alternatives must be tried.
type need struct{ alts []func(*Case) }

// A vacuous case has no instances.
type vacuous struct{ why string }

// An unknown ends a proof.
type unknown struct{ why string }

func (e *evaluation) need(alts ...func(*Case)) { panic(need{alts}) }
func (e *evaluation) unknown(why string)       { panic(unknown{why}) }
func (e *evaluation) vacuous(why string)       { panic(vacuous{why}) }

// An evaluation gives terms their meaning in a case.
type evaluation struct {
	rule    *termpkg.Rule
	c       *scalar.Context
	case_   *Case
	known   map[*termpkg.Term]Value
	extents map[string]*term
	numbers map[*termpkg.Term]int
	opaque  bool // axes are not distinguished where ranks or attributes are not known
	right   bool // the right side is evaluated
	demands []demand
	names   map[string]string // of labels, the same in all cases
	lenient *bool
	symbols map[string]Mode // dtypes that may be any of a mode
}

// extent is a symbol for an extent, or what is assumed to equal it.
func (e *evaluation) extent(name string) *term {
	if known := e.extents[name]; known != nil {
		return known
	}
	x := scalar.Symbol(name)
	if v := e.case_.values[name]; v != nil {
		x = v
	}
	e.extents[name] = x
	e.c.Facts = e.c.Facts.With(scalar.Guard{Kind: scalar.AtLeast, P: x})
	return x
}

// refine takes a block apart: there is a dimension at its end, or none.
func (e *evaluation) refine(block string) { e.refineAt(block, false) }

func (e *evaluation) refineAt(block string, front bool) {
	name, _, _ := strings.Cut(block, separator)
	e.need(
		func(c *Case) { c.shapes[name] = []part{} },
		func(c *Case) {
			if front {
				c.shapes[name] = []part{{name + ".f", false}, {name + "'", true}}
				return
			}
			c.shapes[name] = []part{{name + "'", true}, {name + ".d", false}}
		})
}

// shapeOf is the shape that a block stands for.
func (e *evaluation) shapeOf(name string) []Dim {
	parts, refined := e.case_.shapes[name]
	if !refined {
		return []Dim{e.block(name)}
	}
	var shape []Dim
	for _, p := range parts {
		if p.block {
			shape = append(shape, e.shapeOf(p.name)...)
		} else {
			shape = append(shape, Dim{Extent: e.extent(p.name)})
		}
	}
	return shape
}

// A Proof is what became of an attempt.
type Proof struct {
	Proved bool
	Why    string // where it is not proved
	Cases  int    // that have instances
}

// Limits of a proof.
const (
	mostCases = 4000
	mostDepth = 300
)

// Prove tries to prove a rule between operators on tensors, in all cases.
func Prove(ctx context.Context, r *termpkg.Rule, until time.Time) Proof {
	best := Proof{}
	for _, opaque := range []bool{true, false} {
		p := &prover{ctx: ctx, rule: r, until: until, opaque: opaque}
		if p.run(); p.proof.Proved {
			return p.proof
		}
		if best.Why == "" || !opaque {
			best = p.proof
		}
	}
	return best
}

type prover struct {
	ctx    context.Context
	rule   *termpkg.Rule
	until  time.Time
	opaque bool
	tried  int
	names  map[string]string // of labels
	proof  Proof
}

func (p *prover) run() {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unknown:
			p.proof.Proved, p.proof.Why = false, r.why
		case error:
			if r != scalar.ErrSteps {
				panic(r)
			}
			p.proof.Proved, p.proof.Why = false, r.Error()
		default:
			panic(r)
		}
	}()
	p.prove(newCase(), 0)
	p.proof.Proved = p.proof.Cases > 0
	if !p.proof.Proved {
		p.proof.Why = "no case of the rule has instances with elements"
	}
}

func (p *prover) prove(c *Case, depth int) {
	if p.tried++; p.tried > mostCases || depth > mostDepth || time.Now().After(p.until) || p.ctx.Err() != nil {
		panic(unknown{"there are too many cases of shapes and attributes"})
	}
	n := p.once(c)
	if n == nil {
		return
	}
	for _, alt := range n.alts {
		next := c.clone()
		if alt(next); !next.closed {
			p.prove(next, depth+1)
		}
	}
}

// once evaluates a case; what it gives is an assumption that it needs.
func (p *prover) once(c *Case) (needed *need) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case need:
			needed = &r
		case vacuous:
		default:
			panic(r)
		}
	}()
	defer func() {
		// What polynomials of truth values do not show, their semiring may.
		r := recover()
		if r == nil {
			return
		}
		if _, failed := r.(unknown); failed {
			if e := p.evaluation(c); e.c.Kind == scalar.Modulo && e.allTruths() {
				e.c.Kind = scalar.Booleans
				p.finish(e)
				return
			}
		}
		panic(r)
	}()
	p.finish(p.evaluation(c))
	return nil
}

// evaluation prepares a case.
func (p *prover) evaluation(c *Case) *evaluation {
	if p.names == nil {
		p.names = map[string]string{}
	}
	e := &evaluation{rule: p.rule, case_: c, known: map[*termpkg.Term]Value{}, extents: map[string]*term{}, numbers: numbered(p.rule), names: p.names, symbols: map[string]Mode{}, opaque: p.opaque}
	e.c = scalar.New(e.arithmetic())
	e.c.Facts = e.c.Facts.With(c.facts...)
	return e
}

func (e *evaluation) allTruths() bool {
	for _, v := range e.rule.Variables {
		if e.dtypeOf(v).Mode != Bool {
			return false
		}
	}
	return true
}

// finish evaluates both sides and compares them.
func (p *prover) finish(e *evaluation) {
	e.assume()
	left := e.value(p.rule.Left)
	e.right = true
	right := e.value(p.rule.Right)
	if e.c.Facts.Impossible() {
		return
	}
	if e.compare(left, right) && e.inhabited() {
		p.proof.Cases++
	}
}

// inhabited reports whether all variables may have elements. Where the types of both sides agree
// only of empty operands, sums over nothing are equal, and say nothing of the rule.
func (e *evaluation) inhabited() bool {
	facts := e.c.Facts
	for _, v := range e.rule.Variables {
		if v.Kind == termpkg.Variable {
			for _, d := range e.tensor(v).Shape {
				facts = facts.With(scalar.Guard{Kind: scalar.AtLeast, P: d.Extent.Add(scalar.Int(-1))})
			}
		}
	}
	return !facts.Impossible()
}

// arithmetic is that of the elements: all variables are of one class in most rules.
func (e *evaluation) arithmetic() scalar.Arithmetic {
	floats, integers := false, false
	for _, v := range e.rule.Variables {
		d := e.dtypeOf(v)
		floats = floats || d.Mode == Float
		integers = integers || d.Mode == Int || d.Mode == Uint
	}
	switch {
	case floats && integers:
		return scalar.Bits
	case !floats:
		return scalar.Modulo
	case e.rule.Source.Exact:
		return scalar.Bits
	}
	return scalar.Reals
}

// compare holds both sides against each other. It reports whether they have elements: where
// types agree only if nothing is in them, nothing is shown.
func (e *evaluation) compare(a, b Value) (elements bool) {
	if (a.Parts != nil) != (b.Parts != nil) || len(a.Parts) != len(b.Parts) {
		e.vacuous("the sides have different types")
	}
	for i := range a.Parts {
		elements = e.compare(a.Parts[i], b.Parts[i]) || elements
	}
	if a.Parts != nil {
		return elements
	}
	if a.Dtype.apart(b.Dtype) {
		e.vacuous("the sides have different dtypes")
	}
	e.unify(a.Shape, b.Shape)
	index := make([]*term, len(a.Shape))
	var ranges []scalar.Guard
	for k, d := range a.Shape {
		index[k] = scalar.Symbol(fmt.Sprintf("i%d", k))
		ranges = append(ranges, scalar.Guard{Kind: scalar.AtLeast, P: index[k]}, scalar.Guard{Kind: scalar.AtLeast, P: d.Extent.Sub(index[k]).Add(scalar.Int(-1))})
	}
	before := e.c.Facts
	defer func() { e.c.Facts = before }() // the next part of a tuple has other indices
	e.c.Facts = e.c.Facts.With(ranges...)
	if e.c.Facts.Impossible() {
		return false
	}
	e.right = false
	left := a.At(index)
	e.right = true
	right := b.At(index)
	if !e.c.Same(left, right) {
		e.unknown("the sides have different normal forms")
	}
	e.meetDemands()
	return true
}

// exactly takes a block apart into n dimensions.
func (e *evaluation) exactly(block string, n int) {
	name, _, more := strings.Cut(block, separator)
	if n < 0 {
		e.vacuous("the rank is another one")
	}
	if more {
		e.refine(block)
	}
	parts := []part{}
	for k := range n {
		parts = append(parts, part{fmt.Sprintf("%s.%d", name, k), false})
	}
	e.need(func(c *Case) { c.shapes[name] = parts })
}

// onlyBlock is the block of a shape that has one, and no other.
func onlyBlock(shape []Dim) (name string, ok bool) {
	for _, d := range shape {
		if d.Block != "" {
			if ok {
				return "", false
			}
			name, ok = d.Block, true
		}
	}
	return name, ok
}

// sameShapes reports whether two shapes are equal by what is assumed.
func (e *evaluation) sameShapes(a, b []Dim) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if a[k].Block != b[k].Block || a[k].Block == "" && !e.sameExtent(a[k].Extent, b[k].Extent) {
			return false
		}
	}
	return true
}

// unify assumes that two shapes are equal.
func (e *evaluation) unify(a, b []Dim) {
	if e.sameShapes(a, b) {
		return
	}
	if name, one := onlyBlock(a); one && ordinary(b) {
		e.exactly(name, len(b)-len(a)+1)
	}
	if name, one := onlyBlock(b); one && ordinary(a) {
		e.exactly(name, len(a)-len(b)+1)
	}
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i].Block == "" && b[i].Block == "" && !e.sameExtent(a[i].Extent, b[i].Extent) {
			e.need(func(c *Case) { c.equate(a[i].Extent, b[i].Extent) })
		}
		if a[i].Block != b[i].Block {
			break
		}
	}
	for i, j := len(a)-1, len(b)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		x, y := a[i], b[j]
		switch {
		case x.Block == "" && y.Block == "":
			if !e.sameExtent(x.Extent, y.Extent) {
				e.need(func(c *Case) { c.equate(x.Extent, y.Extent) })
			}
		case x.Block == y.Block:
		case x.Block != "" && y.Block != "" && len(a) == len(b):
			e.equateBlocks(x.Block, y.Block)
		case x.Block != "":
			e.refine(x.Block)
		default:
			e.refine(y.Block)
		}
	}
	// One is longer: blocks in it are empty, or the ranks differ.
	longer := a
	if len(b) > len(a) {
		longer = b
	}
	for _, d := range longer {
		if d.Block != "" {
			e.refine(d.Block)
		}
	}
	e.vacuous("the ranks differ")
}

// later reports whether the shape of a is to be replaced by that of b where both are one: a
// shape that attributes decide by another one that was there before it.
func later(a, b string) bool {
	computed := strings.HasPrefix(a, "<")
	if computed != strings.HasPrefix(b, "<") {
		return computed
	}
	return computed && (len(a) > len(b) || len(a) == len(b) && a > b)
}

// equateBlocks assumes that two blocks are one shape.
func (e *evaluation) equateBlocks(a, b string) {
	x, y := strings.Split(a, separator), strings.Split(b, separator)
	if len(x) == 1 && len(y) == 1 {
		from, to := y[0], x[0]
		if later(to, from) {
			from, to = to, from
		}
		e.need(func(c *Case) { c.shapes[from] = []part{{to, true}} })
	}
	for _, n := range append(append([]string{}, x...), y...) {
		if strings.HasPrefix(n, "<") {
			e.unknown("shapes that attributes decide are broadcast, and equal by assumption")
		}
	}
	var alts []func(*Case)
	alts = append(alts, func(c *Case) {
		for _, n := range x {
			if !contains(y, n) {
				c.absorbed = append(c.absorbed, absorption{n, y})
			}
		}
		for _, n := range y {
			if !contains(x, n) {
				c.absorbed = append(c.absorbed, absorption{n, x})
			}
		}
	})
	e.need(alts...)
}

// numbered gives the terms of a rule numbers.
func numbered(r *termpkg.Rule) map[*termpkg.Term]int {
	numbers := map[*termpkg.Term]int{}
	for _, side := range []*termpkg.Term{r.Left, r.Right} {
		termpkg.Walk(side, func(t *termpkg.Term) {
			if _, known := numbers[t]; !known {
				numbers[t] = len(numbers)
			}
		})
	}
	return numbers
}
