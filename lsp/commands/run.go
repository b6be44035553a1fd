package commands

import (
	"context"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

// runItem evaluates a top-level expression, or a definition on arguments. What
// is without arguments has its result shown beside it.
func (f feature) runItem(sequential bool) func(context.Context, *request.View, *request.CommandTarget, protocol.ProgressToken) (any, error) {
	return func(ctx context.Context, v *request.View, t *request.CommandTarget, token protocol.ProgressToken) (any, error) {
		source, err := v.Source(t.URI)
		if err != nil {
			return nil, err
		}
		if c, found := inComment(t, v, source); found {
			response, err := f.ranComment(ctx, v, source, c, worker.Run{Limits: worker.Limits{Sequential: sequential}}, token)
			if err != nil {
				return nil, err
			}
			return replyTo(request.NewMapper(v), runs.Files(v, source), response), nil
		}
		i, err := t.FindItem(v, source)
		if err != nil {
			return nil, err
		}
		r, err := runOf(source.File.Item(i), i, t.Args)
		if err != nil {
			return nil, err
		}
		r.Limits.Sequential = sequential
		response, err := f.ran(ctx, v, source, i, r, token)
		if err != nil {
			return nil, err
		}
		return replyTo(request.NewMapper(v), runs.Files(v, source), response), nil
	}
}

// runOf is how an item is run.
//
// Only what has a value can be run: an expression, or a definition on arguments.
func runOf(item *syntax.Item, i int, args []string) (worker.Run, error) {
	switch kind := item.Kind(item.Root); {
	case kind == syntax.ItemExpr && len(args) == 0:
		return worker.Run{Item: &i}, nil
	case kind == syntax.ItemExpr:
		return worker.Run{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "an expression takes no arguments")
	case kind == syntax.ItemDef:
		return worker.Run{Item: &i, Args: args}, nil
	}
	return worker.Run{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "only expressions and definitions can be run")
}

// ran runs an item of a file. It fails only where the request is cancelled.
//
// An expression without arguments is recorded, with the fingerprint of all that it depends on;
// a definition with arguments is not, since nothing in the text shows them.
func (f feature) ran(ctx context.Context, v *request.View, source *workspace.Source, i int, r worker.Run, token protocol.ProgressToken) (worker.Response, error) {
	if err := needed(source.File.Item(i), r.Args); err != nil {
		return worker.Response{Error: err}, nil
	}
	ctx, task := v.Session.Begin(ctx, v.Client, token, "fraccheck: run "+request.ItemTitle(source.File.Item(i)), 0)
	ctx, done := f.Begin(ctx, v, source, runs.ItemSubject(source, i))
	response, err := f.Execute(ctx, v, source, r)
	done()
	if err != nil {
		task.End("cancelled")
		v.Session.RefreshResults()
		return response, protocol.ErrRequestCancelled
	}
	if len(r.Args) == 0 {
		f.Recorder(v, source).Keep(runs.ItemSubject(source, i), response)
		v.Session.RefreshResults()
	}
	task.End(outcomeOf(response))
	return response, nil
}

// ranComment runs the expression that is in an evaluation comment, whatever is expected of it. It
// fails only where the request is cancelled.
func (f feature) ranComment(ctx context.Context, v *request.View, source *workspace.Source, c numbered, r worker.Run, token protocol.ProgressToken) (worker.Response, error) {
	ctx, task := v.Session.Begin(ctx, v.Client, token, "fraccheck: run "+c.title(source), 0)
	r.Comment = &c.number
	ctx, done := f.Begin(ctx, v, source, runs.CommentSubject(source, c.Comment))
	response, err := f.Execute(ctx, v, source, r)
	done()
	v.Session.RefreshResults()
	if err != nil {
		task.End("cancelled")
		return response, protocol.ErrRequestCancelled
	}
	if response.Value != "" {
		response.Error = nil // it has one, though not the one that is expected
	}
	task.End(outcomeOf(response))
	return response, nil
}

func outcomeOf(r worker.Response) string {
	if r.Error != nil {
		return request.Abbreviate(r.Error.Message)
	}
	return fmt.Sprintf("%s  (%s)", r.Short, runs.Elapsed(r.Ms))
}

// A reply is what a run gave, for clients.
type reply struct {
	Value *string     `json:"value"` // in the language's syntax, abbreviated where it is long
	Type  *string     `json:"type"`
	Steps int64       `json:"steps"`
	Ms    float64     `json:"ms"`
	Error *replyError `json:"error"`
}

// A replyError is why there is no value: its place and the calls that led there,
// innermost first.
type replyError struct {
	Code    string             `json:"code"`
	Message string             `json:"message"`
	Place   *protocol.Location `json:"place"`
	Calls   []replyCall        `json:"calls"`
	Setting string             `json:"setting,omitempty"` // that sets the limit which ended the run
}

// Its fields are written out: a Location among them would encode itself alone.
type replyCall struct {
	Name  string         `json:"name"` // of the definition; empty in an expression
	URI   uri.URI        `json:"uri"`
	Range protocol.Range `json:"range"`
}

// replyTo is a response of the worker for a client: places in files become ranges.
func replyTo(p *request.Mapper, files []*workspace.Source, r worker.Response) reply {
	out := reply{Steps: r.Steps, Ms: r.Ms}
	if r.Value != "" {
		out.Value = &r.Value
	}
	if r.Type != "" {
		out.Type = &r.Type
	}
	if r.Error != nil {
		out.Error = replyToError(p, files, r.Error)
	}
	return out
}

// replyToError leaves out the calls in files that the client cannot open; the place of the error is
// the innermost of the rest.
func replyToError(p *request.Mapper, files []*workspace.Source, e *worker.Error) *replyError {
	out := &replyError{Code: e.Code, Message: e.Message, Calls: []replyCall{}, Setting: e.Setting}
	for _, c := range e.Calls {
		if at, ok := runs.CallLocation(p, files, c); ok {
			out.Calls = append(out.Calls, replyCall{c.Name, at.URI, at.Range})
		}
	}
	if len(out.Calls) > 0 {
		out.Place = &protocol.Location{URI: out.Calls[0].URI, Range: out.Calls[0].Range}
	}
	return out
}
