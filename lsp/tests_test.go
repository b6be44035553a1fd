package lsp_test

import (
	"fmt"
	"io"
	"testing"
)

type listedTest struct {
	ID, Label, Expected, Kind, Group, Verdict string
	Range                                     span
	Comment                                   *span
}

// tests lists those of a file.
func (f *folder) tests(out io.Writer, name string) {
	var found []listedTest
	if !f.execute(out, "fraccheck.tests", &found, map[string]any{"uri": f.uri(name)}) {
		return
	}
	seen := map[string]bool{}
	for _, test := range found {
		if test.ID == "" || seen[test.ID] {
			f.t.Errorf("the id %q is none, or stands twice", test.ID)
		}
		seen[test.ID] = true
		fmt.Fprintf(out, "%s %s of %q: %s → %q %s\n", f.show(location{f.uri(name), test.Range}), test.Kind, test.Group, test.Label, test.Expected, test.Verdict)
		if test.Comment != nil {
			fmt.Fprintf(out, "  %s\n", f.show(location{f.uri(name), *test.Comment}))
		}
	}
}

// TestTestsKeepTheirIDs holds that an edit elsewhere changes no id, and that one of the test does.
func TestTestsKeepTheirIDs(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	list := func(name, text string) []listedTest {
		var found []listedTest
		w.open("untitled:"+name, 1, text)
		decode(t, w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.tests", "arguments": []any{map[string]any{"uri": "untitled:" + name}}}), &found)
		return found
	}
	before := list("a", "1 + 1 # => 2\n1 + 1 # => 2\n")
	after := list("b", "def @f() { 1 }\n1 + 1 # => 2\n1 + 1 # => 3\n")
	if len(before) != 2 || len(after) != 2 || before[0].ID != after[0].ID || before[1].ID == after[1].ID {
		t.Errorf("%+v\n%+v", before, after)
	}
	for _, args := range []any{map[string]any{}, map[string]any{"uri": 5}, map[string]any{"uri": "untitled:gone"}, "untitled:a", nil} {
		m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.tests", "arguments": []any{args}})
		if m.Error == nil || m.Error.Code != invalidParams {
			t.Errorf("%v gives %s %+v", args, m.Result, m.Error)
		}
	}
}
