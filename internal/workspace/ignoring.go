package workspace

import "path/filepath"

// An ignoring is what leaves out names of a directory, as a walk from the repository's root
// would find it there.
type ignoring struct {
	lists  ignoreRules // of the repository, and of the directory and those above
	config *Config
	whole  bool // the directory is left out itself, and all that lies in it
}

// leavesOut reports whether an argument is one that no walk would find, where such are excluded. Standard
// input is always read: who waits for its layout would take nothing for an empty text.
func (w *walker) leavesOut(path string, isDir bool) (bool, error) {
	path = filepath.Clean(path)
	if _, input := w.snapshot.names[path]; input || !w.snapshot.forceIgnore || w.isTop(path) {
		return false, nil
	}
	in, err := w.ignoring(filepath.Dir(path))
	if err != nil {
		return false, err
	}
	return in.ignores(path, isDir), nil
}

func (i *ignoring) ignores(path string, isDir bool) bool {
	return i.whole || i.lists.ignored(path, isDir) || i.config.Ignore.ignored(path, isDir)
}

// isTop reports where a walk would begin.
func (w *walker) isTop(dir string) bool { return dir == w.snapshot.root || filepath.Dir(dir) == dir }

// ignoring is worked out once for each directory: thousands of files may be named.
func (w *walker) ignoring(dir string) (*ignoring, error) {
	if known := w.ignorings[dir]; known != nil {
		return known, nil
	}
	next, err := w.ignoringAbove(dir)
	if err == nil {
		next.config, err = w.snapshot.configs.above(dir)
	}
	if err == nil && below(dir, w.snapshot.root) {
		var own ignoreRules
		own, err = w.snapshot.ignoreFile(dir)
		next.lists = append(next.lists[:len(next.lists):len(next.lists)], own...)
	}
	w.ignorings[dir] = next
	return next, err
}

// ignoringAbove is what directories above one say.
func (w *walker) ignoringAbove(dir string) (*ignoring, error) {
	if w.isTop(dir) {
		lists, err := w.snapshot.ignoredAbove(dir)
		return &ignoring{lists: lists}, err
	}
	above, err := w.ignoring(filepath.Dir(dir))
	if err != nil {
		return nil, err
	}
	return &ignoring{lists: above.lists, whole: above.ignores(dir, true)}, nil
}
