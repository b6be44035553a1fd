package workspace

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// realPath follows links as far as there are files: where a file is missing,
// those to its directory. It asks the system once for each path.
func (s *Snapshot) realPath(path string) string {
	if real, known := s.reals.get(path); known {
		return real
	}
	real := s.followLinks(path)
	s.reals.put(path, real)
	return real
}

// realListed is the real path of a regular file that its directory lists under this name:
// links are on the way to the directory alone.
func (s *Snapshot) realListed(path string) string {
	if s.signed.program(path) != nil {
		return s.realPath(path)
	}
	dir, real := filepath.Dir(path), path
	if to := s.realPath(dir); to != dir {
		real = filepath.Join(to, filepath.Base(path))
	}
	s.reals.put(path, real)
	return real
}

func (s *Snapshot) followLinks(path string) string {
	for _, there := range sourcefile.Upward(path) {
		if real, err := s.files.RealPath(there); err == nil {
			return real + strings.TrimPrefix(path, there)
		}
	}
	return path
}

// realPaths are the real paths that are known, by path. Those who look at the same moment
// share them: to follow links asks the system for each folder on the way.
type realPaths struct {
	mu    sync.Mutex
	known map[string]string
}

func newRealPaths() *realPaths { return &realPaths{known: map[string]string{}} }

func (r *realPaths) get(path string) (real string, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	real, known = r.known[path]
	return real, known
}

func (r *realPaths) put(path, real string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[path] = real
}

// A file that links lead to has several paths and one name in reports. Which it is may not
// depend on who asks for the file first, or it would change from run to run.

// checkedPaths are the names of files that are about to be checked.
type checkedPaths struct {
	sorted []string
	linked map[string]string // of those that links lead to, by real path
}

// Checking is the same moment, in which files are called as the paths call them that are
// about to be checked: sorted ones, each of another file.
func (s *Snapshot) Checking(paths []string) *Snapshot {
	checked := checkedPaths{sorted: paths, linked: map[string]string{}}
	for _, path := range paths {
		if real := s.realPath(path); real != path {
			checked.linked[real] = path
		}
	}
	next := s.Fresh()
	next.checked, next.ahead = checked, s.ahead
	return next
}

// name is the path by which a file is checked, or else the one by which it is reached.
func (c checkedPaths) name(path, real string) string {
	if name, linked := c.linked[real]; linked {
		return name
	}
	if path == real { // as nearly always: nothing is to be looked for
		return path
	}
	if _, checked := slices.BinarySearch(c.sorted, real); checked {
		return real
	}
	return path
}

// held is the path under which a file is read: the one under which an editor holds it, for
// links may lead to the text in it, too; the one by which it is checked; or else the one by
// which it is reached.
func (s *Snapshot) held(path, real string) string {
	overlay, _ := s.files.(Overlay)
	if overlay.Has(path) {
		return path
	}
	if overlay.Has(real) {
		return real
	}
	return s.checked.name(path, real)
}

// Holds reports whether an editor holds a file.
func (s *Snapshot) Holds(path string) bool {
	overlay, _ := s.files.(Overlay)
	return overlay.Has(s.held(path, s.realPath(path)))
}
