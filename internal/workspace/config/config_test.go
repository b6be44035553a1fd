package config

import (
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/google/go-cmp/cmp"
)

// wrong are the faults of a text, in the order in which they are reported.
func wrong(c *Config) (found []string) {
	for _, f := range append(slices.Clip(c.fatal), c.Faults...) {
		if f.Code != codes.UnknownVersion {
			found = append(found, c.ErrorOf(f).Error())
		}
	}
	return found
}

func TestParseConfig(t *testing.T) {
	c := Parse("/p/fraccheck.toml", "fraccheck.toml", `
ignore = ["gen/"]
required-version = ">= 0.1"
severity.unused-parameter = "warning"
[severity]
unused-binding = "error"
shadowed-binding = "off"
"rule/halves" = 'hint'
[operators]
"nbu.swish" = { elementwise = true, cost = 3 }
[operators."nbu.other"]
type = "fn<t>(t) -> t"
pure = true
`)
	if found := wrong(c); len(found) > 0 {
		t.Fatal(found)
	}
	want := map[codes.Code]codes.Severity{codes.UnusedBinding: codes.Error, codes.UnusedParameter: codes.Warning, "rule/halves": codes.Hint}
	if diff := cmp.Diff(want, c.Severity); diff != "" {
		t.Error(diff)
	}
	if !c.Off[codes.ShadowedBinding] || !c.Ignore.Ignored("/p/gen", true) {
		t.Errorf("got %+v", c)
	}
	if places := c.RuleKeys("halves"); len(places) != 1 || places[0].Quote() != "halves" {
		t.Errorf("the rule is named at %v", places)
	}
	if want := "\"nbu.swish\" \"\" \"fn<t>(t) -> t\" true false 3\n\"nbu.other\" \"\" \"fn<t>(t) -> t\" false true -1\n"; c.OperatorsText() != want {
		t.Errorf("operators %s", c.OperatorsText())
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
		{"[ranges.\"**\"]\nx = \"1..0\"", "f.toml:2:5: the range is empty: 1 is greater than 0"},
		{"[ranges.\"**\"]\nx = 1", "f.toml:2:5: a range is text, such as \"0..1\""},
		{"[ranges]\nx = \"0..1\"", "f.toml:2:5: ranges are a table, such as `{ image = \"0..1\" }`"},
		{"[ranges.\"a[\"]\nx = \"0..1\"", "f.toml:1:9: \"a[\" is no pattern of paths"},
		{"[paths.\"**\"]\nmay-overflov = \"off\"", "f.toml:2:1: unknown code `may-overflov`; did you mean `may-overflow`?"},
		{"[paths.\"**\"]\nmay-overflow = \"of\"", "f.toml:2:16: a severity is one of error, warning, info, hint, off"},
		{"ignore = []\n\nfoobarbaz = 1", "f.toml:3:1: unknown key `foobarbaz`; known are baseline, cost, ignore, operators, paths, python, ranges, required-version, rules, severity"},
		{"[severity]\nunused-bindin = \"error\"", "f.toml:2:1: unknown code `unused-bindin`; did you mean `unused-binding`?"},
		{"[severity]\nunused-binding = \"fatal\"", "f.toml:2:18: a severity is one of error, warning, info, hint, off"},
		{"[severity]\nignore = [\"x\"]", "f.toml:2:1: `ignore` is no code: it is a key of the whole file, above the first table"},
		{"[severity]\nfoobarbaz = \"off\"", "f.toml:2:1: unknown code `foobarbaz`; `fraccheck explain` lists the codes"},
		{"severity = 3", "f.toml:1:12: `severity` is a table of codes and severities"},
		{"ignore = \"x\"", "f.toml:1:10: `ignore` is a list of patterns"},
		{"required-version = \"new\"", "f.toml:1:20: \"new\" is no version requirement; write \">= 1.2\" or \">= 1.2, < 2\""},
		{"baseline = 3", "f.toml:1:12: `baseline` is the file of a baseline, such as \"baseline.json\""},
		{"cost = 3", "f.toml:1:8: `cost` is a table of definitions and what they promise"},
		{"[cost]\n\"@f\" = 3", "f.toml:2:8: a contract is a table, such as `{ work = \"|l|\" }`"},
		{"[cost.f]\nwork = \"n\"", "f.toml:1:7: contracts are those of definitions, such as `@main`"},
		{"[cost.\"@f\"]\nwrk = \"n\"", "f.toml:2:1: unknown key `wrk`; did you mean `work`?"},
		{"[cost]\n\"@f\" = { work = 1 }", "f.toml:2:17: a bound is text, such as \"|l|^2\""},
		{"[cost.\"@f\"]\nwork = \"n^\"", "f.toml:2:8: expected an expression, and the text ends (at byte 2)"},
		{"[cost]\nassume = 1", "f.toml:2:10: `assume` is a list of what is assumed of sizes, such as [\"N=1\"]"},
		{"[cost]\nassume = [\"N=1\",\n  \"m >\"]", "f.toml:3:3: `m >`, column 4: expected an expression, and the text ends"},
		{"ignore = [", "f.toml:1:1: the list has no `]` at its end"},
	}
	for _, tt := range tests {
		if found := wrong(Parse("/p/f.toml", "f.toml", tt.text)); len(found) != 1 || !strings.HasPrefix(found[0], tt.want) {
			t.Errorf("%q: got %q, want %s", tt.text, found, tt.want)
		}
	}
}

