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
func longFile() string {
	var b strings.Builder
	b.WriteString("type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}\n\n")
	for i := range 14_285 {
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

// requestsAtPlace are asked in the middle of the long file.
var requestsAtPlace = []string{
	"textDocument/hover", "textDocument/definition", "textDocument/documentHighlight",
}

// BenchmarkRequest is a request right after an edit, whose diagnostics are out.
func BenchmarkRequest(b *testing.B) {
	for _, method := range requestsAtPlace {
		b.Run(method[strings.IndexByte(method, '/')+1:], func(b *testing.B) {
			w, doc := openLong(b)
			var t durations
			b.ResetTimer()
			for i := range b.N {
				w.edit(doc, i+1, changeAt(middleColumn, middleColumn+i%2, strings.Repeat(" ", 1-i%2)))
				w.published(doc, i+1)
				t.measure(func() { w.result(method, at(doc, middleLine, middleColumn+2)) })
			}
			t.report(b)
		})
	}
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
			fmt.Fprintf(&text, "def @g%d_%d(%%l: List[int32]) -> int32 {\n  match (%%l) {\n    Cons(%%head, %%tail) =>\n      add(%%head, @g%d_%d(%%tail)),\n    Nil => @g0_0(Nil),\n  }\n}\n", i, j, i, j)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.frac", i)), []byte(text.String()), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// BenchmarkReferences asks for the uses of one definition in 1,000 files.
func BenchmarkReferences(b *testing.B) {
	dir := thousandFiles(b)
	w := pipe(b)
	w.initialize(string(uri.File(dir)), "utf-8")
	doc := string(uri.File(filepath.Join(dir, "f0.frac")))
	text, err := os.ReadFile(filepath.Join(dir, "f0.frac"))
	if err != nil {
		b.Fatal(err)
	}
	w.open(doc, 0, string(text))
	w.published(doc, 0)
	params := at(doc, 0, 6)
	params["context"] = map[string]any{"includeDeclaration": true}
	var t durations
	for range b.N {
		t.measure(func() { w.result("textDocument/references", params) })
	}
	t.report(b)
}
