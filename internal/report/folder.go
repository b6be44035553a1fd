package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
)

// markName is the file by which a report knows a directory as its own, markText what it
// begins with.
const (
	markName = "fraccheck-report.json"
	markText = `{"generator": "fraccheck report", "version": 1}` + "\n"
)

// folders are the directories within a report.
var folders = []string{"codes", "files", "pictures"}

// own are the names that a report gives to files: in its folders, and beside them to those
// of which there are not always as many.
var (
	own      = lazyregexp.New(`^p-.*\.(html|svg)$`)
	ownLists = lazyregexp.New(`^(files|definitions)-[0-9]+\.html$`)
)

// A folder is the directory that a report is written to.
type folder struct {
	dir string

	mu      sync.Mutex
	written map[string]bool
}

// openFolder finds a directory that a report may be written to: one that is not there, is
// empty, or holds a report. It writes nothing yet.
func openFolder(dir string) (*folder, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, disk.Cause(err)
	}
	if len(entries) > 0 && !marked(dir) {
		return nil, errors.New("the directory is not empty and holds no report; name another one, or empty it")
	}
	return &folder{dir: dir, written: map[string]bool{}}, nil
}

// prepare makes the directory one of a report.
func (f *folder) prepare() error {
	if err := os.MkdirAll(f.dir, 0o777); err != nil {
		return disk.Cause(err)
	}
	disk.Tidy(f.dir)
	if err := f.writeText(markName, markText); err != nil {
		return err
	}
	return f.makeFolders()
}

func marked(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, markName))
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	text, err := disk.Read(filepath.Join(dir, markName), disk.Limit{Kind: "marks of reports", Bytes: 1000})
	return err == nil && string(text) == markText
}

func (f *folder) makeFolders() error {
	for _, name := range folders {
		path := filepath.Join(f.dir, name)
		if err := os.Mkdir(path, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return disk.Cause(err)
		}
		if info, err := os.Lstat(path); err != nil || !info.IsDir() {
			return fmt.Errorf("%s is no directory of a report", name)
		}
		disk.Tidy(path)
	}
	return nil
}

// write writes a file of the report, whole or not at all. What is no regular file was put
// there by somebody else, and may lead out of the directory.
func (f *folder) write(name string, content disk.Content) error {
	path := filepath.Join(f.dir, filepath.FromSlash(name))
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no file of a report", name)
	}
	if err := disk.WriteDerived(path, content); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, disk.Cause(err))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.written[name] = true
	return nil
}

func (f *folder) writeText(name, text string) error {
	return f.write(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

// sweep removes what a former report has left and this one has not written.
func (f *folder) sweep() error {
	for _, name := range append([]string{"."}, folders...) {
		entries, err := os.ReadDir(filepath.Join(f.dir, name))
		if err != nil {
			return disk.Cause(err)
		}
		for _, e := range entries {
			if err := f.sweepEntry(name, e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *folder) sweepEntry(dir string, e fs.DirEntry) error {
	name, names := dir+"/"+e.Name(), own
	if dir == "." {
		name, names = e.Name(), ownLists
	}
	if f.written[name] || !e.Type().IsRegular() || !names().MatchString(e.Name()) {
		return nil
	}
	return os.Remove(filepath.Join(f.dir, filepath.FromSlash(name)))
}
