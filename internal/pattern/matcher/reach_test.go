package matcher_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
)

// parsed are rules by their patterns' texts.
func parsed(t *testing.T, texts ...string) []*pattern.Rule {
	t.Helper()
	var rules []*pattern.Rule
	for _, text := range texts {
		r, problems := rulefile.ParsePattern(text)
		if len(problems) > 0 {
			t.Fatalf("%s: %v", text, problems)
		}
		r.Name = text
		rules = append(rules, r)
	}
	return rules
}

// TestManyNeeds looks for 10,000 rules of equal shapes in a program of 1,500 operators: the
// budget, which is less than a step for each rule at each place, is enough.
func TestManyNeeds(t *testing.T) {
	text := row(1500, func(i int) string {
		if i == 700 {
			return "nn.relu(%699 + 4711f)"
		}
		return fmt.Sprintf("tanh(%%%d)", i-1)
	})
	for _, shape := range []string{
		"any_depth(nn.relu(_ + %d))",
		"any_depth(nn.relu(_ + %d)) | any_depth(exp(_ + %[1]d))",
		"any_depth(tanh(_)) & any_depth(_ + %d)",
		"tanh(any_depth(nn.relu(_ + %d)))",
		"tanh(tanh(tanh(tanh(tanh(any_depth(_ + %d))))))",
	} {
		var texts []string
		for n := range 10_000 {
			texts = append(texts, fmt.Sprintf(shape, n))
		}
		found := find(t, text, parsed(t, texts...)...)
		if len(found.TooMany) > 0 || len(found.Matches) == 0 {
			t.Errorf("%s: %d matches, %d given up", shape, len(found.Matches), len(found.TooMany))
		}
		for _, m := range found.Matches {
			if m.Rule.Name != texts[4711] {
				t.Errorf("%s matches", m.Rule.Name)
				break
			}
		}
	}
}

// TestConstantsOfRules holds which constants of a program a number in a rule equals, for
// rules that are looked for together and for each alone.
func TestConstantsOfRules(t *testing.T) {
	values := []string{"0", "1", "2", "2.0", "0.1", "16777216", "16777217", "2049", "2048", "True", "False", "-0.0", "4", "4f", "4f64"}
	var texts []string
	for _, v := range values {
		for _, shape := range []string{"%s", "any_depth(%s)", "tanh(tanh(tanh(tanh(tanh(%s)))))"} {
			texts = append(texts, fmt.Sprintf(shape, v))
		}
	}
	constants := []string{"0f", "1f", "2f", "2f16", "2f64", "0.1f", "0.1f64", "0.1f16", "16777216f", "16777217f64", "2048f16", "Constant([4f, 4f])", "Constant([4f, 5f])"}
	rules := parsed(t, texts...)
	for _, c := range constants {
		for _, text := range []string{"def @f() { " + c + " }", "def @f() { tanh(tanh(tanh(tanh(tanh(" + c + "))))) }"} {
			s := subjectsOf(checktest.Module("test.frac", text))[0]
			var each []string
			for _, r := range rules {
				for range matcher.Compile([]*pattern.Rule{r}).Match(context.Background(), s) {
					each = append(each, r.Name)
				}
			}
			count := map[string]int{}
			for _, name := range each {
				count[name]++
			}
			for _, m := range matcher.Compile(rules).Match(context.Background(), s) {
				count[m.Rule.Name]--
			}
			for name, n := range count {
				if n != 0 {
					t.Errorf("%s in %s: alone %d more", name, text, n)
				}
			}
			if (c == "2048f16") != strings.Contains(strings.Join(each, " "), "2049") {
				t.Errorf("2049 in %s: %q", text, each)
			}
			if (c == "16777216f") != strings.Contains(strings.Join(each, " "), "16777217") && c != "16777217f64" {
				t.Errorf("16777217 in %s: %q", text, each)
			}
		}
	}
}

// TestTooManyMatches holds that rules which match almost everywhere are given up together.
func TestTooManyMatches(t *testing.T) {
	var texts []string
	for n := range 600 {
		texts = append(texts, fmt.Sprintf("any_depth(nn.relu(_ + %d))", n))
	}
	found := find(t, row(600, func(i int) string { return fmt.Sprintf("nn.relu(%%%d + %df)", i-1, i) }), parsed(t, texts...)...)
	if len(found.TooMany) != 1 || found.TooMany[0].Rule != nil || !strings.HasPrefix(found.TooMany[0].Message(), "the rules together") {
		t.Errorf("%d matches, given up: %v", len(found.Matches), found.TooMany)
	}
}
