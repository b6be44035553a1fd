package symbolic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A systemReader reads expressions over sizes that are the same by name.
type systemReader map[string]*Symbol

func (r systemReader) expr(t *testing.T, text string) *Expr {
	e, err := Parse(strings.TrimSpace(text), func(name string) *Symbol {
		if r[name] == nil {
			r[name] = NewSymbol(name, 0)
		}
		return r[name]
	})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e
}

// equations reads equations, which are separated by semicolons.
func (r systemReader) equations(t *testing.T, text string) (all []Equation) {
	for part := range strings.SplitSeq(text, ";") {
		left, right, _ := strings.Cut(part, "=")
		n, ok := r.expr(t, right).Const()
		if !ok {
			t.Fatalf("%s is no number", right)
		}
		all = append(all, Equation{r.expr(t, left), n})
	}
	return all
}

func TestSystems(t *testing.T) {
	for _, c := range []struct{ system, expr, want string }{
		{"n + 1 = 2", "n", "1"},
		{"n + 1 = 0", "n", "conflict [0]"},
		{"2*n = 7", "n", "conflict [0]"},
		{"2*n = 8", "n + 1", "5"},
		{"n + m = 5; n - m = 1", "n*m", "6"},
		{"n + m = 5; n - m = 2", "n", "conflict [0 1]"},
		{"n + m = 5", "n", "open [0]"},
		{"n + m = 5", "2*n + 2*m + 1", "11"},
		{"n + m = 0", "n", "0"},
		{"n*m = 6", "n", "open [0]"},
		{"n*m = 6; m + k = 3; k = 1", "n", "3"},
		{"n*m = 6", "n*m", "6"},
		{"n*m = 7; n - m = 6", "m", "1"},
		{"n*n = 49", "n", "7"},
		{"n*n = 50", "n", "conflict [0]"},
		{"n*n + n = 12", "n", "3"},
		{"3*n + 5*m = 8", "n", "1"},
		{"3*n + 5*m = 7", "n", "conflict [0]"},
		{"n - m = 3; n - 2*m = 1", "n", "5"},
		{"n + 2*m = 1000000; n - m = 1", "m", "333333"},
		{"2*n - 2*m = 1", "n", "conflict [0]"},
		{"2*n + k = 0; 2*m + k = 1", "n", "conflict [0 1]"},
		{"n = 1; m = 2; n + k = 4; m + k = 4; m + m = 4", "k", "conflict [0 2 3 4]"},
		{"floor(n/2) = 3; n - 2*floor(n/2) = 1", "n", "7"},
		{"n*(n + 1)/2 = 10", "n", "4"},
		{"n = 1", "m", "open []"},
		{"n*m = 0; n + m = 4", "n", "open [0 1]"},
		{"n*m*k = 30; n + m + k = 10", "n*m + m*k + n*k", "31"},
		{"n + 4611686018427387904*m = 9223372036854775807; m = 1", "n", "4611686018427387903"},
	} {
		r := systemReader{}
		s := Solve(r.equations(t, c.system), nil)
		e := r.expr(t, c.expr)
		if got := answer(s, e); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.system, c.expr, got, c.want)
		}
	}
}

func answer(s *Solution, e *Expr) string {
	if s.Conflict != nil {
		return fmt.Sprint("conflict ", s.Conflict)
	}
	if n, ok := s.Value(e); ok {
		return fmt.Sprint(n)
	}
	return fmt.Sprint("open ", s.Open(e))
}

