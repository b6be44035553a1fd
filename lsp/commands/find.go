package commands

import (
	"context"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/fill"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// findTime is how long a search for calls may take, and mostFound how many are listed.
const (
	findTime  = 5 * time.Second
	mostFound = 30
)

type findArguments struct {
	Question string  `json:"question"` // a type such as `(Tensor[(n, m), float32]) -> Tensor[(m, n), float32]`
	URI      uri.URI `json:"uri"`      // of a program whose definitions are looked at; "" for none
}

// A findReply has the calls of a type, the best first.
type findReply struct {
	Calls []fill.Match `json:"calls"`
}

// findByType lists calls of operators, constructors and definitions that have a type.
func findByType(ctx context.Context, v *request.View, a *findArguments, token protocol.ProgressToken) (any, error) {
	q := fill.Question{Text: a.Question, Snapshot: v.Snapshot}
	if a.URI != "" {
		source, err := v.Source(a.URI)
		if err != nil {
			return nil, err
		}
		if source.Program() && !v.Oversized(source) {
			q.Path = source.Path
		}
	}
	ctx, stop := context.WithTimeout(ctx, findTime)
	defer stop()
	ctx, work := v.Session.Begin(ctx, v.Client, token, "fraccheck: find calls of a type", 0)
	defer work.End("")
	found, err := fill.Find(ctx, q)
	if err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%v", err)
	}
	return findReply{Calls: append([]fill.Match{}, found[:min(len(found), mostFound)]...)}, nil
}
