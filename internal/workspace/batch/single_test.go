package batch_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/batch"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/google/go-cmp/cmp"
)

// An editor holds texts of a folder and has the other files looked at.
type editor struct {
	root, dir string // of programs, of the cache
	texts     map[string]string
}

func (e *editor) snapshot() *workspace.Snapshot {
	return workspace.Open(workspace.Options{Files: workspace.Overlay{Files: workspace.Disk{}, Texts: e.texts}, Root: e.root, Jobs: 2})
}

// look is what is found in files, by themselves, some of which are read at once, with the cache
// or without.
func (e *editor) look(t *testing.T, paths []string, atOnce int, cached bool) (map[string][]string, batch.Counts) {
	t.Helper()
	ctx := context.Background()
	store, err := cache.Open(cache.Options{Dir: e.dir})
	if err != nil {
		t.Fatal(err)
	}
	options := batch.Options{Snapshot: e.snapshot().Throwaway(), Tool: "test", Jobs: 2}
	if cached {
		options.Cache = store
	}
	a, err := batch.RecallSingle(ctx, options, paths)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	var s *workspace.Snapshot
	for part := range slices.Chunk(a.Order(paths), atOnce) {
		s = a.Next(s, part)
		look := func(path string) []string {
			report, err := a.Report(ctx, path)
			if report == nil && err == nil {
				report, err = a.Check(ctx, s, path)
			}
			if err != nil {
				t.Fatal(err)
			}
			return alone(t, report)
		}
		for _, path := range part {
			for _, first := range a.First(path) {
				look(first)
			}
			found[path] = look(path)
		}
		a.Settle(s)
	}
	for _, path := range paths {
		holdDepends(t, a, e.snapshot(), path)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return found, a.Counts()
}

// holdDepends compares what a file depends on with what a snapshot that reads it says.
func holdDepends(t *testing.T, a *batch.Single, s *workspace.Snapshot, path string) {
	t.Helper()
	depends := a.Depends(path)
	want, err := s.Dependencies(path)
	if err != nil || depends == nil {
		return
	}
	for _, other := range want {
		if !depends.Has(other) {
			t.Fatalf("%s depends on %s, and the set of its paths has it not", path, other)
		}
	}
	for _, other := range s.Loaded() {
		if depends.Has(other) && !slices.Contains(want, other) {
			t.Fatalf("%s does not depend on %s, and the set of its paths has it", path, other)
		}
	}
}

// fresh is what a check of each file by itself finds without a cache.
func (e *editor) fresh(t *testing.T, paths []string) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, path := range paths {
		report, err := e.snapshot().Check(context.Background(), []string{path})
		if err != nil {
			t.Fatal(err)
		}
		found[path] = alone(t, report)
	}
	return found
}

// alone are the findings that a program is to blame for.
func alone(t *testing.T, report *workspace.Report) []string {
	own := slices.DeleteFunc(slices.Clone(report.Findings), func(f workspace.Finding) bool {
		return filepath.Base(f.Source.Path) == config.FileName || sourcefile.IsRules(f.Source.Path)
	})
	return append(lines(t, own), fmt.Sprint(report.Agree, report.Differ))
}

// TestSingleCutOff (-edits=N) is TestCutOff for files that are looked at by themselves, some of which an
// editor holds with other texts than the disk.
func TestSingleCutOff(t *testing.T) {
	random := rand.New(rand.NewPCG(uint64(*edits), 12))
	counts, perProject := batch.Counts{}, 40
	for project := 0; project*perProject < *edits; project++ {
		p := newLayers(t.TempDir(), random)
		e := &editor{root: p.root, dir: t.TempDir(), texts: map[string]string{}}
		for round := range perProject {
			closed := slices.DeleteFunc(programs(t, p.root, "."), func(path string) bool {
				_, held := e.texts[path]
				return held || random.IntN(12) == 0 // known already, or in another folder
			})
			random.Shuffle(len(closed), func(i, j int) { closed[i], closed[j] = closed[j], closed[i] })
			atOnce := 1 + random.IntN(4)
			got, found := e.look(t, closed, atOnce, true)
			if round%4 == 0 {
				if plain, _ := e.look(t, closed, atOnce, false); !cmp.Equal(plain, got) {
					t.Fatalf("project %d, round %d: without a cache something else is found:\n%s", project, round, cmp.Diff(got, plain))
				}
			}
			if diff := cmp.Diff(e.fresh(t, closed), got); diff != "" {
				t.Fatalf("project %d, round %d, after %s, open are %v: %s\n%s", project, round, p.last, slices.Sorted(maps.Keys(e.texts)), diff, p)
			}
			counts.Known, counts.Checked = counts.Known+found.Known, counts.Checked+found.Checked
			p.edit()
			e.hold(p)
		}
	}
	if counts.Known < counts.Checked/4 { // some are checked since the editor holds them
		t.Errorf("%+v", counts)
	}
	t.Logf("%+v", counts)
}

