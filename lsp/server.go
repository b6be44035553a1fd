package lsp

import (
	"context"
	"fmt"
	"io"
	"maps"
	"strings"
	"sync"
	"sync/atomic"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/lsp/params"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rulematch"
	"github.com/fraccheck/fraccheck/lsp/runs"
	"github.com/fraccheck/fraccheck/lsp/settings"
)

// A server is the conversation with one client.
type server struct {
	ctx    context.Context // ends with the conversation
	conn   jsonrpc2.Conn
	client protocol.Client
	log    io.Writer
	routes map[string]request.Route

	phase    phase // changed by the reading goroutine alone
	options  Options
	parent   bool   // ends with the process that the client names
	admitted func() // called when the client has introduced itself

	// Who makes another view holds the state: the reading goroutine, and those
	// that wait for the client's settings.
	state            sync.Mutex
	view             atomic.Pointer[request.View]
	chosen           settings.Settings // what the client said first
	warned           map[string]bool   // what was wrong with settings
	settingsRequests atomic.Int64      // numbers the questions for settings

	features []request.Feature
	commands map[string]request.Command
	runs     *runs.Runner
	matches  *rulematch.Searcher
	checker  *checker
	asked    *request.AskedVersions // documents of the server that the client read

	running     running
	waits       backlog
	faults      sync.Map // tokens of the panics that were reported
	outbox      *outbox
	diagnoser   *diagnoser
	closedFiles *closedFileChecker
	refresher   *refresher
	ended       chan struct{} // closed when no more will be read
	once        sync.Once
	reason      error // why, where something was wrong
}

// A phase is a part of the lifecycle.
type phase uint8

const (
	awaiting phase = iota // initialize
	serving
	shutDown // awaiting exit
)

// newServer connects the parts. The features come last: they take the state that is made before.
func newServer(ctx context.Context, log io.Writer, o Options) *server {
	s := &server{
		ctx: ctx, log: log, options: o, admitted: func() {}, warned: map[string]bool{}, ended: make(chan struct{}),
		outbox: newOutbox(), refresher: newRefresher(), matches: rulematch.NewSearcher(), asked: request.NewAskedVersions(),
		routes: map[string]request.Route{}, commands: map[string]request.Command{},
	}
	start := o.StartWorker
	if start == nil {
		start = worker.Command(o.Worker...)
	}
	s.runs = runs.NewRunner(worker.NewOf(start), s.tested)
	s.checker = &checker{
		runs: s.runs, serial: newSerialized(o), cache: o.Cache, tool: o.Tool, changes: newViewBroadcast(), asked: request.NewAskedVersions(),
	}
	s.running.open()
	s.diagnoser = newDiagnoser(s.checker, s.outbox, s.refresher, s.faulted)
	s.diagnoser.serverDocuments = s.asked
	s.closedFiles = newClosedFileChecker(s.checker, s.outbox, s.diagnoser.looked, s.faulted)
	s.features = newFeatures(s)
	for _, f := range s.features {
		maps.Copy(s.routes, f.Requests)
		maps.Copy(s.commands, f.Commands)
	}
	s.routes[protocol.MethodWorkspaceExecuteCommand] = request.Handles(s.executeCommand)
	return s
}

// session is what the views of this conversation share.
func (s *server) session() *request.Session {
	warnings := &configWarnings{outbox: s.outbox}
	o := request.SessionOptions{Context: s.ctx, Client: s.client, RefreshResults: s.refresher.show, ConfigFault: warnings.show}
	return request.NewSession(o, s.options.Restarts*namesOfServer)
}

// tested shows what tests of a file found: in lenses, and as diagnostics.
func (s *server) tested(v *request.View, path string) {
	s.refresher.tested()
	s.checker.changes.notify()
	if d := v.ByPath[path]; d != nil {
		s.diagnoser.again(d)
	}
}

// end has no more read.
func (s *server) end(reason error) {
	s.once.Do(func() {
		s.reason = reason
		close(s.ended)
	})
}

// handle must not block: what it waits for, every later message waits for. Requests return from
// it after jsonrpc2.Async; notifications are handled in it, since their order counts.
//
// handle is called for every message, on the reading goroutine. Its error is
// the answer to a request; to a notification it would close the connection.
func (s *server) handle(ctx context.Context, message *jsonrpc2.Request) (result any, err error) {
	// The message is borrowed: its bytes are another's once it is handled.
	method := strings.Clone(message.Method())
	defer func() {
		if r := recover(); r != nil {
			result, err = nil, s.faulted(method, r)
			if !message.IsCall() {
				err = nil
			}
		}
	}()
	if message.IsCall() {
		return s.request(ctx, method, message)
	}
	return nil, s.notification(method, message.Params())
}

// request answers a request: those of the lifecycle in their place, others on
// this view when their turn comes.
func (s *server) request(ctx context.Context, method string, message *jsonrpc2.Request) (any, error) {
	if err := s.accepts(method); err != nil {
		return nil, err
	}
	if err := params.Check(method, message.Params()); err != nil {
		return nil, invalidParams(method, err)
	}
	switch method {
	case protocol.MethodInitialize:
		return s.initialize(message.Params())
	case protocol.MethodShutdown:
		s.phase = shutDown
		return nil, nil
	}
	answer, err := s.routes[method](message.Params())
	if err != nil {
		return nil, invalidParams(method, err)
	}
	return s.answer(ctx, asked{message.ID(), method, documentOf(message.Params()), answer})
}

func invalidParams(method string, err error) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s: %v", method, err)
}

// accepts reports whether there is such a request and it may come in this phase.
func (s *server) accepts(method string) error {
	first := method == protocol.MethodInitialize
	known := first || method == protocol.MethodShutdown || s.routes[method] != nil
	switch {
	case s.phase == awaiting && !first:
		return jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s came before initialize", method)
	case s.phase == serving && first:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "initialize came twice")
	case s.phase == shutDown:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s came after shutdown", method)
	case !known:
		return jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "this server does not know %q", method)
	}
	return nil
}

// notification handles what wants no answer. What cannot be understood is
// logged and left.
func (s *server) notification(method string, message []byte) error {
	if method == protocol.MethodExit {
		s.end(nil)
		return errExit
	}
	handle, ok := notifications[method]
	switch {
	case !ok && !strings.HasPrefix(method, "$/"):
		s.outbox.logf(protocol.MessageTypeLog, "the notification %q is not known here", method)
	case ok && s.phase == serving:
		s.state.Lock()
		defer s.state.Unlock()
		err := params.Check(method, message)
		if err == nil {
			err = handle(s, message)
		} else {
			s.lose(method, message, err)
		}
		if err != nil {
			s.outbox.logf(protocol.MessageTypeWarning, "%s is left: %v", method, err)
		}
	}
	return nil
}

// errExit closes the connection.
var errExit = fmt.Errorf("the client said exit")

// namesOfServer is more than one server gives to answers and tasks. After a restart, names
// begin at a multiple of it, so that those of the server before are not used again.
const namesOfServer = 1 << 20
