package lsp_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// formPlaces shows which places of a form come from which of the source: `formplaces anf a.frac`.
func (f *folder) formPlaces(out io.Writer, of string) {
	form, name, _ := strings.Cut(of, " ")
	var found []struct{ Source, Form span }
	if !f.execute(out, "fraccheck.formPlaces", &found, map[string]any{"uri": f.uri(name), "form": form}) {
		return
	}
	var shown struct{ Text string }
	decode(f.t, f.result("workspace/textDocumentContent", map[string]any{"uri": "fraccheck:/" + form + "/" + strings.NewReplacer(":", "%3A", "/", "%2F").Replace(f.uri(name))}), &shown)
	for _, p := range found {
		start, end := f.byteAt(shown.Text, p.Form.Start), f.byteAt(shown.Text, p.Form.End)
		first, _, _ := strings.Cut(shown.Text[start:end], "\n")
		fmt.Fprintf(out, "%d:%d `%s` from %s\n", p.Form.Start.Line+1, column(shown.Text, start), first, f.show(location{f.uri(name), p.Source}))
	}
}

// TestWrongFormPlaces asks for places of what has no form.
func TestWrongFormPlaces(t *testing.T) {
	w := pipe(t)
	w.begin(able(), nil)
	w.open("untitled:a", 1, program)
	w.open("untitled:empty", 1, "")
	w.open("untitled:broken", 1, "def @f( {")
	w.openRules("untitled:a.fracrule", "rewrite r { match 1 + 1 with 2 }")
	for _, tt := range []struct {
		args any
		code int
	}{
		{map[string]any{}, invalidParams}, {map[string]any{"uri": "untitled:a"}, invalidParams}, {map[string]any{"uri": "untitled:a", "form": "xnf"}, invalidParams},
		{map[string]any{"uri": "untitled:a", "form": 5}, invalidParams}, {map[string]any{"uri": "untitled:gone", "form": "anf"}, invalidParams},
		{map[string]any{"uri": "untitled:a", "form": strings.Repeat("x", 1<<20)}, invalidParams},
		{map[string]any{"uri": "untitled:broken", "form": "anf"}, -32803}, {map[string]any{"uri": "untitled:a.fracrule", "form": "anf"}, -32803},
	} {
		m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.formPlaces", "arguments": []any{tt.args}})
		if m.Error == nil || m.Error.Code != tt.code || len(m.Error.Message) > 1000 {
			t.Errorf("%.100v gives %.100s %+v", tt.args, m.Result, m.Error)
		}
	}
	if m := w.call("workspace/executeCommand", map[string]any{"command": "fraccheck.formPlaces", "arguments": []any{map[string]any{"uri": "untitled:empty", "form": "gnf"}}}); string(m.Result) != "[]" {
		t.Errorf("an empty document gives %s %+v", m.Result, m.Error)
	}
}
