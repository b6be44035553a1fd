package lsp

import (
	"context"
	"encoding/json"
	"time"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/settings"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// initialize learns what the client can do and says what the server can.
func (s *server) initialize(params []byte) (any, error) {
	var p protocol.InitializeParams
	if err := protocol.Unmarshal(params, &p); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "initialize: %v", err)
	}
	var problems []string
	s.chosen, problems = settings.Default().Applied(settings.Initial(json.RawMessage(p.InitializationOptions)))
	s.warn(problems)
	v := request.NewView(&p, workspace.Options{Configurations: config.Editing, Jobs: s.checker.serial.jobs(), Observe: s.options.CrashLog})
	v.Session = s.session()
	v = v.WithSettings(s.chosen)
	s.put(v)
	s.phase = serving
	s.admitted()
	if s.parent && p.ProcessID != nil {
		// No server stays after a client that crashed.
		Follow(s.ctx, int(*p.ProcessID), func() { s.end(nil) })
	}
	return &protocol.InitializeResult{
		Capabilities: s.capabilities(v.Client),
		ServerInfo:   protocol.ServerInfo{Name: "fraccheck", Version: protocol.NewOptional(config.Version())},
	}, nil
}

// initialized asks the client for its settings and for news of them and of
// files on disk, and begins to check the folders. The questions are requests to
// the client, whose answers this goroutine must read, so others wait for them.
func initialized(s *server, _ *protocol.InitializedParams) error {
	v := s.view.Load()
	go s.register(v.Client)
	if v.Client.Configuration {
		go s.requestSettings(s.settingsRequests.Add(1))
	}
	s.closedFiles.soon(v)
	if s.options.Restarts > 0 {
		s.refresher.ask()
	}
	return nil
}

// register asks for what the client sends only to those who ask.
func (s *server) register(client request.Client) {
	ctx, cancel := context.WithTimeout(s.ctx, request.Patience)
	defer cancel()
	var wanted []protocol.Registration
	if client.WatchesFiles {
		wanted = append(wanted, registration("files", protocol.MethodWorkspaceDidChangeWatchedFiles, &watched))
	}
	if client.RegistersSettings {
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
		{GlobPattern: protocol.Pattern("**/*.{frac,relay,rly,raf,fracrule,onnx,py}")},
		{GlobPattern: protocol.Pattern("**/" + config.FileName)},
		{GlobPattern: protocol.Pattern("**/.gitignore")}, // which files are looked at
	}}
	listened = protocol.DidChangeConfigurationRegistrationOptions{Section: protocol.String(settings.Section)}
)

func registration(id, method string, options any) protocol.Registration {
	encoded, _ := protocol.Marshal(options) // both of them can be written
	return protocol.Registration{ID: id, Method: method, RegisterOptions: encoded}
}

// parentPace is how often the server looks whether the client is there.
const parentPace = 2 * time.Second

// Follow calls end when a process is gone that was there, unless the context ends
// first. A process that cannot be seen from here in the first place, such as one outside of a
// container, says nothing. It polls, since no system tells a process that is not the parent.
func Follow(ctx context.Context, pid int, end func()) {
	if pid <= 0 || !alive(pid) {
		return
	}
	go func() {
		for pause(ctx, parentPace) {
			if !alive(pid) {
				end()
				return
			}
		}
	}()
}
