package worker

import (
	"path/filepath"
	"strings"
	"testing"
)

// rule is a try of an example of a text of rules.
func rule(t testing.TB, text string, e *Example) Run {
	path := filepath.Join(t.TempDir(), "r.fracrule")
	return Run{Root: filepath.Dir(path), Path: path, Texts: map[string]string{path: text}, Example: e}
}

const wrongRule = `rewrite wrong {
  var x
  match x * 2f
  with x * 4f
  example { def @f(%x: float32) { %x + 1f } } unchanged
  example { def @f(%x: float32) { %x * 2f } } gives { def @f(%x: float32) { %x * 4f } }
  example { def @f(%x: float32) { %x * 2f } } gives { def @f(%x: float32) { %x * 8f } }
}
`

func TestExample(t *testing.T) {
	w := child(t, "serve")
	for number, tt := range []struct{ verdict, message string }{
		{"passed", ""},
		{"failed", "`wrong` changes what `@f` gives"},
		{"failed", "%x * 4f where %x * 8f is expected: `wrong` gives another program"},
	} {
		r, err := w.Example(patient(t), rule(t, wrongRule, &Example{Number: number}))
		if err != nil || r.Verdict != tt.verdict || (r.Error != nil) != (tt.message != "") {
			t.Fatalf("example %d: %+v, %v", number, r, err)
		}
		if r.Error != nil && !strings.HasSuffix(r.Error.Message, tt.message) {
			t.Errorf("example %d: %s", number, r.Error.Message)
		}
		if c := r.Trial.Counterexample; (c != nil) != (number == 1) || c != nil && (c.Name != "@f" || len(c.Inputs) != 1 || c.Before == c.After) {
			t.Errorf("example %d: the counterexample is %+v", number, c)
		}
	}
}

// TestNoExample asks for what is not there.
func TestNoExample(t *testing.T) {
	w := child(t, "serve")
	for _, e := range []*Example{nil, {Rule: 1}, {Rule: -1}, {Number: 3}, {Number: -1}} {
		if r, err := w.Example(patient(t), rule(t, wrongRule, e)); err != nil || r.Error == nil || !strings.Contains(r.Error.Message, "no such example") {
			t.Errorf("%+v: %+v, %v", e, r, err)
		}
	}
	if r, err := w.Example(patient(t), program(t, "1", 0)); err != nil || r.Error == nil || !strings.Contains(r.Error.Message, "not a file of rules") {
		t.Errorf("of a program: %+v, %v", r, err)
	}
}

// TestExampleStopped has no time: that decides nothing.
func TestExampleStopped(t *testing.T) {
	loop := strings.Replace(wrongRule, "%x + 1f } } unchanged", "@loop(%x) * 2f }\ndef @loop(%x: float32) -> float32 { @loop(%x + 1f) } } gives { def @f(%x: float32) { @loop(%x) * 4f }\ndef @loop(%x: float32) -> float32 { @loop(%x + 1f) } }", 1)
	r := rule(t, loop, &Example{})
	r.Limits = Limits{Timeout: 200, Steps: 1 << 60, Memory: 1 << 40}
	got, err := child(t, "serve").Example(patient(t), r)
	if err != nil || got.Verdict != "" || got.Error == nil || got.Error.Code != "stopped" {
		t.Errorf("%+v %+v, %v", got, got.Error, err)
	}
}
