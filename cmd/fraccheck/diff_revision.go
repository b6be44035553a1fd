package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/disk"
	"github.com/fraccheck/fraccheck/workspace"
)

// revisionFiles are the programs and configurations of a repository in a revision, by
// git's own word: its other files, and links, are not there.
func revisionFiles(root, revision string) (workspace.Files, error) {
	tree, err := git(root, "", "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{tree}")
	if err != nil {
		return nil, noRevision(root, revision)
	}
	listed, err := git(root, "", "ls-tree", "-r", "-z", "--full-tree", strings.TrimSpace(tree))
	if err != nil {
		return nil, err
	}
	names, objects := wantedObjects(listed)
	contents, err := git(root, strings.Join(objects, "\n"), "cat-file", "--batch")
	if err != nil {
		return nil, err
	}
	files := newMemoryFiles(root)
	for _, name := range names {
		text, rest, err := nextObject(contents)
		if err != nil {
			return nil, fmt.Errorf("git gave what cannot be read of %s: %w", name, err)
		}
		files.add(filepath.Join(root, filepath.FromSlash(name)), text)
		contents = rest
	}
	return files, nil
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
	return errors.New(none)
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
	command := exec.Command("git", append([]string{"-C", dir}, args...)...)
	command.Stdin = strings.NewReader(input)
	command.Env = append(command.Environ(), "GIT_NO_LAZY_FETCH=1") // no network
	var complaint bytes.Buffer
	command.Stderr = &complaint
	out, err := command.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return "", errors.New("git is not installed, which a revision is read with")
	}
	if err != nil {
		return "", fmt.Errorf("git %s failed: %s", args[0], strings.TrimSpace(complaint.String()))
	}
	return string(out), nil
}

// wantedObjects are the names and the objects of the files that are read, of the
// output of `git ls-tree -z`: "mode type object\tname\0".
func wantedObjects(listed string) (names, objects []string) {
	for _, line := range strings.Split(listed, "\x00") {
		about, name, ok := strings.Cut(line, "\t")
		fields := strings.Fields(about)
		if !ok || len(fields) != 3 || !strings.HasPrefix(fields[0], "100") {
			continue
		}
		if workspace.IsProgram(name) || workspace.IsDocument(name) || filepath.Base(name) == workspace.ConfigName {
			names, objects = append(names, name), append(objects, fields[2])
		}
	}
	return names, objects
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

// memoryFiles are files that are not on the disk. Paths are absolute.
type memoryFiles struct {
	texts map[string]string
	dirs  map[string]map[string]bool // names by directory; true for directories
	root  string
}

func newMemoryFiles(root string) *memoryFiles {
	return &memoryFiles{texts: map[string]string{}, dirs: map[string]map[string]bool{root: {}}, root: root}
}

func (m *memoryFiles) add(path, text string) {
	m.texts[path] = text
	for isDir := false; path != m.root && filepath.Dir(path) != path; isDir = true {
		dir := filepath.Dir(path)
		if m.dirs[dir] == nil {
			m.dirs[dir] = map[string]bool{}
		}
		m.dirs[dir][filepath.Base(path)] = isDir
		path = dir
	}
}

func (m *memoryFiles) ReadFile(path string, limit disk.Limit) ([]byte, error) {
	text, ok := m.texts[path]
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fs.ErrNotExist}
	}
	return []byte(text), limit.Check(path, int64(len(text)))
}

func (m *memoryFiles) ReadDir(path string) ([]fs.DirEntry, error) {
	names, ok := m.dirs[path]
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fs.ErrNotExist}
	}
	var entries []fs.DirEntry
	for name := range names {
		info, err := m.Stat(filepath.Join(path, name))
		if err != nil {
			return nil, err
		}
		entries = append(entries, fs.FileInfoToDirEntry(info))
	}
	return entries, nil
}

func (m *memoryFiles) Stat(path string) (fs.FileInfo, error) {
	if text, ok := m.texts[path]; ok {
		return memoryInfo{name: filepath.Base(path), size: int64(len(text)), mode: 0o444}, nil
	}
	if m.dirs[path] != nil {
		return memoryInfo{name: filepath.Base(path), mode: fs.ModeDir | 0o555}, nil
	}
	return nil, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
}

func (m *memoryFiles) RealPath(path string) (string, error) {
	_, err := m.Stat(path)
	return path, err
}
