package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// An absentPart is a submodule that is not known on one side of a comparison.
type absentPart struct {
	key      string // what both sides call it
	name     string // from the root of the repository
	revision string
	commit   string
	missed   bool // a program of this side wants a file of it
}

// absentParts are those of a revision, of which the directory or file at a path is looked at.
func absentParts(files *treeFiles, revision, root, at string) (found []absentPart) {
	for _, path := range slices.Sorted(maps.Keys(files.absent)) {
		key, err := filepath.Rel(at, path)
		name, wrong := filepath.Rel(root, path)
		if err == nil && wrong == nil {
			module := files.absent[path]
			found = append(found, absentPart{filepath.ToSlash(key), filepath.ToSlash(name), revision, module.commit, module.missed.Load()})
		}
	}
	return found
}

func (p absentPart) holds(key string) bool {
	return p.key == "." || key == p.key || strings.HasPrefix(key, p.key+"/")
}

// leaveOutAbsent takes out of both sides what only one of them can know, and says so where
// that is anything, or where a program lacks it.
func leaveOutAbsent(env *environment, old, now *diffSide) {
	for _, p := range slices.Concat(old.absent, now.absent) {
		if left := old.leaveOut(p) + now.leaveOut(p); left == 0 && !p.missed {
			continue
		}
		fmt.Fprintf(env.stderr, "fraccheck: `%s` has %s in the submodule %s, which is not here: nothing in it is compared, and what imports it is in error there (`git -C %s fetch origin %s`)\n",
			printable(p.revision), p.commit, printable(p.name), printable(p.name), p.commit)
	}
}

// leaveOut takes a part out of a side, and counts what was there.
func (s *diffSide) leaveOut(p absentPart) int {
	all := len(s.remarks) + len(s.costs)
	s.remarks = slices.DeleteFunc(s.remarks, func(r remark) bool { return p.holds(r.key) })
	maps.DeleteFunc(s.costs, func(k definitionKey, _ *sideCost) bool { return p.holds(k.file) })
	return all - len(s.remarks) - len(s.costs)
}
