package symbolic

import "testing"

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
		{n.Power(frac(1, 2)), "n^(1/2)"},
		{n.Power(frac(4199, 5000)), "n^0.8398"},
		{n.Power(frac(-3, 16)), "n^(-3/16)"},
		{n.Power(frac(12, 11)), "n^(12/11)"},
		{n.Mul(n.Log(Int(2))).Mul(Int(2).Log(Int(10))), "n*log10(n)"},
	} {
		if got := c.e.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestDecimalExponentsAreRead(t *testing.T) {
	if got := read("n^0.8398"); !got.Equal(n.Power(frac(4199, 5000))) {
		t.Errorf("got %s", got)
	}
}

// read is for texts that must be expressions over the sizes of these tests.
func read(text string) *Expr {
	e, err := Parse(text, named)
	if err != nil {
		panic(text + ": " + err.Error())
	}
	return e
}

var sizeNames = map[string]*Symbol{"k": symK, "m": symM, "n": symN, "x": symX, "f": symF, "g": symG, "|l|": symL}

func named(name string) *Symbol { return sizeNames[name] }
