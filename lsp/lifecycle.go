package lsp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// initialize learns what the client can do and tells what the server can.
func (s *server) initialize(params []byte) (any, error) {
	var p protocol.InitializeParams
	if err := protocol.Unmarshal(params, &p); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "initialize: %v", err)
	}
	var problems []string
	s.chosen, problems = defaultSettings().applied(initialSection(json.RawMessage(p.InitializationOptions)))
	s.warn(problems)
	v := firstView(&p, workspace.Options{Jobs: s.checker.serial.jobs(), Looking: s.options.Looking})
	v.session = s.session()
	v = v.configured(s.chosen)
	s.put(v)
	s.phase = serving
	s.admitted()
	s.watchParent(p.ProcessID)
	return &protocol.InitializeResult{
		Capabilities: s.capabilities(v.client),
		ServerInfo:   protocol.ServerInfo{Name: "fraccheck", Version: protocol.NewOptional(workspace.Version())},
	}, nil
}

// firstView is the view with nothing open.
func firstView(p *protocol.InitializeParams, o workspace.Options) *view {
	folders := foldersOf(p)
	started, _ := os.Getwd() // documents that are no files are then beside nothing
	root := started
	if len(folders) > 0 {
		root = folders[0]
	}
	if o.Root == "" {
		o.Root = workspace.FindRoot(workspace.Disk{}, root)
	}
	client := readAbilities(&p.Capabilities)
	client.readOptions(p.InitializationOptions)
	return &view{
		client:   client,
		folders:  folders,
		listing:  &listing{},
		root:     root,
		ops:      table.Default(),
		prelude:  sync.OnceValue(readPrelude),
		snapshot: workspace.Open(o),
	}
}

// initialized asks the client for its settings and for news of them and of
// files on disk, and begins to check the folders. The questions are requests to
// the client, whose answers this goroutine must read, so others wait for them.
func initialized(s *server, _ *protocol.InitializedParams) error {
	v := s.view.Load()
	go s.register(v.client)
	if v.client.configuration {
		go s.requestSettings(s.settingsRequests.Add(1))
	}
	s.closedFiles.soon(v)
	if s.options.Restarts > 0 {
		s.refresher.ask()
	}
	return nil
}

// patience is how long a client may take to answer.
const patience = 30 * time.Second

// register asks for what the client tells only those who ask.
func (s *server) register(client abilities) {
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	var wanted []protocol.Registration
	if client.watches {
		wanted = append(wanted, registration("files", protocol.MethodWorkspaceDidChangeWatchedFiles, &watched))
	}
	if client.tellsSettings {
		wanted = append(wanted, registration("settings", protocol.MethodWorkspaceDidChangeConfiguration, &listened))
	}
	if len(wanted) == 0 {
		return
	}
	if err := s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: wanted}); err != nil {
		s.outbox.logf(protocol.MessageTypeWarning, "neither files on disk nor settings are watched: %v", err)
	}
}

var (
	watched = protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: []protocol.FileSystemWatcher{
		{GlobPattern: protocol.Pattern("**/*.{frac,relay,rly,fracrule}")},
		{GlobPattern: protocol.Pattern("**/" + workspace.ConfigName)},
		{GlobPattern: protocol.Pattern("**/.gitignore")}, // which files are looked at
	}}
	listened = protocol.DidChangeConfigurationRegistrationOptions{Section: protocol.String(sectionName)}
)

func registration(id, method string, options any) protocol.Registration {
	encoded, _ := protocol.Marshal(options) // both of them can be written
	return protocol.Registration{ID: id, Method: method, RegisterOptions: encoded}
}

// filePath is the path of a `file:` address; empty for others. It may be kept
// longer than the message that the address lies in.
func filePath(u uri.URI) string {
	if u = canonical(u); !u.IsFile() {
		return ""
	}
	return strings.Clone(filepath.Clean(filepath.FromSlash(u.FsPath())))
}
