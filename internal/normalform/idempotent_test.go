package normalform_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A corpusText is a program that is written somewhere in the repository.
type corpusText struct{ name, dir, text string }

// corpus are the programs of a folder: files, those in archives, blocks of documents.
func corpus(t *testing.T, root string) (texts []corpusText) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, dir := filepath.ToSlash(path), filepath.Dir(path)
		switch filepath.Ext(path) {
		case ".frac", ".relay":
			text, err := os.ReadFile(path)
			texts = append(texts, corpusText{name, dir, string(text)})
			return err
		case ".txtar":
			text, err := os.ReadFile(path)
			for _, part := range archived.Split(string(text), -1) {
				texts = append(texts, corpusText{name, dir, part})
			}
			return err
		case ".md", ".txt":
			text, err := os.ReadFile(path)
			for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
				texts = append(texts, corpusText{name, dir, block[1]})
			}
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

var (
	fenced   = regexp.MustCompile("(?ms)^```[a-z]*\n(.*?)^```$")
	archived = regexp.MustCompile(`(?m)^-- \S+ --\n`)
)

// largestText bounds the programs that are converted: those of more lines are there to
// be large, and have nothing that smaller ones have not.
const largestText = 40_000

// TestIdempotent holds that a program in a form stays as it is when it is converted to
// that form again, and without errors, for all programs of the repository, or those of the
// folder NORMALFORM_CORPUS.
func TestIdempotent(t *testing.T) {
	texts := corpus(t, "../..")
	if more := os.Getenv("NORMALFORM_CORPUS"); more != "" {
		texts = corpus(t, more)
	}
	converted := 0
	for _, c := range texts {
		if len(c.text) > largestText || !strings.Contains(c.text, "{") {
			continue
		}
		text := withoutErrors(c)
		m := checktest.ModuleIn(c.dir, text)
		for _, name := range normalform.FormNames() {
			form, _ := normalform.ParseForm(name)
			once, refused, err := inForm(m, form)
			if err != nil {
				t.Errorf("%s: %s: %s", c.name, name, err)
				continue
			}
			if once != text {
				converted++
			}
			after := checktest.ModuleIn(c.dir, once)
			if errs := errorsOf(after); len(errs) > 0 {
				t.Errorf("%s: %s has errors: %q\n%s\n---\n%s", c.name, name, errs, text, once)
				continue
			}
			twice, again, err := inForm(after, form)
			if err != nil || twice != once {
				t.Errorf("%s: %s changes again (%v)\n%s", c.name, name, err, difference(once, twice))
			}
			if len(refused) != len(again) {
				t.Errorf("%s: %s refuses %q, and then %q", c.name, name, refused, again)
			}
		}
	}
	if converted == 0 {
		t.Error("nothing was converted")
	}
	t.Logf("%d texts, %d conversions", len(texts), converted)
}

// withoutErrors is a program without its items that have errors, and those that have one
// without them.
func withoutErrors(c corpusText) string {
	for text := c.text; ; {
		m := checktest.ModuleIn(c.dir, text)
		var kept []string
		for i, item := range m.File().All() {
			if len(item.Errors) == 0 && !slices.ContainsFunc(m.Check(i).Diagnostics, isError) {
				kept = append(kept, item.Text)
			}
		}
		if len(kept) == m.File().Len() {
			return text
		}
		text = strings.Join(kept, "\n")
	}
}

func isError(d syntax.Diagnostic) bool { return d.Severity == codes.Error }
