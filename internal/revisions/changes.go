package revisions

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/git"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// ChangesSince is what differs between the files as they are now and the last commit that a
// revision and HEAD have in common, or the last ones: merges both ways leave several, and who
// resolved a conflict chose between them. What git does not keep may have changed.
func (f *Finder) ChangesSince(ctx context.Context, revision string) (*workspace.Changes, error) {
	repository, err := f.workingTree(ctx)
	if err != nil {
		return nil, fmt.Errorf("--changed-since asks git, which cannot tell: %w", err)
	}
	commits, err := mergeBases(ctx, repository, revision)
	if err != nil {
		return nil, err
	}
	then, err := readEarlier(ctx, repository, commits)
	if err != nil {
		return nil, err
	}
	changes := &workspace.Changes{Changed: map[string]bool{}, Unknown: func(path string) bool { return then.unknown(ctx, path) }, Linked: func(path string) bool { return throughUnknownLink(then.root, then.tracked, path) }}
	found := then.changed(ctx)
	for _, change := range found {
		changes.Changed[change.path] = true
		changes.All = changes.All || change.link
	}
	var lack error
	if changes.Imported, lack = importedThen(ctx, repository, found); lack != nil {
		changes.All = true
		fmt.Fprintf(f.stderr, "fraccheck: all files are checked, because the earlier imports of the changed files are unknown: %s\n", console.OneLine(lack.Error()))
	}
	return changes, nil
}

// workingTree is the repository that the working directory is in, with files around it.
func (f *Finder) workingTree(ctx context.Context) (*git.Repository, error) {
	repository, err := f.Repository(ctx, f.dir)
	if err != nil {
		return nil, err
	}
	shown, err := repository.Run(ctx, "", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	top := filepath.FromSlash(strings.TrimRight(shown, "\r\n"))
	is, errIs := os.Stat(top)
	here, errHere := os.Stat(repository.Top)
	if named := os.Getenv("GIT_DIR") != "" || os.Getenv("GIT_WORK_TREE") != ""; !named && (errIs != nil || errHere != nil || !os.SameFile(is, here)) {
		return nil, fmt.Errorf("the setting core.worktree of %s leads to %s, where other files are", repository.Top, top)
	}
	repository.Top = top
	return repository, nil
}

// mergeBases are the commits to compare with.
func mergeBases(ctx context.Context, r *git.Repository, revision string) ([]string, error) {
	commit, err := r.Run(ctx, "", "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, unknownCommit(ctx, r, revision)
	}
	listed, err := r.Run(ctx, "", "merge-base", "--all", strings.TrimSpace(commit), "HEAD")
	if err != nil {
		return nil, fmt.Errorf("`%s` and HEAD have no commit in common here; a shallow clone lacks older ones (`git fetch --unshallow`, or `fetch-depth: 0` on GitHub)", revision)
	}
	return strings.Fields(listed), nil
}

// unknownCommit says why there is no commit of a revision.
func unknownCommit(ctx context.Context, r *git.Repository, revision string) error {
	if _, err := r.Run(ctx, "", "rev-parse", "--verify", "--quiet", "HEAD"); err != nil {
		return errors.New("--changed-since needs a commit to compare with, and HEAD has none yet")
	}
	return fmt.Errorf("`%s` is no commit that git knows here; a shallow clone lacks those of other branches (%s)", revision, howToFetch(ctx, r, revision))
}

// errUnknownLink stops a walk at a link that may have led elsewhere.
var errUnknownLink = errors.New("a link that git does not keep")

// throughUnknownLink reports whether a path leads through a link in the repository which git
// does not keep, or through too many.
func throughUnknownLink(root string, tracked map[string]bool, path string) bool {
	walk := linkWalk{fromTop, func(path string) (string, error) {
		to, err := os.Readlink(path)
		switch {
		case err != nil:
			return "", nil // no link
		case strings.HasPrefix(path, root+separator) && !tracked[path]:
			return "", errUnknownLink
		}
		return to, nil
	}}
	_, err := walk.follow(path)
	return err != nil
}

// importedThen are the files that changed ones imported before. It fails where git lacks a
// text, as a clone without old contents does.
func importedThen(ctx context.Context, r *git.Repository, changes []fileChange) (found []string, err error) {
	var read []fileChange
	var objects []string
	for _, change := range changes {
		if change.object != "" && (sourcefile.IsProgram(change.path) || sourcefile.IsDocument(change.path)) {
			read, objects = append(read, change), append(objects, change.object)
		}
	}
	if len(objects) == 0 {
		return nil, nil
	}
	contents, err := r.Run(ctx, strings.Join(objects, "\n"), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	for _, change := range read {
		text, rest, err := nextObject(contents)
		if err != nil {
			return nil, noContents(filepath.Base(change.path), err)
		}
		found, contents = append(found, workspace.ImportsOf(change.path, []byte(text))...), rest
	}
	return found, nil
}
