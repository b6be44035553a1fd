package lsp_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/model/onnx/onnxtest"
)

// A modelFolder is a folder with a model in it, and a client that has it open.
type modelFolder struct {
	*wire
	path, file, program string // of the model: its path and its two addresses
}

// openModel opens a folder with a perceptron whose weights have so many rows.
func openModel(t *testing.T, capabilities map[string]any, rows int) *modelFolder {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := &modelFolder{wire: pipe(t), path: filepath.Join(dir, "m.onnx")}
	m.file = string(uri.File(m.path))
	m.program = "fraccheck:/onnx" + strings.TrimPrefix(m.file, "file://")
	m.write(rows)
	m.begin(capabilities, nil, dir)
	return m
}

func (m *modelFolder) write(rows int) {
	m.t.Helper()
	if err := os.WriteFile(m.path, onnxtest.Perceptron(rows), 0o666); err != nil {
		m.t.Fatal(err)
	}
}

// text reads the program of the model.
func (m *modelFolder) text() string {
	m.t.Helper()
	var content struct{ Text string }
	decode(m.t, m.result("workspace/textDocumentContent", map[string]any{"uri": m.program}), &content)
	return content.Text
}

// on is the parameters of a request on the first or another place of a word in the program.
func (m *modelFolder) on(text, word string, nth int) map[string]any {
	m.t.Helper()
	offset := 0
	for range nth {
		offset += strings.Index(text[offset:], word) + 1
	}
	before := text[:offset-1]
	return at(m.program, strings.Count(before, "\n"), len(before)-strings.LastIndexByte(before, '\n')-1)
}

// TestModelDocument reads the program of a model, and asks about it.
func TestModelDocument(t *testing.T) {
	m := openModel(t, able(), 4)
	text := m.text()
	m.open(m.program, 1, text)
	m.expect(m.program, 1)
	document := map[string]any{"textDocument": document(m.program)}
	whole := map[string]any{"textDocument": document["textDocument"], "range": between(0, 0, 99, 0)}

	for _, hover := range []struct {
		word string
		nth  int
		want []string
	}{
		{"%h", 2, []string{"Tensor[(batch, 3), float32]", "Computed by the node `/fc/MatMul` (`MatMul`).", "In the node `/act/Relu` (`Relu`)."}},
		{"%x", 2, []string{"Tensor[(batch, 4), float32]", "The input `x` of the model.", "In the node `/fc/MatMul` (`MatMul`)."}},
		{"meta[", 1, []string{"Tensor[(4, 3), float32]", "The initializer `fc.weight` of the model."}},
		{"relu", 1, []string{"In the node `/act/Relu` (`Relu`)."}},
	} {
		got := string(m.result("textDocument/hover", m.on(text, hover.word, hover.nth)))
		for _, want := range hover.want {
			if !strings.Contains(got, want) {
				t.Errorf("the hover on %s has no %q: %s", hover.word, want, got)
			}
		}
	}
	for method, wants := range map[string][]string{
		"textDocument/documentSymbol":      {`"name":"/fc/MatMul"`, `"name":"/act/Relu"`},
		"textDocument/foldingRange":        {`"startLine":1`},
		"textDocument/semanticTokens/full": {`"data":[0,`},
		"textDocument/codeLens":            {`"range"`},
		"textDocument/formatting":          {"[]"},
	} {
		params := map[string]any{"textDocument": document["textDocument"]}
		if method == "textDocument/formatting" {
			params["options"] = map[string]any{"tabSize": 2, "insertSpaces": true}
		}
		got := string(m.result(method, params))
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s has no %s: %s", method, want, got)
			}
		}
	}
	definition := string(m.result("textDocument/definition", m.on(text, "%h", 2)))
	if !strings.Contains(definition, `"uri":"`+m.program+`"`) {
		t.Errorf("a definition is at %s", definition)
	}
	references := m.on(text, "%h", 2)
	references["context"] = map[string]any{"includeDeclaration": true}
	if got := string(m.result("textDocument/references", references)); strings.Count(got, m.program) != 2 {
		t.Errorf("the references are %s", got)
	}
	rename := m.on(text, "%h", 2)
	rename["newName"] = "%other"
	if answer := m.call("textDocument/rename", rename); answer.Error == nil || !strings.Contains(answer.Error.Message, "m.onnx is a model") {
		t.Errorf("a name can be changed: %s", answer.Result)
	}
	whole["context"] = map[string]any{"diagnostics": []int{}}
	if got := string(m.result("textDocument/codeAction", whole)); got != "[]" {
		t.Errorf("changes of a model are offered: %s", got)
	}
	if got := string(m.result("textDocument/completion", m.on(text, "%h", 2))); !strings.Contains(got, `"items":[]`) {
		t.Errorf("there are completions in a model: %s", got)
	}
}

