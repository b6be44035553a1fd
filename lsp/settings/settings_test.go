package settings

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/explain"
)

func TestSettings(t *testing.T) {
	with := func(change func(*Settings)) Settings {
		s := Default()
		change(&s)
		return s
	}
	none := with(func(*Settings) {})
	for _, c := range []struct {
		section  string
		want     Settings
		problems string
	}{
		{``, none, ``},
		{`null`, none, ``},
		{`{}`, none, ``},
		{`[]`, none, "the settings `fraccheck` are to be a table"},
		{`{"trusted":true}`, with(func(s *Settings) { s.Trusted = true }), ``},
		{`{"trusted":null,"run":null}`, none, ``},
		{`{"trusted":"yes","largestFile":7}`, with(func(s *Settings) { s.LargestFile = 7 }),
			"`fraccheck.trusted` is to be true or false, not \"yes\""},
		{`{"inlayHints":{"types":false,"results":false}}`,
			with(func(s *Settings) { s.InlayHints.Types, s.InlayHints.Results = false, false }), ``},
		{`{"inlayHints.costs":true}`, with(func(s *Settings) { s.InlayHints.Costs = true }), ``},
		{`{"inlayHints.types":false}`, with(func(s *Settings) { s.InlayHints.Types = false }), ``},
		{`{"inlayHints":true}`, none, "`fraccheck.inlayHints` is to be a table"},
		{`{"inlayHint":{"types":false}}`, none, "there is no setting `fraccheck.inlayHint`; did you mean `inlayHints`?"},
		{`{"inlayHints":{"type":false}}`, none, "there is no setting `fraccheck.inlayHints.type`; did you mean `inlayHints.types`?"},
		{`{"zzzzzzzzzzzzzz":{"a":{"b":{}}}}`, none, "there is no setting `fraccheck.zzzzzzzzzzzzzz`"},
		{`{"run":{"steps":12,"memory":1.0e3,"timeout":0.5,"threads":2,"sequential":true}}`, with(func(s *Settings) {
			s.Run.Steps, s.Run.Memory, s.Run.Timeout, s.Run.Threads, s.Run.Sequential = 12, 1000, 500*time.Millisecond, 2, true
		}), ``},
		{`{"run":{"steps":-1,"memory":1.5,"timeout":"10s"}}`, none,
			"`fraccheck.run.memory` is to be a whole number that is not negative, not 1.5\n" +
				"`fraccheck.run.steps` is to be a whole number that is not negative, not -1\n" +
				"`fraccheck.run.timeout` is to be a number of seconds that is not negative, not \"10s\""},
		{`{"run":{"timeout":1e300,"threads":9e15}}`, with(func(s *Settings) {
			s.Run.Timeout, s.Run.Threads = 1<<31*time.Second-time.Second, 1<<31-1
		}), ``},
		{`{"severity":{"undefined-name":"off","dtype-mismatch":"hint"}}`, with(func(s *Settings) {
			s.Severity = map[string]string{"undefined-name": "off", "dtype-mismatch": "hint"}
		}), ``},
		{`{"severity":{"undefined-nam":"off","dtype-mismatch":"hin","arity-mismatch":3,"depth-mismatch":"error"}}`, with(func(s *Settings) {
			s.Severity = map[string]string{"depth-mismatch": "error"}
		}), "in `fraccheck.severity` the severity of `arity-mismatch` is one of error, warning, info, hint, off\n" +
			"in `fraccheck.severity` the severity of `dtype-mismatch` is one of error, warning, info, hint, off\n" +
			"in `fraccheck.severity` there is no code `undefined-nam`; did you mean `undefined-name`?"},
		{`{"severity":"off"}`, none, "`fraccheck.severity` is to be a table of codes and severities, not \"off\""},
		{`{"path":"/usr/bin/fraccheck","trace":{"server":"off"},"trace.server":"off"}`, none, ``},
	} {
		got, problems := Default().Applied(json.RawMessage(c.section))
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s gives %+v, want %+v", c.section, got, c.want)
		}
		if got := strings.Join(problems, "\n"); got != c.problems {
			t.Errorf("%s has the problems\n%s\nwant\n%s", c.section, got, c.problems)
		}
	}
}

