package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace"
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
	options.Files, options.Root, options.Jobs, options.ForceIgnore = workspace.Disk{}, env.root(), int(in.Jobs), in.Force
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
func (env *environment) root() string { return workspace.FindRoot(workspace.Disk{}, env.dir) }

func (in *input) stdinName() string {
	if in.StdinName == "" {
		return "<stdin>"
	}
	return in.StdinName
}
