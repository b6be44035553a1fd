package syntax

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sharedDir holds the reference documents and the corpus beside the
// repository.
const sharedDir = "../../shared"

// shared gives a part of the shared folder, or skips the test.
func shared(t *testing.T, name string) string {
	dir := filepath.Join(sharedDir, name)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("%s is not there", dir)
	}
	return dir
}

// textsUnder reads all files of a folder with an extension.
func textsUnder(t testing.TB, dir, ext string) map[string]string {
	texts := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ext {
			return err
		}
		data, err := os.ReadFile(path)
		texts[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// errorsOf lists a file's errors as `line:column: message`.
func errorsOf(f *File) []string {
	lines := NewLines(f.Text)
	var found []string
	for i, item := range f.Items {
		for _, e := range item.Errors {
			found = append(found, describe(lines, f.Starts[i], e))
		}
	}
	return found
}

func TestCorpusParses(t *testing.T) {
	for name, text := range textsUnder(t, shared(t, "corpus"), ".relay") {
		f := ParseFile(name, text)
		checkFile(t, f)
		if errs := errorsOf(f); len(errs) > 0 {
			t.Errorf("%s: %s", name, strings.Join(errs, "\n"))
		}
	}
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
	dir := shared(t, "seeds")
	for name, text := range textsUnder(t, dir, ".txt") {
		if base := filepath.Base(name); !strings.HasPrefix(base, "000") && !strings.HasPrefix(base, "003") {
			continue
		}
		for _, block := range blocks(text) {
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
	data, err := os.ReadFile(filepath.Join(shared(t, "reference"), "lang-types.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		var row struct{ ID, Program, Verdict string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		f := ParseFile(row.ID, row.Program)
		checkFile(t, f)
		if errs := errorsOf(f); len(errs) > 0 && row.Verdict == "accept" {
			t.Errorf("%s: %s\nin\n%s", row.ID, strings.Join(errs, "\n"), row.Program)
		}
	}
}
