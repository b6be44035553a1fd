package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/evaluate/inspect"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
	"github.com/fraccheck/fraccheck/interp"
)

// Serve answers requests until the input ends. It fails where the input is no
// row of frames.
func Serve(in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(context.Background())
	s := &server{out: out, cancels: map[int64]context.CancelFunc{}, texts: map[string]string{}}
	defer s.finish()
	defer stop()
	reader := bufio.NewReader(in)
	for {
		var r Request
		if err := readFrame(reader, &r); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		s.handle(ctx, r)
	}
}

// finish waits for the runs to end, but not for one that does not: it must not
// outlive the parent.
func (s *server) finish() {
	ended := make(chan struct{})
	go func() {
		s.running.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(grace):
	}
}

// A server is the child's side of a connection.
type server struct {
	writing sync.Mutex
	out     io.Writer
	running sync.WaitGroup

	mu      sync.Mutex
	cancels map[int64]context.CancelFunc

	// Of the reading goroutine alone.
	root  string
	texts map[string]string
	state *state

	kept valueStore
}

// A state is the files as one request has them, and as later ones have that
// change nothing.
type state struct {
	snapshot *workspace.Snapshot
	kept     *valueStore

	mu       sync.Mutex
	programs map[string]func() (*evaluate.Program, error) // by path
}

// methods answer requests about programs.
var methods = map[Method]func(context.Context, *state, *Run) (Response, error){
	methodRun:     run,
	methodCheck:   check,
	methodExample: example,
	methodFill:    fillHoles,
	methodReduce:  reduce,
	methodProve:   proveRule,
	methodSteps:   steps,
}

// handle begins what a request asks for, and does not wait for it.
func (s *server) handle(ctx context.Context, r Request) {
	method, known := methods[r.Method]
	ofPart := partMethods[r.Method]
	switch {
	case r.Method == methodCancel:
		s.cancel(r.Of)
	case known && r.Run != nil:
		ctx, m := s.limited(ctx, r.ID, r.Run.Limits.Timeout), s.advance(r)
		s.running.Go(func() {
			s.answer(s.guarded(r.ID, func() (Response, error) { return method(ctx, m, r.Run) }))
		})
	case ofPart != nil && r.Part != nil:
		ctx := s.limited(ctx, r.ID, r.Part.Limits.Timeout)
		s.running.Go(func() {
			s.answer(s.guarded(r.ID, func() (Response, error) { return s.kept.ask(ctx, r.Part, ofPart) }))
		})
	case r.Method == methodPing:
		s.answer(Response{ID: r.ID})
	default:
		s.answer(Response{ID: r.ID, Error: &Error{Code: "error", Message: fmt.Sprintf("the request %q is not known", r.Method)}})
	}
}

// answer writes a response. Where the parent is gone, so is this process soon.
func (s *server) answer(r Response) {
	s.writing.Lock()
	defer s.writing.Unlock()
	_ = writeFrame(s.out, r)
}

