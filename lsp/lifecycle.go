package lsp

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp/text"
	"github.com/fraccheck/fraccheck/op/table"
	"github.com/fraccheck/fraccheck/workspace"
)

// initialize learns what the client can do and tells what the server can.
func (s *server) initialize(params []byte) (any, error) {
	var p protocol.InitializeParams
	if err := protocol.Unmarshal(params, &p); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "initialize: %v", err)
	}
	v := firstView(&p)
	v.session = newSession(s)
	s.view.Store(v)
	s.phase = serving
	return &protocol.InitializeResult{
		Capabilities: capabilities(v.client),
		ServerInfo:   protocol.ServerInfo{Name: "fraccheck", Version: protocol.NewOptional(workspace.Version())},
	}, nil
}

// firstView is the view with nothing open.
func firstView(p *protocol.InitializeParams) *view {
	folder := folderOf(p)
	root := folder
	if root == "" {
		root, _ = os.Getwd() // documents that are no files are then beside nothing
	}
	client := readAbilities(&p.Capabilities)
	client.readOptions(p.InitializationOptions)
	return &view{
		settings: defaultSettings(),
		client:   client,
		folder:   folder,
		root:     root,
		ops:      table.Default(),
		reports:  &reports{},
		prelude:  sync.OnceValue(readPrelude),
		snapshot: workspace.Open(workspace.Options{Root: workspace.FindRoot(workspace.Disk{}, root)}),
	}
}

// folderOf is the directory that the client works in, by the newest way in which
// it says so; empty where it has single files open.
//
//lint:file-ignore SA1019 older clients know the older ways alone.
func folderOf(p *protocol.InitializeParams) string {
	if folders, ok := p.WorkspaceFolders.Get(); ok && len(folders) > 0 {
		if path := filePath(folders[0].URI); path != "" {
			return path
		}
	}
	if p.RootURI != nil {
		if path := filePath(*p.RootURI); path != "" {
			return path
		}
	}
	if path, ok := p.RootPath.Get(); ok && filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return ""
}

// initialized asks for news of files on disk. It is a request to the client,
// whose answer this goroutine must read, so another one waits for it.
func initialized(s *server, _ *protocol.InitializedParams) error {
	if s.view.Load().client.watches {
		go s.watchFiles()
	}
	return nil
}

// patience is how long a client may take to answer.
const patience = 30 * time.Second

func (s *server) watchFiles() {
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	options, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{
		Watchers: []protocol.FileSystemWatcher{
			{GlobPattern: protocol.Pattern("**/*.{frac,relay,rly}")},
			{GlobPattern: protocol.Pattern("**/" + workspace.ConfigName)},
		},
	})
	if err == nil {
		err = s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
			ID: "files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options,
		}}})
	}
	if err != nil {
		s.outbox.logf(protocol.MessageTypeWarning, "files on disk are not watched: %v", err)
	}
}

// filePath is the path of a `file:` address; empty for others.
func filePath(u uri.URI) string {
	if !u.IsFile() {
		return ""
	}
	return filepath.Clean(filepath.FromSlash(u.FsPath()))
}

// encodingOf negotiates the position encoding.
func encodingOf(general *protocol.GeneralClientCapabilities) text.Encoding {
	if general == nil {
		return text.UTF16
	}
	var offered []string
	for _, e := range general.PositionEncodings {
		offered = append(offered, string(e))
	}
	return text.Negotiate(offered)
}
