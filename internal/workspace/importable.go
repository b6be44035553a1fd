package workspace

import (
	"path/filepath"
	"slices"
	"strings"
)

// Importable lists what the path in an import of a file may go on with behind
// dir: programs, and folders with a slash at their end.
func (s *Snapshot) Importable(path, dir string) []string {
	dir = absolute(filepath.Dir(path), filepath.FromSlash(dir))
	entries, err := s.files.ReadDir(dir)
	if err != nil {
		return nil
	}
	var found []string
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."), filepath.Join(dir, name) == path:
		case e.IsDir():
			found = append(found, name+"/")
		case slices.Contains(programs, strings.ToLower(filepath.Ext(name))):
			found = append(found, name)
		}
	}
	return found
}
