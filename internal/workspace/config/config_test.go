package config

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/google/go-cmp/cmp"
)

func TestParseConfig(t *testing.T) {
	c, err := Parse("/p/fraccheck.toml", "fraccheck.toml", `
ignore = ["gen/"]
required-version = ">= 0.1"
[severity]
unused-binding = "error"
shadowed-binding = "off"
`)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[codes.Code]codes.Severity{codes.UnusedBinding: codes.Error}, c.Severity); diff != "" {
		t.Error(diff)
	}
	if !c.Off[codes.ShadowedBinding] || !c.Ignore.Ignored("/p/gen", true) {
		t.Errorf("got %+v", c)
	}
}

// TestOptIn holds that what is a matter of taste is shown where it was asked for.
func TestOptIn(t *testing.T) {
	found := []sourcefile.Finding{{Code: codes.UnusedParameter, Severity: codes.Hint}}
	asked := &Config{Severity: map[codes.Code]codes.Severity{codes.UnusedParameter: codes.Warning}}
	if kept := (&Config{}).Apply(found); len(kept) > 0 {
		t.Errorf("kept %v", kept)
	}
	if kept := asked.Apply(found); len(kept) != 1 || kept[0].Severity != codes.Warning {
		t.Errorf("kept %v", kept)
	}
}

func TestConfigErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"severty = 1", "f.toml:1:1: unknown key `severty`; did you mean `severity`?"},
		{"ignore = []\n\nfoobarbaz = 1", "f.toml:3:1: unknown key `foobarbaz`; known are baseline, cost, ignore, operators, required-version, rules, severity"},
		{"[severity]\nunused-bindin = \"error\"", "f.toml:2:1: unknown code `unused-bindin`; did you mean `unused-binding`?"},
		{"[severity]\nunused-binding = \"fatal\"", "f.toml:2:19: a severity is one of error, warning, info, hint, off"},
		{"[severity\nunused-binding = \"off\"", `f.toml:1:10: expected '.' or ']' to end table name, but got '\n' instead`},
		{"severity = 3", "f.toml:1:12: `severity` is a table of codes and severities"},
		{"ignore = \"x\"", "f.toml:1:11: `ignore` is a list of patterns"},
		{"required-version = \"new\"", "f.toml:1:21: \"new\" is no version requirement; write \">= 1.2\" or \">= 1.2, < 2\""},
		{"baseline = 3", "f.toml:1:12: `baseline` is the file of a baseline, such as \"baseline.json\""},
		{"cost = 3", "f.toml:1:8: `cost` is a table of definitions and what they promise"},
		{"[cost]\n\"@f\" = 3", "f.toml:2:8: a contract is a table, such as `{ work = \"|l|\" }`"},
		{"[cost.f]\nwork = \"n\"", "f.toml:1:7: contracts are those of definitions, such as `@main`"},
		{"[cost.\"@f\"]\nwrk = \"n\"", "f.toml:2:1: unknown key `wrk`; did you mean `work`?"},
		{"[cost]\n\"@f\" = { work = 1 }", "f.toml:2:10: a bound is text, such as \"|l|^2\""},
		{"[cost.\"@f\"]\nwork = \"n^\"", "f.toml:2:9: expected an expression, and the text ends (at byte 2)"},
		{"[cost]\nassume = 1", "f.toml:2:10: `assume` is a list of what is assumed of sizes, such as [\"N=1\"]"},
		{"[cost]\nassume = [\"N=1\",\n  \"m >\"]", "f.toml:3:4: `m >`, column 4: expected an expression, and the text ends"},
		{"ignore = [", "f.toml:1:10: "},
	}
	for _, tt := range tests {
		_, err := Parse("/p/f.toml", "f.toml", tt.text)
		if err == nil || len(err.Error()) < len(tt.want) || err.Error()[:len(tt.want)] != tt.want {
			t.Errorf("%q: got %v, want %s", tt.text, err, tt.want)
		}
	}
}

func TestVersionProblem(t *testing.T) {
	tests := []struct {
		required, version string
		ok                bool
	}{
		{">= 1.2", "v1.2.0", true},
		{">= 1.2", "v1.10.3", true},
		{"1.2", "v1.1.9", false},
		{">1.2", "v1.2.7", false},
		{">1.2.3", "v1.2.7", true},
		{">=1, <2", "v1.9.0", true},
		{">=1, <2", "v2.0.0", false},
		{"= 1.2.3", "v1.2.3", true},
		{">= 9", "(devel)", true},
		{">= 9", "v0.0.0-20260101000000-abcdef123456", true},
	}
	for _, tt := range tests {
		if got := versionProblem(tt.required, tt.version) == ""; got != tt.ok {
			t.Errorf("%s meets %q: got %t", tt.version, tt.required, got)
		}
	}
}

// TestRequiredVersionComesFirst holds that a version that does not fit is refused at its
// place, before keys that another one may know.
func TestRequiredVersionComesFirst(t *testing.T) {
	text := "later = 3\nrequired-version = \">= 0.4, < 1\"\n"
	tests := []struct{ version, want string }{
		{"v0.3.9", "f.toml:2:21: fraccheck >= 0.4, < 1 is required, and this is v0.3.9; install one that fits, or change `required-version`"},
		{"v1.0.0", "f.toml:2:21: fraccheck >= 0.4, < 1 is required, and this is v1.0.0; install one that fits, or change `required-version`"},
		{"v0.4.0", "f.toml:1:1: unknown key `later`; known are baseline, cost, ignore, operators, required-version, rules, severity"},
		{"(devel)", "f.toml:1:1: unknown key `later`; known are baseline, cost, ignore, operators, required-version, rules, severity"},
	}
	for _, tt := range tests {
		if _, err := parse("/p/f.toml", "f.toml", text, tt.version); err == nil || err.Error() != tt.want {
			t.Errorf("%s: got %v, want %s", tt.version, err, tt.want)
		}
	}
}
