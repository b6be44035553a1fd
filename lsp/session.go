package lsp

import "go.lsp.dev/protocol"

// A session is what all views of one conversation share: the ways to the
// client. Answers may send requests of their own through it, for they do not
// run on the goroutine that reads.
type session struct {
	client    protocol.Client // for requests to the client and for progress
	outbox    *outbox         // for notifications, without waiting
	summaries *summaries      // of closed files
	pulls     *pulls          // diagnostics that the client asked for
	contents  *pulls          // documents of the server that it read
	works     *works          // that the client shows
}
