package lsp

import "go.lsp.dev/protocol"

// A session is what all views of one conversation share: the ways to the
// client. Answers may send requests of their own through it, for they do not
// run on the goroutine that reads.
type session struct {
	client protocol.Client // for requests to the client and for progress
	outbox *outbox         // for notifications, without waiting
	tokens tokenHistory    // for deltas of semantic tokens
	album  album           // tokens by item
}
