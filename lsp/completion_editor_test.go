package lsp_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// readJSON reads a file of an editor's extension.
func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestSnippetsAreNotListedTwice holds the snippets of the extension against what the server lists in
// an empty file: an editor shows both.
func TestSnippetsAreNotListedTwice(t *testing.T) {
	var extension struct {
		Contributes struct {
			Snippets []struct{ Language, Path string }
		}
	}
	readJSON(t, "../editors/vscode/package.json", &extension)
	documents := map[string]string{"frac": "untitled:a", "fracrule": "untitled:a.fracrule"}
	for _, s := range extension.Contributes.Snippets {
		name, document := s.Language, documents[s.Language]
		var snippets map[string]struct{ Prefix string }
		readJSON(t, "../editors/vscode/"+s.Path, &snippets)
		w, _ := simple(t, "")
		w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": document, "languageId": name, "version": 1, "text": "\n"}})
		var found completionList
		decode(t, w.result("textDocument/completion", at(document, 0, 0)), &found)
		if len(found.Items) == 0 {
			t.Errorf("%s: nothing is listed", name)
		}
		for _, snippet := range snippets {
			if slices.ContainsFunc(found.Items, func(i completionItem) bool { return i.Label == snippet.Prefix }) {
				t.Errorf("%s: `%s` is listed by the server and by the extension", name, snippet.Prefix)
			}
		}
	}
}

// TestEditorDefaults holds that VS Code does not list the words of the file too, which insert names
// that are not defined, that it indents as the formatter does, and cuts no inlay hint.
func TestEditorDefaults(t *testing.T) {
	var extension struct {
		Contributes struct {
			ConfigurationDefaults map[string]map[string]any
		}
	}
	readJSON(t, "../editors/vscode/package.json", &extension)
	for _, language := range []string{"[frac]", "[fracrule]"} {
		if set := extension.Contributes.ConfigurationDefaults[language]["editor.wordBasedSuggestions"]; set != "off" {
			t.Errorf("in %s, editor.wordBasedSuggestions is %q", language, set)
		}
		if size := extension.Contributes.ConfigurationDefaults[language]["editor.tabSize"]; size != 2.0 {
			t.Errorf("in %s, editor.tabSize is %v", language, size)
		}
	}
	if most := extension.Contributes.ConfigurationDefaults["[frac]"]["editor.inlayHints.maximumLength"]; most != 0.0 {
		t.Errorf("inlay hints are cut at %v", most)
	}
}
