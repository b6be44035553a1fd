package revisions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/git"
)

// A Finder finds repositories for a command that works in a directory.
type Finder struct {
	dir      string
	stderr   io.Writer
	reported map[string]bool // repositories of which what git would run was reported, by the directory of their files
}

// NewFinder is a finder that reports on standard error.
func NewFinder(dir string, stderr io.Writer) *Finder {
	return &Finder{dir: dir, stderr: stderr, reported: map[string]bool{}}
}

// Repository is the git repository that a directory is in. The first time that it is asked
// for, the programs that its configuration names are reported: git would run them, and they
// are left out.
func (f *Finder) Repository(ctx context.Context, dir string) (*git.Repository, error) {
	r, err := git.Open(ctx, dir)
	if err != nil || f.reported[r.Top] {
		return r, err
	}
	f.reported[r.Top] = true
	if names := r.Programs(ctx); len(names) > 0 {
		fmt.Fprintf(f.stderr, "fraccheck: the configuration of this repository names programs for git to run (%s); none of them is run, and files are compared as they are on the disk\n",
			console.Printable(strings.Join(firstOf(names, 3), ", ")))
	}
	return r, nil
}

// firstOf are the first of some names, and how many there are besides.
func firstOf(names []string, n int) []string {
	if len(names) <= n {
		return names
	}
	return append(names[:n:n], fmt.Sprintf("and %d more", len(names)-n))
}

// Files are the files of a repository in a revision, by git's own word. What lies
// outside of it, or is git's own, is as it is on the disk.
func (f *Finder) Files(ctx context.Context, root, revision string) (*Tree, error) {
	repository, err := f.Repository(ctx, root)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", unknownRevision(revision), err)
	}
	tree, err := repository.Run(ctx, "", "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{tree}")
	if err != nil {
		return nil, noRevision(ctx, repository, revision)
	}
	files := newTreeFiles(root)
	return files, files.load(ctx, repository, root, strings.TrimSpace(tree))
}

func unknownRevision(revision string) string {
	return fmt.Sprintf("`%s` is neither a path nor a revision that git knows", revision)
}

// noRevision says why there is no tree of a revision.
func noRevision(ctx context.Context, r *git.Repository, revision string) error {
	if _, err := r.Run(ctx, "", "rev-parse", "--absolute-git-dir"); err != nil {
		return fmt.Errorf("%s: %w", unknownRevision(revision), err)
	}
	if isShallow(ctx, r) {
		return fmt.Errorf("%s; a shallow clone lacks those of other branches (%s)", unknownRevision(revision), howToFetch(ctx, r, revision))
	}
	return errors.New(unknownRevision(revision) + r.Partial(ctx))
}

func isShallow(ctx context.Context, r *git.Repository) bool {
	shallow, err := r.Run(ctx, "", "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(shallow) == "true"
}

// howToFetch is how a clone in CI gets a revision with its history.
func howToFetch(ctx context.Context, r *git.Repository, revision string) string {
	remote, branch := "origin", "BRANCH"
	if urls, err := r.Run(ctx, "", "config", "-z", "--name-only", "--get-regexp", `^remote\..*\.url$`); err == nil {
		for url := range strings.SplitSeq(urls, "\x00") {
			name := strings.TrimSuffix(strings.TrimPrefix(url, "remote."), ".url")
			if rest, ok := strings.CutPrefix(revision, name+"/"); ok && name != "" && rest != "" {
				remote, branch = name, rest
			}
		}
	}
	unshallow := ""
	if isShallow(ctx, r) {
		unshallow = "--unshallow "
	}
	return fmt.Sprintf("`git fetch %s%s %s:refs/remotes/%s/%s`, or `fetch-depth: 0` on GitHub", unshallow, remote, branch, remote, branch)
}

// SparseNames are the files that a sparse checkout leaves out of a directory, by their paths
// from there; nil outside of a repository.
func (f *Finder) SparseNames(ctx context.Context, dir string) map[string]bool {
	repository, err := f.Repository(ctx, dir)
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
			if key, err := KeyFrom(dir, path); err == nil && !strings.HasPrefix(key, "../") {
				out[key] = true
			}
		}
	}
	return out
}

func KeyFrom(dir, path string) (string, error) {
	rel, err := filepath.Rel(dir, path)
	return filepath.ToSlash(rel), err
}

// OwnsPath reports whether a path is in the folder where git keeps the repository.
func (f *Finder) OwnsPath(ctx context.Context, path string) bool {
	repository, err := f.Repository(ctx, f.dir)
	if err != nil {
		return false
	}
	own, err := repository.Run(ctx, "", "rev-parse", "--absolute-git-dir")
	if err != nil {
		return false
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	rel, err := filepath.Rel(filepath.FromSlash(strings.TrimRight(own, "\r\n")), path)
	return err == nil && filepath.IsLocal(rel)
}
