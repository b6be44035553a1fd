package syntax

import (
	"slices"
	"testing"
)

// TestImports holds what is found without reading all against the whole file.
func TestImports(t *testing.T) {
	for _, text := range append(randomTexts(t), importTexts...) {
		var want, got []string
		for _, item := range ParseFile("", text).All() {
			if item.Kind(item.Root) == ItemImport {
				want = append(want, item.Text)
			}
		}
		for _, item := range Imports(text) {
			got = append(got, item.Text)
		}
		if !slices.Equal(want, got) {
			t.Errorf("of %q\ngot  %q\nwant %q", text, got, want)
		}
	}
}

var importTexts = []string{
	"", "import", "import \"a\"", "import \"a\"\nimport \"b\" import \"c\"",
	"def @f() { import \"a\" }\nimport \"b\"\n",
	"def @f() {\nimport \"a\"\n",
	"-- import \"a\"\nimport \"b\"\n/* import \"c\" */",
	"let %important = 1;\n#[version = \"0.0.5\"]\nimport \"a\"\ntype Import { A }\n",
	"import \"a\nimport \"b\"\n\"", "(((import \"a\"", "import /* import */ \"x\" import",
}

// randomTexts are words of the language in any order, imports among them.
func randomTexts(t *testing.T) []string {
	t.Helper()
	words := []string{"import", "\"a.frac\"", "\n", "def @f(", ")", "{", "}", "let %x =", "1", ";", "type T", "/*", "*/", "//", "'", "[", "]", "=", "\n  ", "import \"b\"\n"}
	var texts []string
	state := uint64(1)
	for range 3000 {
		text := ""
		for range 12 {
			state = state*6364136223846793005 + 1442695040888963407
			text += words[state>>33%uint64(len(words))] + " "
		}
		texts = append(texts, text)
	}
	return texts
}
