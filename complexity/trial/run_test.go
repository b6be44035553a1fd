package trial_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// unwritten are operators with a kernel of which no recorded call can be written as a
// program, and why.
var unwritten = map[string]string{}

// Each operator with a kernel, which a run evaluates, is evaluated in trials, and gives
// what NumPy or TVM gives: calls that are recorded are written as definitions.
func TestTrialsEvaluateKernels(t *testing.T) {
	recorded := map[string][]*kerneltest.Call{}
	for _, pattern := range []string{"../../internal/op/testdata/numpy.jsonl", "../../internal/op/*/testdata/reference.jsonl"} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			calls, err := kerneltest.ReadCalls(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range calls {
				recorded[c.Op] = append(recorded[c.Op], c)
			}
		}
	}
	ops := table.Default()
	pre := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})
	tried := 0
	for _, name := range slices.Sorted(maps.Keys(recorded)) {
		o := ops[name]
		if o == nil || o.Kernel == nil {
			continue
		}
		why := "there is no call"
		for _, c := range recorded[name] {
			text, ok := definitionOf(o, c)
			if !ok {
				why = "it cannot be written"
				continue
			}
			m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: pre, Ops: ops})
			if wrong := firstError(m); wrong != "" {
				why = wrong + "\n" + text
				continue
			}
			why = ""
			p, err := trial.Link(m)
			if err != nil {
				t.Fatal(err)
			}
			var args []treewalk.Value
			for _, arg := range c.Args {
				args = append(args, treewalk.Of(arg.Value))
			}
			r := p.Call(m.File().Item(0), args, treewalk.Limits{Steps: 1 << 40})
			switch {
			case r.Fault != nil:
				t.Errorf("%s: %s: %s\n%s", name, r.Fault.Kind, r.Fault.Message, text)
			case c.Out.Value != nil && name != "dropout":
				if wrong := differ(r.Value, treewalk.Of(c.Out.Value)); wrong != "" {
					t.Errorf("%s: %s\n%s", name, wrong, text)
				}
			}
			tried++
			break
		}
		if _, listed := unwritten[name]; why != "" && !listed {
			t.Errorf("%s: %s", name, why)
		}
	}
	if tried < 240 {
		t.Errorf("%d operators", tried)
	}
}

func firstError(m *typecheck.Module) string {
	for i := range m.Items() {
		for _, d := range m.Check(i).Diagnostics {
			if d.Severity == 0 {
				return d.Message
			}
		}
	}
	return ""
}

// differ is Differ for what is exact, and lets reduced floats be as rough as they are.
func differ(x, y treewalk.Value) string {
	if one, ok := y.(*treewalk.Tuple); ok && len(one.Elems) == 1 {
		y = one.Elems[0] // results are recorded as lists
	}
	if n, ok := y.(*treewalk.Tensor); ok && n.Dtype != "float32" && n.Dtype != "float64" && !strings.HasPrefix(n.Dtype, "int") && !strings.HasPrefix(n.Dtype, "uint") && n.Dtype != "bool" {
		return ""
	}
	return treewalk.Differ(x, y)
}

// definitionOf writes a call as a definition.
func definitionOf(o *op.Op, c *kerneltest.Call) (string, bool) {
	var params, args []string
	computed := 0
	for i, arg := range c.Args {
		text, ok := typeText(arg.Value)
		if !ok {
			return "", false
		}
		params = append(params, fmt.Sprintf("%%a%d: %s", i, text))
		args = append(args, fmt.Sprintf("%%a%d", i))
	}
	for _, named := range c.Named(o) {
		if named.Value.Kind == op.ExprValue { // it is an argument too
			args = append(args, fmt.Sprintf("%s=%%a%d", named.Name, computed))
			computed++
			continue
		}
		args = append(args, named.Name+"="+named.Value.String())
	}
	return "def @f(" + strings.Join(params, ", ") + ") { " + o.Name + "(" + strings.Join(args, ", ") + ") }\n", true
}

func typeText(v value.Value) (string, bool) {
	switch v := v.(type) {
	case value.Scalar:
		return v.Dtype.String(), true
	case *value.Array:
		return fmt.Sprintf("Tensor[%s, %s]", value.ShapeText(v.Shape), v.Dtype), true
	case *value.Tuple:
		var parts []string
		for _, e := range v.Elems {
			part, ok := typeText(e)
			if !ok {
				return "", false
			}
			parts = append(parts, part)
		}
		if len(parts) == 1 {
			return "(" + parts[0] + ",)", true
		}
		return "(" + strings.Join(parts, ", ") + ")", true
	}
	return "", false
}

