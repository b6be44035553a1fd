package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// A Repository is asked by starting git.
type Repository struct {
	Top string // the directory that holds `.git`; of a bare repository its own

	bare    bool
	foreign bool // what the environment says of a repository is not about this one

	stopped atomic.Pointer[string] // the command of git that took too long; none is started after it
}

// Open finds the repository that a directory is in. In a hook the environment names it.
func Open(ctx context.Context, dir string) (*Repository, error) {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	top, bare := find(dir)
	named := os.Getenv("GIT_DIR") != ""
	switch {
	case top == "" && !named:
		return nil, errNone
	case top == "":
		top = dir
	case !named:
		own := filepath.Join(top, ".git")
		if bare {
			own = top
		}
		if err := readable(ctx, own); err != nil {
			return nil, err
		}
	}
	return &Repository{Top: top, bare: bare && !named}, nil
}

// Submodule is the repository with a `.git` in a directory. The environment of a hook names
// another one.
func Submodule(ctx context.Context, dir string) (*Repository, error) {
	own := filepath.Join(dir, ".git")
	if _, err := os.Lstat(own); err != nil {
		return nil, errNone
	}
	return &Repository{Top: dir, foreign: true}, readable(ctx, own)
}

// commands are those that are started. They read objects, references, the index and the
// configuration; none looks at the working tree, writes, or asks another repository.
var commands = []string{"cat-file", "check-attr", "config", "for-each-ref", "ls-files", "ls-tree", "merge-base", "rev-parse"}

// settings win over those of the repository, since they come from the command line. An empty
// core.fsmonitor is none in every version of git, where `false` was a program to versions
// before 2.36. The settings of a remote cannot be named here, since they have its name in
// theirs: GIT_ALLOW_PROTOCOL forbids all of them.
var settings = []string{
	"core.fsmonitor=", "core.untrackedCache=false", "core.hooksPath=" + os.DevNull,
	"core.pager=cat", "core.editor=false", "sequence.editor=false",
	"core.sshCommand=false", "core.gitProxy=", "core.askPass=", "core.alternateRefsCommand=false",
	"credential.helper=", "diff.external=", "interactive.diffFilter=",
	"gpg.program=false", "gpg.ssh.program=false", "gpg.x509.program=false",
	"protocol.allow=never", "fetch.recurseSubmodules=false", "submodule.recurse=false",
	"gc.auto=0", "maintenance.auto=false",
}

// variables are set in the environment of git.
var variables = []string{
	"GIT_ALLOW_PROTOCOL=:",  // names no protocol, so that nothing is fetched and no helper of a remote runs
	"GIT_NO_LAZY_FETCH=1",   // what a partial clone lacks is missing
	"GIT_OPTIONAL_LOCKS=0",  // the index is not written, after which a hook would run
	"GIT_TERMINAL_PROMPT=0", // nobody is asked for a password
	"GIT_PAGER=cat", "GIT_EDITOR=false", "GIT_SSH_COMMAND=false", "GIT_PROXY_COMMAND=false",
}

// left are variables that git does not get, since they name programs.
var left = []string{"GIT_EXTERNAL_DIFF", "GIT_SEQUENCE_EDITOR", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_SSH"}

// ofOneRepository are the variables that `git rev-parse --local-env-vars` lists, but for those
// of the command line's configuration.
var ofOneRepository = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE",
	"GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR",
}

// environment is that of git.
func (r *Repository) environment() []string {
	kept := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(left, name) || r.foreign && slices.Contains(ofOneRepository, name)
	})
	return append(kept, variables...)
}

// arguments are those before the command. Whether a bare repository that is no part of
// another one is read is for the user's own configuration to say.
func (r *Repository) arguments() []string {
	arguments := []string{"--no-pager", "-C", r.Top}
	if !r.bare {
		arguments = append(arguments, "-c", "safe.bareRepository=explicit")
	}
	for _, setting := range settings {
		arguments = append(arguments, "-c", setting)
	}
	return arguments
}

// How long git may take, and how much it may print. A repository can hold a pipe that nobody
// writes into, and a tree of a few kilobytes that lists 10^10 files.
const (
	longest = 60 * time.Second
	most    = 512 << 20
)