// TestSystemsAgainstAllAssignments holds the solver to trying all small assignments.
// Where each variable is bounded by an equation with positive coefficients, those are all
// solutions there are, and the solver must find what they have in common.
func TestSystemsAgainstAllAssignments(t *testing.T) {
	const most = 9
	r := rand.New(rand.NewPCG(3, 14))
	open, decided, refuted := 0, 0, 0
	for range 6000 {
		symbols := []*Symbol{NewSymbol("n", 1), NewSymbol("m", 2), NewSymbol("k", 3)}[:1+r.IntN(3)]
		bounded := r.IntN(2) == 0
		equations := randomSystem(r, symbols, bounded, most)
		var wanted *Expr
		if wanted = randomExtent(r, symbols); r.IntN(2) == 0 {
			wanted = Var(symbols[r.IntN(len(symbols))])
		}
		s := Solve(equations, nil)
		values := commonValues(equations, symbols, wanted, most)
		n, ok := s.Value(wanted)
		text := fmt.Sprint(systemText(equations), ", wanted ", wanted)
		switch {
		case s.Conflict != nil:
			refuted++
			if len(values) > 0 {
				t.Fatalf("%s: refuted by %v, and has a solution", text, s.Conflict)
			}
			for i := range s.Conflict {
				var less []Equation
				for _, at := range slices.Delete(slices.Clone(s.Conflict), i, i+1) {
					less = append(less, equations[at])
				}
				if Solve(less, nil).Conflict != nil {
					t.Fatalf("%s: refuted by %v, of which less is enough", text, s.Conflict)
				}
			}
		case ok:
			decided++
			if len(values) > 1 || len(values) == 1 && !values[n] {
				t.Fatalf("%s: %d, and there are %v", text, n, values)
			}
		default:
			open++
			if bounded && len(values) == 1 && s.Open(wanted) != nil {
				t.Fatalf("%s: open, and only %v is possible", text, values)
			}
		}
		if bounded && len(values) == 0 && s.Conflict == nil && defined(equations) {
			t.Fatalf("%s: not refuted", text)
		}
	}
	if open < 200 || decided < 200 || refuted < 200 {
		t.Errorf("%d open, %d decided, %d refuted: the systems are of one kind", open, decided, refuted)
	}
}

// defined reports whether the value of no equation depends on a division by a variable.
func defined(equations []Equation) bool {
	return !slices.ContainsFunc(equations, func(eq Equation) bool { return !eq.Expr.isPolynomial() })
}

func randomExtent(r *rand.Rand, symbols []*Symbol) *Expr {
	e := Int(int64(r.IntN(5) - 2))
	for range 1 + r.IntN(3) {
		v := Var(symbols[r.IntN(len(symbols))])
		switch r.IntN(6) {
		case 0:
			v = v.Mul(Var(symbols[r.IntN(len(symbols))]))
		case 1:
			v, _ = v.FloorDiv(Int(2))
		}
		e = e.Add(v.Mul(Int(int64(r.IntN(6) - 2))))
	}
	return e
}

// randomSystem makes equations that a random assignment satisfies, half of the time.
func randomSystem(r *rand.Rand, symbols []*Symbol, bounded bool, most int) []Equation {
	planted := map[*Symbol]int64{}
	for _, s := range symbols {
		planted[s] = int64(r.IntN(4))
	}
	exprs := []*Expr{}
	for range 1 + r.IntN(3) {
		exprs = append(exprs, randomExtent(r, symbols))
	}
	if bounded {
		sum := Int(0)
		for _, s := range symbols {
			sum = sum.Add(Var(s).Mul(Int(int64(1 + r.IntN(3)))))
		}
		exprs = append(exprs, sum)
	}
	var equations []Equation
	for i, e := range exprs {
		n, err := e.Eval(func(s *Symbol) (int64, bool) { return planted[s], true })
		if err != nil {
			continue
		}
		if r.IntN(4) == 0 {
			n += int64(r.IntN(5) - 2)
		}
		if bounded && i == len(exprs)-1 {
			n = min(n, int64(most))
		}
		equations = append(equations, Equation{e, n})
	}
	return equations
}

// commonValues are the values that an expression has where all equations hold.
func commonValues(equations []Equation, symbols []*Symbol, wanted *Expr, most int) map[int64]bool {
	values := map[int64]bool{}
	at := map[*Symbol]int64{}
	var try func(i int)
	try = func(i int) {
		if i < len(symbols) {
			for n := range most + 1 {
				at[symbols[i]] = int64(n)
				try(i + 1)
			}
			return
		}
		value := func(s *Symbol) (int64, bool) { return at[s], true }
		for _, eq := range equations {
			if n, err := eq.Expr.Eval(value); err != nil || n != eq.Value {
				return
			}
		}
		if n, err := wanted.Eval(value); err == nil {
			values[n] = true
		}
	}
	try(0)
	return values
}

func systemText(equations []Equation) string {
	var parts []string
	for _, eq := range equations {
		parts = append(parts, fmt.Sprintf("%s = %d", eq.Expr, eq.Value))
	}
	return strings.Join(parts, "; ")
}

func TestLinear(t *testing.T) {
	for text, want := range map[string]string{
		"n": "n 1 0", "3*n + 2": "n 3 2", "5 - 2*n": "n -2 5", "n + m": "", "n*n": "", "7": "", "n/2": "", "floor(n/2)": "",
	} {
		got := ""
		if s, c, k, ok := (systemReader{}).expr(t, text).Linear(); ok {
			got = fmt.Sprint(s.Name, " ", c, " ", k)
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
