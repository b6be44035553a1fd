package amortize

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

func (p Polynomial) text(names string) string {
	var terms []string
	for _, t := range p.Terms {
		s := t.Coef.RatString()
		for i, e := range t.Powers {
			switch e {
			case 0:
			case 1:
				s += "·" + names[i:i+1]
			default:
				s += fmt.Sprintf("·C(%s,%d)", names[i:i+1], e)
			}
		}
		terms = append(terms, s)
	}
	return strings.Join(terms, " + ")
}

func v(i int) linear.Form { return linear.Variable(i) }

func plus(a linear.Form, k int64) linear.Form { return a.Plus(1, linear.Number(k)) }

func cost(k int64) Cost { return Cost{Polynomial: Constant(k)} }

func degree1(k, c int64, arg linear.Form) Cost {
	return Cost{Polynomial{[]Term{{Coef: big.NewRat(k, 1)}, {big.NewRat(c, 1), []uint8{1}}}}, []linear.Form{arg}}
}

var identity = Polynomial{[]Term{{big.NewRat(1, 1), []uint8{1}}}}

func TestSolve(t *testing.T) {
	nil1 := Inequality{0, 0, []linear.Form{linear.Number(0)}, []Cost{cost(1)}, nil, nil}
	for _, c := range []struct {
		name   string
		system System
		want   string
	}{
		{"append", System{Arity: []int{1}, Inequalities: []Inequality{nil1,
			{1, 0, []linear.Form{plus(v(0), 1)}, []Cost{cost(1)}, []Call{{1, 0, []linear.Form{v(0)}}}, nil}}}, "1 + 1·n"},
		{"reverse by append", System{Arity: []int{1}, Inequalities: []Inequality{nil1,
			{1, 0, []linear.Form{plus(v(0), 1)}, []Cost{cost(1), degree1(1, 1, v(0))}, []Call{{1, 0, []linear.Form{v(0)}}}, nil}}}, "1 + 2·n + 1·C(n,2)"},
		// quicksort: split of n takes n + 1, appending the left part takes l + 1.
		{"quicksort", System{Arity: []int{1}, Inequalities: []Inequality{nil1,
			{2, 0, []linear.Form{plus(v(0).Plus(1, v(1)), 1)}, []Cost{cost(1), degree1(1, 1, v(0).Plus(1, v(1))), degree1(1, 1, v(0))},
				[]Call{{1, 0, []linear.Form{v(0)}}, {1, 0, []linear.Form{v(1)}}}, nil}}}, "1 + 4·n + 2·C(n,2)"},
		{"tree size", System{Arity: []int{1}, Inequalities: []Inequality{nil1,
			{2, 0, []linear.Form{plus(v(0).Plus(1, v(1)), 1)}, []Cost{cost(1)},
				[]Call{{1, 0, []linear.Form{v(0)}}, {1, 0, []linear.Form{v(1)}}}, nil}}}, "1 + 2·n"},
		{"doubling", System{Arity: []int{1}, Inequalities: []Inequality{nil1,
			{1, 0, []linear.Form{plus(v(0), 1)}, []Cost{cost(1)}, []Call{{2, 0, []linear.Form{v(0)}}}, nil}}}, ""},
		{"half", System{Arity: []int{1}, Inequalities: []Inequality{
			{0, 0, []linear.Form{linear.Number(0)}, nil, nil, nil},
			{0, 0, []linear.Form{linear.Number(1)}, []Cost{cost(1)}, nil, nil},
			{1, 0, []linear.Form{plus(v(0), 2)}, []Cost{cost(1)}, []Call{{1, 0, []linear.Form{v(0)}}}, nil}}}, "1/2 + 1/2·n"},
		// Of two parts of n the first exceeds the second by 1 at most.
		{"larger half", System{Arity: []int{1}, Inequalities: []Inequality{
			{3, 0, []linear.Form{v(0).Plus(1, v(1)).Plus(1, v(2))}, []Cost{{identity, []linear.Form{v(0)}}}, nil, []linear.Form{plus(v(1).Plus(-1, v(0)), 1)}}}}, "1/2 + 1/2·n"},
		// Where n is at most m, n·m is at most m·m.
		{"product", System{Arity: []int{1, 1}, Inequalities: []Inequality{
			{2, 0, []linear.Form{v(1)}, []Cost{{Polynomial{[]Term{{big.NewRat(1, 1), []uint8{1, 1}}}}, []linear.Form{v(0), v(1)}}}, nil, []linear.Form{v(1).Plus(-1, v(0))}}}}, "1·n + 2·C(n,2)"},
	} {
		got := ""
		if found := c.system.Solve(); found != nil {
			got = found[0].text("n")
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
