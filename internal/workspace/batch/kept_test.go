package batch

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestKept checks files each of which sees all before it, and bounds what is kept of one:
// what its importers see, and no trees.
func TestKept(t *testing.T) {
	const files, most = 600, 24 << 10 // bytes; with trees 31 kB
	dir := t.TempDir()
	var paths []string
	for i := range files {
		var text strings.Builder
		if i > 0 {
			fmt.Fprintf(&text, "import \"f%d.frac\"\n", i-1)
		}
		for k := range 12 {
			fmt.Fprintf(&text, "def @layer_%d_%d(%%x: Tensor[(16, 32), float32], %%w: Tensor[(32, 32), float32]) -> Tensor[(16, 32), float32] {\n", i, k)
			fmt.Fprintf(&text, "  let %%h = nn.dense(%%x, %%w);\n  let %%r = nn.relu(%%h);\n  add(%%r, %%x)\n}\n\n")
		}
		name := fmt.Sprintf("f%d.frac", i)
		if err := write(dir, name, text.String()); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, filepath.Join(dir, name))
	}
	live := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, last := live(), uint64(0)
	o := Options{Snapshot: workspace.Open(workspace.Options{Root: dir, Jobs: 2}), Jobs: 2, Tool: "test"}
	o.Progress = func(done, all int) {
		if done > files*8/10 && done < all && last == 0 {
			last = live()
		}
	}
	report, counts, err := Check(context.Background(), o, paths)
	if err != nil || len(report.Findings) > 0 || counts.Checked != files {
		t.Fatalf("%v, %d files checked, found %v", err, counts.Checked, report.Findings)
	}
	if kept := (last - before) / files; last == 0 || kept > most {
		t.Errorf("%d bytes are kept of a file, at most %d are meant", kept, most)
	} else {
		t.Logf("%d bytes are kept of a file", kept)
	}
}