// limited is the context of a request that may take so many milliseconds; 0 is no bound.
func (s *server) limited(ctx context.Context, id, timeout int64) context.Context {
	cancel := context.CancelFunc(nil)
	if timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(timeout)*time.Millisecond)
	} else {
		ctx, cancel = context.WithCancel(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancels[id] = cancel
	return ctx
}

// cancel ends the context of a request, if that still runs.
func (s *server) cancel(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.cancels[id]; cancel != nil {
		cancel()
	}
	delete(s.cancels, id)
}

// guarded gives an answer, whatever comes of it.
func (s *server) guarded(id int64, do func() (Response, error)) (response Response) {
	defer s.cancel(id)
	defer func() {
		if p := recover(); p != nil {
			response = Response{ID: id, Error: &Error{Code: "internal-error", Message: fmt.Sprintf("internal error: %v", p)}}
		}
	}()
	response, err := do()
	if err != nil {
		response.Error = errorOf(err)
	}
	response.ID = id
	return response
}

// run answers a request to evaluate something.
func run(ctx context.Context, m *state, r *Run) (Response, error) {
	p, err := m.program(r.Path)
	if err != nil {
		return Response{}, err
	}
	response, result, err := evaluated(ctx, p, r)
	if err == nil && r.Keep && result.Value != nil && result.Err == nil {
		err = m.kept.keep(ctx, &response, keptOf(p, r, result))
	}
	return response, err
}

// program is a file of the state, prepared once.
func (m *state) program(path string) (*evaluate.Program, error) {
	m.mu.Lock()
	open := m.programs[path]
	if open == nil {
		open = sync.OnceValues(func() (*evaluate.Program, error) { return evaluate.Open(m.snapshot, path) })
		m.programs[path] = open
	}
	m.mu.Unlock()
	return open()
}

// advance is the state of a request: the one before, where nothing changed, so that its programs
// stay compiled. It is called in the order of requests, by the goroutine that reads them: only so
// do the differences that they carry add up to the texts that the parent has.
func (s *server) advance(r Request) *state {
	maps.Copy(s.texts, r.Texts)
	for _, path := range r.Closed {
		delete(s.texts, path)
	}
	switch {
	case s.state == nil || s.root != r.Run.Root:
		s.root = r.Run.Root
		s.state = newState(workspace.Open(workspace.Options{Root: s.root, Formats: readers.All}).With(s.texts), &s.kept)
	case len(r.Texts)+len(r.Closed)+len(r.Run.Changed) > 0:
		s.state = newState(next(s.state.snapshot, r), &s.kept)
	}
	return s.state
}

// next is the snapshot of a request. One that nothing changes is left out: the
// next one would not know the texts from before.
func next(s *workspace.Snapshot, r Request) *workspace.Snapshot {
	if len(r.Closed) > 0 {
		s = s.Without(r.Closed...)
	}
	if len(r.Run.Changed) > 0 {
		s = s.Reload(r.Run.Changed...)
	}
	if len(r.Texts) > 0 {
		s = s.With(r.Texts)
	}
	return s
}

// newState is a state without programs.
func newState(s *workspace.Snapshot, kept *valueStore) *state {
	return &state{snapshot: s, kept: kept, programs: map[string]func() (*evaluate.Program, error){}}
}

// evaluated runs what a request names.
func evaluated(ctx context.Context, p *evaluate.Program, r *Run) (Response, evaluate.Result, error) {
	o := r.Limits.options()
	switch {
	case r.Comment != nil:
		return judged(ctx, p, *r.Comment, o)
	case r.Item != nil:
		return item(ctx, p, r, o)
	case r.Name != "":
		return applied(ctx, p, r, o)
	}
	return Response{}, evaluate.Result{}, errors.New("nothing is named that could be run")
}

func (l Limits) options() interp.Options {
	return interp.Options{Sequential: l.Sequential, Threads: l.Threads, MaxSteps: l.Steps, MaxMemory: l.Memory}
}

// judged decides an evaluation comment.
func judged(ctx context.Context, p *evaluate.Program, i int, o interp.Options) (Response, evaluate.Result, error) {
	if i < 0 || i >= len(p.Comments()) {
		return Response{}, evaluate.Result{}, fmt.Errorf("%s has no comment %d", p.Source.Name, i)
	}
	out := p.Judge(ctx, i, o)
	response := responseOf(ctx, out.Result)
	response.Verdict, response.Expected = out.Verdict.String(), out.Text
	if response.Error == nil && out.Problem != "" {
		response.Error = &Error{Code: string(suppress.ExpectationFailed), Message: out.Problem}
	}
	return response, out.Result, nil
}

// item runs a top-level expression, or calls a definition.
func item(ctx context.Context, p *evaluate.Program, r *Run, o interp.Options) (Response, evaluate.Result, error) {
	i := *r.Item
	if i < 0 || i >= p.Source.File.Len() {
		return Response{}, evaluate.Result{}, fmt.Errorf("%s has no item %d", p.Source.Name, i)
	}
	if found := p.Check(i); len(found) > 0 {
		return Response{}, evaluate.Result{}, errors.New(found[0].Message)
	}
	if tree := p.Source.File.Item(i); tree.Kind(tree.Root) == syntax.ItemDef {
		a, err := p.ApplyItem(i, arguments(r.Args))
		return application(ctx, a, err, o)
	}
	if !slices.Contains(p.Expressions(), i) {
		return Response{}, evaluate.Result{}, fmt.Errorf("item %d of %s is no top-level expression", i, p.Source.Name)
	}
	if name := p.Free(i); name != "" {
		return Response{}, evaluate.Result{}, fmt.Errorf("`%s` is bound nowhere, so the expression is checked and not run", name)
	}
	result := p.Run(ctx, i, o)
	return responseOf(ctx, result), result, nil
}

// applied calls the definition of a name.
func applied(ctx context.Context, p *evaluate.Program, r *Run, o interp.Options) (Response, evaluate.Result, error) {
	a, err := p.Apply(r.Name, arguments(r.Args))
	return application(ctx, a, err, o)
}

func arguments(texts []string) []evaluate.Argument {
	args := make([]evaluate.Argument, len(texts))
	for i, text := range texts {
		args[i] = evaluate.Argument{Text: text}
	}
	return args
}

// application runs a call that could be read.
func application(ctx context.Context, a *evaluate.Application, err error, o interp.Options) (Response, evaluate.Result, error) {
	if err != nil {
		return Response{}, evaluate.Result{}, err
	}
	if len(a.Mistakes) > 0 {
		return Response{}, evaluate.Result{}, errors.New(a.Mistakes[0].Diagnostic.Message)
	}
	result := a.Run(ctx, o)
	return responseOf(ctx, result), result, nil
}

// responseOf is a result as it goes over the pipe.
func responseOf(ctx context.Context, r evaluate.Result) Response {
	out := Response{Steps: r.Stats.Steps, Ms: float64(r.Stats.Elapsed.Microseconds()) / 1000}
	if r.Err != nil {
		out.Error = errorOf(r.Err)
	} else if r.Value != nil {
		out.Value, out.Short = value.Summary(r.Value), inspect.Short(ctx, r.Value)
	}
	if r.Type != nil {
		out.Type = types.String(r.Type)
	}
	return out
}

// errorOf is an error as it goes over the pipe; a fault has the calls that led to it.
func errorOf(err error) *Error {
	out := &Error{Code: "error", Message: evaluate.Message(err)}
	var f *evaluate.Fault
	if !errors.As(err, &f) {
		return out
	}
	out.Code = f.Code()
	for _, c := range f.Path {
		out.Calls = append(out.Calls, Call{c.Name, c.Source.Path, c.Span.Start, c.Span.End})
	}
	return out
}
