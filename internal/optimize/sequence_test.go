package optimize

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
)

// A sequenceMaker writes random expressions on lists and FractalTensors of integers, with functions
// that may fail.
type sequenceMaker struct {
	*rand.Rand
	vars int
}

// number writes an integer over some variables.
func (m *sequenceMaker) number(vars []string, depth int) string {
	if depth <= 0 || m.IntN(4) == 0 {
		if m.IntN(3) == 0 || len(vars) == 0 {
			return fmt.Sprint(m.IntN(4))
		}
		return vars[m.IntN(len(vars))]
	}
	d := depth - 1
	switch m.IntN(9) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", m.number(vars, d), []string{"+", "-", "*"}[m.IntN(3)], m.number(vars, d))
	case 3:
		if m.IntN(3) == 0 {
			return fmt.Sprintf("(%s / %s)", m.number(vars, d), m.number(vars, d))
		}
		return fmt.Sprintf("(%s / 2)", m.number(vars, d))
	case 4:
		return fmt.Sprintf("(if (%s > %s) { %s } else { %s })", m.number(vars, 0), m.number(vars, d), m.number(vars, d), m.number(vars, d))
	case 5:
		return fmt.Sprintf("@length(%s)", m.list(vars, d))
	case 6:
		return fmt.Sprintf("length(%s)", m.fractal(vars, d))
	case 7:
		f := m.fold(vars)
		switch m.IntN(5) {
		case 0:
			return fmt.Sprintf("@sum(%s)", m.list(vars, d))
		case 1:
			return fmt.Sprintf("@foldl(%s, %s, %s)", f, m.number(vars, 0), m.list(vars, d))
		case 2:
			return fmt.Sprintf("@foldr(%s, %s, %s)", f, m.number(vars, 0), m.list(vars, d))
		case 3:
			return fmt.Sprintf("reduce(fn(%%a, %%b) { %%a %s %%b }, %s, %s)", []string{"+", "*"}[m.IntN(2)], m.fractal(vars, d), m.number(vars, 0))
		}
		return fmt.Sprintf("%s(%s, %s, %s)", []string{"foldl", "foldr"}[m.IntN(2)], f, m.fractal(vars, d), m.number(vars, 0))
	}
	switch m.IntN(4) {
	case 0:
		return fmt.Sprintf("first(%s)", m.fractal(vars, d))
	case 1:
		return fmt.Sprintf("last(%s)", m.fractal(vars, d))
	case 2:
		return fmt.Sprintf("@hd(%s)", m.list(vars, d))
	}
	return fmt.Sprintf("@nth(%s, %d)", m.list(vars, d), m.IntN(2))
}

func (m *sequenceMaker) fresh() string {
	m.vars++
	return fmt.Sprintf("%%v%d", m.vars)
}

func (m *sequenceMaker) function(vars []string) string {
	v := m.fresh()
	return fmt.Sprintf("fn(%s: int32) { %s }", v, m.number(append(vars[:len(vars):len(vars)], v, v), 2))
}

func (m *sequenceMaker) fold(vars []string) string {
	s, v := m.fresh(), m.fresh()
	return fmt.Sprintf("fn(%s: int32, %s: int32) { %s }", s, v, m.number(append(vars[:len(vars):len(vars)], s, v, s, v), 2))
}

func (m *sequenceMaker) list(vars []string, depth int) string {
	if depth <= 0 || m.IntN(5) == 0 {
		return []string{"%l", "%m", "Nil()", "Cons(%k, Nil())"}[m.IntN(4)]
	}
	d := depth - 1
	switch m.IntN(7) {
	case 0, 1:
		return fmt.Sprintf("@map(%s, %s)", m.function(vars), m.list(vars, d))
	case 2:
		return fmt.Sprintf("@concat(%s, %s)", m.list(vars, d), m.list(vars, d))
	case 3:
		return fmt.Sprintf("@rev(%s)", m.list(vars, d))
	case 4:
		v := m.fresh()
		return fmt.Sprintf("@filter(fn(%s: int32) { %s > %s }, %s)", v, v, m.number(append(vars[:len(vars):len(vars)], v), 1), m.list(vars, d))
	case 5:
		s, v := m.fresh(), m.fresh()
		e := m.number(append(vars[:len(vars):len(vars)], v, v), 1)
		if m.IntN(2) == 0 {
			return fmt.Sprintf("@foldr(fn(%s: int32, %s: List[int32]) { Cons(%s, %s) }, Nil(), %s)", v, s, e, s, m.list(vars, d))
		}
		return fmt.Sprintf("@foldl(fn(%s: List[int32], %s: int32) { @concat(%s, Cons(%s, Nil())) }, Nil(), %s)", s, v, s, e, m.list(vars, d))
	}
	return fmt.Sprintf("Cons(%s, %s)", m.number(vars, d), m.list(vars, d))
}

