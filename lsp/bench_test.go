package lsp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"
)

// longFile is a program of 100,000 lines: 14,285 functions of seven lines.
func longFile() string { return functions(14_285) }

func functions(n int) string {
	var b strings.Builder
	b.WriteString("type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}\n\n")
	for i := range n {
		fmt.Fprintf(&b, "def @f%d(%%l: List[int32]) -> int32 {\n  match (%%l) {\n    Cons(%%head, %%tail) =>\n      add(%%head, @f%d(%%tail)),\n    Nil => 0,\n  }\n}\n", i, i)
	}
	return b.String()
}

// The line and column of a body in the middle of the long file, in the first
// argument of `add(%head, …)`.
const middleLine, middleColumn = 5 + 7*7000 + 3, 12

// durations gather how long something took, and reports the median and the 95th
// percentile in milliseconds.
type durations []time.Duration

func (t *durations) measure(do func()) {
	began := time.Now()
	do()
	*t = append(*t, time.Since(began))
}

func (t durations) report(b *testing.B) {
	slices.Sort(t)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(ms(t[len(t)/2]), "p50-ms")
	b.ReportMetric(ms(t[len(t)*95/100]), "p95-ms")
	b.ReportMetric(0, "ns/op")
}

func openLong(b *testing.B) (w *wire, doc string) {
	w = pipe(b)
	w.initialize("file:///nowhere", "utf-8")
	doc = "untitled:long"
	w.open(doc, 0, longFile())
	w.published(doc, 0)
	return w, doc
}

// BenchmarkOpen is from didOpen to the first diagnostics of the long file.
func BenchmarkOpen(b *testing.B) {
	w := pipe(b)
	w.initialize("file:///nowhere", "utf-8")
	text := longFile()
	var t durations
	for i := range b.N {
		doc := fmt.Sprintf("untitled:long%d", i)
		t.measure(func() {
			w.open(doc, 0, text)
			w.published(doc, 0)
		})
		w.notify("textDocument/didClose", map[string]any{"textDocument": document(doc)})
	}
	t.report(b)
}

// BenchmarkKeystroke is from didChange to the file's published diagnostics.
func BenchmarkKeystroke(b *testing.B) {
	for _, c := range []struct{ name, insert string }{
		{"body", " "}, {"bracket", "("}, {"quote", "\""}, {"comment", "/*"},
	} {
		b.Run(c.name, func(b *testing.B) {
			w, doc := openLong(b)
			var t durations
			version := 0
			change := func(c change) {
				version++
				t.measure(func() {
					w.edit(doc, version, c)
					w.published(doc, version)
				})
			}
			b.ResetTimer()
			for range b.N {
				change(changeAt(middleColumn, middleColumn, c.insert))
				change(changeAt(middleColumn, middleColumn+len(c.insert), ""))
			}
			t.report(b)
		})
	}
}

func changeAt(from, to int, text string) change {
	return change{between(middleLine, from, middleLine, to), text}
}

// asked are requests in the middle of the long file, or for a screen around it.
var asked = []struct {
	method string
	params func(doc string) map[string]any
}{
	{"textDocument/hover", atPlace},
	{"textDocument/definition", atPlace},
	{"textDocument/documentHighlight", atPlace},
	{"textDocument/completion", atPlace},
	{"textDocument/signatureHelp", atPlace},
	{"textDocument/codeAction", func(doc string) map[string]any {
		at := position{middleLine, middleColumn + 2}
		return map[string]any{"textDocument": document(doc), "range": span{at, at}, "context": map[string]any{"diagnostics": []int{}}}
	}},
	{"textDocument/prepareRename", atPlace},
	{"textDocument/inlayHint", onScreen},
	{"textDocument/semanticTokens/range", onScreen},
	{"textDocument/semanticTokens/full", wholeFile},
	{"textDocument/codeLens", onScreen},
	{"textDocument/codeLens", wholeFile},
	{"textDocument/documentSymbol", wholeFile},
	{"textDocument/foldingRange", wholeFile},
	{"textDocument/formatting", func(doc string) map[string]any {
		return map[string]any{"textDocument": document(doc), "options": map[string]any{"tabSize": 2, "insertSpaces": true}}
	}},
}

