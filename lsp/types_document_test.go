package lsp_test

import (
	"strings"
	"testing"
)

// TestTypesDocument opens a program with its types beside it, under a name of its own:
// it has no lenses, and what it mentions is counted once.
func TestTypesDocument(t *testing.T) {
	const program, shown = "untitled:a", "fraccheck:/types/a.types.frac?untitled%3Aa"
	w := pipe(t)
	w.begin(able(), nil)
	w.open(program, 1, "def @f() -> int32 { 1 }\n@f()\n")
	for _, address := range []string{shown, "fraccheck:/types/untitled%3Aa"} {
		var content struct{ Text string }
		decode(t, w.result("workspace/textDocumentContent", map[string]any{"uri": address}), &content)
		if !strings.Contains(content.Text, "/* ty=int32 */") {
			t.Errorf("%s is %q", address, content.Text)
		}
		w.open(address, 1, content.Text)
		if lenses := string(w.result("textDocument/codeLens", map[string]any{"textDocument": document(address)})); lenses != "[]" {
			t.Errorf("%s has the lenses %s", address, lenses)
		}
	}
	params := at(program, 0, 5)
	params["context"] = map[string]any{"includeDeclaration": false}
	var found []location
	decode(t, w.result("textDocument/references", params), &found)
	if len(found) != 1 || found[0].URI != program {
		t.Errorf("the references are %+v", found)
	}
	for _, address := range []string{"fraccheck:/types/?", "fraccheck:/types/a?%zz", "fraccheck:/none/a?untitled%3Aa", "fraccheck:/types/a?untitled%3Agone"} {
		w.fails(invalidParams, "workspace/textDocumentContent", map[string]any{"uri": address})
	}
}
