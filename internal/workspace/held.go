package workspace

import "slices"

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
	if _, ok := overlay.Texts[path]; ok {
		return path
	}
	if _, ok := overlay.Texts[real]; ok {
		return real
	}
	return s.checked.name(path, real)
}

// Holds reports whether an editor holds a file.
func (s *Snapshot) Holds(path string) bool {
	overlay, _ := s.files.(Overlay)
	_, ok := overlay.Texts[s.held(path, s.realPath(path))]
	return ok
}
