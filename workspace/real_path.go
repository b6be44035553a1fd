package workspace

import (
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// realPath follows links as far as there are files: where a file is missing,
// those to its directory. It asks the system once for each path.
func (s *Snapshot) realPath(path string) string {
	if known, ok := s.reals.get(path); ok {
		return known.path
	}
	real, err := s.followed(path)
	if err != nil {
		real = realPath{path: s.followLinks(path)}
	}
	s.reals.put(path, real)
	return real.path
}

// followLinks is realPath as links lead now.
func (s *Snapshot) followLinks(path string) string {
	for _, there := range upward(path) {
		if real, err := s.files.RealPath(there); err == nil {
			return real + strings.TrimPrefix(path, there)
		}
	}
	return path
}

// existing is the real path of what is there. It asks the system once for each path, and
// once for each folder on the way to all that lie in it.
func (s *Snapshot) existing(path string) (string, error) {
	if known, ok := s.reals.get(path); ok && known.there {
		return known.path, nil
	}
	real, err := s.followed(path)
	if err == nil {
		s.reals.put(path, real)
	}
	return real.path, err
}

// followed follows links to what is there, from its folder on.
func (s *Snapshot) followed(path string) (realPath, error) {
	if runtime.GOOS == "windows" || filepath.Clean(path) != path || s.signed.program(path) != nil {
		return s.asked(path) // on Windows, files have names of several spellings
	}
	at := path
	if dir := filepath.Dir(path); dir != path {
		folder, err := s.existing(dir)
		if err != nil {
			return s.asked(path)
		}
		if folder != dir {
			at = filepath.Join(folder, filepath.Base(path))
		}
	}
	if info, err := s.files.Lstat(at); err == nil && info.Mode()&fs.ModeSymlink == 0 {
		return realPath{at, true, info.Mode().IsRegular()}, nil
	}
	return s.asked(path)
}

// asked has the system look at each folder on the way.
func (s *Snapshot) asked(path string) (realPath, error) {
	real, err := s.files.RealPath(path)
	return realPath{path: real, there: err == nil}, err
}

// A realPath is where a path leads.
type realPath struct {
	path    string
	there   bool // there is something
	regular bool // it is known to be a regular file
}

// realPaths are the real paths that are known, by path. Those who look at the same moment
// share them: to follow links asks the system for each folder on the way.
type realPaths struct {
	mu    sync.Mutex
	known map[string]realPath
}

func newRealPaths() *realPaths { return &realPaths{known: map[string]realPath{}} }

func (r *realPaths) get(path string) (real realPath, known bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	real, known = r.known[path]
	return real, known
}

func (r *realPaths) put(path string, real realPath) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known[path] = real
}
