package walk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/gitignore"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// ErrNoFiles says that paths were given and none led to a file.
var ErrNoFiles = errors.New("no file matched")

// A Tree is the folders that are walked, with what leaves files in them out.
type Tree struct {
	Files       sourcefile.Files
	Configs     *config.Folders
	Root        string                   // of the repository
	ForceIgnore bool                     // files that are named are left out, too, where they are ignored
	Name        func(path string) string // what messages call a path
	Input       func(path string) bool   // reports whether a path represents standard input

	// RealListed is the real path of a regular file that its directory lists.
	RealListed func(path string) string
	// Resolved takes the real path of another file that is found.
	Resolved func(path, real string)
	// Found takes each file that is found; may be nil.
	Found func(path string)
	// Refused takes what a walk cannot read, and the walk goes on without it; nil where that
	// ends it.
	Refused func(error)
}

// Match finds the files that command line arguments name: files as they are,
// directories and `DIR/...` with all the programs below them that .gitignore
// and the configuration leave in; files of rules, too, where that is asked for. With
// ForceIgnore these apply to the arguments, too; that none of them is left is no error.
// Relative arguments start at dir. The answer is sorted and names each file once; that
// nothing matched is ErrNoFiles.
func (t *Tree) Match(dir string, args []string, rules bool) ([]string, error) {
	w := &walker{Tree: t, seen: map[string]bool{}, rules: rules, ignorings: map[string]*ignoring{}}
	found, err := w.match(dir, args)
	if err == nil && !w.matched {
		err = fmt.Errorf("%w: %s; %s%s", ErrNoFiles, strings.Join(args, " "), w.wanted(), w.documentHint())
	}
	return found, err
}

// Programs are the paths of the programs below a directory that Match finds.
func (t *Tree) Programs(dir string) ([]string, error) {
	w := &walker{Tree: t, seen: map[string]bool{}}
	return w.match(dir, []string{"."})
}

// wanted says which files are looked for.
func (w *walker) wanted() string {
	endings := slices.Concat(sourcefile.ProgramEndings, sourcefile.ModelEndings)
	if w.rules {
		endings = slices.Concat(endings, sourcefile.RuleEndings)
	}
	last := len(endings) - 1
	return fmt.Sprintf("what ends in %s or %s and is not ignored is looked for", strings.Join(endings[:last], ", "), endings[last])
}

// documentHint says why nothing was found where there are documents.
func (w *walker) documentHint() string {
	if w.document == "" {
		return ""
	}
	return fmt.Sprintf("; documents are read where they are named, such as `%s`", w.Name(w.document))
}

func (w *walker) match(dir string, args []string) ([]string, error) {
	for _, arg := range args {
		if err := w.argument(dir, arg); err != nil {
			return nil, err
		}
	}
	slices.Sort(w.found)
	return w.found, nil
}

type walker struct {
	*Tree
	found    []string
	seen     map[string]bool // by real path
	matched  bool
	document string // one that was not asked for by its name
	rules    bool   // files of rules are found too
	// ignorings are those of the directories above arguments that were asked for.
	ignorings map[string]*ignoring
}

func (w *walker) argument(dir, arg string) error {
	path := filepath.FromSlash(arg)
	if rest, ok := strings.CutSuffix(path, "..."); ok && (rest == "" || rest[len(rest)-1] == filepath.Separator) {
		path = filepath.Clean(rest)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	info, err := w.Files.Stat(path)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", arg, disk.Cause(err))
	}
	if out, err := w.leavesOut(path, info.IsDir()); out || err != nil {
		w.matched = w.matched || out
		return err
	}
	if info.IsDir() {
		entries, err := w.Files.ReadDir(path)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", arg, disk.Cause(err))
		}
		above, err := w.ignoredAbove(path)
		if err = w.refused(err); err != nil {
			return err
		}
		return w.directory(path, entries, above)
	}
	if sourcefile.IsRules(path) && !w.rules {
		return fmt.Errorf("%s holds rules, not a program", arg)
	}
	return w.file(path)
}

func (w *walker) file(path string) error {
	real, err := w.Files.RealPath(path)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", path, disk.Cause(err))
	}
	w.Resolved(path, real)
	w.add(path, real)
	return nil
}

// add takes a file whose real path is known.
func (w *walker) add(path, real string) {
	w.matched = true
	if !w.seen[real] && (w.rules || !sourcefile.IsRules(path)) {
		w.seen[real] = true
		w.found = append(w.found, path)
		if w.Found != nil {
			w.Found(path)
		}
	}
}

// inner walks a directory that lies below an argument. One that cannot be read is found
// as if it were a file: what cannot be read is reported, and the rest is looked at.
func (w *walker) inner(path string, above gitignore.Rules) error {
	entries, err := w.Files.ReadDir(path)
	if err != nil {
		w.matched = true
		w.found = append(w.found, path)
		return nil
	}
	return w.directory(path, entries, above)
}

func (w *walker) directory(path string, entries []fs.DirEntry, above gitignore.Rules) error {
	own, err := w.ignoreFile(path)
	if err = w.refused(err); err != nil {
		return err
	}
	ignore := append(slices.Clip(above), own...)
	nearest, err := w.Configs.Above(path)
	if err != nil && w.Refused == nil {
		return err
	}
	if err != nil {
		w.Refused(err)
		nearest = &config.Config{}
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() })
	}
	for _, entry := range entries {
		child := filepath.Join(path, entry.Name())
		if ignore.Ignored(child, entry.IsDir()) || nearest.Ignore.Ignored(child, entry.IsDir()) {
			continue
		}
		if err := w.entry(child, entry, ignore); err != nil {
			return err
		}
	}
	return nil
}

