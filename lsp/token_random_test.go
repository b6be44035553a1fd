package lsp_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// litter are put into programs at random: whole words, halves of brackets and
// comments, letters of several bytes, line ends of all kinds.
var litter = []string{
	"", "", "(", ")", "[", "]", "{", "}", "/*", "*/", "\"", "#", "//", "\n", "\r\n", "\r", "\t", "👩‍🔬", "𝔸", "é", "\x00", "\xff",
	"%x", "%0", ".0", "/2", ":0", "@f", "def @f(%x) { %x }", "let %y = 1;", "data T<a> { K : (a) -> T }", "match", "?", "case", "type",
	"-1f", "`", "$", "meta[relay.Constant][0]", "/* ty=int32 */", "#[metadata]\n", "\n#[version = \"0.0.5\"]\n", "\ufeff", " where add(a, b) = c",
}

// TestRandomTokens edits programs at random: tokens always lie in the text, in
// order, and deltas make the new ones of the former.
func TestRandomTokens(t *testing.T) {
	paths, _ := filepath.Glob("../examples/*.*")
	for k, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		encoding := []string{"utf-8", "utf-16", "utf-32"}[k%3]
		t.Run(filepath.Base(path), func(t *testing.T) { editTokens(t, string(text), encoding, uint64(k)) })
	}
}

func editTokens(t *testing.T, text, encoding string, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 7))
	w := pipe(t)
	w.initialize("file:///nowhere", encoding)
	uri := "file:///nowhere/random.frac"
	w.open(uri, 1, text)
	former := w.askTokens(uri, "full", nil)
	readTokens(t, text, encoding, former.Data)
	versions := 24
	if testing.Short() {
		versions = 6
	}
	for version := 2; version < versions; version++ {
		from := random.IntN(len(text) + 1)
		to := min(len(text), from+random.IntN(12)*random.IntN(3))
		put := litter[random.IntN(len(litter))]
		text = valid(text[:from]) + put + valid(text[to:])
		text = valid(text)
		w.edit(uri, version, change{nil, text})
		delta := w.askTokens(uri, "full/delta", map[string]any{"previousResultId": former.ResultID})
		got := delta.applied(former.Data)
		readTokens(t, text, encoding, got)
		former = w.askTokens(uri, "full", nil)
		if !slices.Equal(got, former.Data) {
			t.Fatalf("the delta of version %d makes other tokens than there are", version)
		}
		if version%2 == 0 { // what is kept of checked items goes into the next answer
			w.published(uri, version)
			fresh := "file:///nowhere/fresh.frac"
			w.open(fresh, version, text)
			if !slices.Equal(w.askTokens(fresh, "full", nil).Data, former.Data) {
				t.Fatalf("version %d has other tokens than the same text opened anew", version)
			}
			w.notify("textDocument/didClose", map[string]any{"textDocument": document(fresh)})
		}
		askAround(t, w, uri, text, encoding, random)
		if version%8 == 0 {
			rangeTokens(t, w, uri, text, encoding, former.Data, random)
		}
	}
}

// askAround asks for hints and for a hover; both must come, and the hints must
// are in the text.
func askAround(t *testing.T, w *wire, uri, text, encoding string, random *rand.Rand) {
	var hints []inlayHint
	decode(t, w.result("textDocument/inlayHint", map[string]any{"textDocument": document(uri), "range": everything}), &hints)
	lines := clientLines(text)
	for _, h := range hints {
		if h.Position.Line >= len(lines) {
			t.Fatalf("a hint stands in line %d of %d", h.Position.Line, len(lines))
		}
		if _, ok := byteOf(lines[h.Position.Line].text, encoding, h.Position.Character); !ok {
			t.Fatalf("line %q has no column %d", lines[h.Position.Line].text, h.Position.Character)
		}
	}
	line := random.IntN(len(lines))
	w.result("textDocument/hover", at(uri, line, random.IntN(len(lines[line].text)+1)))
}

// rangeTokens holds the tokens of some lines against those of the whole.
func rangeTokens(t *testing.T, w *wire, uri, text, encoding string, all []int, random *rand.Rand) {
	lines := clientLines(text)
	first := random.IntN(len(lines))
	last := first + random.IntN(len(lines)-first)
	part := w.askTokens(uri, "range", map[string]any{"range": between(first, 0, last+1, 0)})
	var want []shownToken
	for _, s := range readTokens(t, text, encoding, all) {
		if first <= s.line && s.line <= last {
			want = append(want, s)
		}
	}
	if got := readTokens(t, text, encoding, part.Data); !containsInOrder(got, want) {
		t.Fatalf("lines %d to %d have the tokens %v, want %v", first+1, last+1, got, want)
	}
}

// containsInOrder reports whether all of a list stand side by side in another:
// a token over several lines may begin before a range.
func containsInOrder(got, want []shownToken) bool {
	for i := 0; i+len(want) <= len(got); i++ {
		if slices.Equal(got[i:i+len(want)], want) {
			return true
		}
	}
	return false
}

// valid is a text without the bytes that are no letters: JSON cannot hold them.
func valid(text string) string { return strings.ToValidUTF8(text, "") }
