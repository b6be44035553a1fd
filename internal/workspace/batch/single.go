package batch

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// Single is what is found in files each of which is checked by itself, as an editor has
// files checked that it does not show: what a check of that file alone finds, without
// trying fixes, from the cache or found out now. It may be used from one goroutine at a
// time.
//
// Files are looked at in the order that Order gives, in snapshots that Next makes. Before a file
// those are looked at that First names: what they show may be what it was when the file was checked
// last, and then that is known by its second key (signed.go).
type Single struct {
	*batch
	asked    map[string]*file
	unsaved  []bool // files that see one that an editor holds
	before   map[int32]bool
	closures closures

	recent      []pending // since the last Settle
	lastFounded bool      // what the last snapshot read is what keys were made of
}

// keptBytes is how much text is kept for findings to be placed in.
const keptBytes = 32 << 20

// A pending result waits until it is known that it was made of what keys are made of.
type pending struct {
	file    *file
	text    []byte // nil where it cannot be kept
	beyond  bool
	checked bool // and not found by what imports show
}

// RecallSingle reads files and what they see, and asks the cache, if there is one.
func RecallSingle(ctx context.Context, o Options, paths []string) (*Single, error) {
	b := newBatch(o, paths)
	b.kind, b.textBudget = "findings of a file alone", keptBytes
	a := &Single{batch: b, asked: map[string]*file{}, before: map[int32]bool{}}
	if err := b.scan(ctx); err != nil {
		return nil, err
	}
	for i, f := range b.files {
		f.shows, f.imported = f.imported, o.Snapshot.Imported(f.Asked)
		a.asked[f.Asked] = b.files[i]
	}
	for _, path := range paths {
		a.asked[path] = b.files[b.numberOf(path)]
	}
	a.survey()
	b.verifier = newFactVerifier(b)
	if err := b.name(ctx); err != nil {
		return nil, err
	}
	return a, b.recall(ctx)
}

// survey finds which files see what is not saved.
func (a *Single) survey() {
	a.unsaved = make([]bool, len(a.files))
	for _, component := range a.components {
		unsaved := slices.ContainsFunc(component, func(i int32) bool {
			return a.Snapshot.Holds(a.files[i].Asked) || slices.ContainsFunc(a.graph.Successors(i), func(to int32) bool { return a.unsaved[to] })
		})
		for _, i := range component {
			a.unsaved[i] = unsaved
		}
	}
}

// Order sorts files so that each is after those that it imports, but for import cycles.
func (a *Single) Order(paths []string) []string {
	component := func(path string) int {
		if f := a.asked[path]; f != nil {
			return f.component
		}
		return len(a.components)
	}
	return slices.SortedStableFunc(slices.Values(paths), func(p, q string) int { return component(p) - component(q) })
}

// Next is the snapshot in which some files are checked next. Of what the one before read, nil for
// none, it keeps what these files see, without the trees of files that are not checked in it.
func (a *Single) Next(before *workspace.Snapshot, paths []string) *workspace.Snapshot {
	if before == nil {
		return a.Snapshot.Fresh()
	}
	var files []*file
	due := map[string]bool{}
	for _, path := range paths {
		if f := a.asked[path]; f != nil {
			files = append(files, f)
			due[f.Path] = true
		}
	}
	next := before.FreshWith(a.seen(files))
	next.Compact(due)
	return next
}

// Scan is what is known of a file.
func (a *Single) Scan(path string) (workspace.Scan, bool) {
	f := a.asked[path]
	if f == nil {
		return workspace.Scan{}, false
	}
	return *f.Scan, true
}

// First are the files that are to be looked at before a file, in this order: what it sees
// and nobody knows. Each is named once.
func (a *Single) First(path string) (paths []string) {
	f := a.asked[path]
	if f == nil || f.result != nil {
		return nil
	}
	var found []int32
	for open := []*file{f}; len(open) > 0; {
		last := open[len(open)-1]
		open = open[:len(open)-1]
		for _, i := range a.graph.Successors(a.number[last.Path]) {
			if next := a.files[i]; next.result == nil && !next.circular && next.Fault == "" && !a.before[i] {
				a.before[i] = true
				found, open = append(found, i), append(open, next)
			}
		}
	}
	slices.SortFunc(found, func(i, j int32) int { return a.files[i].component - a.files[j].component })
	for _, i := range found {
		paths = append(paths, a.files[i].Asked)
	}
	return paths
}

