package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// workerGrace is how much longer than its limit a run may take before the worker
// is killed: it keeps the limit itself as a rule.
const workerGrace = time.Second

// Codes of runs that ended without the interpreter's word.
const (
	codeStopped     = "stopped"
	codeDied        = "worker-died"
	codeUnavailable = "worker-unavailable"
)

// Execute has the worker evaluate something of a file as the view has it. It
// fails only where the request is cancelled: whatever else happens to a run is
// its result.
func (r *Runner) Execute(ctx context.Context, v *request.View, source *workspace.Source, run worker.Run) (worker.Response, error) {
	return r.ExecuteBy(ctx, v, source, run, r.Worker.Run)
}

// ExecuteBy is execute for one of the worker's methods.
func (r *Runner) ExecuteBy(ctx context.Context, v *request.View, source *workspace.Source, run worker.Run, send func(context.Context, worker.Run) (worker.Response, error)) (worker.Response, error) {
	run.Limits = limits(v, run.Limits.Sequential)
	response, err := r.ask(ctx, v.Settings.Run.Timeout, located(v, source, run), send)
	if err != nil {
		return worker.Response{Error: limited(v, unanswered(err))}, ctx.Err()
	}
	response.Error = limited(v, response.Error)
	return response, nil
}

// CheckLaws makes the checks by execution over a file in the worker; by item,
// with positions in the item.
func (r *Runner) CheckLaws(ctx context.Context, v *request.View, path string) (map[int][]syntax.Diagnostic, error) {
	source, err := v.Snapshot.Source(path)
	if err != nil {
		return nil, err
	}
	response, err := r.ask(ctx, v.Settings.Run.Timeout, located(v, source, worker.Run{}), r.Worker.Check)
	if err == nil && response.Error != nil {
		err = response.Error
	}
	return response.ByItem(), err
}

// Ask has the worker answer something of a file as the view has it, in some time.
func (r *Runner) Ask(ctx context.Context, v *request.View, timeout time.Duration, source *workspace.Source, run worker.Run, send func(context.Context, worker.Run) (worker.Response, error)) (worker.Response, error) {
	return r.ask(ctx, timeout, located(v, source, run), send)
}

// located fills in where the worker finds the file.
func located(v *request.View, source *workspace.Source, r worker.Run) worker.Run {
	r.Root, r.Path, r.Texts = v.Snapshot.Root(), source.Path, map[string]string{}
	if !request.IsReadOnly(source) { // the worker reads the model
		r.Texts[source.Path] = source.Text()
	}
	for _, d := range v.Documents {
		for path, text := range d.Texts() {
			r.Texts[path] = text.String()
		}
	}
	return r
}

func limits(v *request.View, sequential bool) worker.Limits {
	run := &v.Settings.Run
	return worker.Limits{
		Sequential: sequential || run.Sequential, Threads: run.Threads,
		Steps: run.Steps, Memory: run.Memory, Timeout: run.Timeout.Milliseconds(),
	}
}

// ask sends a request to the worker. What changed on disk goes with it, or with
// the next one, where this one is not answered.
//
// Files that changed on disk are named in the next request instead of being sent at once, since a
// worker that does nothing need not know.
func (r *Runner) ask(ctx context.Context, timeout time.Duration, run worker.Run, send func(context.Context, worker.Run) (worker.Response, error)) (worker.Response, error) {
	if timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, timeout+workerGrace)
		defer cancel()
		ctx = limited
	}
	run.Changed = r.reloads.take()
	response, err := send(ctx, run)
	if err != nil {
		r.reloads.add(run.Changed)
	}
	return response, err
}

// unanswered is how a run ended that the worker did not answer.
func unanswered(err error) *worker.Error {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return &worker.Error{Code: codeStopped, Message: "the run took longer than it may, and was killed"}
	case errors.Is(err, worker.ErrDied):
		return &worker.Error{Code: codeDied, Message: fmt.Sprintf("%v; the next run starts another one", err)}
	}
	return &worker.Error{Code: codeUnavailable, Message: err.Error()}
}

// reloads are the files that changed on disk since the worker was last asked.
type reloads struct {
	mu    sync.Mutex
	paths map[string]bool
}

func (r *reloads) add(paths []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.paths == nil {
		r.paths = map[string]bool{}
	}
	for _, path := range paths {
		r.paths[path] = true
	}
}

func (r *reloads) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	paths := slices.Sorted(maps.Keys(r.paths))
	clear(r.paths)
	return paths
}

// located finds the text of a place that the worker names by its file.
func CallLocation(p *request.Mapper, seen []*workspace.Source, c worker.Call) (protocol.Location, bool) {
	for _, source := range seen {
		if (source.Path == c.File || source.Name == c.File) && int(c.End) <= len(source.Text()) {
			return p.Location(workspace.Place{Source: source, Span: syntax.Span{Start: c.Start, End: c.End}}), true
		}
	}
	return protocol.Location{}, false
}

// Files are those that a run of a file may name.
func Files(v *request.View, source *workspace.Source) []*workspace.Source {
	return append(v.Finder().Reachable(source), v.Prelude())
}

// Elapsed writes a time in milliseconds.
func Elapsed(ms float64) string {
	switch {
	case ms < 0.1:
		return strconv.FormatFloat(ms, 'f', 3, 64) + " ms"
	case ms < 100:
		return strconv.FormatFloat(ms, 'f', 1, 64) + " ms"
	}
	return strconv.FormatFloat(ms/1000, 'f', 1, 64) + " s"
}

// AskPart asks the worker about a value that it keeps. Where the process died, so did the value.
//
// Values live in the worker and the client has handles. A worker that ended has lost them, and the
// error says so with a code of its own, on which clients run the expression again.
func (r *Runner) AskPart(ctx context.Context, v *request.View, p worker.Part, send func(context.Context, worker.Part) (worker.Response, error)) (worker.Response, error) {
	p.Limits = limits(v, false)
	waiting, cancel := ctx, context.CancelFunc(func() {})
	if v.Settings.Run.Timeout > 0 {
		waiting, cancel = context.WithTimeout(ctx, v.Settings.Run.Timeout+workerGrace)
	}
	defer cancel()
	response, err := send(waiting, p)
	switch {
	case ctx.Err() != nil:
		return response, protocol.ErrRequestCancelled
	case errors.Is(err, worker.ErrDied):
		return response, valueGone("the process that kept this value died: run it again")
	case err != nil:
		return response, request.Failed(unanswered(err))
	case response.Error != nil:
		return response, partError(limited(v, response.Error))
	}
	return response, nil
}

// partError is an error of the worker as clients get it.
func partError(e *worker.Error) error {
	switch e.Code {
	case worker.CodeGone:
		return valueGone(e.Message)
	case worker.CodeArgument:
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s", e.Message)
	}
	return request.Failed(e)
}

func valueGone(message string) error {
	data, err := json.Marshal(map[string]string{"code": worker.CodeGone})
	if err != nil {
		return err
	}
	return &jsonrpc2.Error{Code: jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), Message: message, Data: data}
}
