package workspace

import (
	"context"
	"io/fs"

	"github.com/fraccheck/fraccheck/internal/workspace/walk"
)

// Match finds the files that command line arguments name (walk.Tree.Match).
func (s *Snapshot) Match(dir string, args []string) ([]string, error) {
	return s.match(dir, args, false)
}

// MatchAll is Match for commands that read files of rules too.
func (s *Snapshot) MatchAll(dir string, args []string) ([]string, error) {
	return s.match(dir, args, true)
}

func (s *Snapshot) match(dir string, args []string, rules bool) ([]string, error) {
	ahead := s.ahead.begin(s)
	t := s.tree()
	t.Found = ahead.found
	found, err := t.Match(dir, args, rules)
	ahead.end(err == nil)
	return found, err
}

// tree is what a walk through the folders of the snapshot looks at.
func (s *Snapshot) tree() *walk.Tree {
	return &walk.Tree{
		Files: s.files, Configs: s.configs, Root: s.root, ForceIgnore: s.forceIgnore, Name: s.Name,
		Input:      s.isInput,
		RealListed: s.realListed, Resolved: s.reals.put,
	}
}

// Programs are the paths of the programs below a directory that Match finds. It
// leaves out what it may not read, and files whose configuration has a mistake,
// with which complain is called. It fails where the context ends.
func (s *Snapshot) Programs(ctx context.Context, dir string, complain func(error)) ([]string, error) {
	t := s.Throwaway().tree()
	t.Files, t.Refused = readable{s.files, ctx}, complain
	return t.Programs(dir)
}

// readable are the directories that may be read, until a context ends.
type readable struct {
	Files
	ctx context.Context
}

func (r readable) ReadDir(path string) ([]fs.DirEntry, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	entries, err := r.Files.ReadDir(path)
	if err != nil {
		return nil, nil
	}
	return entries, nil
}

// isInput reports whether a path has no file, as that of standard input has none.
func (s *Snapshot) isInput(path string) bool {
	_, input := s.names[path]
	return input
}
