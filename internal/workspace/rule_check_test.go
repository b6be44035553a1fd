package workspace

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
)

const ruledProgram = `def @f(%x: int32) { %x * 2 }
def @g(%x: int32) { @f(%x) * 2 + 1 }
#[allow(rule/doubled)]
def @h(%x: int32) { %x * 2 }
def @i(%x: int32) { %x * 2 } # fraccheck:ignore rule/doubled
`

const ruledRules = `
lint doubled { var x match x * 2 warn "{x} is doubled" }
lint sums { match _ + _ hint "a sum" }
find calls { match _(...) }
`

func ruledSnapshot(text string, more map[string]string) *Snapshot {
	texts := map[string]string{"/p/fraccheck.toml": text, "/p/a.frac": ruledProgram, "/p/rules/r.fracrule": ruledRules}
	for path, text := range more {
		texts[path] = text
	}
	files := map[string]string{}
	for path, text := range texts {
		files[local(path)] = text
	}
	return Open(Options{Files: inMemory(files), Root: "/p", Configurations: config.Parts})
}

func ruleFindings(t *testing.T, s *Snapshot, path string) string {
	t.Helper()
	report, err := s.Check(context.Background(), []string{path})
	if err != nil {
		return err.Error()
	}
	var lines []string
	for _, f := range report.Findings {
		start, _ := f.Range()
		lines = append(lines, fmt.Sprintf("%s:%d:%d %s %s: %s", f.Source.Name, start.Line, start.Column, f.Severity, f.Code, f.Message))
	}
	return strings.Join(lines, "\n")
}

// TestLintRules holds what a check finds by the rules of a configuration.
func TestLintRules(t *testing.T) {
	const double = "a.frac:1:21 warning rule/doubled: %x is doubled\na.frac:2:21 warning rule/doubled: @f(%x) is doubled"
	tests := []struct {
		config string
		more   map[string]string
		want   string
	}{
		{`rules = ["rules/*.fracrule"]`, nil, double + "\na.frac:2:21 hint rule/sums: a sum"},
		{"rules = [\"rules/r.fracrule\"]\n[severity]\n\"rule/sums\" = \"off\"\n\"rule/doubled\" = \"error\"", nil, strings.ReplaceAll(double, "warning", "error")},
		{`rules = ["**/*.fracrule"]`, map[string]string{"/p/rules/s.fracrule": `lint sums { match _ - _ hint "" }`},
			double + "\na.frac:2:21 hint rule/sums: a sum\nrules/s.fracrule:1:6 error rule-error: there is a lint rule `sums` already"},
		{"rules = [\"rules/r.fracrule\",\n  \"rulse/r.fracrule\"]", nil, double + "\na.frac:2:21 hint rule/sums: a sum\nfraccheck.toml:2:3 error configuration-error: cannot read rulse/r.fracrule: no such file or directory"},
		{`rules = ["*.fracrule"]`, nil, `fraccheck.toml:1:10 error configuration-error: "*.fracrule" matches no file`},
		{`rules = ["[a"]`, nil, `fraccheck.toml:1:10 error configuration-error: "[a" is no pattern of paths`},
		{`rules = "r.fracrule"`, nil, "fraccheck.toml:1:9 error configuration-error: `rules` is a list of files of rules"},
		{`rules = ["rules"]`, nil, "fraccheck.toml:1:10 error configuration-error: cannot read rules: it is a directory; only regular files are read"},
		{"rules = [\"rules/r.fracrule\"]\n[severity]\n\"rule/sum\" = \"off\"", nil, double + "\na.frac:2:21 hint rule/sums: a sum\nfraccheck.toml:3:1 error configuration-error: unknown code `rule/sum`; did you mean `rule/sums`?"},
		{"[severity]\n\"rule/sum\" = \"off\"", nil, "fraccheck.toml:2:1 error configuration-error: unknown code `rule/sum`: there are no lint rules"},
	}
	for _, test := range tests {
		if got := ruleFindings(t, ruledSnapshot(test.config, test.more), "/p/a.frac"); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.config, got, test.want)
		}
	}
}

// TestRuleMistakes holds that a file of rules is checked like a program, and that
// those of its rules are used that are right.
func TestRuleMistakes(t *testing.T) {
	s := ruledSnapshot(`rules = ["rules/*.fracrule"]`, map[string]string{"/p/rules/r.fracrule": "lint a { match _ + _ warn \"a sum\" }\nlint b { match nn.rleu(_) warn \"\" }"})
	got := ruleFindings(t, s, "/p/a.frac")
	if !strings.Contains(got, "rule/a: a sum") || !strings.Contains(got, "rules/r.fracrule:2:16 error rule-error: ") {
		t.Error(got)
	}
	if got := ruleFindings(t, s, "/p/rules/r.fracrule"); !strings.HasPrefix(got, "rules/r.fracrule:2:16 error rule-error: ") || strings.Contains(got, "\n") {
		t.Error(got)
	}
}

