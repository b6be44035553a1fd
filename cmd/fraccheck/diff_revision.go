package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/git"
)

// repository is the git repository that a directory is in. The first time that it is asked
// for, the programs that its configuration names are reported: git would run them, and they
// are left out.
func (env *environment) repository(ctx context.Context, dir string) (*git.Repository, error) {
	r, err := git.Open(ctx, dir)
	if err != nil || env.repositories[r.Top] {
		return r, err
	}
	if env.repositories == nil {
		env.repositories = map[string]bool{}
	}
	env.repositories[r.Top] = true
	if names := r.Programs(ctx); len(names) > 0 {
		fmt.Fprintf(env.stderr, "fraccheck: the configuration of this repository names programs for git to run (%s); none of them is run, and files are compared as they are on the disk\n",
			printable(strings.Join(firstOf(names, 3), ", ")))
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

// revisionFiles are the files of a repository in a revision, by git's own word. What lies
// outside of it, or is git's own, is as it is on the disk.
func revisionFiles(ctx context.Context, env *environment, root, revision string) (*treeFiles, error) {
	repository, err := env.repository(ctx, root)
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

// nextObject takes one object from the output of `git cat-file --batch`: "object blob
// size\n", the contents, "\n".
func nextObject(contents string) (text, rest string, err error) {
	head, rest, _ := strings.Cut(contents, "\n")
	fields := strings.Fields(head)
	if len(fields) != 3 || fields[1] != "blob" {
		return "", "", fmt.Errorf("%q", head)
	}
	size, err := strconv.Atoi(fields[2])
	if err != nil || size < 0 || size >= len(rest) {
		return "", "", fmt.Errorf("%q", head)
	}
	return rest[:size], rest[size+1:], nil
}