// TestOwnSection finds the section in what clients push and begin with.
func TestOwnSection(t *testing.T) {
	for _, c := range []struct{ pushed, own, initial string }{
		{`{"fraccheck":{"trusted":true}}`, `{"trusted":true}`, `{"trusted":true}`},
		{`{"fraccheck":null,"gopls":{}}`, `null`, `null`},
		{`{"trusted":true}`, `{"trusted":true}`, `{"trusted":true}`},
		{`{"run.steps":1}`, `{"run.steps":1}`, `{"run.steps":1}`},
		{`{"gopls":{"run":1}}`, ``, `{"gopls":{"run":1}}`},
		{`{}`, ``, `{}`},
		{`null`, ``, `null`},
		{`[1]`, ``, `[1]`},
		{``, ``, ``},
	} {
		if got := string(Own(json.RawMessage(c.pushed))); got != c.own {
			t.Errorf("in %s pushed the section is %s, want %s", c.pushed, got, c.own)
		}
		if got := string(Initial(json.RawMessage(c.pushed))); got != c.initial {
			t.Errorf("in %s at first the section is %s, want %s", c.pushed, got, c.initial)
		}
	}
}

// property is what JSON Schema says of a setting.
type property struct {
	Type        string   `json:"type"`
	Enum        []string `json:"enum,omitempty"`
	Default     any      `json:"default"`
	Description string   `json:"markdownDescription"`
	Minimum     *int     `json:"minimum,omitempty"`
	Properties  any      `json:"properties,omitempty"`
	Additional  any      `json:"additionalProperties,omitempty"`
}

// described is the table as JSON Schema.
func described() map[string]property {
	all := map[string]property{}
	for _, k := range settingTable {
		p := property{Type: k.form.schema, Default: k.standard(), Description: k.doc}
		switch k.form.schema {
		case "string":
			p.Enum = shows
		case "integer", "number":
			p.Minimum = new(int)
		case "object":
			codes := map[string]any{}
			for _, code := range explain.Codes() {
				codes[code] = map[string]any{"enum": severityNames}
			}
			p.Properties, p.Additional = codes, false
		}
		all[Section+"."+k.key] = p
	}
	return all
}

// standard is the value of a setting that is not set, as JSON has it.
func (k *setting) standard() any {
	s := Default()
	switch v := k.in(&s).(type) {
	case *time.Duration:
		return v.Seconds()
	case *map[string]string:
		return map[string]string{}
	default:
		return reflect.ValueOf(v).Elem().Interface()
	}
}

var update = flag.Bool("update", false, "write the table into docs/settings.md")

// TestSettingsPage holds the table of docs/settings.md against the settings.
func TestSettingsPage(t *testing.T) {
	const page, begin, end = "../../docs/settings.md", "<!-- settings -->\n", "<!-- end -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the settings", page)
	}
	var want strings.Builder
	want.WriteString("| setting | type | default | |\n|---|---|---|---|\n")
	for _, k := range settingTable {
		standard, _ := json.Marshal(k.standard())
		fmt.Fprintf(&want, "| `%s` | %s | `%s` | %s |\n", k.key, k.form.schema, standard, k.doc)
	}
	if got == want.String() {
		return
	}
	if !*update {
		t.Errorf("%s does not have\n%s", page, want.String())
		return
	}
	if err := os.WriteFile(page, []byte(before+begin+want.String()+end+after), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestExtensionSettings holds the settings of the VS Code extension against
// the table.
func TestExtensionSettings(t *testing.T) {
	text, err := os.ReadFile("../../editors/vscode/package.json")
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Contributes struct {
			Configuration struct {
				Properties map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	got := manifest.Contributes.Configuration.Properties
	for key, p := range described() {
		want, _ := json.Marshal(p)
		if !sameJSON(got[key], want) {
			t.Errorf("editors/vscode/package.json, %s (-file +settings):\n%s", key, cmp.Diff(decoded(got[key]), decoded(want)))
		}
		delete(got, key)
	}
	for key := range got {
		if _, problems := Default().Applied(json.RawMessage(`{"` + strings.TrimPrefix(key, Section+".") + `":"x"}`)); problems != nil {
			t.Errorf("the extension has a setting %s that the server does not know", key)
		}
	}
}

// decoded is a JSON value to show, nil where there is none.
func decoded(text []byte) (v any) {
	if err := json.Unmarshal(text, &v); err != nil {
		return nil
	}
	return v
}

func sameJSON(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
