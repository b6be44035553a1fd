package lower

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Subject is a definition whose cost is bounded from below.
type Subject struct {
	Item    *syntax.Item
	Type    *types.Func
	Names   []string // of its parameters
	Wanted  [metrics]bool
	Sizes   []string // that bounds depend on
	Numbers []int64  // of the program's text
	Program *treewalk.Program
	// Info has the types of an item; nil where it has errors.
	Info func(*syntax.Item) *typecheck.Info
	// Symbol stands in bounds for a size.
	Symbol func(name string) *symbolic.Symbol
}

// Bounds are what a call costs at least, for some arguments of every size: work, calls of
// definitions, and memory.
type Bounds [metrics]Bound

// A Bound is one from below.
type Bound struct {
	Expr *symbolic.Expr // nil where nothing is known
	// Growth is how it grows. Other than the growth of bounds from above, it has differences of
	// sizes: max(n - i, 0) is no less than n up to a constant where i is as large as n.
	Growth string
}

// The metrics of Bounds.
const (
	Work   = work
	Tick   = tick
	Memory = memory
)

// A Session is what the definitions of one command share: the steps that are left, as a program of
// thousands of definitions would take minutes otherwise, and what was read in bodies.
type Session struct {
	left     int
	readings *readings
}

// commandSteps are about a second of work.
const commandSteps = 20_000_000

// NewSession is the session of a command.
func NewSession() *Session { return &Session{commandSteps, newReadings()} }

// Of bounds the cost of a definition from below, for the family that costs the most; without
// steps in the session nothing is known. enough reports whether a bound, nil for none, is as high
// as wanted.
func Of(ctx context.Context, s *Subject, session *Session, enough func(metric int, bound *symbolic.Expr) bool) Bounds {
	if s.Info(s.Item) == nil || len(s.Names) != len(s.Type.In) || session.left <= 0 {
		return Bounds{}
	}
	f := &finder{Subject: s, ctx: ctx, tried: map[string]bool{}, given: min(allSteps, session.left), readings: session.readings, guesses: map[string][]result{}}
	defer func(given int) { session.left -= given - f.given + leastSteps }(f.given)
	if all, ok := f.straightBounds(); ok {
		return all
	}
	for _, st := range stylesOf(s.Numbers) {
		if f.tried[key(st)] || ctx.Err() != nil {
			continue
		}
		if f.try(st); f.done(enough) || f.given <= 0 {
			break
		}
	}
	var all Bounds
	for m, c := range f.best {
		if c != nil {
			all[m] = Bound{f.expression(c), c.grow}
		}
	}
	return all
}

func key(s style) string { return keyOf(s.element) + keyOf(s.truth) + fmt.Sprint(s.leftmost) }

// A finder looks for the family with the highest bounds.
type finder struct {
	*Subject
	ctx   context.Context
	best  [metrics]*candidate
	tried map[string]bool
	given int // steps of all families

	*readings
	guesses map[string][]result // by problem, of all families
}

// A candidate is a bound as a text, with how it is compared to others.
type candidate struct {
	text string
	grow string // how it grows
	at   func(sizes map[string]float64) float64
	rank float64
}

// Limits of the steps of one family, and of all.
const (
	familySteps = 40_000
	allSteps    = 130_000
	leastSteps  = 200 // of a family and of a definition, however little there is to do
	restarts    = 14
)

// try bounds the families of a style: the sizes by themselves, and each two where one is no
// less than the other.
func (f *finder) try(st style) {
	whole, bounds := f.family(st, [2]int{-1, -1})
	f.skip(st, whole)
	for m := range metrics {
		f.offer(m, whole.plain(bounds[m]))
	}
	n := len(whole.sizes)
	if n > 3 {
		return
	}
	for i := 1; i <= n; i++ {
		for j := i + 1; j <= n; j++ {
			if f.given <= 0 {
				return
			}
			_, below := f.family(st, [2]int{i, j})
			_, above := f.family(st, [2]int{j, i})
			for m := range metrics {
				f.offer(m, whole.joined(i, j, below[m], above[m]))
			}
		}
	}
}

// skip notes the styles that make the same families.
func (f *finder) skip(st style, made *family) {
	for _, other := range stylesOf(f.Numbers) {
		if (!made.open || keyOf(other.element) == keyOf(st.element)) && (!made.sides || other.leftmost == st.leftmost) && (!made.truth || keyOf(other.truth) == keyOf(st.truth)) {
			f.tried[key(other)] = true
		}
	}
}

