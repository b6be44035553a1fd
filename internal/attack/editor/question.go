package editor

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"net/url"
	"strings"
	"time"
)

// A question is a request that is asked at a place, or once for a text.
type question struct {
	method   string
	once     bool
	params   map[string]any // beside the document and the place
	followUp []followUp
}

// A followUp goes on with items of an answer.
type followUp struct {
	method string
	params func(item json.RawMessage) any
}

// itself sends an item back, as resolving does.
func itself(item json.RawMessage) any { return item }

// ofItem sends it as the item of a hierarchy.
func ofItem(item json.RawMessage) any { return map[string]any{"item": item} }

// mostFollowed bounds how many items of one answer are gone on with.
const mostFollowed = 5

// questions are what a server is asked, by the capability that announces it.
var questions = map[string][]question{
	"hoverProvider":             {{method: "textDocument/hover"}},
	"definitionProvider":        {{method: "textDocument/definition"}},
	"declarationProvider":       {{method: "textDocument/declaration"}},
	"typeDefinitionProvider":    {{method: "textDocument/typeDefinition"}},
	"implementationProvider":    {{method: "textDocument/implementation"}},
	"documentHighlightProvider": {{method: "textDocument/documentHighlight"}},
	"referencesProvider":        {{method: "textDocument/references", params: map[string]any{"context": map[string]any{"includeDeclaration": true}}}},
	"completionProvider": {{method: "textDocument/completion", params: map[string]any{"context": map[string]any{"triggerKind": 1}},
		followUp: []followUp{{"completionItem/resolve", itself}}}},
	"signatureHelpProvider":      {{method: "textDocument/signatureHelp"}},
	"linkedEditingRangeProvider": {{method: "textDocument/linkedEditingRange"}},
	"selectionRangeProvider":     {{method: "textDocument/selectionRange"}},
	"renameProvider": {
		{method: "textDocument/prepareRename"},
		{method: "textDocument/rename", params: map[string]any{"newName": "anotherName"}},
	},
	"codeActionProvider": {
		{method: "textDocument/codeAction", params: actionContext(), followUp: []followUp{{"codeAction/resolve", itself}}},
		{method: "textDocument/codeAction", once: true, params: actionContext("source.fixAll", "source"), followUp: []followUp{{"codeAction/resolve", itself}}},
		{method: "textDocument/codeAction", params: actionContext("refactor"), followUp: []followUp{{"codeAction/resolve", itself}}},
	},
	"callHierarchyProvider": {{method: "textDocument/prepareCallHierarchy",
		followUp: []followUp{{"callHierarchy/incomingCalls", ofItem}, {"callHierarchy/outgoingCalls", ofItem}}}},
	"typeHierarchyProvider": {{method: "textDocument/prepareTypeHierarchy",
		followUp: []followUp{{"typeHierarchy/supertypes", ofItem}, {"typeHierarchy/subtypes", ofItem}}}},
	"inlayHintProvider":      {{method: "textDocument/inlayHint", once: true, followUp: []followUp{{"inlayHint/resolve", itself}}}},
	"codeLensProvider":       {{method: "textDocument/codeLens", once: true, followUp: []followUp{{"codeLens/resolve", itself}}}},
	"documentSymbolProvider": {{method: "textDocument/documentSymbol", once: true}},
	"documentLinkProvider":   {{method: "textDocument/documentLink", once: true}},
	"foldingRangeProvider":   {{method: "textDocument/foldingRange", once: true}},
	"diagnosticProvider":     {{method: "textDocument/diagnostic", once: true}},
	"semanticTokensProvider": {
		{method: "textDocument/semanticTokens/full", once: true},
		{method: "textDocument/semanticTokens/full/delta", once: true, params: map[string]any{"previousResultId": "1"}},
		{method: "textDocument/semanticTokens/range", once: true},
	},
	"documentFormattingProvider":       {{method: "textDocument/formatting", once: true, params: layout}},
	"documentRangeFormattingProvider":  {{method: "textDocument/rangeFormatting", once: true, params: layout}},
	"documentOnTypeFormattingProvider": {{method: "textDocument/onTypeFormatting", params: map[string]any{"ch": "}", "options": layout["options"]}}},
	"workspaceSymbolProvider":          {{method: "workspace/symbol", once: true, params: map[string]any{"query": "a"}}},
}

// unasked are the capabilities that no question is about: what is sent and not asked for,
// and commands, which run programs.
var unasked = map[string]bool{"positionEncoding": true, "textDocumentSync": true, "workspace": true, "executeCommandProvider": true}

var layout = map[string]any{"options": map[string]any{"tabSize": 2, "insertSpaces": true}}

func actionContext(only ...string) map[string]any {
	context := map[string]any{"diagnostics": []any{}}
	if len(only) > 0 {
		context["only"] = only
	}
	return map[string]any{"context": context}
}

