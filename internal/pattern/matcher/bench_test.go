package matcher_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
)

// A line writes the n-th of a row of graph bindings.
type line func(n int) string

// row is a definition of graph bindings, the last of which is its result.
func row(n int, each line) string {
	var out strings.Builder
	out.WriteString("def @main(%x: Tensor[(4, 4), float32], %y: Tensor[(4, 4), float32]) {\n  %0 = tanh(%x);\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&out, "  %%%d = %s;\n", i, each(i))
	}
	fmt.Fprintf(&out, "  %%%d\n}\n", n)
	return out.String()
}

// network is a row of operators of many kinds.
func network(n int) string {
	forms := []string{
		"nn.relu(%%%[1]d)", "%%%[1]d + %%y", "nn.dense(%%%[1]d, %%y, units=4)", "%%%[1]d * %%%[2]d", "tanh(%%%[1]d)", "nn.softmax(%%%[1]d)",
		"%%%[1]d - %%%[2]d", "%%%[1]d / %%y", "transpose(%%%[1]d, axes=[1, 0])", "sigmoid(%%%[1]d)",
	}
	return row(n, func(i int) string {
		text := forms[i%len(forms)]
		if strings.Contains(text, "[2]") {
			return fmt.Sprintf(text, i-1, max(0, i-3))
		}
		return fmt.Sprintf(text, i-1)
	})
}

// unary are the operators of one operand in the rules of the benchmarks.
var unary = []string{"nn.relu", "tanh", "sigmoid", "exp", "log", "sqrt", "negative", "abs", "nn.softmax", "transpose"}

// manyRules are rules of two to four operators each.
func manyRules(n int) []*pattern.Rule {
	var rules []*pattern.Rule
	binary := []string{op.Add, op.Subtract, op.Multiply, op.Divide, "nn.dense"}
	for i := range n {
		inner := pattern.IsOp(unary[i%len(unary)]).Call(pattern.IsOp(binary[i/len(unary)%len(binary)]).Call(pattern.Var("a"), pattern.Any()))
		outer := pattern.IsOp(binary[i%len(binary)]).Call(pattern.IsOp(unary[i/3%len(unary)]).Call(inner), pattern.Var("b"))
		if i%3 == 0 {
			outer = pattern.IsOp(unary[i/7%len(unary)]).Call(inner.HasShape(pattern.Shape{Extents: []int64{4, 4}}))
		}
		rules = append(rules, &pattern.Rule{Name: fmt.Sprint("r", i), Match: outer})
	}
	return rules
}

func chain() *pattern.Pattern {
	return pattern.Recursion("chain", func(self *pattern.Pattern) *pattern.Pattern {
		return pattern.IsOp(op.Add).Call(self, pattern.Any()).Or(pattern.IsOp("tanh").CallAny())
	})
}

func BenchmarkMatch(b *testing.B) {
	add := pattern.IsOp(op.Add).Call(pattern.Any(), pattern.Any())
	diamonds := func(i int) string {
		if i%3 == 0 {
			return fmt.Sprintf("%%%d + %%%d", i-1, i-2)
		}
		return fmt.Sprintf("nn.relu(%%%d)", (i-1)/3*3)
	}
	elementwise := pattern.IsOfKind(op.Elementwise).CallAny().Or(pattern.IsOfKind(op.Broadcast).CallAny())
	for _, c := range []struct {
		name  string
		text  string
		rules []*pattern.Rule
	}{
		{"30 rules over 30,000 operators", network(30_000), manyRules(30)},
		{"1,000 rules over 30,000 operators", network(30_000), manyRules(1000)},
		{"recursion over 100,000 sums", row(100_000, func(i int) string { return fmt.Sprintf("%%%d + %%y", i-1) }), []*pattern.Rule{rule(chain())}},
		{"sums of themselves", row(30_000, func(i int) string { return fmt.Sprintf("%%%d + %%%d", i-1, i-1) }), []*pattern.Rule{
			rule(pattern.Recursion("p", func(p *pattern.Pattern) *pattern.Pattern {
				return pattern.IsOp(op.Add).Call(p, p).Or(pattern.IsOp("tanh").CallAny())
			}))}},
		{"any depth of 30,000 sums", row(30_000, func(i int) string { return fmt.Sprintf("%%%d + %%%d", i-1, i-1) }), []*pattern.Rule{
			rule(pattern.IsOp(op.Add).Call(pattern.Contains(pattern.IsOp("exp").CallAny()), pattern.Any()))}},
		{"a ladder of 30,000 diamonds", row(90_000, diamonds), []*pattern.Rule{
			rule(pattern.Dominate(pattern.IsOp("tanh").CallAny(), elementwise, add)), rule(pattern.Dominate(add, elementwise, add))}},
		{"a tuple of 100,000", "def @main(%x: int32) { (" + strings.Repeat("%x + 1, ", 100_000) + ") }", []*pattern.Rule{
			rule(pattern.IsTupleAny()), rule(pattern.Contains(pattern.IsOp("exp").CallAny())),
			rule(pattern.Dominate(pattern.IsVar("x"), pattern.Any(), pattern.IsTupleAny()))}},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := checktest.Module("bench.frac", c.text)
			subjects := subjectsOf(m)
			graph.Of(subjects[0].Info)
			rules := matcher.Compile(c.rules)
			b.ResetTimer()
			for range b.N {
				found := rules.Find(context.Background(), subjects[0])
				b.ReportMetric(float64(len(found.Matches)), "matches")
				b.ReportMetric(float64(len(found.TooMany)), "given-up")
			}
		})
	}
}
