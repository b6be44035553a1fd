package batch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/batch"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
)

// BenchmarkCheck checks 1,000 files of some 220 lines each, which import one to four others:
// with an empty cache and with a full one.
func BenchmarkCheck(b *testing.B) {
	root := b.TempDir()
	size := manyFiles(b, root, 1000)
	s := workspace.Open(workspace.Options{Formats: readers.All, Root: root})
	paths, err := s.MatchAll(root, []string{"."})
	if err != nil {
		b.Fatal(err)
	}
	check := func(b *testing.B, dir string) batch.Counts {
		store, err := cache.Open(cache.Options{Dir: dir})
		if err != nil {
			b.Fatal(err)
		}
		jobs := runtime.GOMAXPROCS(0)
		o := batch.Options{Snapshot: workspace.Open(workspace.Options{Formats: readers.All, Root: root}), Cache: store, Jobs: jobs, Tool: "bench"}
		report, counts, err := batch.Check(context.Background(), o, paths)
		if err != nil || len(report.Findings) > 0 {
			b.Fatalf("%v, %d findings", err, len(report.Findings))
		}
		if err := store.Close(); err != nil {
			b.Fatal(err)
		}
		return counts
	}
	full := b.TempDir()
	check(b, full)
	b.Run("cold", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			check(b, b.TempDir())
		}
	})
	b.Run("warm", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			if counts := check(b, full); counts.Checked > 0 {
				b.Fatalf("%+v", counts)
			}
		}
	})
}

var (
	definedName = regexp.MustCompile(`(?m)^def (@\w+)`)
	typeName    = regexp.MustCompile(`(?m)^(?:type|data|extern type) (\w+)`)
	globalName  = regexp.MustCompile(`@\w+`)
)

// manyFiles writes files that are put together of examples, with names of their own, and
// gives the bytes of all.
func manyFiles(tb testing.TB, root string, n int) (size int) {
	examples := wholeExamples(tb)
	random := rand.New(rand.NewPCG(1, 1))
	name := func(i int) string { return filepath.Join(fmt.Sprintf("d%03d", i/100), fmt.Sprintf("f%05d.frac", i)) }
	for i := range n {
		text := manyImports(random, i, name) + joinedExamples(random, examples, i)
		path := filepath.Join(root, name(i))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			tb.Fatal(err)
		}
		size += len(text)
	}
	return size
}

// wholeExamples are the examples that import nothing.
func wholeExamples(tb testing.TB) (texts []string) {
	paths, err := filepath.Glob("../../../examples/*.*")
	if err != nil || len(paths) == 0 {
		tb.Fatal("no examples: ", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		if s := string(text); !strings.Contains(s, "import ") && !strings.Contains(s, "#[version") {
			texts = append(texts, s)
		}
	}
	return texts
}

// manyImports are a file for all, and of each hundred files some of the first six.
func manyImports(random *rand.Rand, i int, name func(int) string) string {
	wanted := map[int]bool{}
	if i >= 4 {
		wanted[random.IntN(4)] = true
	}
	if first := i - i%100; i%100 >= 6 {
		wanted[first+random.IntN(6)], wanted[first+random.IntN(6)] = true, true
	}
	text := ""
	for j := range i {
		if wanted[j] {
			text += fmt.Sprintf("import \"../%s\"\n", filepath.ToSlash(name(j)))
		}
	}
	return text
}

// joinedExamples are 200 lines and more, each name with the file's number.
func joinedExamples(random *rand.Rand, examples []string, i int) string {
	var text strings.Builder
	declared := map[string]bool{}
	for _, k := range random.Perm(len(examples)) {
		next := examples[k]
		own := map[string]bool{}
		for _, pattern := range []*regexp.Regexp{definedName, typeName} {
			for _, m := range pattern.FindAllStringSubmatch(next, -1) {
				own[m[1]] = true
			}
		}
		if overlaps(own, declared) {
			continue
		}
		text.WriteString(renamed(next, own, i))
		for name := range own {
			declared[name] = true
		}
		if strings.Count(text.String(), "\n") >= 200 {
			break
		}
	}
	return text.String()
}

func overlaps(a, b map[string]bool) bool {
	for name := range a {
		if b[name] {
			return true
		}
	}
	return false
}

func renamed(text string, own map[string]bool, i int) string {
	text = globalName.ReplaceAllStringFunc(text, func(name string) string {
		if own[name] {
			return fmt.Sprintf("%s_%d", name, i)
		}
		return name
	})
	return regexp.MustCompile(`\b[A-Z]\w*\b`).ReplaceAllStringFunc(text, func(name string) string {
		if own[name] {
			return fmt.Sprintf("%s%d", name, i)
		}
		return name
	})
}
