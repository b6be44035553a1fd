package lsp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// The legend is fixed: clients may have learnt it.
var (
	legendTypes = []string{
		"function", "variable", "parameter", "type", "typeParameter", "enumMember", "property", "keyword",
		"number", "string", "comment", "operator", "macro", "decorator",
	}
	legendModifiers = []string{"declaration", "definition", "readonly", "modification", "defaultLibrary"}
)

func TestTokenLegend(t *testing.T) {
	w := pipe(t)
	var result struct {
		Capabilities struct {
			SemanticTokensProvider struct {
				Legend struct{ TokenTypes, TokenModifiers []string }
				Full   struct{ Delta bool }
				Range  bool
			}
		}
	}
	decode(t, w.initialize("file:///nowhere", "utf-8"), &result)
	p := result.Capabilities.SemanticTokensProvider
	if !slices.Equal(p.Legend.TokenTypes, legendTypes) || !slices.Equal(p.Legend.TokenModifiers, legendModifiers) {
		t.Errorf("the legend is %v", p.Legend)
	}
	if !p.Full.Delta || !p.Range {
		t.Errorf("announced: %+v", p)
	}
}

// tokenAnswer is what a request for tokens gives: all of them, or edits.
type tokenAnswer struct {
	ResultID string `json:"resultId"`
	Data     []int
	Edits    []struct {
		Start, DeleteCount int
		Data               []int
	}
}

// applied is what the edits make of former tokens.
func (a *tokenAnswer) applied(former []int) []int {
	if a.Data != nil {
		return a.Data
	}
	next := slices.Clone(former)
	for _, e := range slices.Backward(a.Edits) {
		next = slices.Replace(next, e.Start, e.Start+e.DeleteCount, e.Data...)
	}
	return next
}

// askTokens is a request for tokens of a document.
func (w *wire) askTokens(uri, which string, more map[string]any) (a tokenAnswer) {
	w.t.Helper()
	params := map[string]any{"textDocument": document(uri)}
	for k, v := range more {
		params[k] = v
	}
	decode(w.t, w.result("textDocument/semanticTokens/"+which, params), &a)
	return a
}

// A shownToken is a token at bytes of a text.
type shownToken struct {
	line, start, end int // the bytes are those of the text
	what             string
}

// readTokens decodes tokens, and fails where one lies outside of its line or
// they need not be in order.
func readTokens(t testing.TB, text, encoding string, data []int) (found []shownToken) {
	t.Helper()
	if len(data)%5 != 0 {
		t.Fatalf("%d numbers are no tokens", len(data))
	}
	lines := clientLines(text)
	line, column := 0, 0
	for at := 0; at < len(data); at += 5 {
		if data[at] > 0 {
			line, column = line+data[at], 0
		}
		column += data[at+1]
		if line >= len(lines) {
			t.Fatalf("a token stands in line %d of %d", line, len(lines))
		}
		start, ok := byteOf(lines[line].text, encoding, column)
		end, also := byteOf(lines[line].text, encoding, column+data[at+2])
		if !ok || !also || start >= end {
			t.Fatalf("line %d `%s` has no %d units from column %d", line, lines[line].text, data[at+2], column)
		}
		next := shownToken{line, lines[line].start + start, lines[line].start + end, legendTypes[data[at+3]]}
		for i, name := range legendModifiers {
			if data[at+4]&(1<<i) != 0 {
				next.what += " " + name
			}
		}
		if len(found) > 0 && found[len(found)-1].end > next.start {
			t.Fatalf("line %d `%s`: tokens overlap at column %d", line, lines[line].text, column)
		}
		found = append(found, next)
	}
	return found
}

// A clientLine is a line as the protocol counts them: it ends with "\n", "\r\n"
// or "\r".
type clientLine struct {
	start int
	text  string
}

func clientLines(text string) (lines []clientLine) {
	start := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '\n' && text[i] != '\r' {
			continue
		}
		lines = append(lines, clientLine{start, text[start:i]})
		if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			i++
		}
		start = i + 1
	}
	return append(lines, clientLine{start, text[start:]})
}

