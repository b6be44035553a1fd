package rulefile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// seeds are the files of the archives.
func seeds(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*/*.txtar")
	more, _ := filepath.Glob("testdata/*.txtar")
	paths = append(paths, more...)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	var texts []string
	for _, path := range paths {
		archive, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range txtar.Parse(archive).Files {
			if strings.HasSuffix(f.Name, ".fracrule") {
				texts = append(texts, string(f.Data))
			}
		}
	}
	return texts
}

// FuzzParse reads any text: places lie in it, rules without a mistake are printed and
// read as themselves.
func FuzzParse(f *testing.F) {
	for _, text := range seeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		holds(t, text)
	})
}

func holds(t *testing.T, text string) {
	file := Parse("fuzz.fracrule", text)
	for _, d := range file.Diagnostics {
		if d.Span.Start < 0 || d.Span.Start > d.Span.End || int(d.Span.End) > len(text) || d.Message == "" {
			t.Fatalf("%v %q in %q", d.Span, d.Message, text)
		}
	}
	for _, w := range file.Words {
		if w.Span.Start < 0 || w.Span.Start >= w.Span.End || int(w.Span.End) > len(text) {
			t.Fatalf("the word %v in %q", w, text)
		}
	}
	laid := Format(text)
	if again := Format(laid); again != laid {
		t.Fatalf("%q is laid out as %q, and that as %q", text, laid, again)
	}
	if a, b := printedRules(file), printedRules(Parse("fuzz.fracrule", laid)); a != b {
		t.Fatalf("%q says\n%s\nand laid out\n%s", text, a, b)
	}
	for _, r := range file.Rules {
		printed := r.String()
		again := Parse("fuzz.fracrule", printed)
		for _, d := range again.Diagnostics {
			if d.Severity == codes.Error {
				t.Fatalf("%q is printed as %q: %s at %v", text, printed, d.Message, d.Span)
			}
		}
		if len(again.Rules) != 1 || again.Rules[0].String() != printed {
			t.Fatalf("%q is printed as %q, and that otherwise", text, printed)
		}
	}
}

// printedRules are the rules of a file in the text form, examples aside.
func printedRules(f *File) string {
	var b strings.Builder
	for _, r := range f.Rules {
		bare := *r
		bare.Examples = nil
		b.WriteString(bare.String())
	}
	return b.String()
}
