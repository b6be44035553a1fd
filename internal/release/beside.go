package main

import (
	"io/fs"
	"os"
	"path/filepath"
)

// accompany are the files and folders that stand beside the binary in an archive: what the
// README leads to, and the programs that its commands are tried on.
var accompany = []string{"CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "docs", "examples"}

// beside reads them from a clone.
func beside(clone string) (files []file, err error) {
	for _, name := range accompany {
		err := filepath.WalkDir(filepath.Join(clone, name), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			within, err := filepath.Rel(clone, path)
			files = append(files, file{filepath.ToSlash(within), 0o644, content})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
