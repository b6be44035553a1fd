package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// An answer works out the answer to a request from a view. It runs beside
// others.
type answer func(ctx context.Context, v *view) (any, error)

// A route reads the parameters of a request.
type route func(params []byte) (answer, error)

// requests are the requests that are answered from a view, by method.
var requests = map[string]route{
	protocol.MethodTextDocumentHover:             asks(hover),
	protocol.MethodTextDocumentDefinition:        asks(definition),
	protocol.MethodTextDocumentDocumentHighlight: asks(documentHighlight),
	protocol.MethodTextDocumentReferences:        asks(references),
	protocol.MethodTextDocumentDocumentSymbol:    asks(documentSymbol),
	protocol.MethodTextDocumentCodeAction:        asks(codeAction),
}

// notifications change the state of the server, in the order in which they
// come.
var notifications = map[string]func(s *server, params []byte) error{
	protocol.MethodInitialized:                    tells(initialized),
	protocol.MethodCancelRequest:                  tells(cancelRequest),
	protocol.MethodTextDocumentDidOpen:            tells(didOpen),
	protocol.MethodTextDocumentDidChange:          tells(didChange),
	protocol.MethodTextDocumentDidSave:            tells(didSave),
	protocol.MethodTextDocumentDidClose:           tells(didClose),
	protocol.MethodWorkspaceDidChangeWatchedFiles: tells(didChangeWatchedFiles),
}

// asks makes a route of a feature: parameters of its type are read for it.
func asks[P any](feature func(context.Context, *view, *P) (any, error)) route {
	return func(params []byte) (answer, error) {
		p := new(P)
		if err := protocol.Unmarshal(params, p); err != nil {
			return nil, err
		}
		return func(ctx context.Context, v *view) (any, error) { return feature(ctx, v, p) }, nil
	}
}

// tells makes a route of what handles a notification.
func tells[P any](handle func(*server, *P) error) func(*server, []byte) error {
	return func(s *server, params []byte) error {
		p := new(P)
		if err := protocol.Unmarshal(params, p); err != nil {
			return err
		}
		return handle(s, p)
	}
}
