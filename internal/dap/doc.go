// Package dap serves the Debug Adapter Protocol: a program is run sequentially, in code
// that is compiled for stepping (interp.Step), and the client looks at it while it waits.
//
// In go the messages of one client, out come responses and events. A queue (queue.go)
// reads all the time, a server (server.go) answers requests in turn, by a table; a session
// (run.go) follows the run, decides where it stops and waits there; inspect.go shows frames
// and values, evaluate.go works out expressions in a frame, source.go has the places of
// files. Read server.go first, then run.go.
package dap
