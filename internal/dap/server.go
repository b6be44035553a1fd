package dap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"sync"

	protocol "github.com/google/go-dap"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/frame"
)

// A server has the connection to one client. What comes is read all the time, so that a
// request that takes long can be cancelled (queue.go); requests are answered in turn.
type server struct {
	files workspace.Files
	queue queue
	out   *frame.Writer
	mu    sync.Mutex // guards seq, and keeps messages in its order
	seq   int

	lines, columns int // what the client's numbers begin with
	session        *session
	ctx            context.Context // of the request that is answered now
	after          []func()        // what is done when the response was sent
}

// A request is a message of the client. Messages of other types are read as requests and passed over.
type request struct {
	number    int             // among those that came
	malformed error           // why it cannot be read
	Seq       int             `json:"seq"`
	Type      string          `json:"type"`
	Command   string          `json:"command"`
	Arguments json.RawMessage `json:"arguments"`
}

// A response and an event have bodies of any type, where the protocol's Go types have none.
type response struct {
	protocol.Response
	Body any `json:"body,omitempty"`
}

type event struct {
	protocol.Event
	Body any `json:"body,omitempty"`
}

// A handler answers a request by its arguments: the body of the response, or the error that the client
// shows.
type handler func(*server, json.RawMessage) (any, error)

// Serve answers a client until it leaves. It fails where what comes is no message.
func Serve(in io.Reader, out io.Writer, files workspace.Files) error {
	return serve(in, out, files, func() {})
}

// Attend serves a client that connected until it leaves or the context ends; admitted is
// called, by the goroutine that reads, when it has introduced itself.
func Attend(ctx context.Context, client io.ReadWriteCloser, files workspace.Files, admitted func()) error {
	stop := context.AfterFunc(ctx, func() { client.Close() })
	defer stop()
	return serve(client, client, files, admitted)
}

// Refuse sends a client why it is not served, and ends its session.
func Refuse(out io.Writer, why error) {
	s := &server{out: frame.NewWriter(out)}
	s.print("stderr", "fraccheck: "+why.Error()+"\n")
	s.event("terminated", nil)
}

func serve(in io.Reader, out io.Writer, files workspace.Files, admitted func()) error {
	s := &server{files: files, out: frame.NewWriter(out), lines: 1, columns: 1, queue: newQueue(admitted)}
	go s.queue.fill(frame.NewReader(in))
	for r := range s.queue.requests {
		s.answer(r)
	}
	if s.session != nil {
		s.session.end()
	}
	return s.queue.failed
}

// answer answers one request; other messages are of no interest.
func (s *server) answer(r request) {
	if r.malformed != nil {
		s.respond(r, nil, fmt.Errorf("this is no request: %w", r.malformed))
		return
	}
	if r.Type != "request" {
		return
	}
	s.after = nil
	body, err := s.handle(r)
	s.respond(r, body, err)
	for _, do := range s.after {
		do()
	}
}

// handle computes a response. A panic of the debugger is reported to the client,
// whose session goes on.
func (s *server) handle(r request) (body any, err error) {
	defer func() {
		if p := recover(); p != nil {
			body, err = nil, fmt.Errorf("internal error of the debugger: %v", p)
		}
	}()
	h := handlers[r.Command]
	if h == nil {
		return nil, fmt.Errorf("the request %.80q is not known here", r.Command)
	}
	var done func()
	s.ctx, done = s.queue.begin(r)
	defer done()
	return h(s, r.Arguments)
}

// quiet are requests whose error the client shows in its own place, if at all: a client also sends them
// while the program runs, and an error then is nothing for the user to act on.
var quiet = map[string]bool{"stackTrace": true, "scopes": true, "variables": true, "evaluate": true, "exceptionInfo": true, "source": true}

