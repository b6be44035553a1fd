package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"sync"

	"go.lsp.dev/protocol"
)

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
		if path := filePath(*p.RootURI); path != "" {
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
		if path := filePath(f.URI); path != "" && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// didChangeWorkspaceFolders adds and removes folders.
func didChangeWorkspaceFolders(s *server, p *protocol.DidChangeWorkspaceFoldersParams) error {
	s.showAll(s.view.Load().withFolders(p.Event.Removed, p.Event.Added))
	return nil
}

// withFolders is the view after folders were removed and added.
func (v *view) withFolders(removed, added []protocol.WorkspaceFolder) *view {
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

// A listing is the programs in the folders, once somebody asks. Views share one
// as long as no file comes or goes.
type listing struct {
	mu    sync.Mutex
	done  bool
	paths []string
}

// inFolders are the paths of all programs in the folders, each once and in
// order. A folder that cannot be read has none; where the context ends some are
// missing.
func (v *view) inFolders(ctx context.Context) []string {
	v.listing.mu.Lock()
	defer v.listing.mu.Unlock()
	if v.listing.done {
		return v.listing.paths
	}
	var paths []string
	for _, folder := range v.folders {
		found, _ := v.snapshot.Programs(ctx, folder, v.session.configFault)
		paths = append(paths, found...)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	if ctx.Err() == nil {
		v.listing.done, v.listing.paths = true, paths
	}
	return paths
}
