package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A summary is all that is kept of a file that is not open: its findings, their
// name, and what they depend on: the paths of files, and whether it is imported.
type summary struct {
	found    []protocol.Diagnostic
	id       string
	depends  []string
	imported bool // by an open file, or by what one sees
}

// summaries are those of the closed files. Files change on the reading
// goroutine and are checked on others, so what is put in may have been
// overtaken: then it is left out.
type summaries struct {
	mu      sync.Mutex
	now     int // counts the changes
	wiped   int
	changed map[string]int // when, by path
	files   map[string]*summary
	renewed int                        // when what matches in programs was forgotten
	matches map[string]*programMatches // of rules, by program
}

func newSummaries() *summaries {
	return &summaries{changed: map[string]int{}, files: map[string]*summary{}, matches: map[string]*programMatches{}}
}

// touch forgets what depends on files that changed, and gives the moment that
// begins with the change. What changed in folders, wipe is for.
func (s *summaries) touch(paths []string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now++
	for _, path := range paths {
		s.changed[path] = s.now
	}
	for path, sum := range s.files {
		if slices.ContainsFunc(sum.depends, func(d string) bool { return s.changed[d] == s.now }) {
			delete(s.files, path)
		}
	}
	for path, m := range s.matches {
		if slices.ContainsFunc(m.depends, func(d string) bool { return s.changed[d] == s.now }) {
			delete(s.matches, path)
		}
	}
	return s.now
}

// wipe forgets everything: severities changed, or what is executed.
func (s *summaries) wipe() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now++
	s.wiped, s.renewed = s.now, s.now
	clear(s.changed)
	clear(s.files)
	clear(s.matches)
	return s.now
}

func (s *summaries) get(path string) *summary {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files[path]
}

// put keeps what was found in a file as it was at a moment.
func (s *summaries) put(path string, moment int, sum *summary) {
	s.mu.Lock()
	defer s.mu.Unlock()
	overtaken := slices.ContainsFunc(sum.depends, func(d string) bool { return s.changed[d] > moment })
	if s.wiped <= moment && !overtaken {
		s.files[path] = sum
	}
}

// summaryBatch is how many closed files are read before their trees are
// forgotten.
const summaryBatch = 32

// summarize gives what is wrong in closed files, in their order: known already, in this
// process or from the cache on disk, or found out now.
func (v *view) summarize(ctx context.Context, paths []string, each func(string, *summary)) error {
	looking := *v
	looking.pages = pages{}
	v = &looking
	l := &lookout{view: v, kept: v.recall(ctx, paths)}
	defer l.end()
	for _, path := range paths {
		sum := v.summarized(path)
		if sum == nil {
			var err error
			if sum, err = l.look(ctx, path); err != nil {
				return err
			}
		}
		each(path, sum)
	}
	return nil
}

// summarized is the summary of a file that this process knows; nil where there is none.
func (v *view) summarized(path string) *summary {
	sum := v.session.summaries.get(path)
	if sum == nil || sum.imported != v.snapshot.Imported(path) {
		return nil
	}
	return sum
}

// A lookout goes through closed files, some of which are read at once.
type lookout struct {
	view  *view
	kept  *keptSummaries
	fresh *view // in which files are read
	read  int   // how many
}

// look gives the summary of a file, behind those that are to be looked at first.
func (l *lookout) look(ctx context.Context, path string) (*summary, error) {
	for _, first := range l.kept.first(path) {
		if err := l.next().learn(ctx, first, l.kept); err != nil {
			return nil, err
		}
	}
	return l.next().carefulSummary(ctx, path, l.kept)
}

// next is the view that the next file is looked at in.
func (l *lookout) next() *view {
	if l.read == summaryBatch {
		l.settle()
	}
	if l.fresh == nil {
		l.fresh = l.view.afresh()
	}
	l.read++
	return l.fresh
}

// settle forgets what was read.
func (l *lookout) settle() {
	if l.fresh != nil {
		l.kept.settle(l.fresh.snapshot)
	}
	l.fresh, l.read = nil, 0
}

func (l *lookout) end() {
	l.settle()
	l.kept.flush()
}

// afresh is the view in which nothing is read yet; what is read in it is
// forgotten with it.
func (v *view) afresh() *view {
	fresh := *v
	fresh.snapshot, fresh.reports = v.snapshot.Throwaway(), &reports{}
	return &fresh
}

// carefulSummary is a summary, worked out when nothing else is where that must be.
func (v *view) carefulSummary(ctx context.Context, path string, kept *keptSummaries) (*summary, error) {
	ctx, leave, err := v.session.careful.enter(ctx, workspace.FileSubject(path, ""))
	if err != nil {
		return nil, err
	}
	defer leave()
	return v.summary(ctx, path, kept)
}

// learn finds out what a file shows to those that import it, in the same way.
func (v *view) learn(ctx context.Context, path string, kept *keptSummaries) error {
	ctx, leave, err := v.session.careful.enter(ctx, workspace.FileSubject(path, ""))
	if err != nil {
		return err
	}
	defer leave()
	return kept.learn(ctx, v, path)
}

func (v *view) summary(ctx context.Context, path string, kept *keptSummaries) (*summary, error) {
	if sum := v.summarized(path); sum != nil {
		return sum, nil
	}
	sum, err := kept.known(ctx, v, path)
	if err != nil {
		return nil, err
	}
	if sum == nil {
		found, err := kept.findings(ctx, v, path)
		if err != nil {
			return nil, err
		}
		sum = v.summed(path, found, v.dependencies(path))
	}
	v.session.summaries.put(path, v.moment, sum)
	return sum, nil
}

// summed is the summary of a file.
func (v *view) summed(path string, found []protocol.Diagnostic, depends []string) *summary {
	return &summary{found: detached(found), id: resultID(found), depends: depends, imported: v.snapshot.Imported(path)}
}

// dependencies are those of a file; of one that cannot be read its own path.
func (v *view) dependencies(path string) []string {
	depends, err := v.snapshot.Dependencies(path)
	if err != nil {
		return []string{path}
	}
	slices.Sort(depends)
	return slices.Clone(slices.Compact(depends))
}

// detached are findings that keep no text of a file alive.
func detached(found []protocol.Diagnostic) []protocol.Diagnostic {
	for i := range found {
		if m, ok := found[i].Message.(protocol.String); ok {
			found[i].Message = protocol.String(strings.Clone(string(m)))
		}
		for j := range found[i].RelatedInformation {
			r := &found[i].RelatedInformation[j]
			r.Message = strings.Clone(r.Message)
		}
	}
	return found
}

// resultID names findings by what they say, so that they are the same as long
// as their name is.
func resultID(found []protocol.Diagnostic) string {
	encoded, err := protocol.Marshal(&protocol.FullDocumentDiagnosticReport{Kind: "full", Items: found})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:8])
}
