package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// A folder has thousands of files, whose trees and types do not fit into memory at once. So of
// a file that is not open only its diagnostics are kept, with the version at which they were
// found and the files that they depend on (request.FileCache); trees are read in batches and
// dropped.
//
// A summary is all that is kept of a file that is not open: its diagnostics, their name, and
// whether it is imported.
type summary struct {
	found    []protocol.Diagnostic
	id       string
	imported bool // by an open file, or by what one sees
}

// summarize gives the diagnostics of closed files, those first that others import: known already,
// in this process or from the cache on disk, or found now.
func (c *checker) summarize(ctx context.Context, v *request.View, paths []string, each func(string, *summary)) error {
	v = v.WithPages()
	l := &closedFileScan{checker: c, view: v, kept: c.recall(ctx, v, paths)}
	defer l.end()
	l.open = l.kept.order(paths)
	for len(l.open) > 0 {
		path := l.open[0]
		sum := c.known(v, path)
		if sum == nil {
			var err error
			if sum, err = l.check(ctx, path); err != nil {
				return err
			}
		}
		each(path, sum)
		l.open = l.open[1:]
	}
	return nil
}

// known is the summary of a file that this process has; nil where there is none.
func (c *checker) known(v *request.View, path string) *summary {
	sum, ok := c.summaries.Get(path)
	if !ok || sum.imported != v.Snapshot.Imported(path) {
		return nil
	}
	return sum
}

// A closedFileScan goes through closed files. It reads request.ReadBatch of them in one view, and
// drops that view before the next ones, so that memory does not grow with the folder. The next view
// takes over what its files see too, so that a file that many import is read once.
type closedFileScan struct {
	*checker
	view  *request.View
	kept  *keptSummaries
	open  []string      // the files that are left, the one that is looked at first
	fresh *request.View // in which files are read
	read  int           // how many
}

// check gives the summary of a file, after those of the files that are to be checked first. A
// configuration is looked at by itself: what is found in programs is kept for views that have read
// programs alone.
func (s *closedFileScan) check(ctx context.Context, path string) (*summary, error) {
	if sourcefile.IsConfiguration(path) {
		return s.summary(ctx, s.view.Afresh(), path, nil)
	}
	for _, first := range s.kept.first(path) {
		err := s.serial.do(ctx, func() workspace.Task { return workspace.FileTask(first, "") }, func(ctx context.Context) error {
			return s.kept.learn(ctx, s.next(), first)
		})
		if err != nil {
			return nil, err
		}
	}
	var sum *summary
	err := s.serial.do(ctx, func() workspace.Task { return workspace.FileTask(path, "") }, func(ctx context.Context) (err error) {
		sum, err = s.summary(ctx, s.next(), path, s.kept)
		return err
	})
	return sum, err
}

// next is the view in which the next file is checked.
func (s *closedFileScan) next() *request.View {
	if s.fresh == nil || s.read == request.ReadBatch {
		s.settle()
		s.fresh, s.read = s.kept.next(s.view, s.fresh, s.open[:min(len(s.open), request.ReadBatch)]), 0
	}
	s.read++
	return s.fresh
}

// settle keeps what was found in the view.
func (s *closedFileScan) settle() {
	if s.fresh != nil {
		s.kept.settle(s.fresh.Snapshot)
	}
}

func (s *closedFileScan) end() {
	s.settle()
	s.kept.flush()
}

// summary finds the diagnostics of a file in this order: in the memory of this process, in the cache
// on disk, by a check. What is found is kept with the version of the view, so that it is refused if
// a file that it depends on has changed meanwhile.
func (c *checker) summary(ctx context.Context, v *request.View, path string, kept *keptSummaries) (*summary, error) {
	if sum := c.known(v, path); sum != nil {
		return sum, nil
	}
	found, depends, err := kept.known(ctx, c, v, path)
	if err != nil {
		return nil, err
	}
	if depends == nil {
		if found, err = kept.diagnostics(ctx, c, v, path); err != nil {
			return nil, err
		}
		depends = kept.depends(v, path)
	}
	sum := &summary{found: detached(found), id: resultID(found), imported: v.Snapshot.Imported(path)}
	c.summaries.Put(path, v.CacheVersion, depends, sum)
	return sum, nil
}

// detached are diagnostics that keep no text of a file alive.
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

// resultID names diagnostics by what they say, so that they are the same as long
// as their name is.
func resultID(found []protocol.Diagnostic) string {
	encoded, err := protocol.Marshal(&protocol.FullDocumentDiagnosticReport{Kind: "full", Items: found})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:8])
}
