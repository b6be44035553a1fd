package panels

import (
	"context"
	"time"

	"github.com/fraccheck/fraccheck/internal/compare"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/convert"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// contentFeature writes the documents of the server.
type contentFeature struct {
	asked *request.AskedVersions // of each when it was read last
	good  *goodTexts             // when their programs had no errors
	runs  *runs.Runner
}

func newContent(asked *request.AskedVersions, r *runs.Runner) request.Feature {
	f := contentFeature{asked, &goodTexts{}, r}
	return request.Feature{
		Requests: map[string]request.Route{protocol.MethodWorkspaceTextDocumentContent: request.Handles(f.textDocumentContent)},
		Announce: func(client request.Client, c *protocol.ServerCapabilities) {
			if client.ReadsContent {
				c.Workspace.TextDocumentContent = &protocol.TextDocumentContentOptions{Schemes: []string{request.ContentScheme}}
			}
		},
		Closed: func(d *request.Document) {
			f.asked.Forget(d.URI)
			if d.Model {
				f.asked.Forget(request.ModelAddress(d.Path))
			}
			f.good.forget(d.URI)
		},
	}
}

// textDocumentContent writes a document of the server.
//
// What is read is recorded with its basis, so that the client is asked to read it again when its program
// means something else (diagnoser.rewritten).
func (f contentFeature) textDocumentContent(ctx context.Context, v *request.View, p *protocol.TextDocumentContentParams) (any, error) {
	if p.URI == request.PreludeAddress {
		return &protocol.TextDocumentContentResult{Text: prelude.Source}, nil
	}
	if path := request.FilePath(p.URI); path != "" && sourcefile.IsModel(path) {
		return f.modelContent(v, path)
	}
	if old, now, ok := request.ComparedModels(p.URI); ok {
		return compareContent(ctx, v, old, now)
	}
	kind, program, ok := request.ProgramOf(p.URI)
	if !ok {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no document %q", p.URI)
	}
	source, err := v.Source(program)
	if err != nil {
		return nil, err
	}
	if v.Oversized(source) {
		return nil, request.Failed(request.ErrOversized)
	}
	f.asked.Note(request.Key(p.URI), request.AskedVersion{Basis: v.Basis(source.Path)})
	var text string
	form, isForm := normalform.ParseForm(kind)
	switch {
	case isForm:
		text, err = f.writeForm(ctx, v, source, form, request.Key(p.URI))
	case kind == request.CheaperKind:
		text, err = f.steps(ctx, v, source)
	default:
		text, err = convert.Annotate(ctx, v.Snapshot, source.Path)
	}
	if err != nil {
		return nil, request.Failed(err)
	}
	return &protocol.TextDocumentContentResult{Text: text}, nil
}

// stepsTime is how long a search for cheaper forms may take.
const stepsTime = 10 * time.Second

// steps writes how the definitions of a program become forms that do less work. The worker
// searches, since it runs them.
func (f contentFeature) steps(ctx context.Context, v *request.View, source *workspace.Source) (string, error) {
	ctx, work := v.Session.Begin(ctx, v.Client, nil, "fraccheck: look for less work", 0)
	defer work.End("")
	run := worker.Run{Limits: worker.Limits{Timeout: stepsTime.Milliseconds()}}
	response, err := f.runs.Ask(ctx, v, stepsTime, source, run, f.runs.Worker.Steps)
	if err == nil && response.Error != nil {
		err = response.Error
	}
	return response.Value, err
}

// compareContent writes what differs between two models. It is read anew when somebody opens it.
func compareContent(ctx context.Context, v *request.View, old, now string) (any, error) {
	found, err := compare.Models(ctx, v.Snapshot, old, now)
	if err != nil {
		return nil, request.Failed(err)
	}
	return &protocol.TextDocumentContentResult{Text: found.ModelsMarkdown(v.Snapshot.Name(old), v.Snapshot.Name(now))}, nil
}

// modelContent writes the program that represents a model.
func (f contentFeature) modelContent(v *request.View, path string) (any, error) {
	text, err := v.ModelText(path)
	if err != nil {
		return nil, err
	}
	f.asked.Note(request.ModelAddress(path), request.AskedVersion{Basis: v.Basis(path)})
	return &protocol.TextDocumentContentResult{Text: text}, nil
}
