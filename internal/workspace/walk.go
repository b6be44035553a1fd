package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/disk"
)

// programs, documents and rules are the endings of the files that are read.
var (
	programs  = []string{".frac", ".relay", ".rly"}
	documents = []string{".md", ".rst", ".txt"}
	rules     = []string{".fracrule"}
)

// IsProgram reports whether a path names a program.
func IsProgram(path string) bool { return hasEnding(path, programs) }

// IsDocument reports whether a path names text that may hold programs in blocks.
func IsDocument(path string) bool { return hasEnding(path, documents) }

func hasEnding(path string, endings []string) bool {
	return slices.Contains(endings, strings.ToLower(filepath.Ext(path)))
}

// versionControl are directories that no walk enters.
var versionControl = []string{".git", ".hg", ".jj", ".svn"}

// ErrNoFiles says that paths were given and none led to a file.
var ErrNoFiles = errors.New("no file matched")

// Match finds the files that command line arguments name: files as they are,
// directories and `DIR/...` with all the programs below them that .gitignore
// and the configuration leave in. With Options.ForceIgnore these speak of the arguments,
// too; that none of them is left is no failure. Relative arguments start at dir. The answer
// is sorted and names each file once; that nothing matched is ErrNoFiles.
func (s *Snapshot) Match(dir string, args []string) ([]string, error) {
	return s.match(dir, args, false)
}

// MatchAll is Match for commands that read files of rules too.
func (s *Snapshot) MatchAll(dir string, args []string) ([]string, error) {
	return s.match(dir, args, true)
}

func (s *Snapshot) match(dir string, args []string, rules bool) ([]string, error) {
	w := &walker{snapshot: s, seen: map[string]bool{}, rules: rules, ahead: s.ahead.begin(s), ignorings: map[string]*ignoring{}}
	found, err := w.match(dir, args)
	w.ahead.end(err == nil)
	if err == nil && !w.matched {
		err = fmt.Errorf("%w: %s; %s%s", ErrNoFiles, strings.Join(args, " "), w.wanted(), w.documentHint())
	}
	return found, err
}

// wanted says which files are looked for.
func (w *walker) wanted() string {
	endings := programs
	if w.rules {
		endings = slices.Concat(programs, rules)
	}
	last := len(endings) - 1
	return fmt.Sprintf("what ends in %s or %s and is not ignored is looked for", strings.Join(endings[:last], ", "), endings[last])
}

// documentHint says why nothing was found where there are documents.
func (w *walker) documentHint() string {
	if w.document == "" {
		return ""
	}
	return fmt.Sprintf("; documents are read where they are named, such as `%s`", w.snapshot.Name(w.document))
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
	snapshot *Snapshot
	found    []string
	seen     map[string]bool // by real path
	matched  bool
	document string  // one that was not asked for by its name
	rules    bool    // files of rules are found too
	ahead    *lister // hears what is found; nil for nobody
	// ignorings are those of the directories above arguments that were asked for.
	ignorings map[string]*ignoring
	complain  func(error) // of configurations, instead of giving up; nil for nobody
}

func (w *walker) argument(dir, arg string) error {
	path := filepath.FromSlash(arg)
	if rest, ok := strings.CutSuffix(path, "..."); ok && (rest == "" || rest[len(rest)-1] == filepath.Separator) {
		path = filepath.Clean(rest)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	info, err := w.snapshot.files.Stat(path)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", arg, disk.Cause(err))
	}
	if out, err := w.leavesOut(path, info.IsDir()); out || err != nil {
		w.matched = w.matched || out
		return err
	}
	if info.IsDir() {
		entries, err := w.snapshot.files.ReadDir(path)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", arg, disk.Cause(err))
		}
		above, err := w.snapshot.ignoredAbove(path)
		if err = w.refused(err); err != nil {
			return err
		}
		return w.directory(path, entries, above)
	}
	if IsRules(path) && !w.rules {
		return fmt.Errorf("%s holds rules, not a program", arg)
	}
	return w.file(path)
}

func (w *walker) file(path string) error {
	real, err := w.snapshot.files.RealPath(path)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", path, disk.Cause(err))
	}
	w.snapshot.reals.put(path, real)
	w.add(path, real)
	return nil
}

// add takes a file whose real path is known.
func (w *walker) add(path, real string) {
	w.matched = true
	if !w.seen[real] && (w.rules || !IsRules(path)) {
		w.seen[real] = true
		w.found = append(w.found, path)
		w.ahead.found(path)
	}
}

// inner walks a directory that lies below an argument. One that cannot be read is found
// as if it were a file: what cannot be read is reported, and the rest is looked at.
func (w *walker) inner(path string, above ignoreRules) error {
	entries, err := w.snapshot.files.ReadDir(path)
	if err != nil {
		w.matched = true
		w.found = append(w.found, path)
		return nil
	}
	return w.directory(path, entries, above)
}

func (w *walker) directory(path string, entries []fs.DirEntry, above ignoreRules) error {
	own, err := w.snapshot.ignoreFile(path)
	if err = w.refused(err); err != nil {
		return err
	}
	ignore := append(slices.Clip(above), own...)
	config, err := w.snapshot.configs.above(path)
	if err != nil && w.complain == nil {
		return err
	}
	if err != nil {
		w.complain(err)
		config = &Config{}
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() })
	}
	for _, entry := range entries {
		child := filepath.Join(path, entry.Name())
		if ignore.ignored(child, entry.IsDir()) || config.Ignore.ignored(child, entry.IsDir()) {
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
	if err != nil && w.complain != nil {
		w.complain(err)
		return nil
	}
	return err
}

// entry follows one name of a directory. Links to files are files; links to
// directories are left alone, for they may lead round in a circle.
func (w *walker) entry(path string, entry fs.DirEntry, ignore ignoreRules) error {
	switch {
	case entry.IsDir() && slices.Contains(versionControl, entry.Name()):
		return nil
	case entry.IsDir():
		return w.inner(path, ignore)
	case hasEnding(path, programs) || hasEnding(path, rules):
		if entry.Type().IsRegular() {
			w.add(path, w.snapshot.realListed(path))
			return nil
		}
		if info, err := w.snapshot.files.Stat(path); err == nil && info.Mode().IsRegular() {
			return w.file(path)
		}
	case w.document == "" && IsDocument(path):
		w.document = path
	}
	return nil
}

// ignoredAbove collects the rules that hold in a directory from outside it:
// those of the repository's own list and of every directory above, the root's
// first.
func (s *Snapshot) ignoredAbove(dir string) (ignoreRules, error) {
	if !below(dir, s.root) {
		return nil, nil
	}
	collected, wrong := s.ignoreText(s.root, filepath.Join(s.root, ".git", "info", "exclude"))
	for _, d := range slices.Backward(upward(dir)[1:]) {
		if below(d, s.root) {
			own, err := s.ignoreFile(d)
			collected, wrong = append(collected, own...), cmp.Or(wrong, err)
		}
	}
	return collected, wrong
}

func (s *Snapshot) ignoreFile(dir string) (ignoreRules, error) {
	return s.ignoreText(dir, filepath.Join(dir, ".gitignore"))
}

// ignoreText reads a list of ignored files. A directory of that name is none.
func (s *Snapshot) ignoreText(base, path string) (ignoreRules, error) {
	text, err := s.files.ReadFile(path, disk.Ignores)
	if err == nil {
		return parseIgnore(base, string(text)), nil
	}
	if info, gone := s.files.Stat(path); gone != nil || info.IsDir() {
		return nil, nil
	}
	return nil, &IgnoreError{displayName(s.root, path), disk.Cause(err)}
}
