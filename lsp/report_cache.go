package lsp

import (
	"context"
	"sync"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A basis is what the findings in a file depend on. Snapshots share its parts
// as long as they stay the same.
type basis struct {
	reports  *reports // others once configurations or rules changed: those of imported files count, too
	module   *typecheck.Module
	imported bool              // by another file
	source   *workspace.Source // instead of the two, where only syntax is checked
	config   *workspace.Config
	rules    *workspace.RuleSet
}

// basis is that of a file; without a configuration that can be read that part
// is missing.
func (v *view) basis(path string) (b basis) {
	source, err := v.snapshot.Source(path)
	if err != nil {
		return basis{}
	}
	b.reports = v.reports
	b.config, _ = v.snapshot.Config(path)
	b.rules, _ = v.snapshot.Rules(path)
	if v.oversized(source) {
		b.source = source
		return b
	}
	b.module, _ = v.snapshot.Module(path)
	b.imported = v.snapshot.Imported(path)
	return b
}

// reports keeps what was found last in each file, for whoever asks next: an
// editor asks for code actions wherever the cursor goes.
type reports struct {
	mu   sync.Mutex
	last map[string]keptReport
}

type keptReport struct {
	basis
	report *workspace.Report
	laws   bool // the checks that run code are in it
}

// keptReport is what was found in a file, where nothing that it depends on has changed; else
// nil.
func (v *view) keptReport(path string) *workspace.Report {
	if found := v.reports.get(path); found.report != nil && found.basis == v.basis(path) {
		return found.report
	}
	return nil
}

// report checks a file, unless nothing that it depends on has changed.
func (v *view) report(ctx context.Context, path string) (*workspace.Report, error) {
	now := v.basis(path)
	if found := v.reports.get(path); found.report != nil && found.basis == now {
		return found.report, nil
	}
	report, err := v.checkFile(ctx, path)
	if err != nil {
		return nil, err
	}
	v.reports.put(path, keptReport{now, report, false})
	return report, nil
}

func (r *reports) get(path string) keptReport {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last[path]
}

func (r *reports) put(path string, c keptReport) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		r.last = map[string]keptReport{}
	}
	r.last[path] = c
}

// forget drops what is kept for a file that is no longer shown.
func (r *reports) forget(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.last, path)
}

// addExecuted adds to what is known of a file what the checks by execution find in it, by
// item; it reports whether they found anything.
func (v *view) addExecuted(ctx context.Context, path string, execute func() (map[int][]syntax.Diagnostic, error)) (bool, error) {
	report, err := v.report(ctx, path)
	known := v.reports.get(path)
	if err != nil || known.report != report || known.laws {
		return false, err
	}
	byItem, err := execute()
	if err != nil {
		return false, err
	}
	found, err := v.snapshot.Place(path, byItem)
	if err != nil {
		return false, err
	}
	v.reports.put(path, keptReport{known.basis, report.Joined(found), true})
	return len(found) > 0, nil
}
