package reference

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Files of programs with TVM's verdicts.
const (
	Operators = "reference/op-types.jsonl"   // one call of an operator each
	Language  = "reference/lang-types.jsonl" // data types, matches, functions
)

// A Verdict is a program with what TVM 0.18 says of it.
type Verdict struct {
	ID      string // family/number, unique
	Op      string // the operator that is called; of language programs the family
	Program string
	Verdict string // accept, reject, or crash: TVM itself dies, and nothing is asked
	Type    string // result of `@main` as TVM prints it, "" unless accepted
	Error   string // why it is rejected, in TVM's words
}

// Verdicts reads one of the files that the constants name.
func Verdicts(t testing.TB, name string) []Verdict {
	t.Helper()
	f, err := os.Open(path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []Verdict
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v Verdict
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s, row %d: %v", name, len(all)+1, err)
		}
		all = append(all, v)
	}
	if err := lines.Err(); err != nil || len(all) == 0 {
		t.Fatalf("%s: %d rows, %v", name, len(all), err)
	}
	return all
}

// Registry is the text of the JSON list of operators as TVM registers them.
func Registry(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile(path(t, registry))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

const registry = "reference/relay-ops.json"

// Documents are the absolute paths of the documents that describe the language.
// Of those in testdata the programs are kept, on the lines where they are in
// the whole document.
func Documents(t testing.TB) []string {
	t.Helper()
	return matches(t, path(t, "seeds"), "*.txt")
}

// Nets are the absolute paths of networks whose definition is `@main` and whose
// type comments are right: a dozen written for the tests and, where they are
// there, those that TVM printed.
func Nets(t testing.TB) []string {
	t.Helper()
	return append(matches(t, kept(t, "nets"), "*.relay"), beside(t, "corpus/nets")...)
}

// Corpus are the absolute paths of the networks and of Relay programs of other
// projects, which are not kept.
func Corpus(t testing.TB) []string {
	t.Helper()
	return append(Nets(t), append(beside(t, "corpus/calyx"), beside(t, "corpus/mlonmcu")...)...)
}

// Light are the light networks of ONNX (models with weights that are computed), which are not
// kept.
func Light(t testing.TB) []string {
	t.Helper()
	if dir := shared(t, light); exists(dir) {
		return matches(t, dir, "*.onnx")
	}
	t.Logf("%s: left out, ../shared is not there", light)
	return nil
}

const light = "corpus/onnx-light"

// path is where the whole of a file or folder is, or else its kept part.
func path(t testing.TB, name string) string {
	t.Helper()
	if whole := shared(t, name); exists(whole) {
		return whole
	}
	t.Logf("%s: the part in internal/reference/testdata alone, ../shared is not there", name)
	return kept(t, name)
}

// beside are the programs of a folder of which no part is kept.
func beside(t testing.TB, name string) []string {
	t.Helper()
	if dir := shared(t, name); exists(dir) {
		return matches(t, dir, "*.relay")
	}
	t.Logf("%s: left out, ../shared is not there", name)
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func matches(t testing.TB, dir, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no file %s in %s: %v", pattern, dir, err)
	}
	return paths
}

func shared(t testing.TB, name string) string {
	return filepath.Join(root(t), "..", "shared", filepath.FromSlash(name))
}

func kept(t testing.TB, name string) string {
	return filepath.Join(root(t), "internal", "reference", "testdata", filepath.FromSlash(name))
}

// root is the module's folder: the nearest one above the test's with a go.mod.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for !exists(filepath.Join(dir, "go.mod")) {
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test's folder")
		}
		dir = parent
	}
	return dir
}