// byteOf finds a column by counting.
func byteOf(line, encoding string, column int) (int, bool) {
	f := folder{encoding: encoding}
	for i := range line {
		if f.units(line[:i]) == column {
			return i, true
		}
	}
	return len(line), f.units(line) == column
}

// showTokens writes tokens, one a line.
func (f *folder) showTokens(out io.Writer, name string, data []int) {
	text := f.texts[name]
	for _, s := range readTokens(f.t, text, f.encoding, data) {
		what, more, _ := strings.Cut(s.what, " ")
		if more != "" {
			what += " [" + more + "]"
		}
		start := strings.LastIndexAny(text[:s.start], "\r\n") + 1
		fmt.Fprintf(out, "%d:%d `%s` %s\n", s.line+1, len([]rune(text[start:s.start]))+1, text[s.start:s.end], what)
	}
}

// semanticTokens shows all tokens of a file.
func (f *folder) semanticTokens(out io.Writer, name string) {
	f.showTokens(out, name, f.askTokens(f.uri(name), "full", nil).Data)
}

// tokenRange shows the tokens between two markers.
func (f *folder) tokenRange(out io.Writer, of string) {
	from, to, _ := strings.Cut(of, " ")
	r := f.between(from, to)
	name := f.markers[from].file
	f.showTokens(out, name, f.askTokens(f.uri(name), "range", map[string]any{"range": r}).Data)
}

// tokenDelta puts a text (in quotes, as JSON) between two markers and shows
// which tokens that changes. The delta must make the new tokens of the former.
func (f *folder) tokenDelta(out io.Writer, of string) {
	words := strings.SplitN(of, " ", 3)
	from, to := f.markers[words[0]], f.markers[words[1]]
	var put string
	decode(f.t, json.RawMessage(words[2]), &put)
	name := from.file
	before := f.askTokens(f.uri(name), "full", nil)

	f.replace(name, f.between(words[0], words[1]), from.offset, to.offset, put)
	delta := f.askTokens(f.uri(name), "full/delta", map[string]any{"previousResultId": before.ResultID})
	after := f.askTokens(f.uri(name), "full", nil)
	if got := delta.applied(before.Data); !slices.Equal(got, after.Data) {
		f.t.Errorf("%s: the delta makes %v, want %v", of, got, after.Data)
	}
	for _, e := range delta.Edits {
		fmt.Fprintf(out, "tokens %d to %d of %d give way to %d\n", e.Start/5, (e.Start+e.DeleteCount)/5, len(before.Data)/5, len(e.Data)/5)
	}
	if len(delta.Edits) == 0 {
		fmt.Fprintln(out, "no edits")
	}
	fresh := f.askTokens(f.uri(name), "full/delta", map[string]any{"previousResultId": "gone"})
	if !slices.Equal(fresh.Data, after.Data) {
		f.t.Errorf("%s: without a former answer there are other tokens", of)
	}
}

// replace edits a document, and moves the markers after the edit.
func (f *folder) replace(name string, r span, from, to int, put string) {
	f.edit(f.uri(name), f.nextVersion(), change{&r, put})
	f.texts[name] = f.texts[name][:from] + put + f.texts[name][to:]
	for k, m := range f.markers {
		if m.file == name && m.offset >= to {
			m.offset += from + len(put) - to
			f.markers[k] = m
		}
	}
}

// between is the range from one marker to another, as the client counts lines.
func (f *folder) between(from, to string) span {
	at := func(name string) position {
		m, ok := f.markers[name]
		if !ok {
			f.t.Fatalf("there is no marker «%s»", name)
		}
		lines := clientLines(f.texts[m.file][:m.offset])
		return position{len(lines) - 1, f.units(lines[len(lines)-1].text)}
	}
	return span{at(from), at(to)}
}

// nextVersion numbers the edits of a folder.
func (f *folder) nextVersion() int {
	f.lastID++
	return f.lastID + 1
}