// family bounds the costs of a family; the bounds are nil where that fails.
func (f *finder) family(st style, split [2]int) (made *family, bounds [metrics]polynomial) {
	a := &analysis{
		ctx: f.ctx, program: f.Program, info: f.Info, wanted: f.Wanted, widened: map[string]widening{}, failed: map[string]bool{},
		readings: f.readings, guesses: f.guesses, steps: min(familySteps, f.given), digits: split[0] < 0,
	}
	given := a.steps
	defer func() { f.given -= given - a.steps + leastSteps }()
	var args []value
	// A parameter that is after another one needs the number of that one.
	made = &family{style: st, known: f.Sizes, split: split}
	for i, t := range f.Type.In {
		args = append(args, made.argument(t, f.Names[i]))
	}
	for range restarts {
		a.problems, a.shapes, a.stack = map[string]*problem{}, map[string][]*tuple{}, nil
		q, why := a.root(f.definitionOf(f.Item), args, len(made.sizes))
		if q != nil {
			made.numerals = q.numerals
			return made, q.bounds
		}
		if why != again {
			break
		}
	}
	return made, bounds
}

// root bounds a call of a definition.
func (a *analysis) root(d *function, args []value, count int) (q *problem, why stop) {
	defer func() {
		if stopped := recover(); stopped != nil {
			s, ok := stopped.(stop)
			if !ok {
				panic(stopped)
			}
			q, why = nil, s
		}
	}()
	goal := make([]linear.Form, count)
	for i := range goal {
		goal[i] = linear.Variable(i + 1)
	}
	name := fmt.Sprintf("%p/%d", d.item, d.body)
	return a.problemOf(name, &tuple{[]value{d, &tuple{args}}}, goal), 0
}

// digitForm is a numeral by its symbol.
func (f *family) digitForm(symbol int16) (linear.Form, bool) {
	at := int(symbol) - 1 - len(f.sizes)
	if at < 0 {
		return linear.Form{}, false
	}
	return f.numerals[at].of, true
}

// plain is a bound over the sizes. Digits become logarithms: 1 + ⌊log n⌋ is at least log n, and at
// most 1 + log n; so a term c·digits(n) is at least c·log n for c > 0, and at least c·log n + c for
// c < 0.
func (f *family) plain(p polynomial) *candidate {
	names, growths := slices.Clone(f.sizes), slices.Clone(f.sizes)
	for _, n := range f.numerals {
		of := n.of
		of.Const = 0
		names, growths = append(names, n.text(f.sizes)), append(growths, "log("+ofForm(of).growth(f, f.sizes)+")")
	}
	var over polynomial
	for _, t := range p {
		over.add(t.monomial, t.coef)
		if at := slices.IndexFunc(t.monomial[:], func(s int16) bool { return int(s) > len(f.sizes) }); at >= 0 && t.coef.sign() < 0 {
			over.add(t.without(at), t.coef)
		}
	}
	if !over.sound(f.digitForm) {
		return nil
	}
	return &candidate{text: over.text(names), grow: over.growth(f, growths), at: func(sizes map[string]float64) float64 {
		all := maps.Clone(sizes)
		for i, n := range f.numerals {
			all[names[len(f.sizes)+i]] = math.Log(max(ofForm(n.of).value(f.sizes, sizes), 1)) / math.Log(float64(n.base))
		}
		return over.value(names, all)
	}}
}

// joined is a bound where size j is the i-th and its parameter more, and one where that is the
// other way around. For sizes x and y the first is p(x, d) with y = x + d, the second q(y, e) with
// x = y + e. One of them holds at each point, so that the lesser of p(x, max(y - x, 0)) and
// q(y, max(x - y, 0)) holds at all. Where p(y + e, 0) ≤ q(y, e) as polynomials, the first is one
// for x > y too, and stands alone.
func (f *family) joined(i, j int, below, above polynomial) *candidate {
	if !below.sound(f.digitForm) || !above.sound(f.digitForm) {
		return nil
	}
	below, above = f.lowered(i, j, below, above), f.lowered(j, i, above, below)
	low, high := f.split2(i, j, below), f.split2(j, i, above)
	switch {
	case f.covers(i, j, below, above):
		return low
	case f.covers(j, i, above, below):
		return high
	}
	return &candidate{
		text: "min(" + low.text + ", " + high.text + ")", grow: least(low.grow, high.grow),
		at: func(sizes map[string]float64) float64 { return min(low.at(sizes), high.at(sizes)) },
	}
}

// split2 is a bound with the difference of two sizes, which is at least 0, in the place of
// parameter j.
func (f *family) split2(i, j int, p polynomial) *candidate {
	names := slices.Clone(f.sizes)
	names[j-1] = fmt.Sprintf("max(%s - %s, 0)", f.sizes[j-1], f.sizes[i-1])
	return &candidate{text: p.text(names), grow: p.growth(f, names), at: func(sizes map[string]float64) float64 {
		all := map[string]float64{names[j-1]: max(sizes[f.sizes[j-1]]-sizes[f.sizes[i-1]], 0)}
		for name, n := range sizes {
			all[name] = n
		}
		return p.value(names, all)
	}}
}

