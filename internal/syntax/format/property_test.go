package format

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// holds checks what must be true of every text: formatting again changes
// nothing, trees, tokens and comments stay, broken items stay byte for byte.
// It gives the formatted text.
func holds(t *testing.T, name, text string) string {
	t.Helper()
	file := syntax.ParseFile(name, text)
	edits, left := formatted(file, Options{})
	if len(left) > 0 && !slices.ContainsFunc(file.List(), usesKeyword) && !broken(file) && !strings.Contains(text, ignoreWord) {
		t.Errorf("%s: the items %v were left as they are", name, left)
	}
	out := syntax.ApplyEdits(text, edits)
	before, after := programItems(file), programItems(syntax.ParseFile(name, out))
	if len(after) != len(before) {
		t.Fatalf("%s: %d items became %d:\n%s", name, len(before), len(after), out)
	}
	for i, item := range before {
		unchanged(t, fmt.Sprintf("%s, item %d", name, i), item, after[i])
	}
	if again := Text(name, out); again != out {
		line := firstDifference(again, out)
		t.Errorf("%s: formatting again gives, from line %d on,\n%s\nof\n%s", name, line+1, around(again, line), around(out, line))
	}
	return out
}

// usesKeyword reports whether an item is an expression with a variable named `def` or
// `free_var`: at the start of a line either would begin something else, so the item, and what
// shares lines with it, stays as it is.
func usesKeyword(item *syntax.Item) bool {
	return item.Kind(item.Root) == syntax.ItemExpr && slices.ContainsFunc(syntax.Tokens(item.Text), func(t syntax.Token) bool {
		return t.Word == syntax.WordDef || t.Word == syntax.WordFreeVar
	})
}

// firstDifference is the first line, from 0, in which two texts differ.
func firstDifference(a, b string) (line int) {
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '\n' {
			line++
		}
	}
	return line
}

// around are some lines of a text.
func around(text string, line int) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(lines[max(0, line-3):min(len(lines), line+8)], "")
}

func unchanged(t *testing.T, what string, before, after *syntax.Item) {
	t.Helper()
	if len(before.Errors) > 0 {
		if before.Text != after.Text {
			t.Errorf("%s is broken and was changed:\n%q\nto\n%q", what, before.Text, after.Text)
		}
		return
	}
	if was, is := dump(before), dump(after); was != is {
		t.Errorf("%s has another tree:\n%s\n%s\nof\n%s\n%s", what, was, before.Text, is, after.Text)
	}
	if was, is := lexemes(before.Text), lexemes(after.Text); !slices.Equal(was, is) {
		t.Errorf("%s has other tokens:\n%q\n%q", what, was, is)
	}
}

// blankInSign is what stands between a sign and its number.
var blankInSign = regexp.MustCompile("!negative `[^`]*`")

// dump is a tree without the blanks that a number's node may hold.
func dump(item *syntax.Item) string {
	return blankInSign.ReplaceAllString(syntax.Dump(item), "!negative")
}

// lexemes are the texts of all tokens and comments.
func lexemes(text string) []string {
	tokens, comments := syntax.Scan(text, nil, nil)
	var all []string
	for _, t := range tokens {
		all = append(all, text[t.Start:t.End])
	}
	for _, c := range comments {
		all = append(all, strings.TrimRight(text[c.Start:c.End], " \t\r\f\v"))
	}
	return all
}

func broken(f *syntax.File) bool {
	return slices.ContainsFunc(f.List(), func(item *syntax.Item) bool { return len(item.Errors) > 0 })
}

var preludeModule = typecheck.NewModule(typecheck.Config{
	File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: table.Default(),
})

// findings are the messages of the type checker, without their places.
func findings(text string) []string {
	m := typecheck.NewModule(typecheck.Config{
		File: syntax.ParseFile("p.frac", text), Prelude: preludeModule, Ops: table.Default(),
	})
	var all []string
	for i := range m.Items() {
		for _, d := range m.Check(i).Diagnostics {
			all = append(all, string(d.Code)+": "+d.Message)
		}
	}
	return all
}

