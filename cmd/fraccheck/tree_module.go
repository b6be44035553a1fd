package main

import (
	"context"
	"maps"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/git"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// An absentModule is a submodule of which the files in a revision are not known: it was not
// fetched, or only newer commits were, as in a clone of depth 1.
type absentModule struct {
	commit string
	missed atomic.Bool // somebody asked for a file of it
}

// module takes in a commit of a submodule, which is empty where it is absent.
func (t *treeFiles) module(ctx context.Context, path, commit string) {
	t.dirs[path] = map[string]bool{}
	if r, err := git.Submodule(ctx, path); err != nil || t.load(ctx, r, path, commit) != nil {
		t.forget(path)
		t.absent[path] = &absentModule{commit: commit}
	}
}

// forget empties a directory of which only a part could be read.
func (t *treeFiles) forget(dir string) {
	below := func(path string) bool { return strings.HasPrefix(path, dir+separator) }
	maps.DeleteFunc(t.files, func(path string, _ *treeFile) bool { return below(path) })
	maps.DeleteFunc(t.dirs, func(path string, _ map[string]bool) bool { return below(path) })
	maps.DeleteFunc(t.links, func(path, _ string) bool { return below(path) })
	maps.DeleteFunc(t.absent, func(path string, _ *absentModule) bool { return below(path) })
	t.dirs[dir] = map[string]bool{}
}

// missed notes that a path is not there. A walk looks for lists and configurations
// everywhere, which says nothing.
func (t *treeFiles) missed(path string) {
	module := t.absent[filepath.Dir(path)]
	if name := filepath.Base(path); module != nil && name != workspace.ConfigName && name != ".gitignore" {
		module.missed.Store(true)
	}
}