// lowered is a bound with a smaller constant, such that where both sizes are the same it does not
// differ from the other by a constant alone.
func (f *family) lowered(i, j int, p, other polynomial) polynomial {
	if d, ok := f.excess(i, j, p, other); ok && len(d) > 0 {
		if d[0].degree() == 0 && d[0].coef.sign() < 0 {
			p = slices.Clone(p)
			p.add(monomial{}, d[0].coef)
		}
	}
	return p
}

// excess is by how much the other bound is higher where i = j + …, if that is known.
func (f *family) excess(i, j int, p, other polynomial) (polynomial, bool) {
	args := make([]linear.Form, len(f.sizes))
	for k := range args {
		args[k] = linear.Variable(k + 1)
	}
	args[i-1], args[j-1] = linear.Variable(i).Plus(1, linear.Variable(j)), linear.Form{}
	here, ok := p.at(formsAt(args))
	if !ok {
		return nil, false
	}
	other = slices.Clone(other)
	for _, t := range here {
		other.add(t.monomial, t.coef.negated())
	}
	return other, true
}

// covers reports whether the bound for j = i + … also is one where i = j + …, if the difference is
// 0 there.
func (f *family) covers(i, j int, p, other polynomial) bool {
	d, ok := f.excess(i, j, p, other)
	return ok && d.natural()
}

// least spells the lesser of two growths.
func least(x, y string) string {
	switch {
	case x == "1" || y == "1":
		return "1"
	case x == y:
		return x
	}
	return "min(" + x + ", " + y + ")"
}

// growth spells the products that no other one outgrows.
func (p polynomial) growth(f *family, names []string) string {
	var terms []string
	for _, t := range p {
		outgrown := t.degree() == 0
		for _, u := range p {
			outgrown = outgrown || u.outgrows(t.monomial, f.digitForm)
		}
		if outgrown {
			continue
		}
		var factors []string
		for _, s := range t.monomial {
			if s != 0 {
				factors = append(factors, names[s-1])
			}
		}
		slices.Sort(factors)
		terms = append(terms, powers(factors))
	}
	slices.Sort(terms)
	return cmp.Or(strings.Join(terms, " + "), "1")
}

// powers spells a product of factors in order.
func powers(factors []string) string {
	var parts []string
	for i := 0; i < len(factors); {
		n := 1
		for i+n < len(factors) && factors[i+n] == factors[i] {
			n++
		}
		part := factors[i]
		if n > 1 {
			part = fmt.Sprintf("%s^%d", part, n)
		}
		parts = append(parts, part)
		i += n
	}
	return strings.Join(parts, "*")
}

// text spells a polynomial with names for symbols 1, 2, ….
func (p polynomial) text(names []string) string {
	var b strings.Builder
	b.WriteString("0")
	for _, t := range p {
		if t.coef.sign() < 0 {
			b.WriteString(" - ")
		} else {
			b.WriteString(" + ")
		}
		abs := new(big.Rat).Abs(t.coef.large())
		b.WriteString(abs.Num().String())
		for _, s := range t.monomial {
			if s != 0 {
				b.WriteString("*" + names[s-1])
			}
		}
		b.WriteString("/" + abs.Denom().String())
	}
	return b.String()
}

func (p polynomial) value(names []string, sizes map[string]float64) float64 {
	sum := 0.0
	for _, t := range p {
		product := t.coef.float()
		for _, s := range t.monomial {
			if s != 0 {
				product *= sizes[names[s-1]]
			}
		}
		sum += product
	}
	return sum
}

// offer keeps a candidate that is higher than the best before.
func (f *finder) offer(m int, c *candidate) {
	if c == nil {
		return
	}
	for _, point := range f.pointsOf() {
		c.rank += math.Log1p(max(c.at(point), 0))
	}
	if best := f.best[m]; best == nil || c.rank > best.rank+1e-9 {
		f.best[m] = c
	}
}

// pointsOf are sizes for which bounds are compared: small and large, in all combinations.
func (f *finder) pointsOf() []map[string]float64 {
	all := []map[string]float64{{}}
	for _, name := range f.Sizes[:min(len(f.Sizes), 4)] {
		var next []map[string]float64
		for _, p := range all {
			for _, n := range []float64{97, 10007} {
				q := map[string]float64{name: n}
				for k, v := range p {
					q[k] = v
				}
				next = append(next, q)
			}
		}
		all = next
	}
	return all
}

// done reports whether there is enough of all metrics.
func (f *finder) done(enough func(int, *symbolic.Expr) bool) bool {
	for m, c := range f.best {
		var e *symbolic.Expr
		if c != nil {
			e = f.expression(c)
		}
		if !enough(m, e) {
			return false
		}
	}
	return true
}

func (f *finder) expression(c *candidate) *symbolic.Expr {
	e, err := symbolic.Parse(c.text, f.Symbol)
	if err != nil {
		return nil
	}
	return e
}
