package workspace

import (
	"path/filepath"
	"strings"
	"sync"
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
	for _, there := range upward(path) {
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
