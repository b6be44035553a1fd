package ruleset

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// Paths are the files that a pattern stands for, sorted. A path without wildcards
// must be there.
func Paths(files sourcefile.Files, dir, glob string) ([]string, error) {
	glob = filepath.ToSlash(glob)
	base, rest := doublestar.SplitPattern(glob)
	if !strings.ContainsAny(rest, "*?[{\\") {
		full := sourcefile.Absolute(dir, filepath.FromSlash(glob))
		_, err := files.Stat(full)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", glob, disk.Cause(err))
		}
		return []string{full}, nil
	}
	w := ruleWalk{files: files, glob: rest, left: maxRuleEntries}
	if err := w.directory(sourcefile.Absolute(dir, filepath.FromSlash(base)), ""); err != nil {
		return nil, fmt.Errorf("%q: %w", glob, err)
	}
	if len(w.found) == 0 {
		return nil, fmt.Errorf("%q matches no file", glob)
	}
	slices.Sort(w.found)
	return w.found, nil
}

// A ruleWalk finds the files below a directory whose paths in it match a pattern.
type ruleWalk struct {
	files sourcefile.Files
	glob  string
	found []string
	left  int
}

// maxRuleEntries is how many names of directories are looked at for a pattern.
const maxRuleEntries = 20_000

func (w *ruleWalk) directory(dir, inside string) error {
	entries, err := w.files.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return disk.Cause(err)
	}
	for _, entry := range entries {
		if w.left--; w.left < 0 {
			return fmt.Errorf("there are more than %d files to look at", maxRuleEntries)
		}
		name := path.Join(inside, entry.Name())
		full := filepath.Join(dir, entry.Name())
		switch {
		case entry.IsDir():
			if !slices.Contains(sourcefile.VersionControl, entry.Name()) && w.deeper(name) {
				if err := w.directory(full, name); err != nil {
					return err
				}
			}
		case doublestar.MatchUnvalidated(w.glob, name) && sourcefile.IsRules(name):
			w.found = append(w.found, full)
		}
	}
	return nil
}

// deeper reports whether something in a directory can match.
func (w *ruleWalk) deeper(name string) bool {
	return strings.Contains(w.glob, "**") || strings.Count(name, "/") < strings.Count(w.glob, "/")
}
