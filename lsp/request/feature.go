package request

import (
	"bytes"
	"context"
	"encoding/json"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace/reference"
)

// A Feature is a part of what the server answers: its requests by method, its commands by
// name, and how the server announces it to a client. A package of features has a function
// Features that makes them, with the state that they keep from one answer to the next; the
// server calls it once a conversation and knows nothing else of the package.
type Feature struct {
	Requests map[string]Route
	Commands map[string]Command // of workspace/executeCommand, by name
	Announce func(client Client, c *protocol.ServerCapabilities)
	Closed   func(d *Document) // forgets what is kept of a document; nil for nothing
}

// An Answer works out the answer to a request from a view. It runs beside
// others.
type Answer func(ctx context.Context, v *View) (any, error)

// A Route reads the parameters of a request.
type Route func(params []byte) (Answer, error)

// Handles makes a route of a function. Parameters are read on the goroutine that reads
// messages, in their order; the answer is worked out on another one.
func Handles[P any](feature func(context.Context, *View, *P) (any, error)) Route {
	return func(params []byte) (Answer, error) {
		p := new(P)
		if err := protocol.Unmarshal(params, p); err != nil {
			return nil, err
		}
		return func(ctx context.Context, v *View) (any, error) { return feature(ctx, v, p) }, nil
	}
}

// A Command does its work and gives the reply.
type Command func(ctx context.Context, v *View, p *protocol.ExecuteCommandParams) (any, error)

// OnTarget makes a command of a function that takes what the arguments mean, and the
// client's token for the progress of the work, or nil.
func OnTarget(do func(ctx context.Context, v *View, t *CommandTarget, token protocol.ProgressToken) (any, error)) Command {
	return func(ctx context.Context, v *View, p *protocol.ExecuteCommandParams) (any, error) {
		t, err := readCommandTarget(p.Arguments)
		if err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", p.Command, err)
		}
		return do(ctx, v, t, p.WorkDoneToken)
	}
}

// OnObject makes a command of a function whose arguments are one object of its own.
func OnObject[T any](do func(ctx context.Context, v *View, object *T, token protocol.ProgressToken) (any, error)) Command {
	return func(ctx context.Context, v *View, p *protocol.ExecuteCommandParams) (any, error) {
		if len(p.Arguments) != 1 || !bytes.HasPrefix(bytes.TrimSpace(p.Arguments[0]), []byte("{")) {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s takes one object as its arguments", p.Command)
		}
		object := new(T)
		if err := json.Unmarshal(p.Arguments[0], object); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the arguments cannot be read: %v", err)
		}
		return do(ctx, v, object, p.WorkDoneToken)
	}
}

// A Session is what all views of one conversation share: the client, to which answers may
// send requests of their own (they do not run on the goroutine that reads), and what is kept
// from one answer to the next for several features.
type Session struct {
	SessionOptions
	Outlines reference.Outlines
	Exports  reference.Exports // of the programs in the folders
	tasks    tasks             // that the client sees
}

// SessionOptions are what a session has of its server.
type SessionOptions struct {
	Context        context.Context // ends with the conversation
	Client         protocol.Client // for requests to the client and for progress
	RefreshResults func()          // has the client ask again for what shows the results of runs
	ConfigFault    func(error)     // shows why the files of a configuration are not checked
}

// NewSession numbers the tasks that it begins by itself from firstID on.
func NewSession(o SessionOptions, firstID int) *Session {
	return &Session{SessionOptions: o, tasks: tasks{last: firstID}}
}
