package commands

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/evaluate/inspect"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

type valueArguments struct {
	request.CommandTarget
	Sequential bool `json:"sequential"`
}

// A valueReply is a value that the worker keeps, for clients.
type valueReply struct {
	Handle *string       `json:"handle"`
	Title  string        `json:"title"`
	Type   *string       `json:"type"`
	Short  *string       `json:"short"`
	Steps  int64         `json:"steps"`
	Ms     float64       `json:"ms"`
	Error  *replyError   `json:"error"`
	Node   *inspect.Node `json:"node"`
	// Range is the part of the document that all this is about, where a position is asked about.
	Range *protocol.Range `json:"range,omitempty"`
	// Parameters are those of a definition that needs arguments, Calls what has it run.
	Parameters []string    `json:"parameters,omitempty"`
	Calls      []callReply `json:"calls,omitempty"`
}

// showValue runs an item as runItem does, and has its value kept.
//
// The value stays in the worker, and the client gets a handle and the first level of it (inspect.Node);
// parts are asked for as the user opens them.
func (f feature) showValue(ctx context.Context, v *request.View, t *valueArguments, token protocol.ProgressToken) (any, error) {
	if t.URI == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the address of a document is missing")
	}
	source, err := v.Source(t.URI)
	if err != nil {
		return nil, err
	}
	if c, found := inComment(&t.CommandTarget, v, source); found {
		return f.commentValue(ctx, v, source, c, t, token)
	}
	i, err := t.FindItem(v, source)
	if err != nil {
		return nil, err
	}
	item := source.File.Item(i)
	r, err := runOf(item, i, t.Args)
	if err != nil {
		return nil, err
	}
	r.Keep, r.Limits.Sequential = true, t.Sequential
	response, err := f.ran(ctx, v, source, i, r, token)
	if err != nil {
		return nil, err
	}
	title := request.ItemTitle(item)
	if len(t.Args) > 0 {
		title = request.Abbreviate(title + "(" + strings.Join(t.Args, ", ") + ")")
	}
	out := valueReplyTo(v, source, title, response)
	if t.Position != nil {
		out.Range = rangeAround(request.NewMapper(v), source, *t.Position)
	}
	if response.Error != nil && response.Error.Code == codeNeedsArguments {
		out.Parameters, out.Calls = parameterNames(item), callsOf(v, source, i)
	}
	return out, nil
}

// commentValue evaluates the expression that is in an evaluation comment, whatever is expected of it.
func (f feature) commentValue(ctx context.Context, v *request.View, source *workspace.Source, c numbered, t *valueArguments, token protocol.ProgressToken) (any, error) {
	r := worker.Run{Keep: true, Limits: worker.Limits{Sequential: t.Sequential}}
	response, err := f.ranComment(ctx, v, source, c, r, token)
	if err != nil {
		return nil, err
	}
	out := valueReplyTo(v, source, c.title(source), response)
	out.Range = rangeAround(request.NewMapper(v), source, *t.Position)
	return out, nil
}

// valueReplyTo is a response with the value that is kept, where there is one.
func valueReplyTo(v *request.View, source *workspace.Source, title string, r worker.Response) valueReply {
	plain := replyTo(request.NewMapper(v), runs.Files(v, source), r)
	out := valueReply{Title: title, Type: plain.Type, Steps: plain.Steps, Ms: plain.Ms, Error: plain.Error}
	if r.Error == nil && r.Handle != "" {
		out.Handle, out.Short, out.Node = &r.Handle, &r.Short, r.Node
	}
	return out
}

type partArguments struct {
	Handle string `json:"handle"`
	inspect.View
	Expected *string `json:"expected"`
	File     uri.URI `json:"file"`
}

// longestPath is how many steps a path to a part has at most.
const longestPath = 1000

// read is what is asked for of a value that is kept.
func (a *partArguments) read() (worker.Part, error) {
	switch {
	case a.Handle == "":
		return worker.Part{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the handle of a value is missing")
	case len(a.Path) > longestPath || len(a.Offset) > longestPath:
		return worker.Part{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "`path` and `offset` have at most %d numbers", longestPath)
	}
	return worker.Part{Handle: a.Handle, View: a.View}, nil
}

// valuePart shows a part of a value that is kept.
func (f feature) valuePart(ctx context.Context, v *request.View, a *partArguments, _ protocol.ProgressToken) (any, error) {
	part, err := a.read()
	if err != nil {
		return nil, err
	}
	response, err := f.AskPart(ctx, v, part, f.Worker.Part)
	if err != nil {
		return nil, err
	}
	return struct {
		Node *inspect.Node `json:"node"`
	}{response.Node}, nil
}

// A comparisonReply is a value beside what is expected of it, for clients.
type comparisonReply struct {
	Handle     string        `json:"handle"`
	Equal      bool          `json:"equal"`
	Difference *string       `json:"difference"`
	Node       *inspect.Node `json:"node"`
}

// compareValue compares a value that is kept with what an expression gives.
//
// The expected expression is evaluated by the worker in the scope of the file that the value is of.
func (f feature) compareValue(ctx context.Context, v *request.View, a *partArguments, token protocol.ProgressToken) (any, error) {
	part, err := a.read()
	if err != nil {
		return nil, err
	}
	if a.Expected == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the expression that is expected is missing: `expected`")
	}
	part.Expected = *a.Expected
	ctx, task := v.Session.Begin(ctx, v.Client, token, "fraccheck: compare", 0)
	response, err := f.AskPart(ctx, v, part, f.Worker.Compare)
	if err != nil {
		task.End("not compared")
		return nil, err
	}
	out := comparisonReply{Handle: response.Handle, Equal: response.Difference == "", Node: response.Node}
	if !out.Equal {
		out.Difference = &response.Difference
	}
	task.End(outcomeOfComparison(response.Difference))
	return out, nil
}

// outcomeOfComparison is how a comparison came out.
func outcomeOfComparison(difference string) string {
	if difference == "" {
		return "no difference"
	}
	return request.Abbreviate(difference)
}

// saveValue writes a tensor of a value that is kept to a file.
func (f feature) saveValue(ctx context.Context, v *request.View, a *partArguments, token protocol.ProgressToken) (any, error) {
	part, err := a.read()
	if err != nil {
		return nil, err
	}
	if part.File, err = arrayFile(a.File); err != nil {
		return nil, err
	}
	ctx, task := v.Session.Begin(ctx, v.Client, token, "fraccheck: save "+filepath.Base(part.File), 0)
	if _, err := f.AskPart(ctx, v, part, f.Worker.Save); err != nil {
		task.End("not saved")
		return nil, err
	}
	task.End("saved")
	return struct {
		File uri.URI `json:"file"`
	}{a.File}, nil
}

// arrayFile is the file that an address means, where a tensor can be put into it.
func arrayFile(address uri.URI) (string, error) {
	path := request.FilePath(address)
	switch {
	case address == "":
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the address of the file is missing: `file`")
	case path == "" || !filepath.IsAbs(path) || strings.ContainsRune(path, 0):
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%q is the address of no file", address)
	case !strings.HasSuffix(path, ".npy"):
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the name of the file is to end in .npy, not %q", filepath.Base(path))
	}
	if found, err := os.Stat(filepath.Dir(path)); err != nil || !found.IsDir() {
		return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no folder %s", filepath.Dir(path))
	}
	return path, nil
}
