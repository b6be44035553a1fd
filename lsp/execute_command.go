package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// executeCommand does what a client asks for by name.
func (s *server) executeCommand(ctx context.Context, v *view, p *protocol.ExecuteCommandParams) (any, error) {
	do, ok := s.commands[p.Command]
	if !ok {
		names := strings.Join(slices.Sorted(maps.Keys(s.commands)), ", ")
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q; there are %s", p.Command, names)
	}
	return do(ctx, v, p)
}

// announceCommands lists the commands of all features.
func (s *server) announceCommands(client abilities, c *protocol.ServerCapabilities) {
	names := slices.Sorted(maps.Keys(s.commands))
	if client.showsReferences { // it has a command of that name itself
		names = slices.DeleteFunc(names, func(name string) bool { return name == showReferencesCommand })
	}
	progress := true
	c.ExecuteCommandProvider.Commands, c.ExecuteCommandProvider.WorkDoneProgress = names, &progress
}
