package typecheck_test

import "testing"

// A reduction of two tensors is meant to be the operator that combines them, where that
// operator takes them; its fix changes the name alone.
func TestReductionOfTwo(t *testing.T) {
	for call, want := range map[string]string{
		"max(%x, 0f)":                "maximum(%x, 0f)",
		"min(%x, %x)":                "minimum(%x, %x)",
		"sum(%x, %x)":                "",
		"max(%x, %z)":                "", // the shapes do not broadcast
		"max(%x, %x, keepdims=true)": "",
		"argmax(%x, %x)":             "",
	} {
		text := "def @f(%x: Tensor[(4, 4), float32], %z: Tensor[(3), float32]) { " + call + " }\n"
		found := findings(text)
		if len(found) != 1 {
			t.Errorf("%s: want one error, not %v", call, found)
			continue
		}
		got := ""
		for _, fix := range found[0].Fixes {
			got = text
			for _, e := range fix.Edits {
				got = got[:e.Span.Start] + e.NewText + got[e.Span.End:]
			}
			if n := len(findings(got)); n > 0 {
				t.Errorf("%s: the fixed text has %d diagnostics", call, n)
			}
		}
		if want != "" {
			want = "def @f(%x: Tensor[(4, 4), float32], %z: Tensor[(3), float32]) { " + want + " }\n"
		}
		if got != want {
			t.Errorf("%s: the fix gives %q, want %q", call, got, want)
		}
	}
}
