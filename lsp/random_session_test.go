package lsp_test

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"pgregory.net/rapid"
)

// program is what random sessions begin with.
const program = "# 👩‍🔬\r\ndata T<a> { /* 𝔸 */ A : () -> T  B : (a) -> T }\n" +
	"def @f<a>(%t : T[a], %é : a) -> a {\r\n  match (%t) { case A() { %é } case B(%x) { %x } }\n}\n@f(A(), 1)\n"

// scraps are what random edits put in.
var scraps = []string{"", " ", "\n", "\r\n", "\r", "%x", "@f", "(", ")", "{", "}", "\"", "/*", "*/", "# ", "𝔸", "👩‍🔬", "case B(_) { 1 }", "def @g() -> int32 { 1 }\n", ";", "=>"}

// TestRandomEdits plays random edits and holds what the server then says of
// the text against what it says of the same text opened anew.
func TestRandomEdits(t *testing.T) {
	servers := map[string]*wire{}
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		servers[encoding] = pipe(t)
		servers[encoding].initialize("file:///nowhere", encoding)
	}
	documents := 0
	rapid.Check(t, func(r *rapid.T) {
		encoding := rapid.SampledFrom([]string{"utf-8", "utf-16", "utf-32"}).Draw(r, "encoding")
		w := servers[encoding]
		documents++
		edited, fresh := fmt.Sprintf("untitled:edited%d", documents), fmt.Sprintf("untitled:fresh%d", documents)
		w.open(edited, 0, program)
		text, edits := program, rapid.IntRange(1, 12).Draw(r, "edits")
		for i := range edits {
			text = w.randomEdit(r, edited, i+1, text, encoding)
		}
		got := w.published(edited, edits)
		w.open(fresh, 0, text)
		want := w.published(fresh, 0)
		if !sameDiagnostics(got, want) { // parts of what is found are published on a busy machine
			got, want = w.settled(got, edits), w.settled(want, 0)
		}
		if !sameDiagnostics(got, want) {
			r.Fatalf("%q has %+v, opened anew %+v", text, got.Diagnostics, want.Diagnostics)
		}
		for _, uri := range []string{edited, fresh} {
			w.notify("textDocument/didClose", map[string]any{"textDocument": document(uri)})
		}
	})
}

func sameDiagnostics(a, b published) bool {
	return reflect.DeepEqual(withoutPlaces(a.Diagnostics), withoutPlaces(b.Diagnostics))
}

// settled waits until what is published of a document is all that is found in it: the server
// publishes what it knows of one whose check takes more than a second.
func (w *wire) settled(found published, version int) published {
	w.t.Helper()
	var pulled struct{ Items []diagnostic }
	decode(w.t, w.result("textDocument/diagnostic", map[string]any{"textDocument": document(found.URI)}), &pulled)
	for !sameDiagnostics(found, published{Diagnostics: pulled.Items}) {
		found = w.published(found.URI, version)
	}
	return found
}

// withoutPlaces leaves out what names the document.
func withoutPlaces(found []diagnostic) []diagnostic {
	for i := range found {
		for j := range found[i].RelatedInformation {
			found[i].RelatedInformation[j].Location.URI = ""
		}
	}
	return found
}

// randomEdit replaces a random part of a text by a random scrap, in the server
// and here.
func (w *wire) randomEdit(r *rapid.T, uri string, version int, text, encoding string) string {
	runes := []rune(text)
	from := rapid.IntRange(0, len(runes)).Draw(r, "from")
	to := min(len(runes), from+rapid.IntRange(0, 6).Draw(r, "length"))
	from, to = outOfLineEnd(runes, from), outOfLineEnd(runes, to)
	with := rapid.SampledFrom(scraps).Draw(r, "with")
	start, end := placeOf(runes[:from], encoding), placeOf(runes[:to], encoding)
	w.edit(uri, version, change{&span{start, end}, with})
	return string(runes[:from]) + with + string(runes[to:])
}

// outOfLineEnd moves a place between "\r" and "\n", which no position names, to
// the one in front.
func outOfLineEnd(runes []rune, at int) int {
	if at > 0 && at < len(runes) && runes[at-1] == '\r' && runes[at] == '\n' {
		return at - 1
	}
	return at
}

// placeOf counts lines and columns up to the end of a text.
func placeOf(before []rune, encoding string) (p position) {
	for i, c := range before {
		switch {
		case c == '\n' || c == '\r' && (i+1 == len(before) || before[i+1] != '\n'):
			p = position{p.Line + 1, 0}
		case c == '\r':
		case encoding == "utf-8":
			p.Character += len(string(c))
		case encoding == "utf-16":
			p.Character += len(utf16.Encode([]rune{c}))
		default:
			p.Character++
		}
	}
	return p
}

// TestManyEditsLeaveNothing makes many edits and leaves; neither memory nor
// goroutines stay after.
func TestManyEditsLeaveNothing(t *testing.T) {
	edits := 20000
	if testing.Short() || os.Getenv("CI") != "" {
		edits = 5000
	}
	nothingLeft(t, func(t *testing.T) {
		w := pipe(t)
		w.initialize("file:///nowhere", "utf-8")
		w.open("untitled:many", 0, strings.Repeat(program, 50))
		settled := uint64(0)
		for i := range edits {
			w.edit("untitled:many", i+1, change{between(1, 0, 1, i%2), strings.Repeat(" ", 1-i%2)})
			if i == edits/10 {
				settled = heap()
			}
		}
		w.published("untitled:many", edits)
		if now := heap(); now > 3*settled/2+8<<20 {
			t.Errorf("the heap grew from %d to %d bytes", settled, now)
		}
		w.result("shutdown", nil)
		w.notify("exit", nil)
	})
}

// nothingLeft runs a session and holds that its goroutines end.
func nothingLeft(t *testing.T, session func(*testing.T)) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Run("session", session)
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left", runtime.NumGoroutine()-before)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
