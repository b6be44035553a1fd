package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// revisionFiles are the files of a repository in a revision, by git's own word. What lies
// outside of it, or is git's own, is as it is on the disk.
func revisionFiles(root, revision string) (*treeFiles, error) {
	tree, err := git(root, "", "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{tree}")
	if err != nil {
		return nil, noRevision(root, revision)
	}
	files := newTreeFiles(root)
	return files, files.load(root, strings.TrimSpace(tree))
}

// noRevision says why there is no tree of a revision.
func noRevision(root, revision string) error {
	none := fmt.Sprintf("`%s` is neither a path nor a revision that git knows", revision)
	if _, err := git(root, "", "rev-parse", "--show-toplevel"); err != nil {
		return fmt.Errorf("%s: %w", none, err)
	}
	if shallow, err := git(root, "", "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(shallow) == "true" {
		return fmt.Errorf("%s; a shallow clone lacks those of other branches (%s)", none, howToFetch(root, revision))
	}
	return errors.New(none + lazily(root))
}

// howToFetch is how a clone in CI gets a revision with its history.
func howToFetch(root, revision string) string {
	remote, branch := "origin", "BRANCH"
	if remotes, err := git(root, "", "remote"); err == nil {
		for name := range strings.FieldsSeq(remotes) {
			if rest, ok := strings.CutPrefix(revision, name+"/"); ok && rest != "" {
				remote, branch = name, rest
			}
		}
	}
	unshallow := ""
	if shallow, err := git(root, "", "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(shallow) == "true" {
		unshallow = "--unshallow "
	}
	return fmt.Sprintf("`git fetch %s%s %s:refs/remotes/%s/%s`, or `fetch-depth: 0` on GitHub", unshallow, remote, branch, remote, branch)
}

// git runs git in a directory, with something to read.
func git(dir, input string, args ...string) (string, error) {
	return gitWith(os.Environ(), dir, input, args...)
}

// gitElsewhere runs git in a directory of another repository, as a submodule is. In a hook
// the environment names the one that the hook is of.
func gitElsewhere(dir, input string, args ...string) (string, error) {
	there := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(ofOneRepository, name)
	})
	return gitWith(there, dir, input, args...)
}

// ofOneRepository are the variables that `git rev-parse --local-env-vars` lists, but for those
// of the command line's configuration.
var ofOneRepository = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_CONFIG", "GIT_OBJECT_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE",
	"GIT_GRAFT_FILE", "GIT_INDEX_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_COMMON_DIR",
}

func gitWith(environment []string, dir, input string, args ...string) (string, error) {
	command := exec.Command("git", append([]string{"-C", dir}, args...)...)
	command.Stdin = strings.NewReader(input)
	command.Env = append(environment, "GIT_NO_LAZY_FETCH=1") // no network
	var complaint bytes.Buffer
	command.Stderr = &complaint
	out, err := command.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("git is not installed, which a revision is read with")
	}
	if err != nil {
		return "", fmt.Errorf("git %s failed: %s%s", args[0], strings.TrimSpace(complaint.String()), lazily(dir))
	}
	return string(out), nil
}

// lazily says of a clone that fetches contents when they are asked for why something may be
// missing; it is empty for others.
func lazily(dir string) string {
	promised, err := exec.Command("git", "-C", dir, "config", "--get-regexp", `^remote\..*\.promisor$`).Output()
	if err != nil || len(promised) == 0 {
		return ""
	}
	return "; a partial clone lacks contents of older commits (" + howToComplete + ")"
}

// howToComplete is how a partial clone gets all contents.
const howToComplete = "`git fetch --refetch --no-filter` gets them"

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
