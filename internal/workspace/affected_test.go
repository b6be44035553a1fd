package workspace

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAffected holds, on random projects and random edits, that in files that are not
// affected nothing new is found, and in the others what a check of all files finds there.
func TestAffected(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	left := 0
	for range 60 {
		before := randomProject(random)
		after, changes := edited(random, before)
		paths := slices.Sorted(maps.Keys(after))
		s := openProject(after)
		next, affected, err := s.Affected(context.Background(), paths, changes)
		if err != nil {
			t.Fatal(err)
		}
		left += len(paths) - len(affected)
		old, full := findingLines(t, openProject(before), slices.Sorted(maps.Keys(before))),
			findingLines(t, openProject(after), paths)
		part := findingLines(t, next, affected)
		for _, path := range paths {
			diff := cmp.Diff(full[path], part[path])
			if !slices.Contains(affected, path) {
				diff = newIn(full[path], old[path])
			}
			if diff != "" {
				t.Fatalf("%s, of which %v changed and %v are affected: %s", path, changes.Changed, affected, diff)
			}
		}
	}
	if left < 60 {
		t.Errorf("only %d files were left out", left)
	}
}

// newIn is a finding that was not there before.
func newIn(now, before []string) string {
	for _, line := range now {
		if !slices.Contains(before, line) {
			return line
		}
	}
	return ""
}

func openProject(texts map[string]string) *Snapshot {
	files := map[string]string{}
	for path, text := range texts {
		files[local(path)] = text
	}
	return openMemory(files)
}

// findingLines are the findings of files, by their paths.
func findingLines(t *testing.T, s *Snapshot, paths []string) map[string][]string {
	t.Helper()
	report, err := s.Check(context.Background(), paths)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string][]string{}
	for _, f := range report.Findings {
		lines[f.Source.Path] = append(lines[f.Source.Path], fmt.Sprintf("%d %s %s %s", f.Span.Start, f.Severity, f.Code, f.Message))
	}
	return lines
}

// randomProject are files that import some of those before them.
func randomProject(random *rand.Rand) map[string]string {
	texts := map[string]string{}
	for i := range 4 + random.IntN(8) {
		texts[fmt.Sprintf("/f%d.frac", i)] = randomFile(random, i)
	}
	return texts
}

var randomBodies = []string{"1", "True", "%gone", "let %x = 1; 2", "1f"}

func randomFile(random *rand.Rand, i int) string {
	text, sum := "", randomBodies[random.IntN(len(randomBodies))]
	for j := range i {
		if random.IntN(4) == 0 {
			text += fmt.Sprintf("import \"f%d.frac\"\n", j)
			sum = fmt.Sprintf("(@d%d() + 1)", j)
		}
	}
	text += fmt.Sprintf("def @d%d() { %s }\n", i, sum)
	if random.IntN(3) == 0 {
		text += "1 + 1\n"
	}
	return text
}

// edited is a project after some files were changed, or went.
func edited(random *rand.Rand, before map[string]string) (map[string]string, *Changes) {
	after := maps.Clone(before)
	changes := &Changes{Changed: map[string]bool{}, Unknown: func(string) bool { return false }}
	for range 1 + random.IntN(2) {
		i := random.IntN(len(before))
		path := fmt.Sprintf("/f%d.frac", i)
		changes.Changed[path] = true
		changes.Imported = append(changes.Imported, ImportsOf(path, []byte(before[path]))...)
		if delete(after, path); random.IntN(4) > 0 {
			after[path] = randomFile(random, i)
		}
	}
	return after, changes
}

// TestAffectedByImportedConfiguration: what is an error in an imported file is said by the
// configuration of that, and told where it is imported.
func TestAffectedByImportedConfiguration(t *testing.T) {
	texts := map[string]string{
		"/a.frac": "import \"sub/b.frac\"\n", "/c.frac": "1\n",
		"/sub/b.frac": "def @f() { let %unused = 1; 2 }\n", "/sub/fraccheck.toml": "[severity]\nunused-binding = \"error\"\n",
	}
	changes := &Changes{Changed: map[string]bool{"/sub/fraccheck.toml": true}, Unknown: func(string) bool { return false }}
	_, affected, err := openProject(texts).Affected(context.Background(), []string{"/a.frac", "/c.frac", "/sub/b.frac"}, changes)
	if want := []string{"/a.frac", "/sub/b.frac"}; err != nil || !slices.Equal(affected, want) {
		t.Errorf("%v are affected, want %v: %v", affected, want, err)
	}
}

// TestAffectedByModule holds that a program in Python is affected by a module that it imports, one
// that comes too, and by no other.
func TestAffectedByModule(t *testing.T) {
	texts := map[string]string{"/p/model.py": "from layers.sizes import SIZE\n", "/p/other.py": "import kaleido\n"}
	program, other := local("/p/model.py"), local("/p/other.py")
	for name, want := range map[string][]string{"/p/layers/sizes.py": {program}, "/p/layers/sizes/__init__.py": {program}, "/p/sizes.py": nil} {
		s := openProject(texts)
		changes := &Changes{Changed: map[string]bool{local(name): true}, Unknown: func(string) bool { return false }}
		_, affected, err := s.Affected(context.Background(), []string{program, other}, changes)
		if err != nil || !slices.Equal(affected, want) {
			t.Errorf("%s affects %v, not %v: %v", name, affected, want, err)
		}
	}
}