// Report is what a check of a file finds; nil where that is not known.
func (a *Single) Report(ctx context.Context, path string) (*workspace.Report, error) {
	f := a.asked[path]
	if f == nil {
		return nil, nil
	}
	if f.result == nil {
		if known, err := a.recallSigned(ctx, f); err != nil || !known {
			return nil, ctx.Err()
		}
		a.counts.Known++
		a.recent, a.verifier.confirmed = append(a.recent, a.verifier.confirmed...), nil
	}
	if source := f.Source(path); source != nil && a.sources[path] == nil {
		a.sources[path] = source
	}
	findings, err := a.placed(path, slices.Concat(f.result.Findings, f.result.Hints))
	if err != nil {
		return nil, nil // it is found out
	}
	return &workspace.Report{Files: 1, Findings: sourcefile.Sorted(findings), Agree: f.result.Agree, Differ: f.result.Differ}, nil
}

// Check checks a file of which nothing is known, in a snapshot of the same moment. What it
// finds is kept, once Settle finds that it was made of the texts that were recalled.
func (a *Single) Check(ctx context.Context, snapshot *workspace.Snapshot, path string) (*workspace.Report, error) {
	report, err := snapshot.CheckFile(ctx, path, single{a})
	if err != nil {
		return nil, err
	}
	a.counts.Checked++
	f := a.asked[path]
	if f == nil || f.Fault != "" || f.result != nil || !durable(&report.Report) {
		return &report.Report, nil
	}
	r := resultOf(f.Name, &report.Report, nil)
	if f.shows && !f.circular {
		if r.Broken, err = snapshot.Broken(ctx, path, single{a}); err != nil {
			return nil, err
		}
		r.BrokenKnown = true
	}
	if a.founded(f) {
		r.Signature = report.Signature
	}
	r.ImportedFacts = report.ImportedFacts
	text, lossless := r.encode()
	if !lossless {
		text = nil
	}
	f.result = r
	a.recent = append(a.recent, pending{f, text, report.Beyond, true})
	return &report.Report, nil
}

// Counts returns what was done.
func (a *Single) Counts() Counts { return a.counts }

// Depends is the set of the paths that a file's findings depend on; nil for one that was not read.
func (a *Single) Depends(path string) *Closure {
	f := a.asked[path]
	if f == nil {
		return nil
	}
	return a.closureOf(f.component)
}

// Settle puts what was found into the cache, unless the snapshot that files were checked in
// read other texts: then nothing is concluded from what these show.
func (a *Single) Settle(snapshot *workspace.Snapshot) {
	var checked []*file
	for _, next := range a.recent {
		if next.checked {
			checked = append(checked, next.file)
		}
	}
	a.verifier.reset()
	_, a.lastFounded = a.unchanged(snapshot, checked, !a.lastFounded)
	for _, next := range a.recent {
		if a.lastFounded && !a.verifier.stale {
			a.keepSingle(next)
		} else {
			next.file.result.Signature, next.file.result.BrokenKnown = "", false
		}
	}
	a.recent, a.verifier.stale = nil, false
}

// keepSingle puts a result into the cache. Texts that are not saved will be others soon, so
// that nothing is kept by them where there is another key.
func (a *Single) keepSingle(next pending) {
	f, number := next.file, a.number[next.file.Path]
	if next.text == nil || a.Cache == nil {
		return
	}
	signed := !next.checked || a.keepSigned(f, next.text, next.beyond)
	if !a.unsaved[number] || !signed && !a.Snapshot.Holds(f.Asked) {
		a.Cache.Put(f.key, next.text)
	}
}

// Flush writes what was kept.
func (a *Single) Flush() error {
	if a.Cache == nil {
		return nil
	}
	return a.Cache.Flush()
}

// single is what is known of files when others are checked by themselves.
type single struct{ *Single }

func (k single) Broken(path string) (*workspace.Broken, bool) {
	i, ok := k.number[path]
	if !ok || k.files[i].result == nil || !k.files[i].result.BrokenKnown {
		return nil, false
	}
	return k.files[i].result.Broken, true
}

func (k single) Imported(string) bool { return false }

func (k single) Signature(path string) (digest string, ok bool) {
	return checked{k.batch}.Signature(path)
}

func (k single) Signs(path string) bool {
	i, ok := k.number[path]
	return ok && k.Cache != nil && k.files[i].shows && !k.files[i].circular
}
