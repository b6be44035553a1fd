package optimize

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/interp/agreement"
	"github.com/fraccheck/fraccheck/typecheck"
)

var expressions = flag.Int("expressions", 12, "number of random expressions on tensors that are optimized")

// A tensorMaker writes random expressions on tensors that the laws are about.
type tensorMaker struct {
	*rand.Rand
	dtype string
	lets  []string
	known []variableOf // what is bound
}

type variableOf struct {
	name  string
	shape []int
}

var shapes = [][]int{{}, {4}, {3, 4}, {4, 3}, {4, 4}, {2, 3, 4}, {1, 4}, {3, 1}, {6}, {12}}

func shapeText(s []int) string {
	var parts []string
	for _, n := range s {
		parts = append(parts, fmt.Sprint(n))
	}
	return strings.Join(parts, ", ")
}

func (m *tensorMaker) float() bool { return strings.HasPrefix(m.dtype, "float") }

func (m *tensorMaker) number() string {
	n := m.IntN(5)
	switch m.dtype {
	case "float32":
		return fmt.Sprintf("%d.%df", n, m.IntN(2)*5)
	case "int32":
		return fmt.Sprint(n)
	case "int8":
		return fmt.Sprintf("%di8", n)
	}
	return fmt.Sprintf("%du8", n)
}

// expr writes an expression of a shape.
func (m *tensorMaker) expr(s []int, depth int) string {
	if m.IntN(7) == 0 || depth <= 0 {
		for _, i := range m.Perm(len(m.known)) {
			if v := m.known[i]; shapeText(v.shape) == shapeText(s) {
				return v.name
			}
		}
		if len(s) == 0 {
			return m.number()
		}
		switch m.IntN(4) {
		case 0:
			return fmt.Sprintf("zeros(shape=[%s], dtype=%q)", shapeText(s), m.dtype)
		case 1:
			return fmt.Sprintf("ones(shape=[%s], dtype=%q)", shapeText(s), m.dtype)
		}
		return fmt.Sprintf("broadcast_to(%s, shape=[%s])", m.number(), shapeText(s))
	}
	if m.IntN(5) == 0 && len(m.lets) < 6 {
		name := fmt.Sprintf("%%l%d", len(m.lets))
		m.lets = append(m.lets, "")
		at := len(m.lets) - 1
		m.lets[at] = fmt.Sprintf("let %s = %s;", name, m.expr(s, depth-1))
		m.known = append(m.known, variableOf{name, s})
		return name
	}
	d := depth - 1
	smaller := func() []int { // broadcasts to s
		t := append([]int{}, s...)
		for i := range t {
			if m.IntN(3) == 0 {
				t[i] = 1
			}
		}
		return t[m.IntN(len(t)+1):]
	}
	for {
		switch m.IntN(24) {
		case 0, 1, 2, 3:
			sign := []string{"+", "-", "*", "+"}[m.IntN(4)]
			x, y := s, s
			if m.IntN(2) == 0 {
				y = smaller()
			} else if m.IntN(3) == 0 {
				x = smaller()
			}
			return fmt.Sprintf("(%s %s %s)", m.expr(x, d), sign, m.expr(y, d))
		case 4:
			return fmt.Sprintf("%s(%s, %s)", []string{"maximum", "minimum"}[m.IntN(2)], m.expr(s, d), m.expr(s, d))
		case 5:
			return fmt.Sprintf("negative(%s)", m.expr(s, d))
		case 6:
			f := []string{"nn.relu", "abs"}
			if m.float() {
				f = []string{"nn.relu", "abs", "tanh", "sigmoid", "exp", "negative"}
			}
			return fmt.Sprintf("%s(%s)", f[m.IntN(len(f))], m.expr(s, d))
		case 7:
			if len(s) == 2 {
				return fmt.Sprintf("transpose(%s, axes=[1, 0])", m.expr([]int{s[1], s[0]}, d))
			}
			if len(s) == 3 {
				return fmt.Sprintf("transpose(%s, axes=[2, 0, 1])", m.expr([]int{s[1], s[2], s[0]}, d))
			}
		case 8:
			if len(s) == 1 && s[0] == 12 {
				return fmt.Sprintf("reshape(%s, newshape=[12])", m.expr([]int{3, 4}, d))
			}
			if shapeText(s) == "3, 4" {
				return fmt.Sprintf("reshape(%s, newshape=[3, 4])", m.expr([][]int{{12}, {4, 3}}[m.IntN(2)], d))
			}
		case 9, 10:
			if len(s) < 3 {
				at := m.IntN(len(s) + 1)
				big := append(append(append([]int{}, s[:at]...), 2+m.IntN(3)), s[at:]...)
				f := []string{"sum", "max", "min", "mean", "sum"}[m.IntN(5)]
				return fmt.Sprintf("%s(%s, axis=[%d])", f, m.expr(big, d), at)
			}
		case 11:
			if len(s) == 0 {
				return fmt.Sprintf("sum(%s)", m.expr(shapes[1+m.IntN(5)], d))
			}
		case 12, 13:
			if len(s) == 2 {
				k := 2 + m.IntN(3)
				switch m.IntN(3) {
				case 0:
					return fmt.Sprintf("nn.dense(%s, %s, units=None)", m.expr([]int{s[0], k}, d), m.expr([]int{s[1], k}, d))
				}
				return fmt.Sprintf("matmul(%s, %s)", m.expr([]int{s[0], k}, d), m.expr([]int{k, s[1]}, d))
			}
		case 14:
			if len(s) > 0 && s[0] > 1 {
				a := append([]int{1}, s[1:]...)
				b := append([]int{s[0] - 1}, s[1:]...)
				return fmt.Sprintf("concatenate((%s, %s), axis=0)", m.expr(a, d), m.expr(b, d))
			}
		case 15, 16:
			if len(s) > 0 {
				axis := m.IntN(len(s))
				big := append([]int{}, s...)
				big[axis] += 2
				return fmt.Sprintf("strided_slice(%s, begin=[1], end=[%d], strides=[1], axes=[%d])", m.expr(big, d), 1+s[axis], axis)
			}
		case 17:
			if len(s) > 0 {
				big := append([]int{}, s...)
				big[0] = 5
				return fmt.Sprintf("take(%s, %%i%d, axis=0)", m.expr(big, d), s[0]) + ""
			}
		case 18:
			if len(s) > 0 && s[0] == 1 {
				return fmt.Sprintf("expand_dims(%s, axis=0)", m.expr(s[1:], d))
			}
		case 19:
			return fmt.Sprintf("where(%s > %s, %s, %s)", m.expr(s, 0), m.expr(s, 0), m.expr(s, d), m.expr(s, d))
		case 20:
			if len(s) > 0 && len(s) < 3 {
				return fmt.Sprintf("squeeze(%s, axis=[0])", m.expr(append([]int{1}, s...), d))
			}
		case 21:
			if m.float() {
				return fmt.Sprintf("clip(%s, a_min=%df, a_max=%df)", m.expr(s, d), -m.IntN(3), m.IntN(4))
			}
			return fmt.Sprintf("(%s - %s)", m.expr(s, d), m.expr(s, d))
		case 22:
			if m.float() && len(s) > 0 {
				return fmt.Sprintf("%s(%s, axis=-1)", []string{"nn.softmax", "nn.log_softmax"}[m.IntN(2)], m.expr(s, d))
			}
		case 23:
			if len(s) == 1 {
				return fmt.Sprintf("einsum((%s, %s), equation=\"ij,j->i\")", m.expr([]int{s[0], 3}, d), m.expr([]int{3}, d))
			}
			if len(s) == 2 {
				return fmt.Sprintf("einsum((%s, %s, %s), equation=\"ij,jk,kl->il\")", m.expr([]int{s[0], 3}, d), m.expr([]int{3, 2}, d), m.expr([]int{2, s[1]}, d))
			}
		}
	}
}

