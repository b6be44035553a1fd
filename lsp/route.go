package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp/actions"
	"github.com/fraccheck/fraccheck/lsp/commands"
	"github.com/fraccheck/fraccheck/lsp/completion"
	"github.com/fraccheck/fraccheck/lsp/hover"
	"github.com/fraccheck/fraccheck/lsp/lenses"
	"github.com/fraccheck/fraccheck/lsp/navigation"
	"github.com/fraccheck/fraccheck/lsp/panels"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/structure"
)

// newFeatures are all features, with the state of one conversation.
var newFeatures = func(s *server) []request.Feature {
	return slices.Concat(
		hover.Features(s.matches), navigation.Features(s.matches), actions.Features(s.runs), completion.Features(),
		structure.Features(s.options.Restarts*namesOfServer), lenses.Features(s.runs, s.matches), commands.Features(s.runs),
		panels.Features(s.matches, s.asked, s.runs), s.checker.features(),
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
func (s *server) capabilities(client request.Client) protocol.ServerCapabilities {
	on, incremental := true, protocol.TextDocumentSyncKindIncremental
	c := protocol.ServerCapabilities{
		PositionEncoding: protocol.PositionEncodingKind(client.Encoding.String()),
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: &on, Change: &incremental, Save: protocol.Boolean(true),
		},
		Workspace: &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
			Supported: &on, ChangeNotifications: protocol.Boolean(true),
		}},
	}
	for _, f := range s.features {
		if f.Announce != nil {
			f.Announce(client, &c)
		}
	}
	s.announceCommands(client, &c)
	return c
}

// executeCommand does what a client asks for by name.
func (s *server) executeCommand(ctx context.Context, v *request.View, p *protocol.ExecuteCommandParams) (any, error) {
	do, ok := s.commands[p.Command]
	if !ok {
		names := strings.Join(slices.Sorted(maps.Keys(s.commands)), ", ")
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q; there are %s", p.Command, names)
	}
	return do(ctx, v, p)
}

// announceCommands lists the commands of all features.
func (s *server) announceCommands(client request.Client, c *protocol.ServerCapabilities) {
	names := slices.Sorted(maps.Keys(s.commands))
	if client.ShowsReferences { // it has a command of that name itself
		names = slices.DeleteFunc(names, func(name string) bool { return name == request.ShowReferencesCommand })
	}
	progress := true
	c.ExecuteCommandProvider.Commands, c.ExecuteCommandProvider.WorkDoneProgress = names, &progress
}
