package lsp_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

// TestNavigateAnywhere asks everything anywhere in the examples after parts of
// them were cut out, doubled or exchanged: the server always has an answer.
func TestNavigateAnywhere(t *testing.T) {
	paths, _ := filepath.Glob("../examples/*.*")
	random := rand.New(rand.NewPCG(1, 2))
	w, dir := begin(t, nil, nil)
	for version := range 60 {
		text, err := os.ReadFile(paths[random.IntN(len(paths))])
		if err != nil {
			t.Fatal(err)
		}
		file := string(uri.File(filepath.Join(dir, "a.frac")))
		damaged := damage(random, string(text))
		w.open(file, version, damaged)
		for range 4 {
			askAll(w, file, damaged, random.IntN(len(damaged)+1))
		}
	}
}

// damage changes a text in a few places.
func damage(random *rand.Rand, text string) string {
	for range 1 + random.IntN(4) {
		from := random.IntN(len(text) + 1)
		to := min(len(text), from+random.IntN(40))
		switch random.IntN(4) {
		case 0:
			text = text[:from] + text[to:]
		case 1:
			text = text[:to] + text[from:to] + text[to:]
		case 2:
			text = text[:from] + []string{"(", "}", "{", "\"", "/*", "%", "@", "𝔸", "\r", "let", "case"}[random.IntN(11)] + text[from:]
		case 3:
			text = text[:from] + "\x00\xff" + text[to:]
		}
	}
	return text
}

func askAll(w *wire, file, text string, offset int) {
	w.t.Helper()
	line := strings.Count(text[:offset], "\n")
	params := at(file, line, offset-strings.LastIndexByte(text[:offset], '\n')-1)
	params["positions"] = []any{params["position"]}
	params["newName"] = []string{"fresh", "%x", "@f", "Nil", "x"}[offset%5]
	params["query"] = "x"
	params["files"] = []map[string]string{{"oldUri": file, "newUri": file + ".frac"}}
	for _, method := range []string{
		"textDocument/declaration", "textDocument/typeDefinition", "textDocument/implementation", "textDocument/definition",
		"textDocument/prepareRename", "textDocument/rename", "textDocument/documentLink", "textDocument/foldingRange",
		"textDocument/selectionRange", "textDocument/linkedEditingRange", "workspace/symbol", "workspace/willRenameFiles",
	} {
		w.answers(method, params)
	}
	for prepare, more := range map[string][]string{
		"textDocument/prepareCallHierarchy": {"callHierarchy/incomingCalls", "callHierarchy/outgoingCalls"},
		"textDocument/prepareTypeHierarchy": {"typeHierarchy/supertypes", "typeHierarchy/subtypes"},
	} {
		var items []hierarchyItem
		decode(w.t, w.answers(prepare, params).Result, &items)
		for _, item := range items {
			for _, method := range more {
				w.answers(method, map[string]any{"item": item})
			}
		}
	}
}

// answers asks for what may be refused but not fail.
func (w *wire) answers(method string, params any) message {
	w.t.Helper()
	const refused = -32803
	m := w.call(method, params)
	if m.Error != nil && m.Error.Code != refused {
		w.t.Errorf("%s %v: %d %s", method, params, m.Error.Code, m.Error.Message)
	}
	return m
}