func atPlace(doc string) map[string]any { return at(doc, middleLine, middleColumn+2) }

func onScreen(doc string) map[string]any {
	return map[string]any{"textDocument": document(doc), "range": between(middleLine-30, 0, middleLine+30, 0)}
}

func wholeFile(doc string) map[string]any { return map[string]any{"textDocument": document(doc)} }

// BenchmarkRequest is a request right after an edit, whose diagnostics are out.
func BenchmarkRequest(b *testing.B) {
	for _, r := range asked {
		b.Run(strings.TrimPrefix(r.method, "textDocument/"), func(b *testing.B) {
			w, doc := openLong(b)
			var t durations
			b.ResetTimer()
			for i := range b.N {
				w.edit(doc, i+1, changeAt(middleColumn, middleColumn+i%2, strings.Repeat(" ", 1-i%2)))
				w.published(doc, i+1)
				t.measure(func() { w.result(r.method, r.params(doc)) })
			}
			t.report(b)
		})
	}
}

// BenchmarkCost is from didChange in a definition in the middle of a file of 35,000
// lines to its new bound: resolved alone, as that of a lens that is on the screen, and
// after the list of the file's lenses.
func BenchmarkCost(b *testing.B) {
	const item, line, headColumn = 2500, 5 + 7*2500 + 3, 10
	for _, lists := range []bool{false, true} {
		b.Run(map[bool]string{false: "resolve", true: "list"}[lists], func(b *testing.B) {
			w := pipe(b)
			w.initialize("file:///nowhere", "utf-8")
			doc := "untitled:cost"
			w.open(doc, 0, functions(5000))
			w.published(doc, 0)
			lens := map[string]any{
				"range": between(line, 0, line, 0),
				"data":  map[string]any{"uri": doc, "item": item + 1, "name": fmt.Sprintf("@f%d", item), "cost": true},
			}
			var t durations
			b.ResetTimer()
			for i := range b.N {
				texts := [2]string{"%head", "add(1, %head)"} // takes turns
				was, is := texts[i%2], texts[1-i%2]
				t.measure(func() {
					w.edit(doc, i+1, change{between(line, headColumn, line, headColumn+len(was)), is})
					if lists {
						w.result("textDocument/codeLens", wholeFile(doc))
					}
					w.result("codeLens/resolve", lens)
				})
				w.published(doc, i+1)
			}
			t.report(b)
		})
	}
}

// BenchmarkForm is from didChange in the middle of 2,000 definitions of ten bindings to
// the document that shows them in a normal form.
func BenchmarkForm(b *testing.B) {
	const line, column = 13*1000 + 5, 11 // at the value of a binding
	for _, form := range []string{"anf", "gnf", "bbnf"} {
		b.Run(form, func(b *testing.B) {
			w := pipe(b)
			w.initialize("file:///nowhere", "utf-8")
			doc := "untitled:form"
			w.open(doc, 0, bound(2000))
			w.published(doc, 0)
			content := map[string]any{"uri": "fraccheck:/" + form + "/untitled%3Aform"}
			w.result("workspace/textDocumentContent", content)
			var t durations
			b.ResetTimer()
			for i := range b.N {
				texts := [2]string{"", "1 + "} // takes turns
				was, is := texts[i%2], texts[1-i%2]
				t.measure(func() {
					w.edit(doc, i+1, change{between(line, column, line, column+len(was)), is})
					w.result("workspace/textDocumentContent", content)
				})
				w.published(doc, i+1)
			}
			t.report(b)
		})
	}
}

// bound are n definitions of thirteen lines, ten of which are bindings.
func bound(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "def @f%d(%%x0: int32, %%x1: int32) -> int32 {\n", i)
		for j := 2; j < 12; j++ {
			fmt.Fprintf(&b, "  let %%x%d = %%x%d + %%x%d;\n", j, j-1, j-2)
		}
		b.WriteString("  %x11\n}\n")
	}
	return b.String()
}

