package attack_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/fraccheck/fraccheck/internal/attack"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// What may stay in memory of a checked file for each byte of its text: tree, types, facts
// and findings together. Seeds are repeated, so that each definition is one too many and
// each mistake is made thousands of times: no file is like that, and what is said of each
// takes most.
const (
	keptOfKind = 48
	keptOfSeed = 170
)

// weighed is how long the weighed texts are. What is denser than any program that is laid out
// may keep what it is thought to weigh instead (syntax.Weight), which is bounded for all texts.
const weighed = 1 << 19

// TestMemory weighs what stays of checked texts: of the kinds of this package, and of
// what the fuzz targets begin with, repeated; of these one in ten where ATTACK is not set.
func TestMemory(t *testing.T) {
	scale := newScale(t)
	for _, k := range attack.All() {
		if !strings.HasPrefix(k.Name, "text/") {
			continue
		}
		in := attack.Folder(t.TempDir())
		if err := k.Make(in, weighed); err != nil {
			t.Fatal(err)
		}
		scale.holds(t, k.Name, read(t, in.Path("main.frac")), keptOfKind)
	}
	for i, text := range fuzzSeeds(t) {
		if os.Getenv("ATTACK") == "" && i%10 != 0 {
			continue
		}
		scale.holds(t, "the seed "+strconv.Quote(text[:min(len(text), 60)]), strings.Repeat(text, weighed/len(text)), keptOfSeed)
	}
	t.Logf("%d texts; the heaviest keeps %.1f bytes a byte: %s", scale.texts, scale.most, scale.heaviest)
}

// A scale weighs texts by what is reachable after they were checked.
type scale struct {
	empty    *workspace.Snapshot
	texts    int
	most     float64
	heaviest string
}

func newScale(t *testing.T) *scale {
	s := &scale{empty: workspace.Open(workspace.Options{
		Root: "/c", Jobs: 1, Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{}},
	})}
	s.check(t, "def @f() { 1 }\n") // makes the prelude and the operators
	return s
}

func (s *scale) check(t *testing.T, text string) (*workspace.Snapshot, *workspace.Report) {
	const path = "/c/main.frac"
	snapshot := s.empty.With(map[string]string{path: text})
	report, err := snapshot.Check(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	return snapshot, report
}

func (s *scale) holds(t *testing.T, name, text string, bound float64) {
	t.Helper()
	before := reachable()
	snapshot, report := s.check(t, text)
	kept := float64(reachable()-before) / float64(len(text))
	runtime.KeepAlive(snapshot)
	runtime.KeepAlive(report)
	if kept > bound && kept*float64(len(text)) > float64(syntax.Weight(text)) {
		t.Errorf("%s: %.1f bytes stay for each byte of text, %v allowed", name, kept, bound)
	}
	if s.texts++; kept > s.most {
		s.most, s.heaviest = kept, name
	}
}

// reachable is the number of bytes that are in use; what the first collection frees by
// finalizers, the second takes.
func reachable() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// fuzzSeeds are texts that the fuzz targets of programs begin with: examples, programs with
// mistakes, the cases of the formatter, and what fuzzing found.
func fuzzSeeds(t *testing.T) []string {
	var seeds []string
	add := func(text string) {
		if text != "" && len(text) <= weighed {
			seeds = append(seeds, text)
		}
	}
	for _, pattern := range []string{"../../examples/*.frac", "../../typecheck/testdata/*.frac"} {
		for _, path := range glob(t, pattern) {
			add(read(t, path))
		}
	}
	for _, path := range glob(t, "../syntax/format/testdata/*.txtar") {
		for _, file := range txtar.Parse([]byte(read(t, path))).Files {
			add(string(file.Data))
		}
	}
	for _, dir := range []string{"internal/syntax", "internal/syntax/grammar", "internal/syntax/format", "typecheck"} {
		for _, path := range glob(t, "../../"+dir+"/testdata/fuzz/*/*") {
			add(fuzzText(t, read(t, path)))
		}
	}
	return seeds
}

// quotedText is the first text in a file of the fuzzer.
var quotedText = regexp.MustCompile(`(?m)^string\((".*")\)$`)

func fuzzText(t *testing.T, file string) string {
	found := quotedText.FindStringSubmatch(file)
	if found == nil {
		return ""
	}
	text, err := strconv.Unquote(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func glob(t *testing.T, pattern string) []string {
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
	}
	return paths
}

func read(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