// Run runs a command of git that reads (commands), with something to read, and gives what it
// printed. The end of the context ends git too, and is the error.
func (r *Repository) Run(ctx context.Context, input string, args ...string) (string, error) {
	out, err := r.run(ctx, input, args...)
	if ended := (*exec.ExitError)(nil); errors.As(err, &ended) {
		return "", fmt.Errorf("git %s failed: %s%s", args[0], strings.TrimSpace(string(ended.Stderr)), r.Partial(ctx))
	}
	return out, err
}

// run is Run, whose error is an *exec.ExitError with what git said where git fails.
func (r *Repository) run(ctx context.Context, input string, args ...string) (string, error) {
	if !slices.Contains(commands, args[0]) {
		return "", fmt.Errorf("git %s is not among the commands that only read", args[0])
	}
	if slow := r.stopped.Load(); slow != nil {
		return "", tooLong(*slow)
	}
	bound, stop := context.WithTimeout(ctx, longest)
	defer stop()
	command := exec.CommandContext(bound, "git", append(r.arguments(), args...)...)
	command.Env = r.environment()
	command.Stdin = strings.NewReader(input)
	command.WaitDelay = 50 * time.Millisecond // for what was printed when git is killed
	out, complaint := bounded{left: most}, bounded{left: 64 << 10, ends: true}
	command.Stdout, command.Stderr = &out, &complaint
	err := command.Run()
	ended := (*exec.ExitError)(nil)
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not installed, which a revision is read with")
	case errors.Is(err, errTooMuch) || out.left < 0:
		return "", fmt.Errorf("git %s printed more than %d MB, and was stopped", args[0], most>>20)
	case ctx.Err() != nil:
		return "", ctx.Err()
	case bound.Err() != nil:
		r.stopped.Store(&args[0])
		return "", tooLong(args[0])
	case errors.As(err, &ended):
		ended.Stderr = complaint.text.Bytes()
	}
	return out.text.String(), err
}

func tooLong(command string) error {
	return fmt.Errorf("git %s took more than %v, and was stopped", command, longest)
}

var errTooMuch = errors.New("too much is printed")

// A bounded writer keeps so many bytes. What comes after them is an error, or is dropped.
type bounded struct {
	text bytes.Buffer
	left int // negative where there was more
	ends bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left >= 0 {
		return b.text.Write(p)
	}
	if b.ends {
		return len(p), nil
	}
	return 0, errTooMuch
}

// Partial says of a clone that fetches contents when they are asked for why something may be
// missing; it is empty for others.
func (r *Repository) Partial(ctx context.Context) string {
	if promised, err := r.settingsLike(ctx, `^remote\..*\.promisor$`); err != nil || len(promised) == 0 {
		return ""
	}
	return "; a partial clone lacks contents of older commits (" + HowToComplete + ")"
}

// HowToComplete is how a partial clone gets all contents.
const HowToComplete = "`git fetch --refetch --no-filter` gets them"

// A setting is one of the repository's own configuration.
type setting struct{ name, value string }

// settingsLike are the settings of the repository itself, and not of the user or the system,
// whose names a regular expression matches. Where there are none, git fails.
func (r *Repository) settingsLike(ctx context.Context, pattern string) ([]setting, error) {
	rest, err := r.run(ctx, "", "config", "-z", "--show-scope", "--get-regexp", pattern)
	var found []setting
	for err == nil && rest != "" {
		var scope, entry string
		scope, rest, _ = strings.Cut(rest, "\x00")
		entry, rest, _ = strings.Cut(rest, "\x00")
		if name, value, _ := strings.Cut(entry, "\n"); scope == "local" || scope == "worktree" {
			found = append(found, setting{name, value})
		}
	}
	return found, err
}

// Programs are the settings of the repository itself by which git would run a program when it
// compares files. None of them is run.
func (r *Repository) Programs(ctx context.Context) (names []string) {
	found, _ := r.settingsLike(ctx, `^(core\.fsmonitor|filter\..*\.(clean|process))$`) // git before 2.26 cannot say whose they are
	for _, s := range found {
		if s.value != "" && (s.name != "core.fsmonitor" || !slices.Contains(truths, strings.ToLower(s.value))) && !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	return names
}

// truths are the values of core.fsmonitor that name no program.
var truths = []string{"true", "yes", "on", "1", "false", "no", "off", "0"}
