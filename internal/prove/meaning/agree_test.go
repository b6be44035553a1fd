package meaning_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/prove/instance"
	"github.com/fraccheck/fraccheck/internal/prove/meaning"
	"github.com/fraccheck/fraccheck/internal/prove/term"
)

// call is a rule both of whose sides are one call of an operator, on variables.
func call(o *op.Op, tuple int) *term.Rule {
	r := &term.Rule{Source: &pattern.Rule{Name: o.Name}, Names: map[string]*term.Term{}}
	variable := func() *term.Term {
		v := &term.Term{Kind: term.Variable, Name: fmt.Sprintf("x%d", len(r.Variables))}
		r.Variables = append(r.Variables, v)
		return v
	}
	t := &term.Term{Kind: term.Call, Op: o, Pattern: true}
	least, _ := o.Arity()
	for i := range least {
		if i > 0 || tuple == 0 {
			t.Args = append(t.Args, variable())
			continue
		}
		all := &term.Term{Kind: term.Tuple}
		for range tuple {
			all.Args = append(all.Args, variable())
		}
		t.Args = append(t.Args, all)
	}
	r.Left, r.Right = t, t
	return r
}

// unseen are operators whose meaning numbers do not show: functions that are uninterpreted, sums of
// products at uninterpreted places, or movements that differ in their attributes alone.
var unseen = []string{"nn.conv1d_transpose", "nn.conv2d_transpose", "nn.conv3d_transpose", "tile", "nn.global_avg_pool2d", "nn.global_max_pool2d", "argmax", "argmin", "cast_like"}

// TestMeaningIsWhatKernelsCompute holds the meaning of each operator against its kernel, on
// instances of all dtypes, shapes and attributes that the chooser makes.
func TestMeaningIsWhatKernelsCompute(t *testing.T) {
	tuples := map[string]int{"concatenate": 2, "stack": 2, "einsum": 2}
	for name, o := range pattern.Ops() {
		if !meaning.Known(o) || o.Kernel == nil || o.Relation == nil || o.Name != o.Canonical() {
			continue
		}
		rule := call(o, tuples[name])
		compared := compareInstances(t, rule, 60)
		if compared == 0 && !slices.Contains(unseen, name) && interpreted(name) {
			t.Errorf("%s: nothing was compared", name)
		}
	}
}

// interpreted reports whether a function of elements is more than a name in proofs.
func interpreted(name string) bool {
	return meaning.HasMeaning(name) || slices.Contains([]string{"add", "subtract", "multiply", "divide", "maximum", "minimum", "negative", "abs", "exp", "less", "greater", "equal", "logical_and", "logical_not"}, name)
}

func compareInstances(t *testing.T, rule *term.Rule, rounds int) (compared int) {
	c := instance.NewChooser(rule, 3)
	for round := range 20 * rounds {
		in := c.Next()
		if in == nil {
			continue
		}
		if rounds--; rounds < 0 {
			break
		}
		random := rand.New(rand.NewPCG(uint64(round), 9))
		for _, style := range []instance.Style{instance.Whole, instance.Quarters, instance.Bits, instance.Equal} {
			values, err := in.Draw(random, style)
			if err != nil {
				t.Fatal(err)
			}
			run := in.NewRun(values)
			v, err := run.Value(rule.Left)
			if err != nil || run.Odd || run.Greatest > 1e6 {
				continue
			}
			n, difference := meaning.Agree(rule, rule.Left, meaning.Instance{Types: in.Types, Attrs: in.Attrs, Values: values}, v)
			if compared += n; difference != "" {
				text, arguments, _ := in.Program(values)
				t.Errorf("%s\n%s%v", difference, text, arguments)
				return compared
			}
		}
	}
	return compared
}
