package lsp_test

import (
	"encoding/json"
	"testing"
)

// TestAddressesAsWritten finds the client's own spelling of an address in all that is
// said about its document.
func TestAddressesAsWritten(t *testing.T) {
	const text = "def @f(%x : int32) -> int32 { @g(%x) }\ndef @g(%x : int32) -> int32 { @gone(%x) }\n"
	w := pipe(t)
	w.begin(nil, nil)
	for _, doc := range []string{
		"file:///gone/a.frac", "FILE:///gone/a.frac", "file:///gone/%61.frac", "file:///c:/a.frac", "file:///C%3A/a.frac", "file:///c%3a/a.frac",
		"file:///gone/a b.frac", "file:///gone/../gone/a.frac", "file:///gone/a.frac/", "file:///gone/a.frac?x=1#y", "untitled:a b", "/gone/a.frac",
	} {
		w.open(doc, 1, text)
		w.expect(doc, 1, "undefined-name")
		for method, params := range map[string]map[string]any{
			"definition": {}, "references": {"context": map[string]any{"includeDeclaration": true}}, "documentSymbol": {}, "rename": {"newName": "@h"},
		} {
			params["textDocument"], params["position"] = document(doc), position{0, 31}
			var answer any
			if err := json.Unmarshal(w.result("textDocument/"+method, params), &answer); err != nil {
				t.Fatal(err)
			}
			for _, found := range addressesIn(answer) {
				if found != doc {
					t.Errorf("%s of %s speaks of %s", method, doc, found)
				}
			}
		}
		w.notify("textDocument/didClose", map[string]any{"textDocument": document(doc)})
	}
}

// TestTwoSpellings opens one file by two spellings: what was said of the first is
// taken back.
func TestTwoSpellings(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	w.open("file:///c:/a.frac", 1, "@gone()")
	w.expect("file:///c:/a.frac", 1, "undefined-name")
	w.open("file:///C%3A/a.frac", 1, "@gone()")
	w.await("nothing for the first", func(m message) bool {
		var p published
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == "file:///c:/a.frac" && len(p.Diagnostics) == 0
	})
	w.expect("file:///C%3A/a.frac", 1, "undefined-name")
}

// addressesIn are the addresses of documents in an answer.
func addressesIn(answer any) (found []string) {
	switch a := answer.(type) {
	case []any:
		for _, element := range a {
			found = append(found, addressesIn(element)...)
		}
	case map[string]any:
		for name, value := range a {
			if u, ok := value.(string); ok && (name == "uri" || name == "targetUri") {
				found = append(found, u)
			}
			if changes, ok := value.(map[string]any); ok && name == "changes" {
				for u := range changes {
					found = append(found, u)
				}
			}
			found = append(found, addressesIn(value)...)
		}
	}
	return found
}

// TestLoneCarriageReturn places what is found where a client that ends lines there
// counts it.
func TestLoneCarriageReturn(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	w.open("untitled:a", 1, "# a\ndef @f(%x : int32) -> int32 {\r @gone(%x) }\r")
	found := w.published("untitled:a", 1).Diagnostics
	if len(found) != 1 || found[0].Range.Start != (position{2, 1}) {
		t.Errorf("found %+v, want one at line 2, character 1", found)
	}
	w.open("untitled:b", 1, "# a\r@gone()\r") // one comment
	w.expect("untitled:b", 1)
}
