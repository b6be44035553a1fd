package symbolic

import (
	"strconv"
	"strings"
	"testing"
	"text/scanner"
)

func TestString(t *testing.T) {
	for _, c := range []struct {
		e    *Expr
		want string
	}{
		{nil, "?"},
		{Int(0), "0"},
		{Int(-3), "-3"},
		{plus(times(2, n).Mul(m).Add(n), -3), "2*m*n + n - 3"},
		{n.Sub(m), "n - m"},
		{n.Neg().Sub(m), "-m - n"},
		{plus(n.Neg(), 3), "3 - n"},
		{n.Pow(2).Mul(m), "m*n^2"},
		{frac(3, 2).Mul(n).Add(frac(-1, 2).Mul(n.Pow(2))), "3*n/2 - n^2/2"},
		{frac(-1, 2), "-1/2"},
		{quo(n, Int(2)), "floor(n/2)"},
		{quo(plus(n, 5), Int(2)), "floor((n + 1)/2) + 2"},
		{quo(times(2, n), Int(3)), "floor(2*n/3)"},
		{quo(n.Neg(), m), "floor((-n)/m)"},
		{quo(Int(5), m.Mul(n)), "floor(5/(m*n))"},
		{quo(n, m.Pow(2)), "floor(n/m^2)"},
		{quo(n, plus(m, 1)), "floor(n/(m + 1))"},
		{quo(n, quo(m, Int(2))), "floor(n/floor(m/2))"},
		{mod(n, Int(2)), "n - 2*floor(n/2)"},
		{n.Min(Int(3)).Min(m), "min(m, n, 3)"},
		{n.Max(m).Neg(), "-max(m, n)"},
		{Var(NewSymbol("|xs|_2", 0)).Mul(n), "n*|xs|_2"},
		{plus(n, 1).unexpanded(m.Neg()), "((-m)*(n + 1))"},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// A reader reads back what String prints. "/" is exact outside floor.
type reader struct {
	scanner.Scanner
	token   string
	symbols map[string]*Expr
}

func read(text string) *Expr {
	r := &reader{symbols: map[string]*Expr{"k": k, "m": m, "n": n, "x": x}}
	r.Init(strings.NewReader(text))
	r.next()
	e := r.sum()
	if r.token != "" {
		panic("rest: " + r.token)
	}
	return e
}

func (r *reader) next() string {
	last := r.token
	r.Scan()
	r.token = r.TokenText()
	return last
}

func (r *reader) accept(token string) bool {
	if r.token != token {
		return false
	}
	r.next()
	return true
}

func (r *reader) sum() *Expr {
	var e *Expr
	if r.accept("-") {
		e = r.product().Neg()
	} else {
		e = r.product()
	}
	for {
		switch {
		case r.accept("+"):
			e = e.Add(r.product())
		case r.accept("-"):
			e = e.Sub(r.product())
		default:
			return e
		}
	}
}

func (r *reader) factors() *Expr {
	e := r.power()
	for r.accept("*") {
		e = e.Mul(r.power())
	}
	return e
}

func (r *reader) product() *Expr {
	e := r.factors()
	if r.accept("/") {
		den, _ := r.power().constant()
		e = e.scale(rat{n: 1}.quo(den))
	}
	return e
}

func (r *reader) power() *Expr {
	e := r.primary()
	if r.accept("^") {
		exp, _ := strconv.ParseUint(r.next(), 10, 32)
		e = e.Pow(uint32(exp))
	}
	return e
}

func (r *reader) primary() *Expr {
	switch token := r.next(); token {
	case "(":
		return r.closed(r.sum())
	case "floor":
		r.next()
		p := r.factors()
		r.accept("/")
		return r.closed(floorQuotient(p, r.power()))
	case "min", "max":
		r.next()
		e := r.sum()
		for r.accept(",") {
			if token == "min" {
				e = e.Min(r.sum())
			} else {
				e = e.Max(r.sum())
			}
		}
		return r.closed(e)
	default:
		if e, ok := r.symbols[token]; ok {
			return e
		}
		v, err := strconv.ParseInt(token, 10, 64)
		if err != nil {
			panic(err)
		}
		return Int(v)
	}
}

func (r *reader) closed(e *Expr) *Expr {
	if !r.accept(")") {
		panic("expected ) before " + r.token)
	}
	return e
}
