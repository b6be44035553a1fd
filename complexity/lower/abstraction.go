package lower

import (
	"fmt"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// An abstraction puts parameters in the place of the numbers of some arguments, so that calls of a
// definition are of finitely many problems. The arguments v of a call are the value of the problem
// at the forms: v = problem(forms) on the path, and the forms are naturals there. What is left
// out, as the element that differs from the others of a chain, becomes unknown, which stands for
// more; so what is proved of the problem holds for the call. A number below 0 is -1 - p for a
// natural p.
type abstraction struct {
	*machine
	name  string
	forms []linear.Form // of the parameters
	// whole are the numbers that were met, and own how these are written over the parameters.
	whole, own []linear.Form
	raw        []linear.Form // the parameters as the path has computed them
}

// abstract is a value over parameters; at is where it stands in the arguments.
func (a *abstraction) abstract(v value, at string) value {
	w := a.widened[a.name+at]
	if w == asUnknown {
		return nil
	}
	switch v := v.(type) {
	case num:
		return a.number(v.Form, w)
	case *tuple:
		return &tuple{a.all(v.elems, at)}
	case *data:
		if w == asChain && len(v.fields) > 0 {
			c := a.folded(v)
			if c == nil {
				return nil
			}
			return a.chain(c, at)
		}
		if c := a.absorbed(v); c != nil {
			return a.chain(c, at)
		}
		return &data{v.name, a.all(v.fields, at), v.size}
	case *chain:
		return a.chain(v, at)
	case *function:
		g := *v
		g.around = a.scope(v.around, at)
		return &g
	}
	return v
}

func (a *abstraction) all(vs []value, at string) []value {
	all := make([]value, len(vs))
	for i, v := range vs {
		all[i] = a.abstract(v, fmt.Sprintf("%s.%d", at, i))
	}
	return all
}

func (a *abstraction) scope(s *scope, at string) *scope {
	if s == nil {
		return nil
	}
	return &scope{s.name, a.abstract(s.value, at+"%"+s.name), a.scope(s.outer, at)}
}

func (a *abstraction) chain(c *chain, at string) value {
	n := a.abstract(num{c.n}, at+".n")
	if n == nil {
		return nil
	}
	d := &chain{name: c.name, spine: c.spine, fields: a.all(c.fields, at), n: n.(num).Form, end: a.abstract(c.end, at+".end")}
	if d.n.IsZero() {
		return d.end
	}
	return d
}

// number is a number over parameters: a constant, the sum of a parameter that is there and a
// constant, or a new one.
func (a *abstraction) number(f linear.Form, w widening) value {
	own := linear.Form{}.Plus(f.Of(index), linear.Variable(index))
	raw := f.Without(index)
	f = a.set.Now(raw)
	if f.IsNumber() && w < asPositive {
		return num{f.Plus(1, own)}
	}
	for i, known := range a.forms {
		if w >= asOwn {
			break
		}
		if d := f.Minus(a.whole[i]); d.IsNumber() && !known.IsNumber() {
			return num{a.own[i].Plus(1, d).Plus(1, own)}
		}
	}
	if one := linear.Number(1); w == asPositive && a.set.Natural(f.Minus(one)) {
		return num{a.parameter(raw.Minus(one), f, linear.Variable(len(a.forms)+1).Plus(1, one)).Plus(1, own)}
	}
	if !a.atLeast(f, linear.Form{}) { // it is -1 - p for a natural p
		return num{a.parameter(linear.Number(-1).Minus(raw), f, linear.Number(-1).Minus(linear.Variable(len(a.forms)+1))).Plus(1, own)}
	}
	return num{a.parameter(raw, f, linear.Variable(len(a.forms)+1)).Plus(1, own)}
}

// parameter makes a new one, for a form that is written in another way over parameters.
func (a *abstraction) parameter(is, whole, written linear.Form) linear.Form {
	a.forms = append(a.forms, a.set.Now(is))
	a.raw = append(a.raw, is)
	a.whole = append(a.whole, a.set.Now(whole))
	a.own = append(a.own, written)
	return written
}

// order makes parameters of those numbers in a value of which one is known to be no less than
// another: of the lesser one, and of the difference.
func (a *abstraction) order(v value) {
	var forms []linear.Form
	seen := map[string]bool{}
	raw := map[string]linear.Form{}
	mapped(v, func(f linear.Form) linear.Form {
		was := f.Without(index)
		f = a.set.Now(was)
		if k := keyOf(num{f}); !f.IsNumber() && !seen[k] && a.set.Natural(f) {
			seen[k] = true
			raw[k] = was
			forms = append(forms, f)
		}
		return f
	})
	for i, less := range forms {
		for j, more := range forms {
			d := a.set.Now(more.Minus(less))
			if i == j || d.IsNumber() || !a.set.Natural(d) || len(a.forms) > 0 {
				continue
			}
			low, high := raw[keyOf(num{less})], raw[keyOf(num{more})]
			first := a.parameter(low, less, linear.Variable(1))
			a.parameter(high.Minus(low), more, first.Plus(1, linear.Variable(2)))
		}
	}
}

// pruned leaves out the parameters that do not occur.
func (a *abstraction) pruned(whole *tuple) *tuple {
	used := make([]bool, len(a.forms)+1)
	mapped(whole, func(f linear.Form) linear.Form {
		for _, t := range f.Terms {
			used[t.Of] = true
		}
		return f
	})
	var forms, raw, now []linear.Form
	for i := range a.forms {
		now = append(now, linear.Variable(len(forms)+1))
		if used[i+1] {
			forms, raw = append(forms, a.forms[i]), append(raw, a.raw[i])
		}
	}
	a.forms, a.raw = forms, raw
	return mapped(whole, func(f linear.Form) linear.Form { return replaced(f, now) }).(*tuple)
}
