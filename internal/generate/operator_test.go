package main

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lawcheck"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// gcd is an operator as docs/development.md's recipe makes one: an entry with
// relation, kernel and traits, and nothing else anywhere.
var gcd = &op.Op{
	Name: "gcd", Kind: op.Broadcast, Params: op.Args("lhs", "rhs"),
	Doc:      "Computes the greatest common divisor of integers.",
	Rule:     "both arguments are integers of one dtype; the result has it and the broadcast shape",
	Relation: gcdRelation, Kernel: gcdKernel,
	Traits: op.Traits{
		Laws: op.Laws{
			Associative: op.Exactly(op.Integers), Commutative: op.Exactly(op.Integers),
		},
		Fails: op.OnExtent, Aliasing: op.Fresh,
	},
}

func gcdRelation(c *op.Call) op.Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	for i, t := range ts {
		if !t.Dtype.IsInteger() {
			return op.FailArg(i, "dtype-mismatch", "`gcd` needs integers")
		}
	}
	if answer, ok := c.SameDtype(0, 1); !ok {
		return answer
	}
	shape, equal, answer, ok := c.Spread(0, 1)
	if !ok {
		return answer
	}
	return op.Done(&types.Tensor{Dtype: ts[0].Dtype, Shape: shape}, equal...)
}

func gcdKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	arrays, err := c.Arrays()
	if err != nil {
		return nil, err
	}
	shape, err := value.BroadcastShape(arrays[0].Shape, arrays[1].Shape)
	if err != nil {
		return nil, err
	}
	result, err := op.NewResult(m, arrays[0].Dtype, shape)
	if err != nil {
		return nil, err
	}
	x, err := op.WholeNumbers(m, arrays[0].Broadcast(shape))
	if err != nil {
		return nil, err
	}
	y, err := op.WholeNumbers(m, arrays[1].Broadcast(shape))
	if err != nil {
		return nil, err
	}
	for i := range x {
		a, b := max(x[i], -x[i]), max(y[i], -y[i])
		for b != 0 {
			a, b = b, a%b
		}
		value.Store(result.Data, i, value.FromInt(result.Dtype, a))
	}
	return value.Simplest(result), nil
}

// withGcd checks a program against the table with one more entry.
func withGcd(text string) *typecheck.Module {
	ops := table.Default()
	ops[gcd.Name] = gcd
	basis := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})
	return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("gcd.frac", text), Prelude: basis, Ops: ops})
}

// TestOperatorRecipe follows docs/development.md, "An operator": with the entry
// alone, the checker, the interpreter, the checks that read laws and the manual
// have the operator.
func TestOperatorRecipe(t *testing.T) {
	const program = "def @main() { gcd(Constant([12, 18, 7]), 8) }\n" +
		"def @all(%xs : FractalTensor[int32]) { foldl(gcd, %xs, 0) }\n" +
		"def @wrong(%x : Tensor[(2), float32]) { gcd(%x, %x) }\n"
	m := withGcd(program)
	if got := codesIn(m, 2); got != string(codes.DtypeMismatch) {
		t.Errorf("the checker says of floats: %q", got)
	}
	if got := codesIn(m, 0) + codesIn(m, 1); got != "" {
		t.Errorf("the checker refuses the calls: %s", got)
	}
	if got := foundByLaws(m, 1); got != string(codes.FoldAsReduce) {
		t.Errorf("lawcheck says of the fold: %q", got)
	}
	if got, want := mainOf(t, withGcd(strings.SplitAfter(program, "\n")[0])), "[4, 2, 1]"; got != want {
		t.Errorf("the program gives %s, want %s", got, want)
	}
	var b strings.Builder
	entry(&b, gcd)
	if text := b.String(); !strings.Contains(text, "### gcd") || !strings.Contains(text, gcd.Doc) {
		t.Errorf("the manual says: %s", text)
	}
}

func codesIn(m *typecheck.Module, item int) string {
	var all []string
	for _, d := range m.Check(item).Diagnostics {
		all = append(all, string(d.Code))
	}
	return strings.Join(all, " ")
}

func foundByLaws(m *typecheck.Module, item int) string {
	var all []string
	r := m.Check(item)
	unit := analysis.NewUnit(context.Background(), m, item, r, facts.Of(m))
	unit.Run(lawcheck.Analyzer, func(d syntax.Diagnostic) { all = append(all, string(d.Code)) })
	return strings.Join(all, " ")
}

func mainOf(t *testing.T, m *typecheck.Module) string {
	t.Helper()
	p, err := interp.Compile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, _, err := p.Run(context.Background(), interp.Entry{Name: "@main"}, nil, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return value.Text(v)
}
