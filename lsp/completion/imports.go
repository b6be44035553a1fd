package completion

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/repair"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

// How long one list waits for what is not known yet of other files, and of how many files it has
// names. The next list goes on from there.
const (
	importTime  = 100 * time.Millisecond
	mostImports = 12
)

// An importer looks for names that a document can import. The names of the closed files are
// in the session's index, so that a key costs time with what begins like the word; only files that
// have such a name are read and checked, and that is kept with the snapshot.
type importer struct {
	ctx      context.Context
	view     *request.View
	source   *workspace.Source
	module   *typecheck.Module
	block    int // of a document: the one that is written in
	deadline time.Time
}

// outside is what the other files of the folders have for a document.
func outside(ctx context.Context, v *request.View, source *workspace.Source, module *typecheck.Module, at int32) complete.Outside {
	block := slices.IndexFunc(source.Blocks, func(b sourcefile.Block) bool { return b.Span.Contains(at) })
	i := importer{ctx, v, source, module, max(block, 0), time.Now().Add(importTime)}
	return complete.Outside{
		Files: func(dir string) []string { return v.Snapshot.Importable(source.Path, dir) },
		Names: i.names,
	}
}

func (i *importer) hasTime() bool { return i.ctx.Err() == nil && time.Now().Before(i.deadline) }

// names are those that begin with some letters, those of the nearest files in front.
func (i *importer) names(letters string, isType bool) (found []complete.Foreign, all bool) {
	exports, all := i.exports(letters)
	byPath := map[string][]reference.Export{}
	for _, e := range exports {
		if e.Path != i.source.Path && isTypeKind(e.Kind) == isType && i.module.Value(e.Name, i.block) == nil && i.module.TypeNamed(e.Name, i.block) == nil {
			byPath[e.Path] = append(byPath[e.Path], e)
		}
	}
	importer := repair.Importer{
		Workspace: repair.Workspace{Finder: i.view.Finder(), Outlines: &i.view.Session.Outlines}, Source: i.source, Module: i.module, Block: i.block,
	}
	files := 0
	for _, path := range i.nearest(byPath) {
		switch {
		case files == mostImports || !i.hasTime():
			return found, false
		case !i.isSound(path):
			continue
		}
		other, err := i.view.Snapshot.Source(path)
		if err != nil {
			continue
		}
		edit, spelled, ok := importer.Of(other)
		if !ok {
			continue
		}
		files++
		for _, e := range byPath[path] {
			found = append(found, complete.Foreign{Name: e.Name, Kind: kindOf(e.Kind), Type: e.Type, Path: path, Import: spelled, Edit: edit})
		}
	}
	return found, all
}

// exports are the names of all files that begin with some letters.
func (i *importer) exports(letters string) ([]reference.Export, bool) {
	index, v := &i.view.Session.Exports, i.view
	held := func(path string) bool { return v.ByPath[path] != nil }
	all := index.Update(v.InFolders(i.ctx), v.CacheVersion, held, i.reader(), i.hasTime)
	found := slices.DeleteFunc(index.Beginning(letters), func(e reference.Export) bool { return held(e.Path) })
	for path, d := range v.ByPath {
		if d.Path != path || path == i.source.Path || request.IsServerDocument(d.URI) || !importable(path) {
			continue
		}
		source, err := v.Snapshot.Source(path)
		if err != nil {
			continue
		}
		for _, e := range index.Held(source) {
			if e.Begins(letters) {
				found = append(found, e)
			}
		}
	}
	return found, all
}

// importable reports whether a file may be one that programs import.
func importable(path string) bool {
	return sourcefile.IsProgram(path) && !sourcefile.IsModel(path) && !sourcefile.IsTranslated(path)
}

// reader reads files in snapshots that are dropped after some of them, so that their trees are.
func (i *importer) reader() func(path string) *workspace.Source {
	var fresh *workspace.Snapshot
	read := 0
	return func(path string) *workspace.Source {
		if !importable(path) {
			return nil
		}
		if read%request.ReadBatch == 0 {
			fresh = i.view.Snapshot.Throwaway()
		}
		read++
		source, err := fresh.Source(path)
		if err != nil {
			return nil
		}
		return source
	}
}

// nearest are the files of some names, those that fewest folders lie between in front.
func (i *importer) nearest(byPath map[string][]reference.Export) []string {
	distance := map[string]int{}
	paths := make([]string, 0, len(byPath))
	for path := range byPath {
		paths = append(paths, path)
		distance[path] = foldersBetween(i.source.Path, path)
	}
	slices.SortFunc(paths, func(a, b string) int { return cmp.Or(cmp.Compare(distance[a], distance[b]), cmp.Compare(a, b)) })
	return paths
}

// foldersBetween counts the folders that are around one of two files and not around the other.
func foldersBetween(a, b string) int {
	common := 0
	for k := 0; k < len(a) && k < len(b) && a[k] == b[k]; k++ {
		common = k + 1
	}
	count := func(rest string) int { return strings.Count(rest, "/") + strings.Count(rest, `\`) }
	return count(a[common:]) + count(b[common:])
}

// isSound reports whether errors reach nothing that a file shows to those that import it.
func (i *importer) isSound(path string) bool {
	if source, err := i.view.Snapshot.Source(path); err != nil || i.view.Oversized(source) {
		return false
	}
	broken, err := i.view.Snapshot.Broken(i.ctx, path, nil)
	return err == nil && broken == nil
}

func isTypeKind(kind syntax.Kind) bool {
	return kind == syntax.ItemData || kind == syntax.ItemOpaque || kind == syntax.ItemAlias
}

func kindOf(kind syntax.Kind) complete.Kind {
	switch {
	case kind == syntax.Constructor:
		return complete.Constructor
	case isTypeKind(kind):
		return complete.Type
	}
	return complete.Global
}
