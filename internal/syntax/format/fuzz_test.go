package format

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"golang.org/x/tools/txtar"
)

const maxFuzzText = 16 << 10 // bytes of a text that is tried

// FuzzFormat holds of any text what holds says, and that a part of it can be
// formatted by itself.
func FuzzFormat(f *testing.F) {
	for _, text := range fuzzSeeds(f) {
		f.Add(text, uint(len(text)/3), uint(20))
	}
	f.Fuzz(func(t *testing.T, text string, at, length uint) {
		if len(text) > maxFuzzText {
			return
		}
		holds(t, "fuzz.frac", text)
		start := int32(min(at, uint(len(text))))
		within := syntax.Span{Start: start, End: min(start+int32(length%256), int32(len(text)))}
		file := syntax.ParseFile("fuzz.frac", text)
		part := syntax.ApplyEdits(text, Edits(file, Options{Within: []syntax.Span{within}}))
		before, after := programItems(file), programItems(syntax.ParseFile("fuzz.frac", part))
		if len(before) != len(after) {
			t.Fatalf("formatting %v of %q gives %q, which has other items", within, text, part)
		}
		for i, item := range before {
			unchanged(t, "a part", item, after[i])
			if blanks, ok := Indent(item, min(start, int32(len(item.Text)))); ok && (blanks < 0 || blanks > len(text)+2*indentation) {
				t.Fatalf("a line of %q is indented by %d", item.Text, blanks)
			}
		}
	})
}

// fuzzSeeds are the items of the examples, random programs, and the cases of
// the golden files.
func fuzzSeeds(f *testing.F) []string {
	var texts []string
	for _, pattern := range []string{"../../../examples/*.*", "testdata/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			if filepath.Ext(path) == ".txtar" {
				for _, file := range txtar.Parse(data).Files {
					texts = append(texts, string(file.Data))
				}
				continue
			}
			for _, item := range syntax.ParseFile(path, string(data)).All() {
				texts = append(texts, item.Text)
			}
		}
	}
	for seed := range uint64(10) {
		texts = append(texts, progen.Make(seed).Text)
	}
	return texts
}
