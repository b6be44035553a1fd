package lsp

import (
	"context"
	"github.com/fraccheck/fraccheck/internal/cache"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate/worker"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/token"
)

// A session is what all views of one conversation share: the ways to the
// client. Answers may send requests of their own through it, for they do not
// run on the goroutine that reads.
type session struct {
	ctx       context.Context // ends with the conversation
	client    protocol.Client // for requests to the client and for progress
	outbox    *outbox         // for notifications, without waiting
	refresher *refresher      // has the client ask again

	moments *moments        // what view is the current one
	recheck func(*document) // has what is wrong with it published again

	tokenAnswers tokenAnswers // the last ones, for deltas of semantic tokens
	tokenCache   token.Cache

	careful *carefulness

	cache            *cache.Store   // on disk; nil for none
	tool             string         // names this build there
	summaries        *summaries     // of closed files
	askedDiagnostics *askedVersions // by the client, of open documents
	askedDocuments   *askedVersions // documents of the server that it read
	goodTexts        goodTexts      // of these, written when their programs had no errors

	rewriters rewriters
	ruleTurn  chan struct{} // held by who looks for matches of rules

	worker   *worker.Worker // runs programs
	reloads  reloads        // files on disk that the worker does not know of
	results  results        // of runs
	outlines reference.Outlines

	tasks          tasks          // that the client sees
	configWarnings configWarnings // about configurations
}

// namesOfServer is more than one server gives to answers and tasks.
const namesOfServer = 1 << 20

func newSession(s *server) *session {
	session := &session{
		ctx: s.ctx, client: s.client, outbox: s.outbox, refresher: s.refresher, worker: s.worker, careful: s.careful,
		moments: newMoments(), recheck: s.diagnoser.again, ruleTurn: make(chan struct{}, 1), summaries: newSummaries(), askedDiagnostics: newAskedVersions(), askedDocuments: newAskedVersions(),
		configWarnings: configWarnings{outbox: s.outbox}, cache: s.options.Cache, tool: s.options.Tool,
	}
	// What the servers before gave names to has other names.
	session.tasks.last = s.options.Restarts * namesOfServer
	session.tokenAnswers.last = s.options.Restarts * namesOfServer
	return session
}