// judgedAlike holds that formatting changes no finding.
func judgedAlike(t *testing.T, name, before, after string) {
	t.Helper()
	if was, is := findings(before), findings(after); !slices.Equal(was, is) {
		t.Errorf("%s: the findings\n%q\nbecame\n%q\nin\n%s", name, was, is, after)
	}
}

// programs are the texts of a folder's files with an ending, by their paths.
func programs(t *testing.T, dir string, endings ...string) map[string]string {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && slices.Contains(endings, filepath.Ext(path)) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts(t, paths)
}

func texts(t *testing.T, paths []string) map[string]string {
	byPath := map[string]string{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		byPath[path] = string(data)
	}
	return byPath
}

func TestExamples(t *testing.T) {
	for _, dir := range []string{"../../../examples", "../../prelude", "../../../typecheck/testdata"} {
		for name, text := range programs(t, dir, ".frac", ".relay") {
			judgedAlike(t, name, text, holds(t, name, text))
		}
	}
}

func TestCorpus(t *testing.T) {
	for name, text := range texts(t, reference.Corpus(t)) {
		judgedAlike(t, name, text, holds(t, name, text))
	}
}

// TestReference formats the programs that TVM judged.
func TestReference(t *testing.T) {
	for _, v := range reference.Verdicts(t, reference.Language) {
		judgedAlike(t, v.ID, v.Program, holds(t, v.ID, v.Program))
	}
}

// TestDocuments formats the code blocks of the language's documents, mistakes
// included.
func TestDocuments(t *testing.T) {
	for name, text := range texts(t, reference.Documents(t)) {
		for i, block := range strings.Split(text, "```") {
			if _, code, ok := strings.Cut(block, "\n"); ok && i%2 == 1 {
				holds(t, fmt.Sprintf("%s, block %d", name, i/2), code)
			}
		}
	}
}

func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(150) {
		name, text := fmt.Sprintf("seed %d", seed), progen.Make(seed).Text
		out := holds(t, name, text)
		if seed < 30 {
			judgedAlike(t, name, text, out)
		}
		if lines := strings.Join(strings.Fields(text), "\n"); syntax.ParseFile(name, lines).Len() > 0 {
			holds(t, name+" a word a line", lines)
		}
	}
}

// TestExamplesAreFormatted holds that the examples show the style.
// `fraccheck fmt -w examples` puts that right.
func TestExamplesAreFormatted(t *testing.T) {
	for name, text := range programs(t, "../../../examples", ".frac", ".relay") {
		if Text(name, text) != text {
			t.Errorf("%s is not formatted", name)
		}
	}
}

// TestCommentsAnywhere puts comments, blanks and line ends between the tokens
// of programs.
func TestCommentsAnywhere(t *testing.T) {
	between := []string{"/* c */", " /* ä\n c */ ", " # c\n", "\n# c\n", "\n\n\n", "  ", "\t", "\n/* c */\n", "/* ty=int32 */", " \r\n"}
	for name, text := range mixed(t) {
		rng := rand.New(rand.NewPCG(uint64(len(text)), 1))
		for range 6 {
			var b strings.Builder
			at := int32(0)
			for _, token := range syntax.Lex(text) {
				b.WriteString(text[at:token.Start])
				if rng.IntN(5) == 0 {
					b.WriteString(between[rng.IntN(len(between))])
				}
				at = token.Start
			}
			holds(t, name, b.String()+text[at:])
		}
	}
}

// mixed are the examples and some random programs.
func mixed(t *testing.T) map[string]string {
	texts := programs(t, "../../../examples", ".frac", ".relay")
	for seed := range uint64(40) {
		texts[fmt.Sprintf("seed %d", seed)] = progen.Make(seed).Text
	}
	return texts
}
