package request

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"go.lsp.dev/protocol"
)

// A listing is the programs in the folders, once somebody asks. Views share one
// as long as no file comes or goes.
type listing struct {
	mu    sync.Mutex
	done  bool
	paths []string
}

// InFolders are the paths of all programs in the folders, each once and in
// order. A folder that cannot be read has none; where the context ends some are
// missing.
//
// The lock is held while the folders are listed, so that requests that come meanwhile wait for the
// one listing instead of beginning their own.
func (v *View) InFolders(ctx context.Context) []string {
	v.listing.mu.Lock()
	defer v.listing.mu.Unlock()
	if v.listing.done {
		return v.listing.paths
	}
	var paths []string
	for _, folder := range v.folders {
		found, _ := v.Snapshot.Programs(ctx, folder, v.Session.ConfigFault)
		paths = append(paths, found...)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	if ctx.Err() == nil {
		v.listing.done, v.listing.paths = true, paths
	}
	return paths
}

// Configurations are those of the programs of the folders and of the open documents, each once.
func (v *View) Configurations(ctx context.Context) (paths []string) {
	seen, looked := map[string]bool{}, map[string]bool{}
	for _, path := range slices.AppendSeq(slices.Clip(v.InFolders(ctx)), maps.Keys(v.ByPath)) {
		dir := filepath.Dir(path)
		if looked[dir] || !filepath.IsAbs(path) {
			continue
		}
		looked[dir] = true
		if c, err := v.Snapshot.Config(path); err == nil && c.Path != "" && !seen[c.Path] {
			seen[c.Path] = true
			paths = append(paths, c.Path)
		}
	}
	return paths
}

// foldersOf are the directories that the client works in, by the newest way in
// which it says so; none where it has single files open.
//
//lint:file-ignore SA1019 older clients know the older ways alone.
func foldersOf(p *protocol.InitializeParams) []string {
	if given, ok := p.WorkspaceFolders.Get(); ok {
		if paths := folderPaths(given); len(paths) > 0 {
			return paths
		}
	}
	if p.RootURI != nil {
		if path := FilePath(*p.RootURI); path != "" {
			return []string{path}
		}
	}
	if path, ok := p.RootPath.Get(); ok && filepath.IsAbs(path) {
		return []string{filepath.Clean(path)}
	}
	return nil
}

// folderPaths are those of the folders that are on disk.
func folderPaths(folders []protocol.WorkspaceFolder) []string {
	var paths []string
	for _, f := range folders {
		if path := FilePath(f.URI); path != "" && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// WithFolders is the view after folders were removed and added.
func (v *View) WithFolders(removed, added []protocol.WorkspaceFolder) *View {
	next := *v
	next.folders, next.listing = nil, &listing{}
	for _, path := range v.folders {
		if !slices.Contains(folderPaths(removed), path) {
			next.folders = append(next.folders, path)
		}
	}
	for _, path := range folderPaths(added) {
		if !slices.Contains(next.folders, path) {
			next.folders = append(next.folders, path)
		}
	}
	return &next
}
