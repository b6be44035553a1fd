package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An absentPart is what one side of a comparison cannot know.
type absentPart struct {
	holds  func(key string) bool // by what both sides call a file
	told   string
	missed bool // a program of this side wants a file of it
}

// absentModules are the submodules that a revision lacks. At is the directory or file that is
// looked at.
func absentModules(files *treeFiles, revision, root, at string) (found []absentPart) {
	for _, path := range slices.Sorted(maps.Keys(files.absent)) {
		key, err := keyFrom(at, path)
		name, wrong := keyFrom(root, path)
		if err != nil || wrong != nil {
			continue
		}
		module := files.absent[path]
		found = append(found, absentPart{
			holds: func(file string) bool { return key == "." || strings.HasPrefix(file, key+"/") },
			told: fmt.Sprintf("`%s` has %s in the submodule %s, which is not here: nothing in it is compared, and what imports it is in error there (`git -C %s fetch origin %s`)",
				printable(revision), module.commit, printable(name), printable(name), module.commit),
			missed: module.missed.Load(),
		})
	}
	return found
}

// sparseFiles are those that a sparse checkout leaves out of a directory; nil where there are
// none.
func sparseFiles(ctx context.Context, env *environment, dir string) []absentPart {
	out := sparseNames(ctx, env, dir)
	if len(out) == 0 {
		return nil
	}
	return []absentPart{{
		holds: func(file string) bool { return out[file] },
		told:  "what the sparse checkout leaves out is not compared (`git sparse-checkout disable` brings it)",
	}}
}

// sparseNames are their paths from there; nil outside of a repository.
func sparseNames(ctx context.Context, env *environment, dir string) map[string]bool {
	repository, err := env.repository(ctx, dir)
	if err != nil {
		return nil
	}
	listed, err := repository.Run(ctx, "", "ls-files", "-z", "-t", "--full-name")
	if err != nil {
		return nil
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	out := map[string]bool{}
	for line := range strings.SplitSeq(listed, "\x00") {
		name, ok := strings.CutPrefix(line, "S ")
		path := filepath.Join(repository.Top, filepath.FromSlash(name))
		if _, err := os.Lstat(path); ok && err != nil {
			if key, err := keyFrom(dir, path); err == nil && !strings.HasPrefix(key, "../") {
				out[key] = true
			}
		}
	}
	return out
}

func keyFrom(dir, path string) (string, error) {
	rel, err := filepath.Rel(dir, path)
	return filepath.ToSlash(rel), err
}

// leaveOutAbsent takes out of both sides what only one of them can know, and says so where
// that is anything, or where a program lacks it.
func leaveOutAbsent(env *environment, old, now *diffSide) {
	for _, p := range slices.Concat(old.absent, now.absent) {
		if left := old.leaveOut(p) + now.leaveOut(p); left > 0 || p.missed {
			fmt.Fprintln(env.stderr, "fraccheck: "+p.told)
		}
	}
}

// leaveOut takes a part out of a side, and counts what was there.
func (s *diffSide) leaveOut(p absentPart) int {
	all := len(s.remarks) + len(s.costs)
	s.remarks = slices.DeleteFunc(s.remarks, func(r remark) bool { return p.holds(r.key) })
	maps.DeleteFunc(s.costs, func(k definitionKey, _ *sideCost) bool { return p.holds(k.file) })
	maps.DeleteFunc(s.texts, func(key, _ string) bool { return p.holds(key) })
	return all - len(s.remarks) - len(s.costs)
}