// hold has the editor open or close a file now and then, and take over what was changed in
// one that it holds, whose text on disk becomes another.
func (e *editor) hold(p *layers) {
	i := p.random.IntN(manyLayers)
	path := filepath.Join(p.root, filepath.FromSlash(p.name(i)))
	switch _, held := e.texts[path]; {
	case held:
		delete(e.texts, path)
	case p.random.IntN(3) == 0:
		e.texts[path] = p.text(i)
	}
	for i := range p.files {
		path := filepath.Join(p.root, filepath.FromSlash(p.name(i)))
		if _, held := e.texts[path]; held && p.random.IntN(2) == 0 {
			e.texts[path] = p.text(i)
		}
	}
}

// TestSingleBodies: which closed files are checked after an edit in one that others import,
// on disk or in an editor.
func TestSingleBodies(t *testing.T) {
	const (
		lib = "def @one(%x: int32) -> int32 { %x + 1 }\n"
		use = "import \"lib.frac\"\ndef @two(%x: int32) -> int32 { @one(@one(%x)) }\n"
	)
	for name, c := range map[string]struct {
		after   string
		checked int
	}{
		"a comment": {"# Numbers.\n\n" + lib, 1},
		"a body":    {"def @one(%x: int32) -> int32 { 1 + %x }\n", 1},
		"a head":    {"def @one(%x: int32) -> float32 { 1f }\n", 3},
		"a mistake": {"def @one(%x: int32) -> int32 { 1f }\n", 3},
	} {
		for _, open := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, open %t", name, open), func(t *testing.T) {
				e := &editor{root: t.TempDir(), dir: t.TempDir(), texts: map[string]string{}}
				// The files that import come first.
				path := func(name string) string { return filepath.Join(e.root, name) }
				paths := []string{path("a.frac"), path("b.frac"), path("lib.frac")}
				put(paths[0], "import \"b.frac\"\n@two(1)\n")
				put(paths[1], use)
				put(paths[2], lib)
				if open {
					e.texts[paths[2]] = lib
					paths = paths[:2]
				}
				for round, checked := range []int{3, 0, c.checked, 0} {
					if round == 2 && open {
						e.texts[path("lib.frac")] = c.after
					} else if round == 2 {
						put(path("lib.frac"), c.after)
					}
					most := checked
					if open {
						most = max(checked, 1) // what the editor holds is not kept
					}
					got, counts := e.look(t, paths, 2, true)
					if diff := cmp.Diff(e.fresh(t, paths), got); diff != "" {
						t.Errorf("round %d: %s", round, diff)
					}
					if counts.Checked < checked || counts.Checked > most {
						t.Errorf("round %d: %+v, want %d checked", round, counts, checked)
					}
				}
			})
		}
	}
}

// TestSingleBetween has a file change while files are looked at: nothing is kept that was made
// of two moments.
func TestSingleBetween(t *testing.T) {
	const before, after = "def @one(%x) { (%x, 1).0 }\n", "def @one(%x) { (%x, 1) }\n"
	for _, order := range [][]string{{before, after, before}, {after, before, before}, {before, after, after}, {after, before, after}} {
		e := &editor{root: t.TempDir(), dir: t.TempDir(), texts: map[string]string{}}
		lib, use := filepath.Join(e.root, "lib.frac"), filepath.Join(e.root, "use.frac")
		put(lib, order[0])
		put(use, "import \"lib.frac\"\n@one(1) + 1\n")
		ctx := context.Background()
		store, err := cache.Open(cache.Options{Dir: e.dir})
		if err != nil {
			t.Fatal(err)
		}
		a, err := batch.RecallSingle(ctx, batch.Options{Snapshot: e.snapshot().Throwaway(), Cache: store, Tool: "test", Jobs: 1}, []string{lib, use})
		if err != nil {
			t.Fatal(err)
		}
		for i, path := range []string{lib, use} {
			put(lib, order[1+i])
			s := e.snapshot()
			if _, err := a.Check(ctx, s, path); err != nil {
				t.Fatal(err)
			}
			a.Settle(s)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{before, after} {
			put(lib, text)
			got, _ := e.look(t, []string{use, lib}, 1, true)
			if diff := cmp.Diff(e.fresh(t, []string{use, lib}), got); diff != "" {
				t.Errorf("%q, then %q: %s", order, text, diff)
			}
		}
	}
}