// thousandFiles is a folder of 1,000 files of a hundred lines, each of which uses a
// definition of the first.
func thousandFiles(b *testing.B) (dir string) {
	dir = b.TempDir()
	for i := range 1000 {
		var text strings.Builder
		if i > 0 {
			text.WriteString("import \"f0.frac\"\n")
		}
		for j := range 14 {
			last := "0"
			if j == 7 {
				last = "@g0_0(Nil)"
			}
			fmt.Fprintf(&text, "def @g%d_%d(%%l: List[int32]) -> int32 {\n  match (%%l) {\n    Cons(%%head, %%tail) =>\n      add(%%head, @g%d_%d(%%tail)),\n    Nil => %s,\n  }\n}\n", i, j, i, j, last)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.frac", i)), []byte(text.String()), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// BenchmarkThousandFiles asks about one definition that 1,000 files use.
func BenchmarkThousandFiles(b *testing.B) {
	for _, method := range []string{"references", "rename", "workspace/symbol"} {
		b.Run(method, func(b *testing.B) {
			w, doc := openFolder(b)
			params := at(doc, 0, 6)
			params["context"], params["newName"], params["query"] = map[string]any{"includeDeclaration": true}, "@renamed", "g5_1"
			if !strings.Contains(method, "/") {
				method = "textDocument/" + method
			}
			w.result(method, params) // what the disk holds is read
			var t durations
			for range b.N {
				t.measure(func() { w.result(method, params) })
			}
			t.report(b)
		})
	}
}

func openFolder(b *testing.B) (w *wire, doc string) {
	dir := thousandFiles(b)
	w = pipe(b)
	w.initialize(string(uri.File(dir)), "utf-8")
	doc = string(uri.File(filepath.Join(dir, "f0.frac")))
	text, err := os.ReadFile(filepath.Join(dir, "f0.frac"))
	if err != nil {
		b.Fatal(err)
	}
	w.open(doc, 0, string(text))
	w.published(doc, 0)
	return w, doc
}

// BenchmarkColdFolder is from the beginning to the findings of 1,000 files.
func BenchmarkColdFolder(b *testing.B) {
	dir := mistakenFolder(b)
	var t durations
	for range b.N {
		w := pipe(b)
		t.measure(func() { w.foundAll(dir) })
	}
	t.report(b)
}

// BenchmarkWarmFolder is the same where a server before has left what it found on disk.
func BenchmarkWarmFolder(b *testing.B) {
	dir, caches := mistakenFolder(b), b.TempDir()
	withCache(b, caches).foundAll(dir)
	var t durations
	for range b.N {
		w := withCache(b, caches)
		t.measure(func() { w.foundAll(dir) })
	}
	t.report(b)
}

// mistakenFolder is thousandFiles with a mistake in each.
func mistakenFolder(b *testing.B) (dir string) {
	dir = thousandFiles(b)
	for i := range 1000 {
		path := filepath.Join(dir, fmt.Sprintf("f%d.frac", i))
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, append(text, "@gone()\n"...), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// foundAll starts a server in a folder of 1,000 files and waits for what it finds in each.
func (w *wire) foundAll(dir string) {
	w.initialize(string(uri.File(dir)), "utf-8")
	for range 1000 {
		w.await("the findings of a file", func(m message) bool { return m.Method == "textDocument/publishDiagnostics" })
	}
}

// BenchmarkMemory is what the long file takes while it is open.
func BenchmarkMemory(b *testing.B) {
	text := longFile()
	for range b.N {
		before := heap()
		w := pipe(b)
		w.initialize("file:///nowhere", "utf-8")
		w.open("untitled:long", 0, text)
		w.published("untitled:long", 0)
		w.edit("untitled:long", 1, changeAt(middleColumn, middleColumn, " "))
		w.published("untitled:long", 1)
		b.ReportMetric(float64(heap()-before)/float64(len(text)), "x-text")
		w.result("shutdown", nil)
	}
	b.ReportMetric(0, "ns/op")
}
