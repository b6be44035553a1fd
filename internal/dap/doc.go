// Package dap serves the Debug Adapter Protocol: a program is run sequentially, in code
// that is compiled for stepping (interp.Step), and the client looks at it while it waits.
//
// In go the messages of one client, out come responses and events. A queue (queue.go)
// reads all the time, a server (server.go) answers requests in turn, by a table; a session
// (run.go) follows the run, decides where it stops and waits there; inspect.go shows frames
// and values, evaluate.go works out expressions in a frame, source.go has the places of
// files.
//
// There are three goroutines: one reads messages (queue.fill), one answers requests, one runs the
// program. The run stops by waiting in a callback of the interpreter (session.wait), and while it
// does, requests read its frames and values without copies: what is not running does not change.
// It goes on only after the response of the request that let it was sent, so that a client never
// sees an event of the new state in front of the answer of the old one.
//
// Read server.go first, then run.go.
package dap
