package lsp

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/workspace"
	"github.com/fraccheck/fraccheck/workspace/batch"
)

// keptSummaries are those of closed files that the cache on disk has, and has a place for.
// All of it works on nil, where there is no cache.
type keptSummaries struct {
	files *batch.Alone
}

// recall asks the cache for closed files of which this process knows nothing. What goes
// wrong with it leaves everything to be found out.
func (v *view) recall(ctx context.Context, paths []string) *keptSummaries {
	unknown := slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		sum := v.session.summaries.get(path)
		return sum != nil && sum.imported == v.snapshot.Imported(path)
	})
	if v.session.cache == nil || len(unknown) == 0 {
		return nil
	}
	o := batch.Options{Snapshot: v.snapshot.Throwaway(), Cache: v.session.cache, Tool: v.session.tool, Jobs: 2}
	files, err := batch.RecallAlone(ctx, o, unknown)
	if err != nil {
		return nil
	}
	return &keptSummaries{files: files}
}

// summary is that of a file; nil where it is not known.
func (k *keptSummaries) summary(v *view, path string) *summary {
	if !k.holds(v, path) {
		return nil
	}
	report := k.files.Report(path)
	if report == nil {
		return nil
	}
	found := v.shown(path, nil, report)
	return &summary{found: detached(found), id: resultID(found), depends: k.files.Depends(path), imported: v.snapshot.Imported(path)}
}

// holds tells whether the cache is for a file: not all of a large one is checked.
func (k *keptSummaries) holds(v *view, path string) bool {
	if k == nil {
		return false
	}
	scan, ok := k.files.Scan(path)
	return ok && !v.tooLarge(scan.Size)
}

// keep has a report kept, if there was one.
func (k *keptSummaries) keep(v *view, path string) {
	if report := v.reports.get(path).report; report != nil && k.holds(v, path) {
		k.files.Keep(path, report)
	}
}

func (k *keptSummaries) settle(snapshot *workspace.Snapshot) {
	if k != nil {
		k.files.Settle(snapshot)
	}
}

func (k *keptSummaries) flush() {
	if k != nil {
		_ = k.files.Flush() // the next server finds it out again
	}
}
