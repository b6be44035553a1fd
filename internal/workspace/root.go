package workspace

import "path/filepath"

// FindRoot is the nearest directory at or above dir that holds a repository;
// dir itself where there is none.
func FindRoot(files Files, dir string) string {
	for _, d := range upward(dir) {
		if _, err := files.Stat(filepath.Join(d, ".git")); err == nil {
			return d
		}
	}
	return dir
}

// upward lists dir and the directories above it, nearest first.
func upward(dir string) []string {
	dirs := []string{dir}
	for parent := filepath.Dir(dir); parent != dir; parent = filepath.Dir(dir) {
		dir = parent
		dirs = append(dirs, dir)
	}
	return dirs
}

// below reports whether path is dir or lies in it.
func below(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// displayName is how reports write a path: relative to the root, with `/`.
func displayName(root, path string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		rel = path
	}
	return filepath.ToSlash(rel)
}
