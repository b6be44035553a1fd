package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace/reference"
)

// A session is what all views of one conversation share: the client, to which answers may
// send requests of their own (they do not run on the goroutine that reads), and what is kept
// from one answer to the next for several features.
type session struct {
	sessionOptions
	outlines reference.Outlines
	tasks    tasks // that the client sees
}

// sessionOptions are what a session has of its server.
type sessionOptions struct {
	ctx            context.Context // ends with the conversation
	client         protocol.Client // for requests to the client and for progress
	refreshResults func()          // has the client ask again for what shows the results of runs
	configFault    func(error)     // shows why the files of a configuration are not checked
}

// newSession numbers the tasks that it begins by itself from firstID on.
func newSession(o sessionOptions, firstID int) *session {
	return &session{sessionOptions: o, tasks: tasks{last: firstID}}
}

// namesOfServer is more than one server gives to answers and tasks. After a restart, names
// begin at a multiple of it, so that those of the server before are not used again.
const namesOfServer = 1 << 20
