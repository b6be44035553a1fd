package syntax

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/reference"
)

// errorsOf lists a file's errors as `line:column: message`.
func errorsOf(f *File) []string {
	lines := NewLines(f.Text())
	var found []string
	for i, item := range f.All() {
		for _, e := range item.Errors {
			found = append(found, describe(lines, f.Start(i), e))
		}
	}
	return found
}

func TestCorpusParses(t *testing.T) {
	for _, name := range reference.Corpus(t) {
		f := ParseFile(name, readText(t, name))
		checkFile(t, f)
		if errs := errorsOf(f); len(errs) > 0 {
			t.Errorf("%s: %s", name, strings.Join(errs, "\n"))
		}
	}
}

func readText(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// blocks gives the fenced code blocks of a document.
func blocks(text string) []string {
	var found []string
	parts := strings.Split(text, "```")
	for i := 1; i < len(parts); i += 2 {
		if n := strings.IndexByte(parts[i], '\n'); n >= 0 {
			found = append(found, parts[i][n+1:])
		}
	}
	return found
}

// TestDocuments holds the mistakes that the documents are known to have, and
// no others.
func TestDocuments(t *testing.T) {
	known := map[string]int{
		"to close the parameter list of `@foldr`": 1,
		"to close the argument list":              1,
		"to close the body of `@flatten`":         1,
		"write `->` here":                         1,
		"this `)` closes nothing":                 1,
	}
	for _, name := range reference.Documents(t) {
		if base := filepath.Base(name); !strings.HasPrefix(base, "000") && !strings.HasPrefix(base, "003") {
			continue
		}
		for _, block := range blocks(readText(t, name)) {
			f := ParseFile(name, block)
			checkFile(t, f)
			for _, e := range errorsOf(f) {
				if !takeKnown(known, e) {
					t.Errorf("%s: %s\nin\n%s", name, e, block)
				}
			}
		}
	}
	for what, n := range known {
		if n != 0 {
			t.Errorf("not found: %s", what)
		}
	}
}

func takeKnown(known map[string]int, message string) bool {
	for what := range known {
		if strings.Contains(message, what) && known[what] > 0 {
			known[what]--
			return true
		}
	}
	return false
}

// TestLanguageTypes parses the programs that TVM judged. What TVM rejects in
// its parser is listed by what its message begins with.
func TestLanguageTypes(t *testing.T) {
	for _, v := range reference.Verdicts(t, reference.Language) {
		f := ParseFile(v.ID, v.Program)
		checkFile(t, f)
		if errs := errorsOf(f); len(errs) > 0 && v.Verdict == "accept" {
			t.Errorf("%s: %s\nin\n%s", v.ID, strings.Join(errs, "\n"), v.Program)
		}
	}
}
