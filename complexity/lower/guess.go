package lower

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// A sample is what a problem gives for some numbers; point[0] is the number of an element where
// fields of chains are fitted.
type sample struct {
	point []int64
	value value
}

// Limits of the runs that suggest results.
const (
	guessSteps = 6000
	maxSamples = 36
)

// guessOnce is guess, from what other families have found if they have met the problem. What had
// fewer steps than its runs may take is not kept.
func (a *analysis) guessOnce(q *problem, key string) []result {
	if known, ok := a.guesses[key]; ok {
		return known
	}
	found := a.guess(q)
	if a.steps >= guessSteps {
		a.guesses[key] = found
	}
	return found
}

// guess is what a problem may give, from some runs with numbers: the linear forms through all
// samples (Gaussian elimination), or two, for a parameter that is 0 and one that is not, or one over
// half of a parameter. It is right for these numbers alone; prove (problem.go) holds every path to
// it, and the analysis begins again without it where one gives something else.
func (a *analysis) guess(q *problem) []result {
	var samples []sample
	for _, point := range points(q.count) {
		v, ok := a.try(q, point)
		if !ok {
			return nil
		}
		samples = append(samples, sample{point, v})
	}
	if v, ok := fit(samples); ok {
		if v == nil {
			return a.guessHalves(samples, q.count)
		}
		return []result{{value: v}}
	}
	for s := 1; s <= q.count; s++ {
		var zero, rest []sample
		for _, p := range samples {
			if p.point[s] == 0 {
				zero = append(zero, p)
			} else {
				rest = append(rest, p)
			}
		}
		none, okNone := fit(zero)
		some, okSome := fit(rest)
		if okNone && okSome && len(zero) > 0 && len(rest) > 0 {
			x := linear.Variable(s)
			return []result{{where: []linear.Form{linear.Form{}.Minus(x)}, value: none}, {where: []linear.Form{x.Minus(linear.Number(1))}, value: some}}
		}
	}
	return a.guessHalves(samples, q.count)
}

// guessHalves is what samples have in common where one of so many parameters is halved; nil for
// nothing.
func (a *analysis) guessHalves(samples []sample, count int) []result {
	for s := 1; s <= count; s++ {
		wider := slices.Clone(samples)
		for i, p := range samples {
			n := p.point[s]
			wider[i].point = append(slices.Clone(p.point), n/2, n%2)
		}
		if v, ok := fit(wider); ok && v != nil {
			return []result{{value: v, halved: s}}
		}
	}
	return nil
}

// points are some values of parameters 1 to count, small ones and some apart.
func points(count int) (all [][]int64) {
	values := []int64{0, 1, 2, 3, 5}
	switch {
	case count >= 4:
		values = []int64{0, 2}
	case count == 3:
		values = []int64{0, 1, 3}
	}
	all = [][]int64{make([]int64, count+1)}
	for s := 1; s <= count; s++ {
		var next [][]int64
		for _, p := range all {
			for _, v := range values {
				q := append([]int64(nil), p...)
				q[s] = v
				next = append(next, q)
			}
		}
		all = next
	}
	if len(all) > maxSamples {
		var some [][]int64
		for i := 0; i < len(all); i += 1 + len(all)/maxSamples {
			some = append(some, all[i])
		}
		return some
	}
	return all
}

// try runs a problem with numbers.
func (a *analysis) try(q *problem, point []int64) (v value, ok bool) {
	left := a.steps
	a.steps = min(a.steps, guessSteps)
	given := a.steps
	m := a.machineOf(0, nil)
	m.numbers = true
	defer func() {
		a.steps = left - (given - a.steps)
		if why := recover(); why != nil {
			if _, stopped := why.(stop); !stopped || why == again {
				panic(why)
			}
			v, ok = nil, false
		}
	}()
	at := func(f linear.Form) linear.Form {
		sum := linear.Number(f.Const)
		for _, t := range f.Terms {
			if t.Of == index {
				sum = sum.Plus(t.Coef, linear.Variable(index))
			} else {
				sum.Const += t.Coef * point[t.Of]
			}
		}
		return sum
	}
	f := mapped(q.function, at).(*function)
	return explicit(m.enter(f, mappedAll(q.args, at))), true
}

// explicit has constructors in the place of chains of a known length.
func explicit(v value) value {
	switch v := v.(type) {
	case *chain:
		if v.n.Const <= 0 {
			return explicit(v.end)
		}
		return explicit(v.first())
	case *data:
		return &data{name: v.name, fields: explicitAll(v.fields)}
	case *tuple:
		return &tuple{explicitAll(v.elems)}
	}
	return v
}

func explicitAll(vs []value) []value {
	all := make([]value, len(vs))
	for i, v := range vs {
		all[i] = explicit(v)
	}
	return all
}

// fit is a value over parameters that has all samples; nil and ok where there is nothing to be
// said of it.
func fit(samples []sample) (v value, ok bool) {
	if len(samples) == 0 {
		return nil, true
	}
	switch x := samples[0].value.(type) {
	case num:
		return fitNumber(samples)
	case truth:
		for _, s := range samples {
			if s.value != x {
				return nil, true
			}
		}
		return x, true
	case *tuple:
		parts, ok := fitParts(samples, len(x.elems), func(v value) []value {
			if t, ok := v.(*tuple); ok {
				return t.elems
			}
			return nil
		})
		return &tuple{parts}, ok
	case *data:
		return fitData(samples)
	}
	return nil, true
}