// TestAllFaults holds that each mistake is reported, that the rest of the text counts, and what the
// fixes make of the text.
func TestAllFaults(t *testing.T) {
	tests := []struct {
		text, fixed string
		faults      int
	}{
		{"severty = 1\nbaseline = 3\nignore = \"x\"\n", "severity = 1\nbaseline = \"3\"\nignore = [\"x\"]\n", 3},
		{"[severity\nunused-binding = \"of\"\n[cost]\nasume = []\n", "[severity]\nunused-binding = \"of\"\n[cost]\nassume = []\n", 2},
		{"[severity]\nunused-binding: \"off\"\nshadowed-binding = warn\nstale-shape \"off\"\n", "[severity]\nunused-binding = \"off\"\nshadowed-binding = \"warn\"\nstale-shape = \"off\"\n", 3},
		{"[severity]\nunused-binding = \"warn\"\nunused-binding = \"off\"\n", "[severity]\nunused-binding = \"warning\"\nunused-binding = \"off\"\n", 2},
		{"rules = [\n  \"a\"\n  \"b\"\n]\nbaseline = \"\"\n", "rules = [\n  \"a\",\n  \"b\"\n]\nbaseline = \"\"\n", 2},
		{"rules = [\"a\nbaseline = 1\n", "rules = [\"a\nbaseline = \"1\"\n", 2},
		{"[[rules]]\na = 1\n[severity]\nunused-binding = 1\n", "[[rules]]\na = 1\n[severity]\nunused-binding = 1\n", 2},
		{"[operators.a]\ntype = \"fn<t>(t) -> t\"\npure = \"true\"\ncost = -1\nkind = 1\n", "[operators.a]\ntype = \"fn<t>(t) -> t\"\npure = true\ncost = -1\nkind = 1\n", 3},
		{"[operators.\"a b\"]\n", "[operators.\"a b\"]\n", 1},
		{"unused-binding = \"off\"\n", "severity.unused-binding = \"off\"\n", 1},
		{"severity = {}\n[severity]\n", "severity = {}\n[severity]\n", 1},
		{"[severity]\n[severity]\nunused-binding = \"off\"\n", "[severity]\n[severity]\nunused-binding = \"off\"\n", 1},
		{"x = [1, {a = [}]\n\n# c\n= 3\nbaseline = \"b\" c\n", "x = [1, {a = [}]\n\n# c\n= 3\nbaseline = \"b\" c\n", 2},
		{"[operators]\nnbu.swish = { elementwise = true }\n", "[operators]\nnbu.swish = { elementwise = true }\n", 1},
		{"[operators.nbu.swish]\nelementwise = true\n", "[operators.nbu.swish]\nelementwise = true\n", 1},
		{"x = 1e5\n[a.b]\n", "x = 1e5\n[a.b]\n", 2},
	}
	for _, tt := range tests {
		c := Parse("/p/f.toml", "f.toml", tt.text)
		if found := wrong(c); len(found) != tt.faults {
			t.Errorf("%q: got %d faults %q", tt.text, len(found), found)
		}
		var edits []sourcefile.Edit
		for _, f := range c.Findings() {
			if len(f.Fixes) > 0 {
				edits = append(edits, f.Fixes[0].Edits...)
			}
		}
		if fixed := sourcefile.ApplyEdits(tt.text, edits); fixed != tt.fixed {
			t.Errorf("%q: fixed to %q", tt.text, fixed)
		}
	}
}