// TestRulesChange holds that a change of the rules is seen, and one of an item looks
// for them in that item alone.
func TestRulesChange(t *testing.T) {
	s := ruledSnapshot(`rules = ["rules/*.fracrule"]`, nil)
	before := ruleFindings(t, s, "/p/a.frac")
	was, _ := s.Stamps("/p/a.frac")
	s = s.With(map[string]string{"/p/a.frac": strings.Replace(ruledProgram, "+ 1", "- 1", 1)})
	if got := ruleFindings(t, s, "/p/a.frac"); got != strings.TrimSuffix(before, "\na.frac:2:21 hint rule/sums: a sum") {
		t.Error(got)
	}
	now, _ := s.Stamps("/p/a.frac")
	if was(0) != now(0) || was(2) != now(2) || was(1) == now(1) || !now(0).Known() {
		t.Error("an edit reaches its item, and no other")
	}
	s = s.With(map[string]string{"/p/rules/r.fracrule": `lint doubled { match _ * 2 info "twice" }`})
	if now, _ := s.Stamps("/p/a.frac"); now(0).Known() {
		t.Error("what was found by other rules still counts")
	}
	want := "a.frac:1:21 info rule/doubled: twice\na.frac:2:21 info rule/doubled: twice"
	if got := ruleFindings(t, s, "/p/a.frac"); got != want {
		t.Error(got)
	}
	s = s.Without("/p/rules/r.fracrule")
	if got := ruleFindings(t, s, "/p/a.frac"); !strings.Contains(got, "%x is doubled") {
		t.Error(got)
	}
}

// TestRulesThroughNames holds that an edit of a definition is seen where a rule looks
// into it.
func TestRulesThroughNames(t *testing.T) {
	rules := `lint choice { match function(..., is_if(_, _, _)) info "a choice" }`
	text := "def @f(%x: int32) -> int32 { if (%x > 0) { 1 } else { 2 } }\ndef @g(%x: int32) -> int32 { @f(%x) }\n"
	s := ruledSnapshot(`rules = ["rules/*.fracrule"]`, map[string]string{"/p/rules/r.fracrule": rules, "/p/a.frac": text})
	if got := ruleFindings(t, s, "/p/a.frac"); !strings.Contains(got, "a.frac:2:") {
		t.Error(got)
	}
	s = s.With(map[string]string{"/p/a.frac": strings.Replace(text, "if (%x > 0) { 1 } else { 2 }", "%x", 1)})
	if got := ruleFindings(t, s, "/p/a.frac"); strings.Contains(got, "a.frac:2:") {
		t.Error(got)
	}
}

// TestRulesThrownAway holds that closed files are checked by the rules too.
func TestRulesThrownAway(t *testing.T) {
	s := ruledSnapshot(`rules = ["rules/*.fracrule"]`, nil)
	if got := ruleFindings(t, s.Throwaway(), "/p/a.frac"); !strings.Contains(got, "%x is doubled") {
		t.Error(got)
	}
}

// TestRuleNames holds where a lint rule is named outside of rules.
func TestRuleNames(t *testing.T) {
	s := ruledSnapshot("rules = [\"rules/r.fracrule\"]\n[severity]\n\"rule/doubled\" = \"error\"", nil)
	quoted := func(all []Place) (texts []string) {
		for _, p := range all {
			start := p.Source.Position(p.Span.Start)
			texts = append(texts, fmt.Sprintf("%s:%d:%d %s", p.Source.Name, start.Line, start.Column, p.Source.Text()[p.Span.Start:p.Span.End]))
		}
		return texts
	}
	source, err := s.Source("/p/a.frac")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(quoted(suppress.RuleNotes(source, "doubled"))); got != "[a.frac:3:14 doubled a.frac:5:54 doubled]" {
		t.Error(got)
	}
	config, err := s.Config("/p/a.frac")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(quoted(config.RuleKeys("doubled"))); got != "[fraccheck.toml:3:7 doubled]" {
		t.Error(got)
	}
	if got := quoted(config.RuleKeys("sums")); got != nil {
		t.Error(got)
	}
}
