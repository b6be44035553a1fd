package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
)

// An answer works out the answer to a request from a view. It runs beside
// others.
type answer func(ctx context.Context, v *view) (any, error)

// A route reads the parameters of a request.
type route func(params []byte) (answer, error)

// A feature is a part of what the server answers: its requests by method, and
// how the server announces it to a client.
type feature struct {
	requests map[string]route
	commands map[string]command // of workspace/executeCommand, by name
	announce func(client abilities, c *protocol.ServerCapabilities)
	closed   func(d *document) // forgets what is kept of a document; nil for nothing
}

// newFeatures are all features, with the state of one conversation.
var newFeatures = func(s *server) []feature {
	return slices.Concat(
		hoverFeatures(s.matches), navigationFeatures(s.matches), actionFeatures(), completionFeatures(),
		structureFeatures(s.options.Restarts*namesOfServer), lensFeatures(s.runs, s.matches), commandFeatures(s.runs),
		panelFeatures(s.matches, s.asked), s.checker.features(),
	)
}

// notifications change the state of the server, in the order in which they
// come.
var notifications = map[string]func(s *server, params []byte) error{
	protocol.MethodInitialized:                        handlesNotification(initialized),
	protocol.MethodCancelRequest:                      handlesNotification(cancelRequest),
	protocol.MethodTextDocumentDidOpen:                handlesOpening(didOpen),
	protocol.MethodTextDocumentDidChange:              handlesNotification(didChange),
	protocol.MethodTextDocumentDidSave:                handlesNotification(didSave),
	protocol.MethodTextDocumentDidClose:               handlesNotification(didClose),
	protocol.MethodWorkspaceDidChangeWatchedFiles:     handlesNotification(didChangeWatchedFiles),
	protocol.MethodWorkspaceDidChangeConfiguration:    handlesNotification(didChangeConfiguration),
	protocol.MethodWorkspaceDidChangeWorkspaceFolders: handlesNotification(didChangeWorkspaceFolders),
	protocol.MethodWorkspaceDidCreateFiles:            handlesNotification(didCreateFiles),
	protocol.MethodWorkspaceDidRenameFiles:            handlesNotification(didRenameFiles),
	protocol.MethodWorkspaceDidDeleteFiles:            handlesNotification(didDeleteFiles),
	protocol.MethodWindowWorkDoneProgressCancel:       handlesNotification(cancelProgress),
}

// handles makes a route of a feature: parameters of its type are read for it.
func handles[P any](feature func(context.Context, *view, *P) (any, error)) route {
	return func(params []byte) (answer, error) {
		p := new(P)
		if err := protocol.Unmarshal(params, p); err != nil {
			return nil, err
		}
		return func(ctx context.Context, v *view) (any, error) { return feature(ctx, v, p) }, nil
	}
}

// handlesNotification makes a route of what handles a notification.
func handlesNotification[P any](handle func(*server, *P) error) func(*server, []byte) error {
	return func(s *server, params []byte) error {
		p := new(P)
		if err := protocol.Unmarshal(params, p); err != nil {
			return err
		}
		return handle(s, p)
	}
}

// handlesOpening makes a route of what needs the parameters as they are written, too.
func handlesOpening(handle func(*server, *protocol.DidOpenTextDocumentParams, []byte) error) func(*server, []byte) error {
	return func(s *server, params []byte) error {
		return handlesNotification(func(s *server, p *protocol.DidOpenTextDocumentParams) error {
			return handle(s, p, params)
		})(s, params)
	}
}

// capabilities are what the server can do.
func (s *server) capabilities(client abilities) protocol.ServerCapabilities {
	on, incremental := true, protocol.TextDocumentSyncKindIncremental
	c := protocol.ServerCapabilities{
		PositionEncoding: protocol.PositionEncodingKind(client.encoding.String()),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: &on, Change: &incremental, Save: protocol.Boolean(true),
		},
		Workspace: &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
			Supported: &on, ChangeNotifications: protocol.Boolean(true),
		}},
	}
	for _, f := range s.features {
		if f.announce != nil {
			f.announce(client, &c)
		}
	}
	s.announceCommands(client, &c)
	return c
}