// respond sends the response of a request.
func (s *server) respond(r request, body any, err error) {
	m := response{Body: body}
	m.Type, m.RequestSeq, m.Command, m.Success = "response", r.Seq, r.Command, err == nil
	if err != nil {
		m.Message = err.Error()
		shown := &protocol.ErrorMessage{Id: 1, Format: "{text}", Variables: map[string]string{"text": m.Message}, ShowUser: !quiet[r.Command]}
		var refused *refusal
		if errors.As(err, &refused) {
			refused.linked(shown)
		}
		m.Body = protocol.ErrorResponseBody{Error: shown}
	}
	s.send(func(seq int) any { m.Seq = seq; return m })
}

func (s *server) event(name string, body any) {
	m := event{Body: body}
	m.Type, m.Event.Event = "event", name
	s.send(func(seq int) any { m.Seq = seq; return m })
}

func (s *server) send(message func(seq int) any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	if text, err := json.Marshal(message(s.seq)); err == nil {
		s.out.WriteFrame(text) // a client that is gone is noticed when reading ends
	}
}

// print sends a text for the console.
func (s *server) print(category, text string) {
	s.event("output", protocol.OutputEventBody{Category: category, Output: text})
}

// handles makes a handler of a function of the request's arguments.
func handles[A any](f func(*server, A) (any, error)) handler {
	return func(s *server, arguments json.RawMessage) (any, error) {
		var a A
		if len(arguments) > 0 {
			if err := json.Unmarshal(arguments, &a); err != nil {
				return nil, wrongArguments(err)
			}
		}
		return f(s, a)
	}
}

// waiting makes a handler of what can be asked only while the run waits. The run keeps waiting until it has
// answered.
func waiting[A any](f func(*session, A) (any, error)) handler {
	return handles(func(s *server, a A) (any, error) {
		if s.session == nil {
			return nil, errors.New("nothing was launched")
		}
		s.session.inspecting.Lock() // a run that is ended waits so long
		defer s.session.inspecting.Unlock()
		if !s.session.waits() {
			return nil, errors.New("the program does not wait: pause it first")
		}
		return f(s.session, a)
	})
}

// launched makes a handler of what can be asked from the launch on, whether the run waits or not.
func launched[A any](f func(*session, A) (any, error)) handler {
	return handles(func(s *server, a A) (any, error) {
		if s.session == nil {
			return nil, errors.New("nothing was launched")
		}
		return f(s.session, a)
	})
}

// A none is the arguments of a request that has none.
type none struct{}

// handlers are all requests, by their commands. The last two lines are requests of this debugger alone.
var handlers map[string]handler

func init() {
	handlers = map[string]handler{
		"initialize": handles((*server).initialize), "launch": handles((*server).launch),
		"disconnect": (*server).disconnect, "terminate": launched((*session).terminate),
		"configurationDone": launched((*session).configured), "threads": launched((*session).threads),
		"cancel":         handles((*server).cancel),
		"setBreakpoints": launched((*session).setBreakpoints), "setFunctionBreakpoints": launched((*session).setFunctionBreakpoints), "setExceptionBreakpoints": launched((*session).setFilters),
		"pause": launched((*session).pause), "source": launched((*session).source), "loadedSources": launched((*session).loadedSources),
		"stackTrace": waiting((*session).stackTrace), "scopes": waiting((*session).scopes), "variables": waiting((*session).variables),
		"evaluate": waiting((*session).evaluateRequest), "exceptionInfo": waiting((*session).exceptionInfo),
		"continue": waiting((*session).goOn), "next": waiting((*session).next), "stepIn": waiting((*session).stepIn), "stepOut": waiting((*session).stepOut),
		"stepBack": waiting((*session).stepBack), "reverseContinue": waiting((*session).reverseContinue),
		"stepIntoElement": waiting((*session).stepIntoElement), "value": waiting((*session).valueRequest), "valuePart": launched((*session).valuePart),
	}
}

type initializeArguments struct {
	LinesStartAt1, ColumnsStartAt1 *bool
	PathFormat                     string
}

