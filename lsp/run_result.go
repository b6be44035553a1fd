package lsp

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"sync"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A subject is what a result is of: an item, or a claim with the item that its
// expression is. Its key is its own text, so that a result moves with it; the
// item's fingerprint tells whether the result still holds. An example of a rule has no
// item: its result holds as long as nothing of the file changes.
type subject struct {
	key  string
	item *syntax.Item
}

// itemSubject is that of item i of a file. In documents, the same text may mean
// something else in each block.
func itemSubject(source *workspace.Source, i int) subject {
	item := source.File.Items[i]
	return subject{fmt.Sprintf("item%d\x00%s", blockOf(source, i), item.SourceText(item.Root)), item}
}

func blockOf(source *workspace.Source, i int) int {
	if source.Program() {
		return 0
	}
	return source.BlockOf[i]
}

// claimSubject is that of a claim. An expression that stands in a comment is
// read as an item of its own.
func claimSubject(source *workspace.Source, c evaluate.Claim) subject {
	expr := source.Text[c.Expr.Start:c.Expr.End]
	key := fmt.Sprintf("claim%d\x00%s\x00%s", c.Block, expr, source.Text[c.Place.Start:c.Place.End])
	if c.Item >= 0 {
		return subject{key, source.File.Items[c.Item]}
	}
	return subject{key, syntax.ParseItem(expr)}
}

// exampleSubject is that of an example of a rule.
func exampleSubject(e worker.Example) subject {
	return subject{key: fmt.Sprintf("example%d\x00%d", e.Rule, e.Number)}
}

// results are what runs gave, by file.
type results struct {
	mu    sync.Mutex
	files map[string]map[string]result // by path and the subject's key
}

type result struct {
	worker.Response
	print evaluate.Fingerprint
}

// mostResults is how many are kept of one file.
const mostResults = 10_000

func (r *results) put(path string, s subject, found result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.files == nil {
		r.files = map[string]map[string]result{}
	}
	if r.files[path] == nil || len(r.files[path]) >= mostResults {
		r.files[path] = map[string]result{}
	}
	r.files[path][s.key] = found
}

func (r *results) get(path string, s subject) (result, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, ok := r.files[path][s.key]
	return found, ok
}

// any tells whether there are results of a file.
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

// runs has programs run in a worker process, and keeps the results of one conversation.
type runs struct {
	worker  *worker.Worker
	reloads reloads // files on disk that the worker does not know of
	results results
	changed func(v *view, path string) // shows what tests of a file found
}

// newRuns is without results; changed shows what tests of a file found.
func newRuns(w *worker.Worker, changed func(v *view, path string)) *runs {
	return &runs{worker: w, changed: changed}
}

// forget drops the results of a file that is no longer open.
func (r *runs) forget(path string) { r.results.forget(path) }

// hasResults reports whether something of a file was run.
func (r *runs) hasResults(path string) bool { return r.results.any(path) }

// filesChanged has the worker read files again that changed on disk.
func (r *runs) filesChanged(paths []string) { r.reloads.add(paths) }

// A recorder looks up and keeps the results of one file in a view.
type recorder struct {
	results *results
	source  *workspace.Source
	prints  func() *evaluate.Fingerprints // worked out when they are first needed
	whole   func() evaluate.Fingerprint   // of the file's text
}

func (r *runs) recorder(v *view, source *workspace.Source) *recorder {
	prints := func() *evaluate.Fingerprints {
		return evaluate.NewFingerprints(v.finder().Reachable(source), &v.session.outlines)
	}
	whole := func() evaluate.Fingerprint { return sha256.Sum256([]byte(source.Text)) }
	return &recorder{&r.results, source, sync.OnceValue(prints), sync.OnceValue(whole)}
}

// print is the fingerprint of a subject.
func (r *recorder) print(s subject) evaluate.Fingerprint {
	if s.item == nil {
		return r.whole()
	}
	return r.prints().Of(s.item)
}

// keep notes what a run gave.
func (r *recorder) keep(s subject, response worker.Response) {
	response.Handle, response.Node = "", nil // the view that asked for it has it
	if response.Error == nil || response.Error.Code != codeUnavailable {
		r.results.put(r.source.Path, s, result{response, r.print(s)})
	}
}

// last is the last result of a subject, and whether it still holds.
func (r *recorder) last(s subject) (found result, known, holds bool) {
	if found, known = r.results.get(r.source.Path, s); known {
		holds = found.print == r.print(s)
	}
	return found, known, holds
}

// longestValue is how many characters of a value, or of a message, are shown
// beside the text.
const longestValue = 60

// abbreviated is the beginning of a text, on one line.
func abbreviated(text string) string {
	return excerpt.Line(text, longestValue)
}

// elapsed writes a time in milliseconds.
func elapsed(ms float64) string {
	switch {
	case ms < 0.1:
		return strconv.FormatFloat(ms, 'f', 3, 64) + " ms"
	case ms < 100:
		return strconv.FormatFloat(ms, 'f', 1, 64) + " ms"
	}
	return strconv.FormatFloat(ms/1000, 'f', 1, 64) + " s"
}
