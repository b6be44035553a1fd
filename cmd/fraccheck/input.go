package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/resource"
	"github.com/fraccheck/fraccheck/internal/revisions"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// An input is what a command reads: paths, directories, standard input.
type input struct {
	Paths     []string `arg:"" name:"path" help:"Files, directories (all programs below them), DIR/... or - for standard input."`
	StdinName string   `name:"stdin-name" placeholder:"NAME" help:"What standard input is called, and with its ending what it is."`
	Force     bool     `name:"force-ignore" help:"Leave out named files, too, that ignore in fraccheck.toml or a .gitignore leaves out, as hooks need it."`
	rules     bool     // files of rules are read too
	Jobs      threads  `placeholder:"N" help:"How many threads work (default: one a processor)."`
}

// open makes a snapshot and finds the files in it.
func (in *input) open(env *environment) (*workspace.Snapshot, []string, error) {
	return in.openWith(env, workspace.Options{})
}

// openWith is open for a snapshot of other options than the usual ones.
func (in *input) openWith(env *environment, options workspace.Options) (*workspace.Snapshot, []string, error) {
	if env.subprocess == nil || !env.subprocess.Lean {
		resource.SpendMemory()
	}
	options.Files, options.Root, options.Jobs, options.ForceIgnore = workspace.Disk{}, env.root(), int(in.Jobs), in.Force
	options.Formats = readers.All
	args := slices.Clone(in.Paths)
	if slices.Contains(args, "-") {
		path := filepath.Join(env.dir, in.stdinName())
		text, err := disk.ReadStream(env.stdin, disk.Programs)
		if err != nil {
			return nil, nil, fmt.Errorf("cannot read standard input: %w", err)
		}
		for i, arg := range args {
			if arg == "-" {
				args[i] = path // however often it is named
			}
		}
		options.Names = map[string]string{path: in.stdinName()}
		options.Files = workspace.Overlay{Files: options.Files, Texts: map[string]string{path: string(text)}}
	}
	snapshot := workspace.Open(options)
	match := snapshot.Match
	if in.rules {
		match = snapshot.MatchAll
	}
	paths, err := match(env.dir, args)
	if err != nil {
		return nil, nil, err
	}
	return snapshot.Checking(paths), paths, nil
}

// root is the directory of the repository that the command works in.
func (env *environment) root() string { return sourcefile.FindRoot(workspace.Disk{}, env.dir) }

func (in *input) stdinName() string {
	if in.StdinName == "" {
		return "<stdin>"
	}
	return in.StdinName
}

// changedSince is the flag that leaves out what a branch does not reach.
type changedSince struct {
	ChangedSince *string `name:"changed-since" placeholder:"REV" complete:"revisions" help:"Only the files that changed since this git revision and HEAD parted, and those that depend on these."`
}

// affected are those of files that what changed since a revision reaches. The snapshot
// knows the others.
func (c *changedSince) affected(ctx context.Context, env *environment, s *workspace.Snapshot, paths []string) (*workspace.Snapshot, []string, error) {
	if c.ChangedSince == nil {
		return s, paths, nil
	}
	if *c.ChangedSince == "" {
		return nil, nil, errors.New("--changed-since needs a revision, such as `origin/main`")
	}
	changes, err := env.git().ChangesSince(ctx, *c.ChangedSince)
	switch {
	case ctx.Err() != nil: // whatever came of it
		return nil, nil, context.Cause(ctx)
	case err != nil:
		return nil, nil, err
	}
	return s.Affected(ctx, paths, changes)
}

// git finds repositories.
func (env *environment) git() *revisions.Finder {
	if env.finder == nil {
		env.finder = revisions.NewFinder(env.dir, env.Stderr)
	}
	return env.finder
}

// saves is how often a changed text is worked out for a file that another program saves
// meanwhile.
const saves = 5

// save replaces the text of a file by another one, unless another program saved the file since
// it was read.
func (env *environment) save(source *workspace.Source, text string) error {
	if what := source.Derived(); what != "" {
		return fmt.Errorf("cannot write %s: it is %s, and this is the text of a program in Frac; `fraccheck convert --to frac` writes that", source.Name, what)
	}
	if err := env.leadsOut(source.Path); err != nil {
		return fmt.Errorf("cannot write %s: %w", source.Name, err)
	}
	err := env.interrupts.whole(func() error {
		return disk.Replace(source.Path, []byte(source.Encoded(source.Text())), []byte(source.Encoded(text)))
	})
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", source.Name, disk.Cause(err))
	}
	return nil
}

// leadsOut refuses a link that leads out of the project: who clones one and has its programs
// fixed names no file elsewhere.
func (env *environment) leadsOut(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil
	}
	real, err := filepath.EvalSymlinks(path)
	root, wrong := filepath.EvalSymlinks(env.root())
	if err != nil || wrong != nil {
		return nil // what is missing is reported where it is opened
	}
	if rel, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(rel) {
		return nil
	}
	return fmt.Errorf("it is a link that leads out of the project, to %s; name that file to have it written", filepath.ToSlash(real))
}

// writeFile writes a file that is no program, whatever was there.
func (env *environment) writeFile(path string, content []byte) error {
	return env.interrupts.whole(func() error { return disk.Write(path, content) })
}

// saving does something with a file that ends in saving it. Where another program saved it in
// between, it is done again with what they saved, and what was printed is taken back.
func (env *environment) saving(s *workspace.Snapshot, path string, do func(*workspace.Snapshot) error) error {
	printed := env.Stdout.Len()
	for left := saves; ; left-- {
		err := do(s)
		if left == 0 || !errors.Is(err, disk.ErrChanged) {
			return err
		}
		env.Stdout.Truncate(printed)
		s = s.Reload(path)
	}
}
