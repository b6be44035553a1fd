package dataset

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A Test is a model with data.
type Test struct {
	Name string   // its folder, relative to the one that was searched, with slashes
	Dir  string   // its folder
	Sets []string // the folders of data in it, by their names, in the order of their numbers
}

// Model is the path of the model's file.
func (t *Test) Model() string { return filepath.Join(t.Dir, modelFile) }

const (
	modelFile = "model.onnx"
	setPrefix = "test_data_set_"

	// mostDepth is how many folders below the one that is searched are looked into: ONNX has
	// DATA/KIND/NAME. Links to folders are followed, which may form a cycle.
	mostDepth = 3
)

// Find lists the tests in a folder and in those below it, by their names. A folder that is a
// test itself is the only one, with its own name.
func Find(dir string) ([]Test, error) {
	var tests []Test
	err := find(dir, "", mostDepth, &tests)
	if err == nil && len(tests) == 1 && tests[0].Name == "" {
		var whole string
		if whole, err = filepath.Abs(dir); err == nil {
			tests[0].Name = filepath.Base(whole)
		}
	}
	return tests, err
}

func find(dir, name string, depth int, tests *[]Test) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == modelFile }) {
		*tests = append(*tests, Test{Name: name, Dir: dir, Sets: sets(dir, entries)})
		return nil
	}
	if depth == 0 {
		return nil
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if !isFolder(path, e) {
			continue
		}
		below := e.Name()
		if name != "" {
			below = name + "/" + below
		}
		// A folder that cannot be read is left out.
		if err := find(path, below, depth-1, tests); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	return nil
}

// isFolder reports whether an entry is a folder or a link to one.
func isFolder(path string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// sets are the folders of data among the entries of a test's folder.
func sets(dir string, entries []fs.DirEntry) []string {
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), setPrefix) && isFolder(filepath.Join(dir, e.Name()), e) {
			names = append(names, e.Name())
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return setNumber(a) - setNumber(b) })
	return names
}

// setNumber is the number of a set of data; names without one come last.
func setNumber(name string) int {
	n, err := strconv.ParseUint(strings.TrimPrefix(name, setPrefix), 10, 31)
	if err != nil {
		return 1<<31 - 1
	}
	return int(n)
}