// TestRestCounts holds that what is right beside a mistake counts.
func TestRestCounts(t *testing.T) {
	c := Parse("/p/f.toml", "f.toml", "oops = 1\n[severity]\nunused-binding = \"off\"\nx\nshadowed-binding = \"off\"\n")
	if !c.Off[codes.UnusedBinding] || !c.Off[codes.ShadowedBinding] {
		t.Errorf("got %v, %q", c.Off, wrong(c))
	}
	if c.Refusal() == nil {
		t.Error("the mistake of the syntax does not refuse")
	}
	if c := Parse("/p/f.toml", "f.toml", "oops = 1\nrules = 3\n"); c.Refusal() != nil {
		t.Errorf("unknown keys refuse: %v", c.Refusal())
	}
}

// TestByteOrderMark holds that a text with a mark in front is read as the one without.
func TestByteOrderMark(t *testing.T) {
	c := Parse("/p/f.toml", "f.toml", "\ufeff[severity]\r\nunused-binding = \"off\"\r\nx = 1\r\n")
	if found := wrong(c); !c.Off[codes.UnusedBinding] || len(found) != 1 || !strings.HasPrefix(found[0], "f.toml:3:1: unknown code `x`") {
		t.Errorf("got %v, %q", c.Off, found)
	}
	if got := place("\ufeff[severity]\nun", 16); got != "key of [severity] un" {
		t.Errorf("after a mark there is %s", got)
	}
}

// TestAtInLargeTexts looks for places at the end of large texts, in time with their length.
func TestAtInLargeTexts(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("a = 1\n", 150_000), strings.Repeat("a.", 450_000), "x = " + strings.Repeat("[", 900_000),
		"x = " + strings.Repeat("{a = ", 180_000), strings.Repeat("[a]\n", 200_000),
	} {
		At(text, int32(len(text)))
		PathAt(text, int32(len(text)))
	}
}

// TestLargeTexts holds that hostile texts end in few faults, in time with their length.
func TestLargeTexts(t *testing.T) {
	header := "[" + strings.Repeat("a.", 1999) + "a]\n"
	for _, text := range []string{
		strings.Repeat(header, 200),
		"ignore = " + strings.Repeat("[", 100_000),
		"a = " + strings.Repeat("{a = ", 100_000),
		strings.Repeat("[", 100_000),
		strings.Repeat("x = [\n", 100_000),
		strings.Repeat("x\n", 100_000),
		strings.Repeat("\"", 100_000),
		strings.Repeat("[[a]]\n", 100_000),
		"\"" + strings.Repeat("k", 500_000) + "\" = 1",
		strings.Repeat("a.b.c = 1\n", 50_000),
		strings.Repeat("a.", 450_000) + "a = 1",
		"= 1\n",
	} {
		c := Parse("/p/f.toml", "f.toml", text)
		if found := wrong(c); len(found) == 0 || len(found) > 2*mostFaults {
			t.Errorf("%.40q: %d faults", text, len(found))
		}
	}
}

