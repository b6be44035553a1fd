package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// An objectCommand is a command whose arguments are one object of its own.
type objectCommand func(ctx context.Context, v *view, object []byte, token protocol.ProgressToken) (any, error)

// objectCommands are all of them, by name.
func objectCommands() map[string]objectCommand {
	return map[string]objectCommand{
		valueCommand:        takes(showValue),
		valuePartCommand:    takes(valuePart),
		compareValueCommand: takes(compareValue),
		saveValueCommand:    takes(saveValue),
		testsCommand:        takes(listTests),
		graphCommand:        takes(drawGraph),
		typeTreeCommand:     takes(drawTypeTree),
		costCommand:         takes(showCost),
	}
}

// commandNames are those of all commands.
func commandNames() []string {
	return slices.Sorted(func(yield func(string) bool) {
		maps.Keys(commands())(yield)
		maps.Keys(objectCommands())(yield)
	})
}

// takes is a command that reads its object.
func takes[T any](do func(context.Context, *view, *T, protocol.ProgressToken) (any, error)) objectCommand {
	return func(ctx context.Context, v *view, object []byte, token protocol.ProgressToken) (any, error) {
		args := new(T)
		if err := json.Unmarshal(object, args); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the arguments cannot be read: %v", err)
		}
		return do(ctx, v, args, token)
	}
}

// theObject is the one argument of a command that takes an object.
func theObject(p *protocol.ExecuteCommandParams) ([]byte, error) {
	if len(p.Arguments) != 1 || !bytes.HasPrefix(bytes.TrimSpace(p.Arguments[0]), []byte("{")) {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s takes one object as its arguments", p.Command)
	}
	return p.Arguments[0], nil
}
