package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fraccheck/fraccheck/workspace"
)

// changedSince is the flag that leaves out what a branch does not reach.
type changedSince struct {
	ChangedSince *string `name:"changed-since" placeholder:"REV" complete:"revisions" help:"Only the files that changed since this git revision and HEAD parted, and those that depend on these."`
}

// affected are those of files that what changed since a revision reaches. The snapshot
// knows the others.
func (c *changedSince) affected(env *environment, s *workspace.Snapshot, paths []string) (*workspace.Snapshot, []string, error) {
	if c.ChangedSince == nil {
		return s, paths, nil
	}
	if *c.ChangedSince == "" {
		return nil, nil, errors.New("--changed-since needs a revision, such as `origin/main`")
	}
	changes, err := env.changesSince(*c.ChangedSince)
	if err != nil {
		return nil, nil, err
	}
	return s.Affected(context.Background(), paths, changes)
}

// changesSince asks git what differs between the files as they are now and the last
// commit that a revision and HEAD have in common, or the last ones: merges both ways leave
// several, and who resolved a conflict chose between them. What git does not keep may have changed.
func (env *environment) changesSince(revision string) (*workspace.Changes, error) {
	root, bases, err := mergeBases(env.dir, revision)
	if err != nil {
		return nil, err
	}
	raw, err := changesFrom(root, bases)
	if err != nil {
		return nil, err
	}
	tracked, err := trackedFiles(root)
	if err != nil {
		return nil, err
	}
	changes := &workspace.Changes{Changed: map[string]bool{}, Unknown: func(path string) bool {
		_, err := os.Lstat(path)
		return !tracked[path] && err == nil
	}, Linked: func(path string) bool { return throughUnknownLink(root, tracked, path) }}
	for _, change := range raw {
		changes.Changed[change.path] = true
		changes.All = changes.All || change.link
	}
	var lack error
	if changes.Imported, lack = importedThen(root, raw); lack != nil {
		changes.All = true
		fmt.Fprintf(env.stderr, "fraccheck: everything is looked at, since what changed files imported before is not known: %s\n", oneLine(lack.Error()))
	}
	return changes, nil
}

// changesFrom are what differs between the files as they are now and each of some commits.
func changesFrom(root string, commits []string) (all []rawChange, err error) {
	for _, commit := range commits {
		listed, err := git(root, "", "diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-color", "--no-relative",
			"--ignore-submodules=none", commit, "--")
		if err != nil {
			return nil, err
		}
		found, err := rawChanges(root, listed)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// mergeBases are the commits to compare with, and the top of the repository's files.
func mergeBases(dir, revision string) (root string, bases []string, err error) {
	top, err := git(dir, "", "rev-parse", "--show-toplevel")
	if err != nil {
		return "", nil, fmt.Errorf("--changed-since asks git, which cannot tell: %w", err)
	}
	root = filepath.FromSlash(strings.TrimRight(top, "\r\n"))
	commit, err := git(root, "", "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return "", nil, unknownCommit(root, revision)
	}
	listed, err := git(root, "", "merge-base", "--all", strings.TrimSpace(commit), "HEAD")
	if err != nil {
		return "", nil, fmt.Errorf("`%s` and HEAD have no commit in common here; a shallow clone lacks older ones (`git fetch --unshallow`, or `fetch-depth: 0` on GitHub)", revision)
	}
	return root, strings.Fields(listed), nil
}

// unknownCommit says why there is no commit of a revision.
func unknownCommit(root, revision string) error {
	if _, err := git(root, "", "rev-parse", "--verify", "--quiet", "HEAD"); err != nil {
		return errors.New("--changed-since needs a commit to compare with, and HEAD has none yet")
	}
	return fmt.Errorf("`%s` is no commit that git knows here; a shallow clone lacks those of other branches (%s)", revision, howToFetch(root, revision))
}

// trackedFiles are the paths of the files that git keeps and looks at: those that it was
// told to take for unchanged, it does not compare.
func trackedFiles(root string) (map[string]bool, error) {
	listed, err := git(root, "", "ls-files", "-z", "-v", "--full-name")
	if err != nil {
		return nil, err
	}
	tracked := map[string]bool{}
	for line := range strings.SplitSeq(strings.TrimSuffix(listed, "\x00"), "\x00") {
		// "H name": in lower case of a file with assume-unchanged, S with skip-worktree.
		if tag, name, ok := strings.Cut(line, " "); ok && tag == strings.ToUpper(tag) && tag != "S" {
			tracked[filepath.Join(root, filepath.FromSlash(name))] = true
		}
	}
	return tracked, nil
}

// errUnknownLink stops a walk at a link that may have led elsewhere.
var errUnknownLink = errors.New("a link that git does not keep")

// throughUnknownLink tells of a path that leads through a link in the repository which git
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

// A rawChange is a line of `git diff --raw`.
type rawChange struct {
	path   string
	object string // that the path had; empty where it was no regular file
	link   bool   // it was or is a symbolic link: what is reached through it is not known
}

// rawChanges reads the output of `git diff --raw -z`: ":mode mode object object
// status\0name\0".
func rawChanges(root, listed string) (found []rawChange, err error) {
	for len(listed) > 0 {
		about, rest, _ := strings.Cut(listed, "\x00")
		name, rest, ok := strings.Cut(rest, "\x00")
		fields := strings.Fields(strings.TrimPrefix(about, ":"))
		if !ok || len(fields) != 5 || len(fields[0]) != 6 || len(fields[1]) != 6 {
			return nil, fmt.Errorf("git told of changes what cannot be read: %q", about)
		}
		change := rawChange{path: filepath.Join(root, filepath.FromSlash(name))}
		change.link = strings.HasPrefix(fields[0], "12") || strings.HasPrefix(fields[1], "12")
		if strings.HasPrefix(fields[0], "100") {
			change.object = fields[2]
		}
		found, listed = append(found, change), rest
	}
	return found, nil
}

// importedThen are the files that changed ones imported before. It fails where git lacks a
// text, as a clone without old contents does.
func importedThen(root string, changes []rawChange) (found []string, err error) {
	var read []rawChange
	var objects []string
	for _, change := range changes {
		if change.object != "" && (workspace.IsProgram(change.path) || workspace.IsDocument(change.path)) {
			read, objects = append(read, change), append(objects, change.object)
		}
	}
	if len(objects) == 0 {
		return nil, nil
	}
	contents, err := git(root, strings.Join(objects, "\n"), "cat-file", "--batch")
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