// documents are those that the server writes of a program.
var documents = []string{"types", "anf", "gnf", "bbnf"}

// A Report is what asking everything about one text came to.
type Report struct {
	Answers     []Answer
	Published   time.Duration // until there were diagnostics
	Diagnostics int           // -1: none came
	Memory      int64         // resident bytes at most
	Gone        bool          // the server ended, or did not end what was cancelled
	Unknown     []string      // capabilities that no question is about
	Left        int           // questions that the time did not suffice for
}

// Everything opens a text and asks all there is to ask about it, at so many random places
// beside those that it looks for, for so long at most.
func (e *Editor) Everything(uri, text string, random int, budget time.Duration) Report {
	r := Report{Diagnostics: -1}
	began := time.Now()
	document := map[string]any{"uri": uri, "languageId": "fraccheck", "version": 1, "text": text}
	if e.Notify("textDocument/didOpen", map[string]any{"textDocument": document}) != nil {
		r.Gone = true
		return r
	}
	w := &walk{Editor: e, Report: &r, uri: uri, text: text, until: began.Add(budget)}
	if n, ok := e.Published(uri); ok {
		r.Diagnostics = n
	}
	r.Published = time.Since(began)
	w.ask(random)
	r.Memory = peak(e.Pid())
	_ = e.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}}) // one that is gone shows itself
	return r
}

// A walk asks about one text.
type walk struct {
	*Editor
	*Report
	uri, text string
	until     time.Time
}

func (w *walk) ask(random int) {
	offsets := places(w.text, random)
	for name := range w.capabilities {
		if questions[name] == nil && !unasked[name] {
			w.Unknown = append(w.Unknown, name)
		}
	}
	for _, at := range offsets {
		for name := range w.capabilities {
			for _, q := range questions[name] {
				if !q.once || at == offsets[0] {
					w.question(q, at)
				}
			}
		}
	}
	for _, kind := range documents {
		w.one("workspace/textDocumentContent", kind, map[string]any{"uri": "fraccheck:/" + kind + "/" + url.PathEscape(w.uri)})
	}
}

// question asks at a place, and goes on with what comes.
func (w *walk) question(q question, offset int) {
	at := position(w.text, offset)
	whole := map[string]any{"start": map[string]int{"line": 0, "character": 0}, "end": position(w.text, len(w.text))}
	point := map[string]any{"start": at, "end": at}
	params := map[string]any{"textDocument": map[string]any{"uri": w.uri}, "position": at, "positions": []any{at}, "range": point}
	if q.once {
		params["range"] = whole
	}
	for name, value := range q.params {
		params[name] = value
	}
	a := w.one(q.method, fmt.Sprintf("%d:%d", at["line"]+1, at["character"]+1), params)
	for _, f := range q.followUp {
		for i, item := range items(a.Result) {
			w.one(f.method, fmt.Sprintf("item %d of %s", i, a.At), f.params(item))
		}
	}
}

// one asks one question, while there is time.
func (w *walk) one(method, at string, params any) Answer {
	if w.Gone || time.Now().After(w.until) {
		w.Left++
		return Answer{}
	}
	a, err := w.Ask(method, at, params)
	w.Gone = err != nil
	kept := a
	kept.Result = nil
	w.Answers = append(w.Answers, kept)
	return a
}

// items are some of those in an answer: the first, the last, and some between.
func items(result json.RawMessage) []json.RawMessage {
	var list []json.RawMessage
	var in struct{ Items []json.RawMessage }
	if json.Unmarshal(result, &list) != nil && json.Unmarshal(result, &in) == nil {
		list = in.Items
	}
	if len(list) <= mostFollowed {
		return list
	}
	var some []json.RawMessage
	for i := range mostFollowed {
		some = append(some, list[i*(len(list)-1)/(mostFollowed-1)])
	}
	return some
}

// places are offsets of a text that are worth asking at: its ends, its middle, the first
// and the last of what often goes wrong, and some at random, the same ones each time.
func places(text string, random int) []int {
	found := []int{0, len(text) / 2, len(text)}
	for _, mark := range []string{"@", "%", "(", "[", "{", "match", "=>", "Tensor"} {
		if i := strings.Index(text, mark); i >= 0 {
			found = append(found, i+len(mark), strings.LastIndex(text, mark)+len(mark))
		}
	}
	source := rand.New(rand.NewSource(int64(len(text))))
	for range random {
		found = append(found, source.Intn(len(text)+1))
	}
	return found
}

// position is that of an offset, in the UTF-16 units of the protocol.
func position(text string, offset int) map[string]int {
	before := text[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	units := 0
	for _, r := range before[start:] {
		if units++; r > 0xffff {
			units++
		}
	}
	return map[string]int{"line": strings.Count(before, "\n"), "character": units}
}