// program writes a definition on tensors.
func tensorProgram(seed uint64) string {
	m := &tensorMaker{Rand: rand.New(rand.NewPCG(seed, 3))}
	m.dtype = []string{"float32", "int32", "float32", "int8", "uint8"}[m.IntN(5)]
	var params []string
	for i, s := range shapes[:7] {
		name := fmt.Sprintf("%%p%d", i)
		m.known = append(m.known, variableOf{name, s})
		if len(s) == 0 {
			params = append(params, name+": "+m.dtype)
		} else {
			params = append(params, fmt.Sprintf("%s: Tensor[(%s), %s]", name, shapeText(s), m.dtype))
		}
	}
	e := m.expr(shapes[m.IntN(len(shapes))], 4)
	body := strings.Join(m.lets, "\n") + "\n" + e
	for n := 1; n <= 12; n++ {
		if i := fmt.Sprintf("%%i%d,", n); strings.Contains(body, i) {
			params = append(params, fmt.Sprintf("%%i%d: Tensor[(%d), int32]", n, n))
		}
	}
	return fmt.Sprintf("def @f(%s) {\n%s\n}\n", strings.Join(params, ", "), body)
}

// A tally counts the candidates of random programs.
type tally struct{ candidates, cheaper, agree int }

// add runs each candidate for the definition of a program against it. why says why there are none.
func (n *tally) add(t *testing.T, m *typecheck.Module, metric Metric, exact bool) (why string) {
	t.Helper()
	text := m.File().Text()
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Second)
	defer stop()
	d := &definition{ctx: ctx, module: m, item: 0, options: Options{Metric: metric}, rules: newRules(metric, nil)}
	if why = d.read(); why != "" {
		return why
	}
	d.rules.saturate(ctx, d.terms, d.body)
	before := costOf(ctx, m, 0, metric)
	for _, c := range d.candidates() {
		after, item, why := d.replaceBody(c.text)
		if why != "" {
			t.Errorf("%s\n%s\n%s", why, text, c.text)
			continue
		}
		n.candidates++
		if costOf(ctx, after, item, metric).compare(before) != notLess {
			n.cheaper++
		}
		o := agreement.Compare(ctx, agreement.Subject{Before: m, After: after, BeforeItem: 0, AfterItem: item}, agreement.Options{Exact: exact})
		switch o.Verdict {
		case agreement.Agree:
			n.agree++
		case agreement.Differ:
			steps, _ := d.explain(c)
			var names []string
			for _, s := range steps {
				names = append(names, s.Rule)
			}
			t.Errorf("%s\n--- from\n%s\n--- to\n%s\n--- by %v", o.Counterexample.Difference, text, c.text, names)
		}
	}
	return ""
}

// enough reports an error where a test says too little.
func (n *tally) enough(t *testing.T) {
	t.Helper()
	t.Logf("%d candidates, %d cheaper, %d agree", n.candidates, n.cheaper, n.agree)
	if n.cheaper == 0 || 2*n.agree < n.candidates {
		t.Error("too few are cheaper or agree")
	}
}

// TestRandomTensors runs each candidate for random expressions against the expression.
func TestRandomTensors(t *testing.T) {
	var n tally
	for seed := range uint64(*expressions) {
		m := checktest.Module("test.frac", tensorProgram(seed))
		if sound(m, 0) == nil {
			continue // integers that a function does not take
		}
		for _, metric := range []Metric{Work, Memory} {
			if why := n.add(t, m, metric, false); why != "" {
				t.Errorf("seed %d: left: %s", seed, why)
			}
		}
	}
	n.enough(t)
}
