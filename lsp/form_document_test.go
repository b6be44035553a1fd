package lsp_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestFormDocument follows a program while it is edited.
func TestFormDocument(t *testing.T) {
	const program, form = "untitled:a", "fraccheck:/anf/untitled%3Aa"
	w := pipe(t)
	w.begin(able(), nil)
	read := func() string {
		var content struct{ Text string }
		decode(t, w.result("workspace/textDocumentContent", map[string]any{"uri": form}), &content)
		return content.Text
	}
	w.open(program, 1, "def @f(%x: int32) { %x + }\n")
	if got := read(); got != "# the program has an error: it is shown here once there is none.\n" {
		t.Errorf("of a program that never was without errors there is %q", got)
	}
	w.open(form, 1, "")
	w.expect(form, 1)
	edits := []struct{ text, note, shown string }{
		{"def @f(%x: int32) { %x * (%x + 1) }\n", "", "let %v1 = %x + 1;\n"},
		{"def @f(%x: int32) { %x * (%gone + %lost) }\n", "# the program has 2 errors: below is what it was without.\n\n", "let %v1 = %x + 1;\n"},
		{"def @f(%x: int32) { %x * (%x + 2) }\n", "", "let %v1 = %x + 2;\n"},
	}
	for i, e := range edits {
		w.edit(program, i+2, change{nil, e.text})
		if m := w.asked("workspace/textDocumentContent/refresh", nil); !strings.Contains(string(m.Params), form) {
			t.Errorf("the client is to read %s again", m.Params)
		}
		got := read()
		if rest, ok := strings.CutPrefix(got, e.note); !ok || strings.HasPrefix(rest, "#") || !strings.Contains(rest, e.shown) {
			t.Errorf("of %s there is %q", e.text, got)
		}
	}
	w.notify("textDocument/didClose", map[string]any{"textDocument": document(form)})
	w.edit(program, 9, change{nil, "def @f( {\n"})
	if got := read(); !strings.Contains(got, "once there is none") {
		t.Errorf("a closed document is kept: %q", got)
	}
}

// TestManyForms reads documents that are never opened.
func TestManyForms(t *testing.T) {
	w := pipe(t)
	w.begin(able(), nil)
	for i := range 100 {
		w.open(fmt.Sprintf("untitled:%d", i), 1, "def @f() { 1 + 2 * 3 }\n")
		w.result("workspace/textDocumentContent", map[string]any{"uri": fmt.Sprintf("fraccheck:/gnf/untitled%%3A%d", i)})
	}
	w.goesOn()
}

// TestConvertCommand converts a document for any client.
func TestConvertCommand(t *testing.T) {
	w := pipe(t)
	w.begin(able(), nil)
	w.open("untitled:a", 1, "def @f(%x: int32) { %x * (%x + 1) }\n")
	convert := func(form string) map[string]any {
		return map[string]any{"command": "fraccheck.convertTo" + form, "arguments": []any{"untitled:a"}}
	}
	var reply struct {
		Text string
		Kept []struct{ Message string }
	}
	decode(t, w.result("workspace/executeCommand", convert("Anf")), &reply)
	if !strings.Contains(reply.Text, "let %v2 = %x * %v1;") || len(reply.Kept) != 0 {
		t.Errorf("in A-normal form there is %+v", reply)
	}
	w.edit("untitled:a", 2, change{nil, "let %r = ref(1);\n%0 = ref_write(%r, 2);\nlet %n = if (ref_read(%r) == 1) { %0; 1 } else { 2 };\n%0;\n%n\n"})
	decode(t, w.result("workspace/executeCommand", convert("Bbnf")), &reply)
	if len(reply.Kept) != 1 || !strings.Contains(reply.Kept[0].Message, "some branches only") {
		t.Errorf("where a form is missing there is %+v", reply)
	}
	w.edit("untitled:a", 3, change{nil, "@gone()\n"})
	w.fails(requestFailed, "workspace/executeCommand", convert("Gnf"))
	w.fails(invalidParams, "workspace/executeCommand", map[string]any{"command": "fraccheck.convertToAnf", "arguments": []any{"untitled:gone"}})
}

// TestWrongConversions resolves what no server offered.
func TestWrongConversions(t *testing.T) {
	w := pipe(t)
	w.begin(able(), nil)
	w.open("untitled:a", 1, "1 + 2\n")
	for _, id := range []string{"convert:", "convert:xnf", "convertFile:xnf"} {
		m := w.call("codeAction/resolve", map[string]any{"title": "x", "data": map[string]any{"uri": "untitled:a", "id": id}})
		if m.Error == nil {
			t.Errorf("%s gives %s", id, m.Result)
		}
	}
	w.goesOn()
}
