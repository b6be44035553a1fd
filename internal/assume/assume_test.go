package assume

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"pgregory.net/rapid"
)

// read is an expression over symbols that are none of a set.
func read(t testing.TB, text string) (*symbolic.Expr, map[string]*symbolic.Symbol) {
	t.Helper()
	symbols := map[string]*symbolic.Symbol{}
	e, err := symbolic.Parse(text, func(name string) *symbolic.Symbol {
		if symbols[name] == nil {
			symbols[name] = symbolic.NewSymbol(name, uint32(100+len(symbols)))
		}
		return symbols[name]
	})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e, symbols
}

func TestExpr(t *testing.T) {
	for _, c := range []struct{ assumed, expr, want, growth string }{
		{"n = 3", "n^2 + m", "m + 9", "m"},
		{"n = 3, m = 1", "n^2 + m", "10", "1"},
		{"3 = n", "n", "3", "1"},
		{"n = 2*m, m = 4", "n", "8", "1"},
		{"m = 4, n = 2*m", "n", "8", "1"},
		{"n + m = 10, m = 4", "n", "6", "1"},
		{"%n = 3", "n", "3", "1"},
		{"|xs| = 3, |xs|_2 = 2*|ys|, x.0 = 1", "|xs| + |xs|_2*x.0", "2*|ys| + 3", "|ys|"},
		{"n = 3", "5*log2(n) + 1", "9", "1"},
		{"n = 0", "5*log2(n) + 1", "1", "1"},
		{"n = 3", "n/2", "2", "1"},
		{"W(f) = 2", "n*W(f) + n*S(f)", "n*S(f) + 2*n", "n*S(f) + n"},
		{"n >= m", "min(n, m)", "m", "m"},
		{"n >= m", "max(n, m)", "n", "n"},
		{"m <= n", "max(n*k, m*k)", "k*n", "k*n"},
		{"n > m", "max(n - m - 1, 0)", "n - m - 1", "n"},
		{"m < n", "max(m - n, 0)", "0", "0"},
		{"n >= m", "min(8*n + 3, 8*m + 4)", "min(8*m + 4, 8*n + 3)", "m"},
		{"n >= m", "n + m", "m + n", "n"},
		{"n >= m", "log2(n) + log2(m)", "log2(m) + log2(n)", "log(n)"},
		{"n/2 >= m", "max(n, 2*m)", "n", "n"},
		{"k <= n <= m", "max(k, n, m)", "m", "m"},
		{"n >= m, m >= k, k >= j", "max(n, j)", "n", "n"},
		{"n + m >= 5", "max(n + m, 5)", "m + n", "m + n"},
		{"n >= 5", "max(n, 3)", "n", "n"},
		{"n ≤ m", "max(n, m)", "m", "m"},
	} {
		set, err := Parse([]string{c.assumed}, nil)
		if err != nil {
			t.Errorf("%s: %v", c.assumed, err)
			continue
		}
		e, _ := read(t, c.expr)
		got := set.Expr(e)
		if got.String() != c.want {
			t.Errorf("%s where %s is %s, not %s", c.expr, c.assumed, got, c.want)
		}
		if g, err := set.Growth(got); err != nil || g.String() != c.growth {
			t.Errorf("%s where %s grows as %v (%v), not %s", c.expr, c.assumed, g, err, c.growth)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ assumed, want string }{
		{"", "``, column 1: expected an equation or a relation between sizes, such as `N=1` or `n >= m`"},
		{"N=1,", "`N=1,`, column 5: expected an equation"},
		{"N", "`N`, column 1: expected an equation"},
		{"N=1, =3", "`N=1, =3`, column 6: expected an expression"},
		{"é=1, n=(2", "column 10: expected `)`"},
		{"n=?", "column 3: `?` stands for extents without a name"},
		{"?=n", "column 3: `?` can be assumed to be a number from 0 on"},
		{"?=1,?=2", "column 5: this contradicts what is assumed before: `?` is 1"},
		{"n=1,n=2", "column 5: this contradicts what is assumed before: it would be 1 = 2"},
		{"n=m, m=n+1", "column 6: this contradicts what is assumed before: it would be m = m + 1"},
		{"n=1/2", "column 1: `n` would be 1/2, and a size is a whole number"},
		{"n=-1", "`n` would be -1"},
		{"n=9223372036854775808", "below 2^63"},
		{"n^2=m^2", "cannot be solved for one"},
		{"1=1", "this names no size"},
		{"W(f)=n", "`W(f)` can be assumed to be a number from 0 on"},
		{"min(n, m) <= 3", "a relation is between sums of products"},
		{"n=1, n>=2", "what is assumed contradicts itself"},
		{"n>=3, m>=n, m<=2", "what is assumed contradicts itself"},
		{strings.Repeat("n", 2000) + "=1", "what is assumed has up to 1000 bytes"},
	} {
		if _, err := Parse([]string{c.assumed}, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40s: %v", c.assumed, err)
		}
	}
}

func TestLesser(t *testing.T) {
	set, err := Parse([]string{"n=1"}, []string{"n=2, m=3", "n >= 5", "k=4"})
	if err != nil {
		t.Fatal(err)
	}
	e, _ := read(t, "n + m + k")
	if got := set.Expr(e).String(); got != "8" {
		t.Error(got)
	}
	if got := set.String(); got != "n = 1, m = 3, n >= 5, k = 4" {
		t.Error(got)
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct{ assumed, want string }{
		{"seq = 1, |xs| = 2, W(f) = 3, ? = 1", ""},
		{"N=1, sek = 1", "`N=1, sek = 1`, column 1: no size is called `N`; sizes are `W(f)`, `seq`, `|xs|`"},
		{"sek = 1", "`sek = 1`, column 1: no size is called `sek`; did you mean `seq`?"},
		{"xs >= 1", "did you mean `|xs|`?"},
		{"S(f) = 1", "no size is called `S(f)`"},
	} {
		set, err := Parse([]string{c.assumed}, nil)
		if err != nil {
			t.Fatal(err)
		}
		switch err := set.Check([]string{"seq", "|xs|", "W(f)", "seq"}); {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v", c.assumed, err)
		}
	}
}

func TestDim(t *testing.T) {
	set, err := Parse([]string{"n = 2, ? = 7"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, _ := read(t, "n*m - 3")
	for _, c := range []struct {
		of   types.Dim
		want string
	}{{types.Const(5), "5"}, {types.Any, "7"}, {types.Unknown, "7"}, {types.DimOf(e), "2*m - 3"}} {
		if got := set.Dim(c.of).String(); got != c.want {
			t.Errorf("%s: %s", c.of, got)
		}
	}
	if e, _ := read(t, "n - 3"); !set.Dim(types.DimOf(e)).IsUnknown() {
		t.Error("an extent less than 0")
	}
}

// TestExact holds random expressions against their values wherever the sizes are as assumed.
func TestExact(t *testing.T) {
	var term func(depth int) *rapid.Generator[string]
	term = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			leaf := []string{"n", "m", "k", "1", "2", "3"}
			if depth == 0 {
				return rapid.SampledFrom(leaf).Draw(t, "leaf")
			}
			part := func() string { return term(depth-1).Draw(t, "part") }
			switch rapid.IntRange(0, 6).Draw(t, "form") {
			case 0:
				return "min(" + part() + ", " + part() + ")"
			case 1, 2:
				return "max(" + part() + ", " + part() + ")"
			case 3:
				return "(" + part() + ")*(" + part() + ")"
			case 4:
				return "(" + part() + " - " + part() + ")"
			case 5:
				return "floor((" + part() + ")/2)"
			}
			return "(" + part() + " + " + part() + ")"
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		assumed := rapid.SampledFrom([]string{
			"n >= m", "n > m", "n >= m + k", "n >= 2*m", "2*n >= 3*m", "n <= 3", "n + m >= k", "k <= n <= m", "n*m >= k", "n = m", "n = 2*m + 1, k >= n", "n = 3, m <= k", "n >= m, k >= m, n >= k",
		}).Draw(t, "assumed")
		set, err := Parse([]string{assumed}, nil)
		if err != nil {
			t.Fatal(err)
		}
		text := term(3).Draw(t, "expr")
		symbols := map[string]*symbolic.Symbol{}
		e, err := symbolic.Parse(text, func(name string) *symbolic.Symbol {
			if symbols[name] == nil {
				symbols[name] = symbolic.NewSymbol(name, uint32(len(symbols)))
			}
			return symbols[name]
		})
		if err != nil {
			return
		}
		got := set.Expr(e)
		for n := range int64(6) {
			for m := range int64(6) {
				for k := range int64(6) {
					at := func(s *symbolic.Symbol) (int64, bool) {
						return map[string]int64{"n": n, "m": m, "k": k}[s.Name], true
					}
					if !holds(t, assumed, at) {
						continue
					}
					a, err := e.Eval(at)
					b, errNow := got.Eval(at)
					if err != nil || errNow != nil || a != b {
						t.Fatalf("%s where %s is %s: at n=%d, m=%d, k=%d %d, not %d (%v, %v)", text, assumed, got, n, m, k, b, a, err, errNow)
					}
				}
			}
		}
	})
}

// holds evaluates what is assumed.
func holds(t *rapid.T, assumed string, at func(*symbolic.Symbol) (int64, bool)) bool {
	all, err := statements(assumed)
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range all {
		var v [2]int64
		for i, of := range []side{st.left, st.right} {
			e, err := symbolic.Parse(of.text, func(name string) *symbolic.Symbol { return symbolic.NewSymbol(name, 0) })
			if err != nil {
				t.Fatal(err)
			}
			if v[i], err = e.Eval(at); err != nil {
				t.Fatal(err)
			}
		}
		ok := map[string]bool{"=": v[0] == v[1], "<=": v[0] <= v[1], ">=": v[0] >= v[1], "<": v[0] < v[1], ">": v[0] > v[1]}[st.sign]
		if !ok {
			return false
		}
	}
	return true
}

// FuzzParse reads any text, and puts what it says into an expression.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"N=1, seq = 2*n", "?=1", "n >= m, k<=n<=|xs|_2", "W(f)=3", "x.0 = min(n, 3)", "n = 2^m^m^k, m=9^9^9"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		set, err := Parse([]string{text}, nil)
		if err != nil {
			return
		}
		e, _ := read(t, "max(n - m, 0) + log2(n)*min(k, m) + 2^|xs|_2 + W(f)*x.0")
		if got := set.Expr(e); got != nil {
			_, _ = set.Growth(got)
		}
		_ = set.Dim(types.Any)
	})
}