// refused reports a list of ignored files that cannot be read, without which more
// would be looked at than is meant: it ends the walk, or is complained of.
func (w *walker) refused(err error) error {
	if err != nil && w.Refused != nil {
		w.Refused(err)
		return nil
	}
	return err
}

// entry follows one name of a directory. Links to files are files; links to
// directories are left alone, for they may lead round in a circle.
func (w *walker) entry(path string, entry fs.DirEntry, ignore gitignore.Rules) error {
	switch {
	case entry.IsDir() && slices.Contains(sourcefile.VersionControl, entry.Name()):
		return nil
	case entry.IsDir():
		return w.inner(path, ignore)
	case sourcefile.IsTranslated(path) && !w.asks(path):
	case sourcefile.IsProgram(path) || sourcefile.HasEnding(path, sourcefile.RuleEndings):
		if entry.Type().IsRegular() {
			w.add(path, w.RealListed(path))
			return nil
		}
		if info, err := w.Files.Stat(path); err == nil && info.Mode().IsRegular() {
			return w.file(path)
		}
	case w.document == "" && sourcefile.IsDocument(path):
		w.document = path
	}
	return nil
}

// asks reports whether the configuration names a text in another language.
func (w *walker) asks(path string) bool {
	nearest, err := w.Configs.Above(filepath.Dir(path))
	return err == nil && nearest.FindsPython(path)
}

// ignoredAbove collects the rules that hold in a directory from outside it:
// those of the repository's own list and of every directory above, the root's
// first.
func (t *Tree) ignoredAbove(dir string) (gitignore.Rules, error) {
	if !sourcefile.Below(dir, t.Root) {
		return nil, nil
	}
	collected, wrong := t.ignoreText(t.Root, filepath.Join(t.Root, ".git", "info", "exclude"))
	for _, d := range slices.Backward(sourcefile.Upward(dir)[1:]) {
		if sourcefile.Below(d, t.Root) {
			own, err := t.ignoreFile(d)
			collected, wrong = append(collected, own...), cmp.Or(wrong, err)
		}
	}
	return collected, wrong
}

func (t *Tree) ignoreFile(dir string) (gitignore.Rules, error) {
	return t.ignoreText(dir, filepath.Join(dir, ".gitignore"))
}

// ignoreText reads a list of ignored files. A directory of that name is none.
func (t *Tree) ignoreText(base, path string) (gitignore.Rules, error) {
	text, err := t.Files.ReadFile(path, disk.Ignores)
	if err == nil {
		return gitignore.Parse(base, string(text)), nil
	}
	if info, gone := t.Files.Stat(path); gone != nil || info.IsDir() {
		return nil, nil
	}
	return nil, &IgnoreError{sourcefile.DisplayName(t.Root, path), disk.Cause(err)}
}

// An IgnoreError says that a list of ignored files cannot be read.
type IgnoreError struct {
	Name  string // of the list
	cause error
}

func (e *IgnoreError) Error() string { return fmt.Sprintf("cannot read %s: %v", e.Name, e.cause) }

func (e *IgnoreError) Unwrap() error { return e.cause }

// An ignoring is what leaves out names of a directory, as a walk from the repository's root
// would find it there.
type ignoring struct {
	lists  gitignore.Rules // of the repository, and of the directory and those above
	config *config.Config
	whole  bool // the directory is left out itself, and all that lies in it
}

// leavesOut reports whether an argument is one that no walk would find, where such are excluded. Standard
// input is always read: who waits for its layout would take nothing for an empty text.
func (w *walker) leavesOut(path string, isDir bool) (bool, error) {
	path = filepath.Clean(path)
	if w.Input(path) || !w.ForceIgnore || w.isTop(path) {
		return false, nil
	}
	in, err := w.ignoring(filepath.Dir(path))
	if err != nil {
		return false, err
	}
	return in.ignores(path, isDir), nil
}

func (i *ignoring) ignores(path string, isDir bool) bool {
	return i.whole || i.lists.Ignored(path, isDir) || i.config.Ignore.Ignored(path, isDir)
}

// isTop reports where a walk would begin.
func (w *walker) isTop(dir string) bool { return dir == w.Root || filepath.Dir(dir) == dir }

// ignoring is worked out once for each directory: thousands of files may be named.
func (w *walker) ignoring(dir string) (*ignoring, error) {
	if known := w.ignorings[dir]; known != nil {
		return known, nil
	}
	next, err := w.ignoringAbove(dir)
	if err == nil {
		next.config, err = w.Configs.Above(dir)
	}
	if err == nil && sourcefile.Below(dir, w.Root) {
		var own gitignore.Rules
		own, err = w.ignoreFile(dir)
		next.lists = append(next.lists[:len(next.lists):len(next.lists)], own...)
	}
	w.ignorings[dir] = next
	return next, err
}

// ignoringAbove is what directories above one say.
func (w *walker) ignoringAbove(dir string) (*ignoring, error) {
	if w.isTop(dir) {
		lists, err := w.ignoredAbove(dir)
		return &ignoring{lists: lists}, err
	}
	above, err := w.ignoring(filepath.Dir(dir))
	if err != nil {
		return nil, err
	}
	return &ignoring{lists: above.lists, whole: above.ignores(dir, true)}, nil
}