// fitParts fits each of the parts that all samples have.
func fitParts(samples []sample, count int, parts func(value) []value) (all []value, ok bool) {
	all = make([]value, count)
	for i := range all {
		of := make([]sample, len(samples))
		for k, s := range samples {
			have := parts(s.value)
			if len(have) != count {
				return nil, false
			}
			of[k] = sample{s.point, have[i]}
		}
		if all[i], ok = fit(of); !ok {
			return nil, false
		}
	}
	return all, true
}

// fitData fits data: a chain, or else one constructor.
func fitData(samples []sample) (value, bool) {
	type spine struct {
		name  string
		field int
	}
	tried := map[spine]bool{}
	for _, s := range samples {
		if d, ok := s.value.(*data); ok && len(d.fields) > 0 {
			for i := len(d.fields) - 1; i >= 0; i-- {
				if inner, ok := d.fields[i].(*data); ok && (inner.name == d.name || len(inner.fields) == 0) && !tried[spine{d.name, i}] {
					tried[spine{d.name, i}] = true
					if c, ok := fitChain(samples, d.name, i); ok {
						return c, true
					}
				}
			}
		}
	}
	first := samples[0].value.(*data)
	for _, s := range samples {
		if d, ok := s.value.(*data); !ok || d.name != first.name || len(d.fields) != len(first.fields) {
			return nil, false
		}
	}
	fields, ok := fitParts(samples, len(first.fields), func(v value) []value { return v.(*data).fields })
	return &data{name: first.name, fields: fields}, ok
}

// fitChain fits a chain of a constructor.
func fitChain(samples []sample, name string, spine int) (value, bool) {
	c := &chain{name: name, spine: spine}
	var lengths, ends, elements []sample
	for _, s := range samples {
		at, n := s.value, int64(0)
		var all []*data
		for {
			d, ok := at.(*data)
			if !ok {
				return nil, false
			}
			if d.name != name {
				ends = append(ends, sample{s.point, d})
				break
			}
			all = append(all, d)
			n++
			at = d.fields[spine]
		}
		lengths = append(lengths, sample{s.point, num{linear.Number(n)}})
		for i, d := range all {
			point := append([]int64(nil), s.point...)
			point[index] = n - int64(i)
			elements = append(elements, sample{point, &tuple{d.fields}})
		}
	}
	n, ok := fitNumber(lengths)
	end := ends[0].value.(*data)
	for _, s := range ends {
		if d := s.value.(*data); d.name != end.name || len(d.fields) > 0 {
			return nil, false
		}
	}
	if !ok || n == nil || len(elements) == 0 {
		return nil, false
	}
	c.n, c.end = n.(num).Form, end
	count := len(elements[0].value.(*tuple).elems)
	c.fields = make([]value, count)
	for i := range count {
		if i == spine {
			continue
		}
		of := make([]sample, len(elements))
		for k, s := range elements {
			of[k] = sample{s.point, s.value.(*tuple).elems[i]}
		}
		if v, ok := fit(of); ok {
			c.fields[i] = v
		}
	}
	return c, true
}

// fitNumber is the linear form that has all samples, with whole coefficients; nil for numbers
// that have none.
func fitNumber(samples []sample) (value, bool) {
	known := equations{unknowns: len(samples[0].point) + 1}
	for _, s := range samples {
		x, ok := s.value.(num)
		if !ok {
			return nil, true
		}
		row := make([]rational, 0, known.unknowns+1)
		row = append(row, whole(1))
		for _, p := range s.point {
			row = append(row, whole(p))
		}
		if !known.add(append(row, whole(x.Const))) {
			return nil, true
		}
	}
	f := linear.Form{}
	for i, c := range known.solution() {
		n, ok := c.integer()
		switch {
		case !ok:
			return nil, true
		case i == 0:
			f.Const = n
		default:
			f = f.Plus(n, linear.Variable(i-1))
		}
	}
	return num{f}, true
}

// Equations are rows of coefficients and a right side in reduced echelon form: the first
// coefficient of each row is 1, and the only one in its column (Gauss and Jordan). An equation
// that follows from the others takes time with the unknowns, not with the equations.
type equations struct {
	unknowns int
	rows     [][]rational
	first    []int // by row: the unknown that it solves
}

// add adds an equation; false where it contradicts the others.
func (e *equations) add(row []rational) bool {
	for i, known := range e.rows {
		subtract(row, known, row[e.first[i]])
	}
	at := slices.IndexFunc(row, func(c rational) bool { return c.sign() != 0 })
	if at < 0 || at == e.unknowns {
		return at < 0
	}
	inverse := row[at].inverse()
	for i := range row {
		row[i] = row[i].times(inverse)
	}
	for _, known := range e.rows {
		subtract(known, row, known[at])
	}
	e.rows, e.first = append(e.rows, row), append(e.first, at)
	return true
}

// subtract takes a multiple of a row off another.
func subtract(row, other []rational, by rational) {
	if by.sign() == 0 {
		return
	}
	for i, c := range other {
		if c.sign() != 0 {
			row[i] = row[i].minus(by.times(c))
		}
	}
}

// solution has 0 for the unknowns that no equation decides.
func (e *equations) solution() []rational {
	x := make([]rational, e.unknowns)
	for i, row := range e.rows {
		x[e.first[i]] = row[e.unknowns]
	}
	return x
}