func (m *sequenceMaker) fractal(vars []string, depth int) string {
	if depth <= 0 || m.IntN(5) == 0 {
		return []string{"%xs", "%ys", "[1, 2, %k]", "[%k]"}[m.IntN(4)]
	}
	d := depth - 1
	switch m.IntN(8) {
	case 0, 1:
		return fmt.Sprintf("map(%s, %s)", m.function(vars), m.fractal(vars, d))
	case 2:
		return fmt.Sprintf("join(%s, %s)", m.fractal(vars, d), m.fractal(vars, d))
	case 3:
		return fmt.Sprintf("scanl(%s, %s, %s)", m.fold(vars), m.fractal(vars, d), m.number(vars, 0))
	case 4:
		v := m.fresh()
		return fmt.Sprintf("filter(fn(%s: int32) { %s > %s }, %s)", v, v, m.number(append(vars[:len(vars):len(vars)], v), 1), m.fractal(vars, d))
	case 5:
		xs, a, b := m.fractal(vars, d-1), m.fresh(), m.fresh()
		return fmt.Sprintf("map(fn((%s, %s)) { %s }, zip(%s, map(%s, %s)))", a, b, m.number(append(vars[:len(vars):len(vars)], a, b, a, b), 1), xs, m.function(vars), xs)
	case 6:
		s, v := m.fresh(), m.fresh()
		return fmt.Sprintf("foldl(fn(%s: FractalTensor[int32], %s: int32) { join(%s, [%s]) }, %s, [])", s, v, s, m.number(append(vars[:len(vars):len(vars)], v, v), 1), m.fractal(vars, d))
	}
	return fmt.Sprintf("map(%s, map(%s, %s))", m.function(vars), m.function(vars), m.fractal(vars, d))
}

func sequenceProgram(seed uint64) string {
	m := &sequenceMaker{Rand: rand.New(rand.NewPCG(seed, 5))}
	var e string
	switch vars := []string{"%k", "%n"}; m.IntN(3) {
	case 0:
		e = m.number(vars, 5)
	case 1:
		e = m.list(vars, 4)
	default:
		e = m.fractal(vars, 4)
	}
	return fmt.Sprintf("def @f(%%k: int32, %%n: int32, %%l: List[int32], %%m: List[int32], %%xs: FractalTensor[int32], %%ys: FractalTensor[int32]) {\n%s\n}\n", e)
}

// TestRandomSequences runs each candidate for random expressions on lists and FractalTensors against
// the expression, to the bit and faults included.
func TestRandomSequences(t *testing.T) {
	var n tally
	left := map[string]int{}
	for seed := range uint64(2 * *expressions) {
		m := checktest.Module("test.frac", sequenceProgram(seed))
		if sound(m, 0) == nil {
			left["it has errors"]++
		} else if why := n.add(t, m, Work, true); why != "" {
			left[why]++
		}
	}
	t.Logf("left: %v", left)
	n.enough(t)
}

// TestMatrixChains compares orders of products with those that dynamic programming finds.
func TestMatrixChains(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		n := 3 + r.IntN(5)
		extents := make([]int, n+1)
		for i := range extents {
			extents[i] = 1 + r.IntN(60)
		}
		best := make([][]int, n)
		for i := range best {
			best[i] = make([]int, n)
		}
		for length := 1; length < n; length++ {
			for i := 0; i+length < n; i++ {
				j := i + length
				best[i][j] = -1
				for k := i; k < j; k++ {
					if c := best[i][k] + best[k+1][j] + extents[i]*extents[k+1]*extents[j+1]; best[i][j] < 0 || c < best[i][j] {
						best[i][j] = c
					}
				}
			}
		}
		var params []string
		product := "%a0"
		for i := range n {
			params = append(params, fmt.Sprintf("%%a%d: Tensor[(%d, %d), float32]", i, extents[i], extents[i+1]))
			if i > 0 {
				product = fmt.Sprintf("matmul(%s, %%a%d)", product, i)
			}
		}
		m := checktest.Module("test.frac", fmt.Sprintf("def @f(%s) {\n%s\n}\n", strings.Join(params, ", "), product))
		result, err := Module(t.Context(), m, Options{Metric: MACs})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := result.Changes[0].After.Text, fmt.Sprint(best[0][n-1]); got != want {
			t.Errorf("extents %v: %s multiply-adds, expected %s\n%s", extents, got, want, result.Text)
		}
	}
}
