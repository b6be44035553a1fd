// Package runs has programs run in a worker process and keeps the results of one
// conversation.
//
// A result is kept by its subject (the text of an item, an evaluation comment or an example)
// together with the fingerprint of all that its value depends on. It holds as long as the
// fingerprint of the subject in the current view is the same, so that a result moves with its
// text and survives edits elsewhere.
//
// Read result.go first; worker.go has the process, running.go the runs under way, limit.go the words
// for limits, expectation.go the diagnostics of evaluation comments that failed.
package runs

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// A Subject is what a result is of: an item, or an evaluation comment with the item that its
// expression is. Its key is its own text, so that a result moves with it; the
// item's fingerprint reports whether the result still holds. An example of a rule has no
// item: its result holds as long as nothing of the file changes.
type Subject struct {
	key  string
	Item *syntax.Item
}

// ItemSubject is that of item i of a file. In documents, the same text may mean
// something else in each block.
func ItemSubject(source *workspace.Source, i int) Subject {
	item, block := source.File.Item(i), 0
	if !source.Program() {
		block = source.BlockOf[i]
	}
	return Subject{fmt.Sprintf("item%d\x00%s", block, item.SourceText(item.Root)), item}
}

// CommentSubject is that of an evaluation comment. An expression that is in a comment is
// read as an item of its own.
func CommentSubject(source *workspace.Source, c evaluate.Comment) Subject {
	expr := source.Text()[c.Expr.Start:c.Expr.End]
	key := fmt.Sprintf("claim%d\x00%s\x00%s", c.Block, expr, source.Text()[c.Place.Start:c.Place.End])
	if c.Item >= 0 {
		return Subject{key, source.File.Item(c.Item)}
	}
	return Subject{key, syntax.ParseItem(expr)}
}

// ExampleSubject is that of an example of a rule.
func ExampleSubject(e worker.Example) Subject {
	return Subject{key: fmt.Sprintf("example%d\x00%d", e.Rule, e.Number)}
}

// ProofSubject is that of the verdict on a rewrite rule, by its number in the file.
func ProofSubject(rule int) Subject { return Subject{key: fmt.Sprintf("proof%d", rule)} }

// results are what runs gave, by file.
type results struct {
	mu    sync.Mutex
	files map[string]map[string]Result // by path and the subject's key
}

type Result struct {
	worker.Response
	print evaluate.Fingerprint
}

// mostResults is how many are kept of one file.
const mostResults = 10_000

func (r *results) put(path string, s Subject, found Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.files == nil {
		r.files = map[string]map[string]Result{}
	}
	if r.files[path] == nil || len(r.files[path]) >= mostResults {
		r.files[path] = map[string]Result{}
	}
	r.files[path][s.key] = found
}

func (r *results) get(path string, s Subject) (Result, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, ok := r.files[path][s.key]
	return found, ok
}

// any reports whether there are results of a file.
func (r *results) any(path string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.files[path]) > 0
}

// forget drops those of a file that is no longer shown.
func (r *results) forget(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.files, path)
}

// Runner has programs run in a worker process, and keeps the results of one conversation.
type Runner struct {
	Worker  *worker.Worker
	reloads reloads // files on disk that the worker does not know of
	results results
	running running
	changed func(v *request.View, path string) // shows what tests of a file found
}

// NewRunner is without results; changed shows what tests of a file found.
func NewRunner(w *worker.Worker, changed func(v *request.View, path string)) *Runner {
	return &Runner{Worker: w, changed: changed}
}

// Forget drops the results of a file that is no longer open.
func (r *Runner) Forget(path string) { r.results.forget(path) }

// HasResults reports whether something of a file was run.
func (r *Runner) HasResults(path string) bool { return r.results.any(path) }

// FilesChanged has the worker read files again that changed on disk.
func (r *Runner) FilesChanged(paths []string) { r.reloads.add(paths) }

// A Recorder looks up and keeps the results of one file in a view.
type Recorder struct {
	results *results
	source  *workspace.Source
	prints  func() *evaluate.Fingerprints // worked out when they are first needed
	whole   func() evaluate.Fingerprint   // of the file's text
}

// Recorder returns the results of a file, as they hold in a view. Fingerprints are computed when they
// are first needed, once for all subjects of the file.
func (r *Runner) Recorder(v *request.View, source *workspace.Source) *Recorder {
	prints := func() *evaluate.Fingerprints {
		return evaluate.NewFingerprints(v.Finder().Reachable(source), &v.Session.Outlines)
	}
	whole := func() evaluate.Fingerprint { return sha256.Sum256([]byte(source.Text())) }
	return &Recorder{&r.results, source, sync.OnceValue(prints), sync.OnceValue(whole)}
}

// print is the fingerprint of a subject.
func (r *Recorder) print(s Subject) evaluate.Fingerprint {
	if s.Item == nil {
		return r.whole()
	}
	return r.prints().Of(s.Item)
}

// Keep notes what a run gave.
func (r *Recorder) Keep(s Subject, response worker.Response) {
	response.Handle, response.Node = "", nil // the view that asked for it has it
	if response.Error == nil || response.Error.Code != codeUnavailable {
		r.results.put(r.source.Path, s, Result{response, r.print(s)})
	}
}

// Last is the last result of a subject, and whether it still holds.
func (r *Recorder) Last(s Subject) (found Result, known, holds bool) {
	if found, known = r.results.get(r.source.Path, s); known {
		holds = found.print == r.print(s)
	}
	return found, known, holds
}
