package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// runItem evaluates a top-level expression, or a definition on arguments. What
// stands without arguments has its result shown beside it.
func (f commandFeature) runItem(sequential bool) func(context.Context, *view, *commandTarget, protocol.ProgressToken) (any, error) {
	return func(ctx context.Context, v *view, t *commandTarget, token protocol.ProgressToken) (any, error) {
		source, err := v.source(t.URI)
		if err != nil {
			return nil, err
		}
		if c, found := t.inComment(v, source); found {
			response, err := f.ranComment(ctx, v, source, c, worker.Run{Limits: worker.Limits{Sequential: sequential}}, token)
			if err != nil {
				return nil, err
			}
			return newPlaces(v).reply(v.files(source), response), nil
		}
		i, err := t.item(v, source)
		if err != nil {
			return nil, err
		}
		r, err := runOf(source.File.Items[i], i, t.Args)
		if err != nil {
			return nil, err
		}
		r.Limits.Sequential = sequential
		response, err := f.ran(ctx, v, source, i, r, token)
		if err != nil {
			return nil, err
		}
		return newPlaces(v).reply(v.files(source), response), nil
	}
}

// runOf is how an item is run.
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
func (f commandFeature) ran(ctx context.Context, v *view, source *workspace.Source, i int, r worker.Run, token protocol.ProgressToken) (worker.Response, error) {
	if err := needed(source.File.Items[i], r.Args); err != nil {
		return worker.Response{Error: err}, nil
	}
	ctx, task := v.session.begin(ctx, v.client, token, "fraccheck: run "+titleOf(source.File.Items[i]), 0)
	response, err := f.execute(ctx, v, source, r)
	if err != nil {
		task.end("cancelled")
		return response, protocol.ErrRequestCancelled
	}
	if len(r.Args) == 0 {
		f.recorder(v, source).keep(itemSubject(source, i), response)
		v.session.refreshResults()
	}
	task.end(outcomeOf(response))
	return response, nil
}

// ranComment runs the expression that stands in an evaluation comment, whatever is expected of it. It
// fails only where the request is cancelled.
func (f commandFeature) ranComment(ctx context.Context, v *view, source *workspace.Source, c numbered, r worker.Run, token protocol.ProgressToken) (worker.Response, error) {
	ctx, task := v.session.begin(ctx, v.client, token, "fraccheck: run "+c.title(source), 0)
	r.Claim = &c.number
	response, err := f.execute(ctx, v, source, r)
	if err != nil {
		task.end("cancelled")
		return response, protocol.ErrRequestCancelled
	}
	if response.Value != "" {
		response.Error = nil // it has one, though not the one that is expected
	}
	task.end(outcomeOf(response))
	return response, nil
}

// titleOf names an item shortly.
func titleOf(item *syntax.Item) string {
	if item.Kind(item.Root) == syntax.ItemDef {
		return item.SourceText(item.Declared())
	}
	return abbreviated(item.SourceText(item.Root))
}

func outcomeOf(r worker.Response) string {
	if r.Error != nil {
		return abbreviated(r.Error.Message)
	}
	return fmt.Sprintf("%s  (%s)", r.Short, elapsed(r.Ms))
}

// files are those that a run of a file may name.
func (v *view) files(source *workspace.Source) []*workspace.Source {
	return append(v.finder().Reachable(source), v.prelude())
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
}

// Its fields are written out: a Location among them would encode itself alone.
type replyCall struct {
	Name  string         `json:"name"` // of the definition; empty in an expression
	URI   uri.URI        `json:"uri"`
	Range protocol.Range `json:"range"`
}

func (p *places) reply(files []*workspace.Source, r worker.Response) reply {
	out := reply{Steps: r.Steps, Ms: r.Ms}
	if r.Value != "" {
		out.Value = &r.Value
	}
	if r.Type != "" {
		out.Type = &r.Type
	}
	if r.Error != nil {
		out.Error = p.replyError(files, r.Error)
	}
	return out
}

func (p *places) replyError(files []*workspace.Source, e *worker.Error) *replyError {
	out := &replyError{Code: e.Code, Message: e.Message, Calls: []replyCall{}}
	for _, c := range e.Calls {
		if at, ok := p.callLocation(files, c); ok {
			out.Calls = append(out.Calls, replyCall{c.Name, at.URI, at.Range})
		}
	}
	if len(out.Calls) > 0 {
		out.Place = &protocol.Location{URI: out.Calls[0].URI, Range: out.Calls[0].Range}
	}
	return out
}
