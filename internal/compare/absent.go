package compare

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/revisions"
)

// An absentPart is what one side of a comparison cannot know.
type absentPart struct {
	holds  func(key string) bool // by what both sides call a file
	told   string
	missed bool // a program of this side wants a file of it
}

// absentModules are the submodules that a revision lacks. At is the directory or file that is
// looked at.
func absentModules(files *revisions.Tree, revision, root, at string) (found []absentPart) {
	for _, path := range slices.Sorted(maps.Keys(files.Absent)) {
		key, err := revisions.KeyFrom(at, path)
		name, wrong := revisions.KeyFrom(root, path)
		if err != nil || wrong != nil {
			continue
		}
		module := files.Absent[path]
		found = append(found, absentPart{
			holds: func(file string) bool { return key == "." || strings.HasPrefix(file, key+"/") },
			told: fmt.Sprintf("`%s` has %s in the submodule %s, which is not here: nothing in it is compared, and what imports it is in error there (`git -C %s fetch origin %s`)",
				console.Printable(revision), module.Commit, console.Printable(name), console.Printable(name), module.Commit),
			missed: module.Missed.Load(),
		})
	}
	return found
}

// sparseFiles are those that a sparse checkout leaves out of a directory; nil where there are
// none.
func (r *Reader) sparseFiles(ctx context.Context, dir string) []absentPart {
	out := r.Git.SparseNames(ctx, dir)
	if len(out) == 0 {
		return nil
	}
	return []absentPart{{
		holds: func(file string) bool { return out[file] },
		told:  "what the sparse checkout leaves out is not compared (`git sparse-checkout disable` brings it)",
	}}
}

// leaveOutAbsent takes out of both sides what only one of them can know, and says so where
// that is anything, or where a program lacks it.
func leaveOutAbsent(stderr io.Writer, old, now *diffSide) {
	for _, p := range slices.Concat(old.absent, now.absent) {
		if left := old.leaveOut(p) + now.leaveOut(p); left > 0 || p.missed {
			fmt.Fprintln(stderr, "fraccheck: "+p.told)
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
