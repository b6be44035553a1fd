package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestDocuments holds that who unpacks an archive finds what its README speaks of.
func TestDocuments(t *testing.T) {
	files, err := documents("../..")
	if err != nil {
		t.Fatal(err)
	}
	holds := func(name string) bool {
		return slices.ContainsFunc(files, func(f file) bool { return f.name == name || strings.HasPrefix(f.name, name+"/") })
	}
	i := slices.IndexFunc(files, func(f file) bool { return f.name == "README.md" })
	if i < 0 {
		t.Fatal("there is no README")
	}
	links := regexp.MustCompile(`\]\(([^)#:]+)[^)]*\)|\b(examples/[\w./]*\w)`).FindAllStringSubmatch(string(files[i].content), -1)
	for _, link := range links {
		if name := link[1] + link[2]; !holds(name) {
			t.Errorf("README.md names %s", name)
		}
	}
	if len(links) < 10 {
		t.Errorf("README.md has %d links", len(links))
	}
}

// TestLinkedFolders holds that a link to a folder is packed as the folder.
func TestLinkedFolders(t *testing.T) {
	files, err := filesBelow("../..", []string{"editors/neovim"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(files, func(f file) bool { return f.name == "editors/neovim/queries/frac/highlights.scm" }) {
		t.Error("the queries are missing")
	}
}