func (s *server) initialize(a initializeArguments) (any, error) {
	if a.PathFormat != "" && a.PathFormat != "path" {
		return nil, fmt.Errorf("paths are understood as they are; the path format %.40q is not", a.PathFormat)
	}
	if a.LinesStartAt1 != nil && !*a.LinesStartAt1 {
		s.lines = 0
	}
	if a.ColumnsStartAt1 != nil && !*a.ColumnsStartAt1 {
		s.columns = 0
	}
	return protocol.Capabilities{
		SupportsConfigurationDoneRequest: true, SupportsConditionalBreakpoints: true, SupportsHitConditionalBreakpoints: true,
		SupportsEvaluateForHovers: true, SupportsLogPoints: true, SupportsTerminateRequest: true, SupportsExceptionInfoRequest: true,
		SupportsLoadedSourcesRequest: true, SupportsDelayedStackTraceLoading: true, SupportsSteppingGranularity: true,
		SupportsExceptionFilterOptions: true, SupportsFunctionBreakpoints: true, SupportsCancelRequest: true, SupportsStepBack: true,
		ExceptionBreakpointFilters: []protocol.ExceptionBreakpointsFilter{
			{Filter: "fault", Label: "Faults", Description: "Stop where the program fails.", Default: true},
			{Filter: "shape", Label: "Values of a shape", Description: "Stop when an expression has a tensor of this shape as its value.", SupportsCondition: true, ConditionDescription: "a shape, such as (3, ?)"},
		},
	}, nil
}

// disconnect ends what was launched; nothing is read after it.
func (s *server) disconnect(json.RawMessage) (any, error) {
	if s.session != nil {
		s.session.end()
	}
	return nil, nil
}

// cancel has been done by the queue, when the request came.
func (s *server) cancel(protocol.CancelArguments) (any, error) { return nil, nil }

// jsonNames are what values of JSON are called where another one was sent.
var jsonNames = map[reflect.Kind]string{
	reflect.Bool: "true or false", reflect.Int: "a whole number", reflect.Int64: "a whole number",
	reflect.String: "a string", reflect.Slice: "a list", reflect.Struct: "an object", reflect.Map: "an object",
}

// wrongArguments says which argument is of the wrong kind, without names of this program.
func wrongArguments(err error) error {
	wrong := (*json.UnmarshalTypeError)(nil)
	if !errors.As(err, &wrong) || wrong.Field == "" || jsonNames[wrong.Type.Kind()] == "" {
		return errors.New("the arguments are no object of this request")
	}
	return fmt.Errorf("`%s` is %s, and not what was sent, a JSON %s", wrong.Field, jsonNames[wrong.Type.Kind()], wrong.Value)
}

// A refusal is why nothing is run: an error in the text, with a link that leads to it where the
// client has a command for that.
type refusal struct {
	message, link string
}

func (r *refusal) Error() string { return r.message }

// refused makes a refusal of an error of a file. The place is counted from one, as editors show it.
func refused(what string, f *file, at syntax.Span, message, reveal string) *refusal {
	line, column := f.at(int(at.Start))
	r := &refusal{message: fmt.Sprintf("%s: %s:%d:%d: %s", what, f.name, line+1, column+1, message)}
	if reveal != "" && f.path != "" {
		endLine, endColumn := f.at(int(at.End))
		r.link = commandLink(reveal, string(uri.File(f.path)), map[string]position{"start": {line, column}, "end": {endLine, endColumn}})
	}
	return r
}

// commandLink is an address that has a client do a command.
func commandLink(command string, arguments ...any) string {
	text, err := json.Marshal(arguments)
	if err != nil {
		return ""
	}
	return "command:" + url.PathEscape(command) + "?" + url.QueryEscape(string(text))
}

// linked adds the link to what the client shows of the refusal.
func (r *refusal) linked(m *protocol.ErrorMessage) {
	if r.link != "" {
		m.Url, m.UrlLabel = r.link, "Go to the Error"
	}
}
