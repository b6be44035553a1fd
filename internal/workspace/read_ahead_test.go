package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// TestReadAhead holds that what is known of files is the same whether or not they are read
// while others are looked for: with links to files and round in cycles, folders that cannot
// be read, lists of ignored files, texts that cannot be read, and more files than are handed
// on at once.
func TestReadAhead(t *testing.T) {
	dir := writeTree(t)
	scans := func(ahead bool) (paths []string, all []Scan) {
		s := Open(Options{Root: dir, Files: locked{dir: filepath.Join(dir, "locked")}, Jobs: 3, ReadAhead: ahead})
		paths, err := s.MatchAll(dir, []string{".", "d0/f0.frac", "d1", "again.frac"})
		if err != nil {
			t.Fatal(err)
		}
		if (s.ahead != nil) != ahead {
			t.Fatal(ahead, s.ahead)
		}
		all, err = s.Checking(paths).ScanAll(context.Background(), paths, 0)
		if err != nil {
			t.Fatal(err)
		}
		return paths, all
	}
	paths, want := scans(false)
	pathsAhead, got := scans(true)
	if !reflect.DeepEqual(paths, pathsAhead) || !reflect.DeepEqual(want, got) {
		t.Errorf("%d files become %d, %d scans %d", len(paths), len(pathsAhead), len(want), len(got))
	}
	if len(want) < 4*filesAtOnce {
		t.Errorf("%d files are too few to hold", len(want))
	}
}

// writeTree writes files and links, and gives the folder.
func writeTree(t *testing.T) string {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 5 * filesAtOnce {
		write(fmt.Sprintf("d%d/f%d.frac", i%7, i), fmt.Sprintf("import \"../d%d/f%d.frac\"\n@f()\n", (i+1)%7, i+1))
	}
	write(".gitignore", "d3/\n")
	write("locked/x.frac", "@x()\n")
	write("wide.frac", "d\x00e\x00f\x00 \x00@\x00x\x00\n\x00")
	write("half.frac", "\xff\xfe\x01")
	write("rules.fracrule", "rule x { }\n")
	for name, to := range map[string]string{"again.frac": "d0/f0.frac", "d1/around": "..", "d2/loop.frac": "loop.frac", "outside.frac": "d3/f3.frac"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	return dir
}

// slowFiles are files of which none is read until somebody says so.
type slowFiles struct {
	memory
	ready chan struct{}
	read  *atomic.Int32
}

func (f slowFiles) ReadFile(path string, limit disk.Limit) ([]byte, error) {
	if sourcefile.IsProgram(path) {
		<-f.ready
		f.read.Add(1)
	}
	return f.memory.ReadFile(path, limit)
}

func openSlow(texts map[string]string) (*Snapshot, slowFiles) {
	files := slowFiles{inMemory(texts), make(chan struct{}), &atomic.Int32{}}
	return Open(Options{Files: files, Root: "/", Jobs: 2, ReadAhead: true}), files
}

// TestReadAheadEnds holds that who waits for files that are read ahead waits no longer than
// the context lasts.
func TestReadAheadEnds(t *testing.T) {
	s, files := openSlow(map[string]string{"a.frac": "@a()\n", "b.frac": "@b()\n"})
	paths, err := s.Match("/", []string{"."})
	if err != nil || len(paths) != 2 {
		t.Fatal(paths, err)
	}
	ctx, end := context.WithCancel(context.Background())
	end()
	if _, err := s.ScanAll(ctx, paths, 0); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(files.ready)
	scans, err := s.ScanAll(context.Background(), paths, 0)
	if n := files.read.Load(); err != nil || len(scans) != 2 || n != 2 {
		t.Errorf("%d files are read, of %d; %v", n, len(scans), err)
	}
	if _, err := s.ScanAll(context.Background(), paths, 0); err != nil || files.read.Load() != 4 {
		t.Errorf("what was read is held: %v", err)
	}
}

// TestReadAheadGivesUp holds that no more files are read once the search for them fails.
func TestReadAheadGivesUp(t *testing.T) {
	texts := map[string]string{"z/fraccheck.toml": "wrong", "z/z.frac": "@z()\n"}
	const n = 10 * filesAtOnce
	for i := range n {
		texts[fmt.Sprintf("a/f%d.frac", i)] = "@f()\n"
	}
	s, files := openSlow(texts)
	if paths, err := s.Match("/", []string{"."}); err == nil {
		t.Fatalf("found %v", paths)
	}
	close(files.ready)
	s.ahead.open.Wait()
	if read := files.read.Load(); read > 2*filesAtOnce {
		t.Errorf("%d files are read", read)
	}
}
