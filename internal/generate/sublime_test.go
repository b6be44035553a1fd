package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A property is an element of a property list.
type property struct {
	XMLName xml.Name
	Text    string     `xml:",chardata"`
	Parts   []property `xml:",any"`
}

// value is the element as a value of JSON.
func (p property) value() any {
	switch p.XMLName.Local {
	case "string":
		return p.Text
	case "array":
		list := []any{}
		for _, e := range p.Parts {
			list = append(list, e.value())
		}
		return list
	}
	dict := map[string]any{}
	for i := 0; i+1 < len(p.Parts); i += 2 {
		dict[p.Parts[i].Text] = p.Parts[i+1].value()
	}
	return dict
}

func readPlist(t *testing.T, text []byte) any {
	t.Helper()
	var list property
	if err := xml.NewDecoder(bytes.NewReader(text)).Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list.Parts[0].value()
}

// Sublime Text reads the patterns that VS Code does, and knows the same files.
func TestSublimeSyntaxIsThatOfVSCode(t *testing.T) {
	endings := map[string][]any{"frac": {"frac", "relay", "rly", "raf"}, "fracrule": {"fracrule"}}
	for language, fileTypes := range endings {
		text, err := os.ReadFile("../../editors/vscode/syntaxes/" + language + ".tmLanguage.json")
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		want["fileTypes"] = fileTypes
		made, err := sublimeSyntax(language)("../..")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(any(want), readPlist(t, made)); diff != "" {
			t.Errorf("%s (-VS Code +Sublime Text):\n%s", language, diff)
		}
	}
}

func TestPlistEscapes(t *testing.T) {
	want := map[string]any{"a<b": []any{`"\s&&[<>]'`, map[string]any{}}}
	if diff := cmp.Diff(any(want), readPlist(t, plist(want))); diff != "" {
		t.Error(diff)
	}
}
