package batch

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// Options say how files are checked.
type Options struct {
	Snapshot *workspace.Snapshot // whose files have not been read yet
	Cache    *cache.Store        // nil for none
	Tool     string              // names this build, as results of others do not count
	Jobs     int                 // how many threads read files and entries; at least 1
	Hints    bool                // hints are given too, and not only counted
	Chunk    int                 // how much text is checked at once, in bytes; 0: as much as is fastest
	// Progress is called with the number of files that are done and the number of all; may be nil.
	Progress func(done, all int)
}

// Counts state what was done for the files of a check and for those that they see.
type Counts struct {
	Known   int // files whose findings the cache had
	Checked int // files that were checked
}

// Check checks files. It fails where a configuration cannot be read, or the context
// ends. That the cache cannot be written is no failure: cache.Store.Close reports it.
func Check(ctx context.Context, o Options, paths []string) (*workspace.Report, Counts, error) {
	b := newBatch(o, paths)
	for _, step := range []func(context.Context) error{b.scan, b.name, b.recall, b.checkUnknown} {
		if err := step(ctx); err != nil {
			return nil, Counts{}, err
		}
	}
	report, err := b.report(ctx)
	return report, b.counts, err
}

// A batch is one check of many files.
type batch struct {
	Options
	paths      []string         // those that are asked for
	files      []*file          // those and all that they see
	number     map[string]int32 // of files, by their real paths
	names      map[string]int32 // of files, by what reports write
	kind       string           // of the results, which keys name
	textBudget int              // for texts that are kept, in bytes

	graph      *digraph.Graph // of imports
	components [][]int32      // files that import each other, after those that they see

	counts   Counts
	verifier *factVerifier // of facts, in a round of checks

	sources map[string]*workspace.Source // of findings, by path
}

func newBatch(o Options, paths []string) *batch {
	if o.Chunk <= 0 {
		o.Chunk = chunkBytes
	}
	kind := "findings"
	if o.Snapshot.Hints() {
		kind = "findings with hints"
	}
	return &batch{Options: o, paths: paths, kind: kind, sources: map[string]*workspace.Source{}}
}

// A file is what is known of one file.
type file struct {
	*workspace.Scan
	imported  bool      // by another file
	shows     bool      // the result has what the file shows, though it does not count as imported
	circular  bool      // sees itself
	component int       // the number of the component that it is in
	own       cache.Key // of what it is itself
	key       cache.Key // of its findings, by the texts of all that it sees
	result    *result   // nil while it is not known
	turn      turn
	crashes   []workspace.Crash
}
