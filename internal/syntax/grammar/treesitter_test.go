package grammar

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// The grammar for editors, editors/tree-sitter-frac, is held against the parser here:
// the real tree-sitter runs its generated parser, and what it gives is compared.

// treeSitterFolder is where the grammar stands.
const treeSitterFolder = "../../../editors/tree-sitter-frac"

// A part is a node of an editor's tree: an item, a clause or a mistake.
type part struct {
	kind       string
	start, end int
}

// An editorTree is what is compared of a tree.
type editorTree struct {
	items, clauses []part
	mistakes       int
	sound          []part // items without a mistake
}

// treeSitter is the command, which `make tree-sitter` fetches.
func treeSitter(t testing.TB) string {
	fetched := "../../../bin/tree-sitter/root/usr/bin/tree-sitter"
	for _, path := range []string{os.Getenv("TREE_SITTER"), fetched, "tree-sitter"} {
		if found, err := exec.LookPath(path); path != "" && err == nil {
			found, err = filepath.Abs(found)
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
	}
	t.Skip("the grammar for editors is not tried, tree-sitter is missing; on Debian, `make tree-sitter` fetches it")
	return ""
}

// editorTrees parses texts with the grammar for editors.
func editorTrees(t testing.TB, texts []string) []editorTree {
	command := treeSitter(t)
	dir := t.TempDir()
	var paths bytes.Buffer
	for i, text := range texts {
		path := filepath.Join(dir, fmt.Sprintf("%06d.frac", i))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&paths, path)
	}
	list := filepath.Join(dir, "paths")
	if err := os.WriteFile(list, paths.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "tree-sitter"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tree-sitter/config.json"), []byte(`{"parser-directories":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(command, "parse", "--paths", list)
	cmd.Dir = treeSitterFolder
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, _ := cmd.Output() // its status tells of mistakes in the texts
	trees := readEditorTrees(out, texts)
	if len(trees) != len(texts) {
		t.Fatalf("tree-sitter gives %d trees of %d texts: %s", len(trees), len(texts), errors.String())
	}
	return trees
}

var editorNode = regexp.MustCompile(`^( *)(?:\w+: )?\((\w+)(?: "?[^\[]*?"?)? \[(\d+), (\d+)\] - \[(\d+), (\d+)\]`)

// firstMistake is what tree-sitter prints after a tree that holds one.
var firstMistake = regexp.MustCompile(`\tParse:.*\((ERROR|MISSING)`)

// readEditorTrees reads the trees as tree-sitter prints them, a node a line.
func readEditorTrees(out []byte, texts []string) []editorTree {
	var trees []editorTree
	var lines []int
	scanner := bufio.NewScanner(bytes.NewReader(out))
	scanner.Buffer(nil, 1<<26)
	for scanner.Scan() {
		m := editorNode.FindStringSubmatch(scanner.Text())
		if m == nil {
			if len(trees) > 0 && firstMistake.MatchString(scanner.Text()) {
				trees[len(trees)-1].mistakes++
			}
			continue
		}
		if m[1] == "" && len(trees) < len(texts) {
			lines = lineStarts(texts[len(trees)])
			trees = append(trees, editorTree{})
		}
		if len(trees) == 0 {
			continue
		}
		trees[len(trees)-1].add(len(m[1])/2, part{m[2], offset(lines, m[3], m[4]), offset(lines, m[5], m[6])})
	}
	return trees
}

func (e *editorTree) add(depth int, p part) {
	switch {
	case p.kind == "ERROR":
		e.mistakes++
	case p.kind == "clause":
		e.clauses = append(e.clauses, p)
	case depth == 1 && p.kind != "attribute" && !strings.HasSuffix(p.kind, "_comment"):
		e.items = append(e.items, p)
	}
}

func lineStarts(text string) []int {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func offset(lines []int, row, column string) int {
	r, _ := strconv.Atoi(row)
	c, _ := strconv.Atoi(column)
	return lines[min(r, len(lines)-1)] + c
}

// itemKinds are the nodes of the grammar for editors that items are.
var itemKinds = map[syntax.Kind]string{
	syntax.ItemDef: "definition", syntax.ItemData: "data_definition", syntax.ItemOpaque: "opaque_type",
	syntax.ItemAlias: "type_alias", syntax.ItemDecl: "declaration", syntax.ItemImport: "import",
	syntax.ItemExpr: "expression_item", syntax.ItemAssert: "assertion", syntax.ItemVersion: "version",
	syntax.ItemMetadata: "metadata",
}

// parserTree is what the parser says of a text.
func parserTree(text string) editorTree {
	var e editorTree
	f := syntax.ParseFile("text.frac", text)
	for i, item := range f.All() {
		at := int(f.Start(i))
		span := item.Span(item.Root)
		e.mistakes += len(item.Errors)
		if item.Kind(item.Root) == syntax.ItemEmpty {
			continue
		}
		e.items = append(e.items, part{itemKinds[item.Kind(item.Root)], at + int(span.Start), at + int(span.End)})
		if len(item.Errors) == 0 {
			e.sound = append(e.sound, e.items[len(e.items)-1])
		}
		item.Walk(item.Root, func(id syntax.NodeID) bool {
			if item.Kind(id) == syntax.Clause {
				span := item.Span(id)
				e.clauses = append(e.clauses, part{"clause", at + int(span.Start), at + int(span.End)})
			}
			return true
		})
	}
	return e
}

// notFirst is an attribute after a comment that begins its line, which is a comment in an
// editor: tree-sitter tells its scanner nothing of what precedes a token.
var notFirst = regexp.MustCompile(`\*/[ \t]*#\[`)

// loneAssert is `assert` alone in its line, which is a name; in an editor it goes on in the
// next line, since the grammar there has no line ends within an item.
var loneAssert = regexp.MustCompile(`(?m)^[ \t]*assert[ \t\r]*(#.*)?$`)

// compareEditorTree holds the tree of an editor against the parser's. Of a text with
// mistakes only that there are some is compared. It tells whether the editor finds none
// of them.
func compareEditorTree(t *testing.T, name, text string, got editorTree) (passed bool) {
	t.Helper()
	want := parserTree(text)
	switch {
	case notFirst.MatchString(text), loneAssert.MatchString(text):
	case got.mistakes == 0 && want.mistakes > 0:
		return true
	case got.mistakes > 0 && want.mistakes == 0:
		t.Errorf("%s: tree-sitter finds a mistake in %.2000q", name, text)
	case want.mistakes > 0:
	case !slices.Equal(got.items, want.items):
		t.Errorf("%s: the items are %v, the parser's %v\nin %.2000q", name, got.items, want.items, text)
	case !slices.Equal(got.clauses, want.clauses):
		t.Errorf("%s: the clauses are %v, the parser's %v\nin %.2000q", name, got.clauses, want.clauses, text)
	}
	return false
}

func TestTreeSitterOnPrograms(t *testing.T) {
	programs := append(repositoryPrograms(t), referencePrograms(t)...)
	var texts []string
	for _, p := range programs {
		texts = append(texts, p.text)
	}
	for i, got := range editorTrees(t, texts) {
		if compareEditorTree(t, programs[i].name, texts[i], got) && !strings.HasSuffix(programs[i].name, "/refused.txtar") {
			t.Errorf("%s: tree-sitter finds no mistake\nin %.2000q", programs[i].name, texts[i])
		}
	}
}

// The words of the language are names where they begin nothing: only parsers that Neovim
// 0.10 does not load can reserve words. So a mistake may pass, in less than one text of a hundred.
func TestTreeSitterOnMutants(t *testing.T) {
	from := seeds(t)
	r := rand.New(rand.NewPCG(3, 6))
	var texts []string
	for range mutants {
		if text := mutate(r, from[r.IntN(len(from))]); len(text) <= mutantMax {
			texts = append(texts, text)
		}
	}
	passed := 0
	for i, got := range editorTrees(t, texts) {
		if compareEditorTree(t, "mutant", texts[i], got) {
			passed++
		}
	}
	if passed > len(texts)/100 {
		t.Errorf("tree-sitter lets %d of %d texts pass that have mistakes", passed, len(texts))
	}
	t.Logf("tree-sitter lets %d of %d texts pass that have mistakes", passed, len(texts))
}

// Around one mistake, the other items of a program are those of the parser.
func TestTreeSitterRecovers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var texts []string
	for _, p := range repositoryPrograms(t) {
		items := syntax.ParseFile(p.name, p.text).List()
		if len(items) < 3 || len(p.text) > mutantMax || parserTree(p.text).mistakes > 0 {
			continue
		}
		for range 3 {
			broken := r.IntN(len(items))
			var text strings.Builder
			for i, item := range items {
				if i != broken {
					text.WriteString(item.Text)
				} else {
					text.WriteString(mutate(r, item.Text))
				}
			}
			texts = append(texts, text.String())
		}
	}
	all, found := 0, 0
	for i, got := range editorTrees(t, texts) {
		for _, want := range parserTree(texts[i]).sound {
			all++
			if slices.Contains(got.items, want) {
				found++
			}
		}
	}
	if found*100 < all*95 {
		t.Errorf("tree-sitter finds %d of %d items beside broken ones", found, all)
	}
	t.Logf("tree-sitter finds %d of %d items beside broken ones, in %d texts", found, all, len(texts))
}
