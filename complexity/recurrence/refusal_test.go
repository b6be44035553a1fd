package recurrence

import (
	"errors"
	"testing"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		cases []Case
		want  error
	}{
		{[]Case{step(0, "1", Minus(1))}, ErrDescent},
		{[]Case{step(1, "1", Minus(0))}, ErrDescent},
		{[]Case{step(1, "1", OverUp(2))}, ErrDescent},
		{[]Case{step(5, "1", Argument{2, 0, 1})}, ErrDescent},
		{[]Case{step(1, "1", Argument{1, 0, 0})}, ErrShape},
		{[]Case{step(1, "1", Argument{-1, 0, 2})}, ErrShape},
		{[]Case{step(1, "1", Argument{1, -1 << 40, 2})}, ErrShape},
		{[]Case{{Below: -1, Cost: read("1")}}, ErrShape},
		{[]Case{step(9, "1", Argument{0, 300, 1})}, ErrDescent},
		{[]Case{step(300, "1", Argument{0, 299, 1})}, ErrSize},
		{[]Case{{Least: 1, Calls: []Argument{Minus(1)}}}, ErrCost},
		{[]Case{step(1, "(1/2)^n", Minus(1))}, ErrCost},
		{[]Case{step(1, "m^n", Minus(1))}, ErrCost},
	} {
		r := Recurrence{n, c.cases}
		if e, err := r.Solve(); !errors.Is(err, c.want) {
			t.Errorf("got %s, %v, want %v", e, err, c.want)
		}
	}
	if _, err := (Recurrence{}).Solve(); !errors.Is(err, ErrShape) {
		t.Error(err)
	}
}

// TestExtremes holds that large numbers and many cases are either solved rightly or
// refused.
func TestExtremes(t *testing.T) {
	many := make([]Argument, maxCalls)
	for i := range many {
		many[i] = Argument{maxNumber - 1, int64(i % 2), maxNumber}
	}
	wide := []Case{base(1, "1")}
	for range maxCases - 1 {
		wide = append(wide, step(maxNumber, "n", many[:3]...))
	}
	for _, cases := range [][]Case{
		{base(1, "1"), step(1, "1", Minus(maxNumber))},
		{base(1, "1"), step(1, "n", Minus(maxNumber), Minus(1))},
		{base(1, "1"), step(2, "n", many...)},
		{base(1, "1"), step(1, "n", Argument{maxNumber - 1, 0, maxNumber})},
		{base(1, "1"), step(1, "n", Argument{1, -maxNumber, maxNumber}, Over(2))},
		{base(maxNumber, "m"), step(maxNumber, "n", Minus(1))},
		{base(1, "1"), step(1, "n^40", Over(2), Over(2))},
		{base(1, "1"), step(1, "n^30*log2(n)^9", Minus(7))},
		{base(1, "1"), step(1, "1000000^n", Over(2), Over(2))},
		{base(64, "2^n"), step(64, "1.0001^n", Minus(1), Minus(64))},
		wide,
	} {
		r := Recurrence{n, cases}
		e, err := r.Solve()
		if err != nil {
			t.Logf("%v", err)
			continue
		}
		check(t, r, e, map[*symbolic.Symbol]int64{names["m"]: 3})
	}
}
