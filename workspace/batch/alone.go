package batch

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/workspace"
)

// Alone is what the cache knows of files each of which is checked by itself, as an editor
// has files checked that it does not show: what a check of that file alone finds, without
// trying fixes. It may be used from one goroutine at a time.
type Alone struct {
	*batch
	asked map[string]*file
	fresh []unkept
}

// keptBytes is how much text is kept for findings to be placed in.
const keptBytes = 32 << 20

type unkept struct {
	file *file
	text []byte
}

// RecallAlone reads files and what they see, and asks the cache, which must be there.
func RecallAlone(ctx context.Context, o Options, paths []string) (*Alone, error) {
	b := newBatch(o, paths)
	b.kind, b.room = "findings of a file alone", keptBytes
	a := &Alone{batch: b, asked: map[string]*file{}}
	if err := b.scan(ctx); err != nil {
		return nil, err
	}
	for _, f := range b.files {
		f.imported = o.Snapshot.Imported(f.Asked)
	}
	for _, path := range paths {
		a.asked[path] = b.files[b.numberOf(path)]
	}
	if err := b.name(ctx); err != nil {
		return nil, err
	}
	return a, b.recall(ctx)
}

// Scan is what is known of a file.
func (a *Alone) Scan(path string) (workspace.Scan, bool) {
	f := a.asked[path]
	if f == nil {
		return workspace.Scan{}, false
	}
	return f.Scan, true
}

// Report is what a check of a file finds; nil where that is not known.
func (a *Alone) Report(path string) *workspace.Report {
	f := a.asked[path]
	if f == nil || f.result == nil {
		return nil
	}
	if source := f.Source(path); source != nil && a.sources[path] == nil {
		a.sources[path] = source
	}
	findings, err := a.placed(path, slices.Concat(f.result.Findings, f.result.Hints))
	if err != nil {
		return nil
	}
	return &workspace.Report{Files: 1, Findings: workspace.Sorted(findings), Agree: f.result.Agree, Differ: f.result.Differ}
}

// Depends are the paths that a file's findings depend on, sorted: its own and those that
// imports lead to in all that it sees, whether or not there are such files.
func (a *Alone) Depends(path string) []string {
	f := a.asked[path]
	if f == nil {
		return []string{path}
	}
	found := []string{path, f.Path}
	seen := map[string]bool{f.Path: true}
	for open := []*file{f}; len(open) > 0; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		for _, i := range last.Imports {
			found = append(found, i.Real)
			if to, ok := a.number[i.Real]; ok && i.Fault == "" && !seen[i.Real] {
				seen[i.Real] = true
				open = append(open, a.files[to])
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// Keep has a report on a file kept, once Settle finds that its texts are those that were
// recalled.
func (a *Alone) Keep(path string, report *workspace.Report) {
	f := a.asked[path]
	if f == nil || f.Fault != "" || f.result != nil {
		return
	}
	own := *report
	own.Findings = slices.DeleteFunc(slices.Clone(report.Findings), func(found workspace.Finding) bool { return found.Source.File == nil })
	if text, lossless := resultOf(f.Name, &own, nil).encode(); lossless && durable(&own) {
		a.fresh = append(a.fresh, unkept{f, text})
	}
}

// Settle puts what is to be kept into the cache, unless the snapshot that it was found in
// read other texts.
func (a *Alone) Settle(snapshot *workspace.Snapshot) {
	var files []*file
	for _, next := range a.fresh {
		files = append(files, next.file)
	}
	if _, same := a.unchanged(snapshot, files); same {
		for _, next := range a.fresh {
			a.Cache.Put(next.file.key, next.text)
		}
	}
	a.fresh = nil
}

// Flush writes what was kept.
func (a *Alone) Flush() error { return a.Cache.Flush() }
