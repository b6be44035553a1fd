package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/frame"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// ErrNoShutdown says that a client went away without asking for shutdown
// first; the protocol wants exit status 1 then.
var ErrNoShutdown = errors.New("the client left without a shutdown request")

// Options say what a server may use.
type Options struct {
	// Worker is the command that evaluates programs, such as `fraccheck worker`;
	// without it nothing can be run.
	Worker []string
	// StartWorker starts what evaluates programs in place of that command, where there are no
	// processes; nil otherwise.
	StartWorker worker.Starter
	// Supervised servers follow no process: who started them does.
	Supervised bool
	// Restarts is how many servers there were before in this conversation. One that
	// is not the first has the client ask again for what it shows.
	Restarts int
	// CrashLog writes down what work begins; nil for no log. After a restart
	// one piece of work is done at a time.
	CrashLog workspace.Observer
	// Cache holds what was found in files that are not open; nil for none. Tool names
	// this build.
	Cache *cache.Store
	Tool  string
	// Attend serves a client of Listen; nil: a server in this process.
	// It calls admitted when the client has introduced itself.
	Attend func(ctx context.Context, client io.ReadWriteCloser, log io.Writer, admitted func()) error
	// Refuse answers a client of Listen that is not served; nil: in the Language Server Protocol.
	Refuse func(client io.ReadWriteCloser, why error)
}

// Serve talks to one client until it leaves. Faults are written to log
// besides the client. The error says how the client left if not as the protocol
// wants it: ErrNoShutdown, or a *frame.Error in a message that could not be read.
func Serve(ctx context.Context, client io.ReadWriteCloser, log io.Writer, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer client.Close() // whoever still reads or writes comes to an end
	s := newServer(ctx, log, o)
	s.parent = !o.Supervised
	return s.serve(client)
}

// serve runs the goroutines of the server and waits for the end of the conversation, by exit, by the
// connection, or by the context.
func (s *server) serve(client io.ReadWriteCloser) error {
	s.conn = jsonrpc2.NewConn(newStream(client, &s.waits, s.end), jsonrpc2.WithCodec(codec{}))
	s.client = protocol.ClientDispatcher(s.conn)
	defer s.runs.Worker.Close()
	go s.outbox.run(s.ctx, s.client)
	go s.diagnoser.run(s.ctx)
	go s.closedFiles.run(s.ctx)
	go s.refresher.run(s.ctx, s.client, func() request.Client { return s.view.Load().Client })
	s.conn.Go(s.ctx, s.handle)
	// Requests that still run are not waited for: nobody reads their answers.
	select {
	case <-s.ended:
	case <-s.conn.Done():
	case <-s.ctx.Done():
		return s.ctx.Err()
	}
	return s.farewell()
}

// farewell is what was wrong with how a conversation ended.
func (s *server) farewell() error {
	var wrong *frame.Error
	switch {
	case s.phase == shutDown:
		return nil
	case errors.Is(s.reason, errSilent):
		return s.reason
	case errors.As(s.reason, &wrong):
		return fmt.Errorf("the client's message cannot be read: %w", wrong)
	}
	return ErrNoShutdown
}
