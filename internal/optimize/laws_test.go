package optimize

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/agreement"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestMeansOfIntegers expects that no law distributes a mean that is rounded. Nothing is run, since
// a run would refuse the form that such a law finds.
func TestMeansOfIntegers(t *testing.T) {
	for _, body := range []string{
		"mean(%x + %y)", "mean(%x - %y, axis=[0])", "mean(negative(%x))", "mean(%x * %z, axis=[1])",
		"mean(mean(%x, axis=[0]))", "mean(%x, axis=[0]) + mean(%x * %x, axis=[0])",
	} {
		m := checktest.Module("test.frac", "def @f(%x: Tensor[(200, 3), int32], %y: Tensor[(3), int32], %z: Tensor[(200, 1), int32]) { "+body+" }\n")
		r, err := Module(t.Context(), m, Options{Metric: Work, Unrun: true})
		if err != nil {
			t.Fatal(err)
		}
		if c := r.Changes[0]; c.Changed {
			t.Errorf("%s became %s by %v", body, c.Text, c.Steps)
		}
	}
}

// TestAlphaEquivalence compares function literals, one of which is inside of another.
func TestAlphaEquivalence(t *testing.T) {
	g := newTerms(checktest.Module("test.frac", "").Ops())
	number := types.Scalar(types.Int32)
	f := &types.Func{In: []types.Type{number}, Out: number}
	x, y, v := g.newBinder("x", number), g.newBinder("y", number), g.newBinder("v", number)
	identity := g.lambda([]*binder{x}, nil, g.variable(x), f)
	if g.Find(g.lambda([]*binder{y}, nil, g.variable(y), f)) != g.Find(identity) {
		t.Error("fn(x) { x } is not fn(y) { y }")
	}
	if g.Find(g.lambda([]*binder{v}, nil, g.variable(x), f)) == g.Find(identity) {
		t.Error("fn(v) { x } is fn(x) { x }")
	}
}

// TestFormsAgree runs each candidate for definitions on which a law was wrong.
func TestFormsAgree(t *testing.T) {
	var n tally
	for _, body := range []string{
		"cast(-1f, dtype=\"uint8\")",
		"cast(broadcast_to(-1f, shape=[3]), dtype=\"uint16\")",
		"strided_slice(strided_slice(%x, begin=[0, 0], end=[6, 6], strides=[2]), begin=[1], end=[2], strides=[1], axes=[1])",
		"strided_slice(strided_slice(%x, begin=[0], end=[6], strides=[1, 2]), begin=[1], end=[2], strides=[1], axes=[1])",
		"strided_slice(transpose(%x), begin=[1], end=[6], strides=[1, 3])",
	} {
		m := checktest.Module("test.frac", "def @f(%x: Tensor[(6, 6), int32]) { "+body+" }\n")
		if sound(m, 0) == nil {
			t.Fatalf("%s has errors", body)
		}
		if why := n.add(t, m, Work, true); why != "" {
			t.Errorf("%s: %s", body, why)
		}
	}
}

// formsHead declares the parameters of the expressions in testdata/forms.txt.
const formsHead = "def @f(%x: Tensor[(3, 4), float32], %y: Tensor[(4), float32], %c: Tensor[(1, 4), float32], %d: Tensor[(4, 3), float32], " +
	"%z: Tensor[(2, 3, 4), float32], %s: float32, %e: Tensor[(1), float32], %i: Tensor[(3, 4), int32], %k: Tensor[(2), int32], " +
	"%q: Tensor[(2), int32], %b: Tensor[(3, 4), uint8], %h: Tensor[(3, 4), int8], %p: Tensor[(3, 4), bool]) { "

// TestRandomForms runs terms that are chosen at random, whatever they cost, against the definition whose
// class they are in: so rules are tried that lead to no cheaper form, and that no candidate shows. With more
// expressions than usual it does so for the examples of rules, too.
func TestRandomForms(t *testing.T) {
	text, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		t.Fatal(err)
	}
	agree := 0
	for i, body := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		m := checktest.Module("test.frac", formsHead+body+" }\n")
		if sound(m, 0) == nil {
			t.Fatalf("%s has errors", body)
		}
		agree += randomForms(t, m, rand.New(rand.NewPCG(uint64(i), 1)))
	}
	for i, rule := range Rules() {
		for _, e := range rule.Examples {
			if m := checktest.Module("test.frac", e.Before.Text); *expressions > 12 && sound(m, 0) != nil {
				agree += randomForms(t, m, rand.New(rand.NewPCG(uint64(i), 2)))
			}
		}
	}
	if t.Logf("%d forms agree", agree); agree < 50 {
		t.Error("too few forms agree")
	}
}

// randomForms chooses terms of a definition by random weights, and counts those that agree with it.
func randomForms(t *testing.T, m *typecheck.Module, r *rand.Rand) (agree int) {
	d := &definition{ctx: t.Context(), module: m, item: 0, options: Options{Metric: Work}, rules: newRules(Work, nil)}
	if why := d.read(); why != "" {
		t.Fatal(why)
	}
	d.rules.saturate(t.Context(), d.terms, d.body)
	for range max(1, *expressions/6) {
		s := newScale(d.terms, d.body, Work, 100, nil)
		for n := range d.terms.Len() {
			s.own[id(n)] = weight{1 + 100*r.Float64()*r.Float64()*r.Float64(), 1}
		}
		body, err := s.write(s.extract(nil), d.body, true)
		if err != nil || len(body) > 1500 {
			continue // the terms are of different scopes, or it takes long to run
		}
		after, item, why := d.replaceBody(body)
		if why != "" {
			t.Errorf("%s\n%s\n%s", why, m.File().Text(), body)
			continue
		}
		o := agreement.Compare(t.Context(), agreement.Subject{Before: m, After: after, BeforeItem: 0, AfterItem: item}, agreement.Options{MaxSteps: 500_000})
		switch o.Verdict {
		case agreement.Agree:
			agree++
		case agreement.Differ:
			t.Errorf("%s\n--- from\n%s\n--- to\n%s", o.Counterexample.Difference, m.File().Text(), body)
		}
	}
	return agree
}
