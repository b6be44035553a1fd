package lsp_test

import (
	"strings"
	"testing"
)

// TestFindByType asks for calls by their type, with the definitions of a program and without.
func TestFindByType(t *testing.T) {
	const doc = "untitled:find.frac"
	w := executor(t, workerOf("serves"))
	w.open(doc, 1, "def @mine<n>(%x: Tensor[(n, 7), float32]) -> Tensor[(7), float32] { sum(%x, axis=[0]) }\n")
	var reply struct {
		Calls []struct{ Name, Call, Type, Doc string }
	}
	find := func(question string, uri any) string {
		t.Helper()
		decode(t, w.result("workspace/executeCommand", map[string]any{
			"command": "fraccheck.find", "arguments": []any{map[string]any{"question": question, "uri": uri}},
		}), &reply)
		var names []string
		for _, c := range reply.Calls {
			names = append(names, c.Name)
		}
		return " " + strings.Join(names, " ") + " "
	}
	if got := find("(Tensor[(n, m), float32]) -> Tensor[(m, n), float32]", doc); !strings.Contains(got, " transpose ") {
		t.Errorf("found %q", got)
	}
	if got := find("(Tensor[(n, 7), float32]) -> Tensor[(7), float32]", doc); !strings.Contains(got, " @mine ") {
		t.Errorf("found %q", got)
	}
	if got := find("(Tensor[(n, 7), float32]) -> Tensor[(7), float32]", nil); strings.Contains(got, "@mine") {
		t.Errorf("without a program, found %q", got)
	}
	for _, question := range []string{"", "nonsense", "(Tensor[(n"} {
		m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.find", "arguments": []any{map[string]any{"question": question}}})
		if m.Error == nil || m.Error.Code != invalidParams {
			t.Errorf("%q gives %s %+v", question, m.Result, m.Error)
		}
	}
}
