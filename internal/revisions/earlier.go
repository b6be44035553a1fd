package revisions

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/git"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// An earlier state is that of some commits, to compare the files on the disk with. Git is
// asked for what the commits and its index list. The files are read here: git would run the
// filters, the file system monitor and the hooks that a repository's configuration names, and
// would start itself in each submodule.
//
// Programs, rules, configurations, lists of ignored files and links are compared at once;
// any other file when it is asked for, since a repository may keep gigabytes of them.
type earlier struct {
	repository *git.Repository
	root       string
	commits    []map[string]treeEntry // by path
	tracked    map[string]bool        // by path: git keeps the file, and was not asked to take it for unchanged
	skipped    map[string]string      // by path: what the index has of files that a sparse checkout leaves out
	modules    []string               // paths of submodules, now or then
	plainLinks bool                   // links are files, as on systems without them
}

// A fileChange is a file that differs from what a commit has.
type fileChange struct {
	path   string
	object string // that the commit has; empty where that is no regular file
	link   bool   // it was or is a symbolic link: what is reached through it is not known
}

// readEarlier reads what commits and the index of a repository list.
func readEarlier(ctx context.Context, r *git.Repository, commits []string) (*earlier, error) {
	links, err := r.Run(ctx, "", "config", "--type=bool", "--get", "core.symlinks")
	e := &earlier{repository: r, root: r.Top, plainLinks: err == nil && strings.TrimSpace(links) == "false"}
	modules := map[string]bool{}
	for _, commit := range commits {
		listed, err := r.Run(ctx, "", "ls-tree", "-r", "-z", "--full-tree", commit)
		if err != nil {
			return nil, err
		}
		entries := map[string]treeEntry{}
		for _, entry := range treeEntries(listed) {
			path := filepath.Join(e.root, filepath.FromSlash(entry.name))
			entries[path] = entry
			if entry.kind == gitModule {
				modules[path] = true
			}
		}
		e.commits = append(e.commits, entries)
	}
	listed, err := r.Run(ctx, "", "ls-files", "-z", "-v", "-s", "--full-name")
	if err == nil {
		err = e.readIndex(listed, modules)
	}
	e.modules = slices.Sorted(maps.Keys(modules))
	return e, err
}

// readIndex reads the output of `git ls-files -z -v -s`: "tag mode object stage\tname\0". The
// tag is in lower case of a file with assume-unchanged, and S with skip-worktree. Of a file in
// conflict there are several stages.
func (e *earlier) readIndex(listed string, modules map[string]bool) error {
	e.tracked, e.skipped = map[string]bool{}, map[string]string{}
	for line := range strings.SplitSeq(strings.TrimSuffix(listed, "\x00"), "\x00") {
		if line == "" {
			continue
		}
		about, name, ok := strings.Cut(line, "\t")
		fields := strings.Fields(about)
		if !ok || len(fields) != 4 || len(fields[1]) != 6 {
			return fmt.Errorf("git listed a file in a way that cannot be read: %q", line)
		}
		path := filepath.Join(e.root, filepath.FromSlash(name))
		switch tag := fields[0]; {
		case strings.EqualFold(tag, "S"):
			e.skipped[path] = fields[2]
		case tag == strings.ToUpper(tag):
			e.tracked[path] = true
		}
		if gitKind(fields[1][:3]) == gitModule {
			modules[path] = true
		}
	}
	return nil
}

// unknown reports whether a file may have changed that changed does not list.
func (e *earlier) unknown(ctx context.Context, path string) bool {
	if e.inModule(path) {
		return true
	}
	if _, err := os.Lstat(path); !e.tracked[path] && err == nil {
		return true
	}
	return !comparedAtOnce(path) && len(e.changes(ctx, []string{path})) > 0
}

// inModule reports whether a path is that of a submodule or below it.
func (e *earlier) inModule(path string) bool {
	return slices.ContainsFunc(e.modules, func(module string) bool {
		return path == module || strings.HasPrefix(path, module+separator)
	})
}

// comparedAtOnce reports whether a file is compared before it is asked for.
func comparedAtOnce(path string) bool {
	name := filepath.Base(path)
	return sourcefile.IsProgram(path) || sourcefile.IsDocument(path) || sourcefile.IsRules(path) || name == config.FileName || name == ".gitignore"
}