// FuzzParse holds that each fault is in the text, and that no fix is empty.
func FuzzParse(f *testing.F) {
	f.Add("[severity]\nunused-binding = \"off\"\n")
	f.Add("rules = [\"a\"\n[cost.\"@f\"]\nwork = 'n'\n= 1\nb = {a = 1}")
	f.Fuzz(func(t *testing.T, text string) {
		for _, f := range Parse("/p/f.toml", "f.toml", text).Findings() {
			if f.Span.Start < 0 || f.Span.End < f.Span.Start || int(f.Span.End) > len(text) {
				t.Errorf("%q: a fault at %v", text, f.Span)
			}
			for _, fix := range f.Fixes {
				sourcefile.ApplyEdits(text, fix.Edits)
			}
		}
	})
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
		{"v0.3.9", "f.toml:2:20: fraccheck >= 0.4, < 1 is required, and this is v0.3.9; install one that fits, or change `required-version`"},
		{"v1.0.0", "f.toml:2:20: fraccheck >= 0.4, < 1 is required, and this is v1.0.0; install one that fits, or change `required-version`"},
		{"v0.4.0", "f.toml:1:1: unknown key `later`; known are baseline, cost, ignore, operators, paths, python, ranges, required-version, rules, severity"},
		{"(devel)", "f.toml:1:1: unknown key `later`; known are baseline, cost, ignore, operators, paths, python, ranges, required-version, rules, severity"},
	}
	for _, tt := range tests {
		if found := wrong(parse("/p/f.toml", "f.toml", text, tt.version)); len(found) != 1 || found[0] != tt.want {
			t.Errorf("%s: got %q, want %s", tt.version, found, tt.want)
		}
	}
}

// TestPaths holds that severities of paths come before those of codes, the last pattern first, and that those
// over the configuration come before all.
func TestPaths(t *testing.T) {
	text := "[severity]\nmay-overflow = \"error\"\n[paths.\"models/**\"]\nmay-overflow = \"off\"\nunused-parameter = \"hint\"\n" +
		"[paths.\"models/large.onnx\"]\nmay-overflow = \"info\"\n"
	for _, tt := range []struct {
		path, over, want string
		code             codes.Code
	}{
		{"/p/a.frac", "", "error", codes.MayOverflow},
		{"/p/models/a.frac", "", "off", codes.MayOverflow},
		{"/p/models/large.onnx", "", "info", codes.MayOverflow},
		{"/p/models/a.frac", "warning", "warning", codes.MayOverflow},
		{"/p/models/a.frac", "", "hint", codes.UnusedParameter},
		{"/p/a.frac", "", "off", codes.UnusedParameter},
		{"/other/models/a.frac", "", "error", codes.MayOverflow},
	} {
		c := Parse("/p/fraccheck.toml", "fraccheck.toml", text)
		if len(c.Findings()) > 0 {
			t.Fatal(wrong(c))
		}
		if tt.over != "" {
			c = c.overridden(map[string]string{string(tt.code): tt.over})
		}
		got := "off"
		for _, f := range c.Apply([]sourcefile.Finding{{Place: sourcefile.Place{Source: sourcefile.TextOf(tt.path, tt.path, "")}, Code: tt.code, Severity: codes.Warning}}) {
			got = f.Severity.String()
		}
		if got != tt.want {
			t.Errorf("%s of %s under %q: %s, want %s", tt.code, tt.path, tt.over, got, tt.want)
		}
	}
}

func TestRanges(t *testing.T) {
	c := Parse("/p/fraccheck.toml", "fraccheck.toml", "[ranges.\"models/*.onnx\"]\nimage = \"0..1\"\n\"%mask\" = \"-1..0\"\n[ranges.\"**\"]\nimage = \"0..255\"\n")
	if got := c.RangesOf("/p/models/a.onnx"); len(c.Findings()) > 0 || len(got) != 2 || got["image"].String() != "0..255" || got["mask"].String() != "-1..0" {
		t.Errorf("%v, %v", got, wrong(c))
	}
	if got := c.RangesOf("/p/b.frac"); len(got) != 1 {
		t.Errorf("%v", got)
	}
	if got := Parse("/p/fraccheck.toml", "fraccheck.toml", "").RangesOf("/p/b.frac"); got != nil {
		t.Errorf("%v", got)
	}
}