// TestModelRun calls the function that represents a model; the worker reads the model itself.
func TestModelRun(t *testing.T) {
	m := openModel(t, able(), 4)
	m.open(m.program, 1, m.text())
	result := m.result("workspace/executeCommand", map[string]any{
		"command":   "fraccheck.run",
		"arguments": []any{m.program, "@main", []string{`ones(shape=[2, 4], dtype="float32")`}},
	})
	if !strings.Contains(string(result), "[[2.0, 6.0, 10.0], [2.0, 6.0, 10.0]]") {
		t.Errorf("a run of the model gives %s", result)
	}
}

// TestModelChanges follows a model that is exported anew: its program is read again, and has
// diagnostics at the node.
func TestModelChanges(t *testing.T) {
	m := openModel(t, able(), 4)
	text := m.text()
	m.open(m.program, 1, text)
	m.expect(m.program, 1)
	m.write(5)
	m.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": m.file, "type": 2}}})
	if got := m.asked("workspace/textDocumentContent/refresh", nil); !strings.Contains(string(got.Params), m.program) {
		t.Errorf("the client is to read %s again", got.Params)
	}
	text = m.text()
	m.edit(m.program, 2, change{nil, text})
	found := m.published(m.program, 2).Diagnostics
	if len(found) != 1 || !strings.HasPrefix(found[0].Message, "node \"/fc/MatMul\" (MatMul)") {
		t.Fatalf("the diagnostics are %+v", found)
	}
	if line := strings.Split(text, "\n")[found[0].Range.Start.Line]; !strings.Contains(line, "/fc/MatMul") {
		t.Errorf("the diagnostic is at %q", line)
	}
}

// TestClosedModel has diagnostics of a model that is not open: in its program, or for a client
// that cannot read that in the first line of the file.
func TestClosedModel(t *testing.T) {
	m := openModel(t, able(), 5)
	if found := m.published(m.program, -1).Diagnostics; len(found) != 1 || found[0].Range.Start.Line == 0 {
		t.Errorf("the diagnostics of the program are %+v", found)
	}
	m = openModel(t, map[string]any{}, 5)
	found := m.published(m.file, -1).Diagnostics
	if len(found) != 1 || found[0].Range != (span{}) || !strings.HasPrefix(found[0].Message, "node \"/fc/MatMul\" (MatMul)") {
		t.Errorf("the diagnostics of the file are %+v", found)
	}
}

// TestModelAsText opens a model as a text document: its bytes are no program.
func TestModelAsText(t *testing.T) {
	for _, reads := range []bool{true, false} {
		capabilities := able()
		if !reads {
			delete(capabilities["workspace"].(map[string]any), "textDocumentContent")
		}
		m := openModel(t, capabilities, 5)
		garbled := strings.ToValidUTF8(string(onnxtest.Perceptron(5)), "\ufffd")
		for _, address := range []string{m.file, "git:" + m.path + "?HEAD"} {
			m.open(address, 1, garbled)
			found := m.published(address, 1).Diagnostics
			switch {
			case reads || address != m.file:
				if len(found) != 0 {
					t.Errorf("%s has %+v", address, found)
				}
			case len(found) != 1 || found[0].Range != (span{}):
				t.Errorf("%s has %+v", address, found)
			}
			if got := string(m.result("textDocument/documentSymbol", map[string]any{"textDocument": document(address)})); got != "[]" {
				t.Errorf("the bytes have symbols: %s", got)
			}
			if got := string(m.result("textDocument/hover", at(address, 3, 1))); got != "null" {
				t.Errorf("the bytes have a hover: %s", got)
			}
			m.edit(address, 2, change{nil, garbled + "def @f( {"})
			if again := m.published(address, 2).Diagnostics; len(again) != len(found) {
				t.Errorf("after an edit %s has %+v", address, again)
			}
		}
	}
}