// changed are the files that are compared at once and differ, and links.
func (e *earlier) changed(ctx context.Context) []fileChange {
	wanted := map[string]bool{}
	for path := range e.tracked {
		if comparedAtOnce(path) || isLink(path) {
			wanted[path] = true
		}
	}
	for _, entries := range e.commits {
		for path, entry := range entries {
			if comparedAtOnce(path) || entry.kind == gitLink {
				wanted[path] = true
			}
		}
	}
	return e.changes(ctx, slices.Sorted(maps.Keys(wanted)))
}

// isLink reports whether there is a symbolic link at a path.
func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// changes are the differences between some files and each of the commits. Files that differ by their
// line ends alone are the same where git would convert them; git is asked for that once, for all of
// them together, since each question starts a process.
//
// A file is changed if it differs from any of the commits: after merges both ways there are several
// merge bases, and who resolved a conflict chose between them.
func (e *earlier) changes(ctx context.Context, paths []string) (found []fileChange) {
	byLineEnds := map[string][]fileChange{}
	for _, path := range paths {
		now := readNow(path)
		for _, entries := range e.commits {
			was := entries[path]
			if was.kind == gitModule || e.same(now, was) {
				continue
			}
			change := fileChange{path: path, link: was.kind == gitLink || now.link}
			if was.kind == gitFile {
				change.object = was.object
			}
			if was.kind == gitFile && !now.link && now.sameButLineEnds(was.object) {
				byLineEnds[path] = append(byLineEnds[path], change)
				continue
			}
			found = append(found, change)
		}
	}
	asked := slices.Sorted(maps.Keys(byLineEnds))
	converted := convertedByGit(ctx, e.repository, asked)
	for _, path := range asked {
		if !converted[path] {
			found = append(found, byLineEnds[path]...)
		}
	}
	return found
}

// same reports whether a file is what a commit has, by the name that git gives to its content: a hash,
// so that nothing has to be read from the repository. A file that is missing and that a sparse
// checkout leaves out is what the index has. Where links are files (core.symlinks is false), a link of
// the commit is a file whose content is the path.
func (e *earlier) same(now *fileNow, was treeEntry) bool {
	object, skipped := e.skipped[now.path]
	switch {
	case now.missing && skipped:
		return object == was.object
	case now.missing || was.kind == "":
		return now.missing && was.kind == ""
	case was.kind == gitLink:
		return now.link != e.plainLinks && now.has(was.object)
	}
	return !now.link && now.has(was.object)
}

// convertedByGit are those of some files whose line ends git converts, by its attributes and
// its configuration: a checkout may have `\r\n` where the repository has `\n`.
func convertedByGit(ctx context.Context, r *git.Repository, paths []string) map[string]bool {
	if len(paths) == 0 {
		return nil
	}
	auto, err := r.Run(ctx, "", "config", "--get", "core.autocrlf")
	always := err == nil && slices.Contains([]string{"true", "input", "yes", "on", "1"}, strings.TrimSpace(auto))
	var names strings.Builder
	for _, path := range paths {
		name, err := KeyFrom(r.Top, path)
		if err == nil {
			names.WriteString(name + "\x00")
		}
	}
	if git.ReadableAttributes(r.Top, paths) != nil {
		return nil
	}
	listed, err := r.Run(ctx, names.String(), "check-attr", "-z", "--stdin", "text", "crlf", "eol")
	if err != nil {
		return nil
	}
	attributes := map[string]map[string]string{} // by path and name
	fields := strings.Split(listed, "\x00")
	for ; len(fields) >= 3; fields = fields[3:] {
		path := filepath.Join(r.Top, filepath.FromSlash(fields[0]))
		if attributes[path] == nil {
			attributes[path] = map[string]string{}
		}
		attributes[path][fields[1]] = fields[2]
	}
	converted := map[string]bool{}
	for path, of := range attributes {
		const none = "unspecified"
		text := of["text"]
		if text == none {
			text = of["crlf"]
		}
		converted[path] = text != "unset" && (text != none || of["eol"] != none || always)
	}
	return converted
}