// Functions on FractalTensors, and everything else of programs, are evaluated in trials as
// a run evaluates them.
func TestTrialsEvaluateWhatRunsEvaluate(t *testing.T) {
	for _, body := range []string{
		"split(Constant([1f, 2f, 3f, 4f]), indices_or_sections=2)",
		"split([1, 2, 3], 2)",
		"stack((Constant([1f, 2f]), Constant([3f, 4f])), axis=1)", "stack([Constant([1f, 2f]), Constant([3f, 4f])])",
		"flatten([Constant([1f, 2f]), Constant([3f, 4f])])", "flatten([[Constant([[1f], [2f]])], [Constant([[3f], [4f]])]], axis=1)", "flatten([[1, 2], [3]])",
		"argmin(flatten([Constant([2f]), Constant([1f])]))",
		"repeat([1, 2], 2)", "repeat(Constant([1f, 2f]), repeats=2, axis=0)",
		"gather([1, 2, 3], [2, 0])", "gather(Constant([[1f, 2f], [3f, 4f]]), Constant([[0i64, 0i64], [1i64, 0i64]]), axis=1)",
		"arange(3)", "{ let %s = 0f; let %e = 6f; let %p = 2f; arange(%s, %e, %p, start=%s, stop=%e, step=%p, dtype=\"float32\") }", "slices(Constant([[1, 2], [3, 4]]), axis=1)", "slices(Constant([1f, 2f]))",
		"forall(fn(%x) { %x + 1 }, [[1], [2, 3]])", "forall(length, [[1], [2, 3]])",
		"filterall(fn(%x) { %x > 1 }, [[1], [2, 3]])", "filter(fn(%x) { %x > 1 }, [1, 2])",
		"reduce(add, [1, 2, 3])", "reduce(add, [1, 2, 3], 4)", "foldl(subtract, [1, 2, 3], 4)", "foldr(subtract, [1, 2, 3], 4)", "fold(fn(%a, %x) { %a * %x }, [1, 2, 3], 1)",
		"scanl(subtract, [1, 2, 3], 4)", "scanr(subtract, [1, 2, 3], 4)", "zip([1, 2], [3, 4])", "product([1, 2], [3, 4])", "enumerate([1, 2])",
		"length([1, 2])", "depth([[1], [2]])", "first([1, 2])", "last([1, 2])", "join([1], [2, 3])", "slice([1, 2, 3], 1, 3)", "slice([1, 2, 3, 4], start=0, end=4, stride=2)",
		"slide([1, 2, 3], window=2)", "window([1, 2, 3], window=3)", "shifted_slide([1, 2, 3], window=3)", "dilated_map(fn(%xs) { map(fn(%x) { %x * 2 }, %xs) }, [1, 2, 3, 4], dilation=2)",
		"add(rhs=1, lhs=2)", "subtract(rhs=1f, lhs=2f)", "1.5f16 + 2f16", "7u64 - 2u64", "(1u16, 2f16)",
		"take(Constant([1f, 2f]), 1)", "erf(0.5f)", "clip(Constant([1f, 5f]), a_min=2f, a_max=4f)",
		"@sized(Constant([1f, 2f, 3f]))", "@boxed(B(Constant([1f, 2f])))", "Constant([1f + 1f, 2f])",
		"nn.dense(Constant([[1f, 2f]]), Constant([[3f, 4f]]), units=None)", "-Constant([1f, 2f])", "Constant([1, 2])[1]", "[Constant([1f]), Constant([2f])][1]",
		"{ let %r = ref(1); ref_write(%r, 5); ref_read(%r) }", "call_lowered(fn(%x: Tensor[(1), float32]) { %x + %x }, (Constant([1f]),))", "flatten(slice([Constant([1f])], 0, 0))", "where(Constant([true, false]), 1f, 2f)", "concatenate((Constant([1f]), Constant([2f])), axis=0)",
	} {
		text := "data Box<n> { B(Tensor[(n), float32]) }\ndef @sized<n>(%x: Tensor[(n + 1), float32]) { full(1f, shape=(n,)) }\n" +
			"def @boxed<n>(%b: Box[n]) { full(1f, shape=(n,)) }\ndef @f() { " + body + " }\n@f()\n"
		ops := table.Default()
		m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Ops: ops})
		if wrong := firstError(m); wrong != "" {
			t.Errorf("%s: %s", body, wrong)
			continue
		}
		p, err := interp.Compile(m, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := p.Run(t.Context(), interp.Entry{Item: p.Entries()[0]}, nil, interp.Options{})
		if err != nil {
			t.Errorf("%s: the run: %v", body, err)
			continue
		}
		linked, err := trial.Link(m)
		if err != nil {
			t.Fatal(err)
		}
		r := linked.Run("@f", 1_000_000)
		if r.Fault != nil {
			t.Errorf("%s: %s: %s", body, r.Fault.Kind, r.Fault.Message)
		} else if wrong := treewalk.Differ(r.Value, treewalk.Of(want)); wrong != "" {
			t.Errorf("%s: %s", body, wrong)
		} else if r.Uncounted != nil && !strings.HasPrefix(body, "call_lowered") {
			t.Errorf("%s: %s", body, r.Uncounted.Message)
		}
	}
}