// TestModelByItsFile shows the program of a model under the address of the file, as an editor
// does that reads it for the user.
func TestModelByItsFile(t *testing.T) {
	m := openModel(t, able(), 5)
	text := m.text()
	m.open(m.file, 1, text)
	found := m.published(m.file, 1).Diagnostics
	if len(found) != 1 || found[0].Range.Start.Line == 0 {
		t.Errorf("the diagnostics are %+v", found)
	}
	params := m.on(text, "%x", 2)
	params["textDocument"] = document(m.file)
	if got := string(m.result("textDocument/definition", params)); !strings.Contains(got, `"uri":"`+m.file+`"`) {
		t.Errorf("a definition is at %s", got)
	}
	m.write(4)
	m.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": m.file, "type": 2}}})
	if got := m.asked("workspace/textDocumentContent/refresh", nil); !strings.Contains(string(got.Params), m.program) {
		t.Errorf("the client is to read %s again", got.Params)
	}
}

// TestNoModel asks for programs of models that cannot be read.
func TestNoModel(t *testing.T) {
	m := openModel(t, able(), 4)
	if err := os.WriteFile(m.path, []byte("no model"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{m.program, m.program + ".onnx"} {
		if answer := m.call("workspace/textDocumentContent", map[string]any{"uri": address}); answer.Error == nil || !strings.Contains(answer.Error.Message, "cannot") {
			t.Errorf("%s is answered by %s", address, answer.Result)
		}
	}
	for _, address := range []string{"fraccheck:/onnx", "fraccheck:/onnx/a.frac", "fraccheck://host", "fraccheck:/onnxm.onnx"} {
		m.fails(invalidParams, "workspace/textDocumentContent", map[string]any{"uri": address})
	}
	m.open(m.program, 1, "")
	if found := m.published(m.program, 1).Diagnostics; len(found) != 1 {
		t.Errorf("the diagnostics are %+v", found)
	}
}

// TestComparedModels reads what differs between two models, and between a model and no model.
func TestComparedModels(t *testing.T) {
	m := openModel(t, able(), 4)
	other := filepath.Join(filepath.Dir(m.path), "n.onnx")
	changed := strings.Replace(string(onnxtest.Perceptron(4)), "\"\x04Relu", "\"\x04Tanh", 1)
	if err := os.WriteFile(other, []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
	compare := func(old, now string) map[string]any {
		return map[string]any{"uri": "fraccheck:/compare/m-n.md?" + url.PathEscape(old+"\n"+now)}
	}
	var content struct{ Text string }
	decode(t, m.result("workspace/textDocumentContent", compare(m.file, string(uri.File(other)))), &content)
	if want := "| operator | `/act/Relu` Relu | `Relu` | `Tanh` |  |"; !strings.Contains(content.Text, want) {
		t.Errorf("want %s in\n%s", want, content.Text)
	}
	decode(t, m.result("workspace/textDocumentContent", compare(m.file, m.file)), &content)
	if !strings.Contains(content.Text, "0 differences") {
		t.Errorf("a model and itself:\n%s", content.Text)
	}
	for _, old := range []string{"file:///nowhere/x.frac", "fraccheck:/prelude.frac", ""} {
		if reply := m.call("workspace/textDocumentContent", compare(old, string(uri.File(other)))); reply.Error == nil {
			t.Errorf("%q is compared with a model: %s", old, reply.Result)
		}
	}
}
