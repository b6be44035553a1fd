package fill

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

func find(t *testing.T, text, path string) ([]Match, error) {
	t.Helper()
	s := workspace.Open(workspace.Options{Files: workspace.Disk{}, Root: t.TempDir()})
	return Find(context.Background(), Question{Text: text, Snapshot: s, Path: path})
}

// TestFind holds that one of the names that answer a question is among the first three.
func TestFind(t *testing.T) {
	for _, test := range []struct{ question, names string }{
		{"(Tensor[(n, m), float32]) -> Tensor[(m, n), float32]", "transpose"},
		{"(Tensor[(n, k), float32], Tensor[(k, m), float32]) -> Tensor[(n, m), float32]", "matmul"},
		{"(Tensor[(n, k), float32], Tensor[(m, k), float32]) -> Tensor[(n, m), float32]", "nn.dense"},
		{"(Tensor[(n), float32]) -> float32", "sum max mean"},
		{"(Tensor[(n, m), float32]) -> Tensor[(n), int32]", "argmax"},
		{"(Tensor[(n), int32]) -> Tensor[(n), float32]", "cast"},
		{"(Tensor[(n, m), float32], Tensor[(n, p), float32]) -> Tensor[(n, m + p), float32]", "concatenate"},
		{"(Tensor[(n), float32], Tensor[(n), float32]) -> Tensor[(2, n), float32]", "stack"},
		{"(Tensor[(n, d), float32], Tensor[(k), int32]) -> Tensor[(k, d), float32]", "take"},
		{"(Tensor[(n), bool], Tensor[(n), float32], Tensor[(n), float32]) -> Tensor[(n), float32]", "where"},
		{"(Tensor[(n), int32]) -> Tensor[(n, 10), float32]", "one_hot"},
		{"(Tensor[(n, 6), float32]) -> (Tensor[(n, 3), float32], Tensor[(n, 3), float32])", "split"},
		{"(Tensor[(n), float32]) -> (Tensor[(5), float32], Tensor[(5), int32])", "topk"},
		{"(Tensor[(n), float32]) -> Tensor[(n, 1), float32]", "expand_dims"},
		{"(Tensor[(1, n), float32]) -> Tensor[(n), float32]", "squeeze"},
		{"(Tensor[(n, 12), float32]) -> Tensor[(n, 3, 4), float32]", "reshape"},
		{"(Tensor[(n), float32]) -> Tensor[(n + 2), float32]", "nn.pad"},
		{"(Tensor[(n), float32]) -> Tensor[(2 * n), float32]", "tile"},
		{"(Tensor[(n, m), bool]) -> Tensor[(?, 2), int32]", "argwhere"},
		{"(Tensor[(1, 3, h, w), float32], Tensor[(8, 3, 3, 3), float32]) -> Tensor[(1, 8, h, w), float32]", "nn.conv2d"},
		{"(Tensor[(1, 16, h, w), float32]) -> Tensor[(1, 16, 2 * h, 2 * w), float32]", "nn.upsampling"},
		{"(Tensor[(n, c, h, w), float32]) -> Tensor[(n, c * h * w), float32]", "nn.batch_flatten"},
		{"(Tensor[(b, h, s, d), float32]) -> Tensor[(b, s, h, d), float32]", "transpose"},
		{"(List[a]) -> int32", "@length"},
		{"(List[a], fn(a) -> b) -> List[b]", "@map"},
		{"(fn(a, b) -> b, b, List[a]) -> b", "@foldr"},
		{"fn(List[a], List[b]) -> List[(a, b)]", "@zip"},
		{"(FractalTensor[a], fn(a) -> b) -> FractalTensor[b]", "map"},
		{"(FractalTensor[a], fn(a, a) -> a, a) -> a", "reduce"},
		{"(FractalTensor[a], fn(a) -> bool) -> FractalTensor[a]", "filter"},
		{"(FractalTensor[a], FractalTensor[b]) -> FractalTensor[(a, b)]", "zip"},
		{"a -> Optional[a]", "Some"},
		{"((a, b)) -> a", ".0"},
	} {
		found, err := find(t, test.question, "")
		if err != nil {
			t.Errorf("%s: %v", test.question, err)
			continue
		}
		ok := false
		for _, m := range found[:min(len(found), 3)] {
			ok = ok || slices.Contains(strings.Fields(test.names), m.Name)
		}
		if !ok {
			t.Errorf("%s: %v", test.question, found[:min(len(found), 5)])
		}
	}
}

// TestQuestions holds that for most questions of testdata/questions.txt one of the names that answer it is among the
// first three. The log lists the others.
func TestQuestions(t *testing.T) {
	text, err := os.ReadFile("testdata/questions.txt")
	if err != nil {
		t.Fatal(err)
	}
	asked, answered := 0, 0
	for line := range strings.Lines(string(text)) {
		question, names, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok {
			continue
		}
		found, err := find(t, question, "")
		var first []string
		for _, m := range found[:min(len(found), 3)] {
			first = append(first, m.Name)
		}
		asked++
		if slices.ContainsFunc(first, func(name string) bool { return slices.Contains(strings.Fields(names), name) }) {
			answered++
		} else {
			t.Logf("%s: %v, not %s (%v)", question, first, names, err)
		}
	}
	if t.Logf("%d of %d are answered", answered, asked); answered*100 < 95*asked {
		t.Errorf("%d of %d are answered", answered, asked)
	}
}

// TestFindInProgram holds that the definitions of a program are looked at.
func TestFindInProgram(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shapes.frac")
	text := "data Shape {\n  Circle: (float32) -> Shape\n}\ndef @area(%s: Shape) -> float32 { match (%s) { case Circle(%r) { %r * %r * 3f } } }\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	found, err := find(t, "Shape -> float32", path)
	if err != nil || len(found) != 1 || found[0].Call != "@area(%a)" {
		t.Errorf("got %v, %v", found, err)
	}
}

// TestFindOwn holds that a definition of one type alone is found, whatever the program is called, and that
// the polymorphic identity, which has the type of every such question, is left out.
func TestFindOwn(t *testing.T) {
	for _, name := range []string{"own.frac", "question.frac"} {
		path := filepath.Join(t.TempDir(), name)
		text := "def @double(%x: int32) -> int32 { %x * 2 }\ndef @same<t>(%x: t) -> t { %x }\n"
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		found, err := find(t, "int32 -> int32", path)
		has := func(name string) bool {
			return slices.ContainsFunc(found, func(m Match) bool { return m.Name == name })
		}
		if err != nil || !has("@double") || has("@same") {
			t.Errorf("%s: got %v, %v", name, found, err)
		}
	}
}

// TestBadQuestions holds that what is no type of a function is an error.
func TestBadQuestions(t *testing.T) {
	for question, want := range map[string]string{
		"nonsense":                          "a question is the type of a function",
		"(Tensor[(n, float32]) -> int32":    "a question is the type of a function",
		"(Foo) -> int32":                    "no type `Foo`",
		"(a, a, a, a, a) -> a":              "at most 4 inputs",
		"(int32) -> int32 }\ndef @g() { 1":  "",
		"(Tensor[(n), float32]) -> ":        "",
		"(FractalTensor[float32]) -> int32": "cannot hold",
		"(Tensor[(n), float33]) -> float32": "float33",
	} {
		if _, err := find(t, question, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", question, err)
		}
	}
}
