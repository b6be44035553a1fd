package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A row is a line of the lists of packages in docs/architecture.md: the package that it begins
// with, and the packages below that one which its text names.
type row struct {
	path  string
	named []string
}

// TestTableOfPackages compares the lists of packages with the tree: every package has a row, or is
// named in the row of a package above it; every package that is named exists, and none is named
// twice. The rows of layers are in the order of the layers.
func TestTableOfPackages(t *testing.T) {
	var tree, table, ordered []string
	for _, p := range packages(t) {
		tree = append(tree, p.path)
	}
	for _, r := range tableRows(t) {
		if slices.Contains(layers, r.path) {
			ordered = append(ordered, r.path)
		}
		for _, name := range append(r.named, r.path) {
			if slices.Contains(table, name) {
				t.Errorf("docs/architecture.md: the lists name `%s` twice", name)
			}
			if !slices.Contains(tree, name) {
				t.Errorf("docs/architecture.md: the lists name `%s`, which is no package", name)
			}
			table = append(table, name)
		}
	}
	for _, name := range tree {
		if !slices.Contains(table, name) {
			t.Errorf("docs/architecture.md: the lists lack `%s`: add a row with what it owns, or name it in the row of a package above it", name)
		}
	}
	if !slices.Equal(ordered, layers) {
		t.Errorf("docs/architecture.md has the rows\n%s\nin another order than the layers of arch_test.go:\n%s", strings.Join(ordered, " "), strings.Join(layers, " "))
	}
}

func TestLayersExist(t *testing.T) {
	all := packages(t)
	for i, name := range layers {
		if !slices.ContainsFunc(all, func(p pkg) bool { return p.path == name }) {
			t.Errorf("the layer %s is no package", name)
		}
		if slices.Contains(layers[:i], name) {
			t.Errorf("the layer %s is listed twice", name)
		}
	}
}

var (
	tableRow = regexp.MustCompile("(?m)^ *- `([^`]+)`: (.*)$")
	quoted   = regexp.MustCompile("`([a-z_/]+)`")
)

func tableRows(t *testing.T) (rows []row) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range tableRow.FindAllStringSubmatch(string(text), -1) {
		r := row{path: m[1]}
		for _, name := range quoted.FindAllStringSubmatch(m[2], -1) {
			if strings.HasPrefix(name[1], r.path+"/") {
				r.named = append(r.named, name[1])
			}
		}
		rows = append(rows, r)
	}
	if len(rows) < 10 {
		t.Fatalf("docs/architecture.md: lists of %d packages", len(rows))
	}
	return rows
}
