// Package lsp is the language server: the Language Server Protocol 3.18 over a
// stream, answered from workspace snapshots.
//
// The order of things is what keeps answers right. Messages that change state
// (opening, editing and closing documents, files that changed on disk, the
// lifecycle) are handled on the goroutine that reads, in the order of the wire.
// Every other request takes the view that was current when it arrived, and is
// answered from it on a goroutine of its own while later messages come in.
// Diagnostics are worked out by one more goroutine (diagnoser.go), those of closed
// files by another behind it (closed_files.go), and what is not an answer leaves through
// ones that may wait for the client (outbox.go, refresh.go), so that a client that
// does not read never stops an edit. Only the client's settings come in beside
// the messages: they are asked for (configuration.go), and whoever makes another view
// holds the server's state.
//
// Programs run in a child process (run_worker.go), asked for by commands
// (command.go) that lenses offer (lens.go); results are kept by what they depend
// on (run_result.go).
//
// What an answer says is found below the protocol, by packages that take files and
// byte offsets and give values: workspace/reference (declarations and uses),
// lsp/complete, lsp/rename, lsp/token, lsp/hint, package evaluate. The files here
// read a request, ask one of them and write what it gives.
//
// Read server.go first, then view.go (what a request sees), route.go (which
// requests there are) and cursor.go (from a position to a node). Each feature
// has a file of its own, named after it. Positions are byte offsets everywhere
// but in place.go.
package lsp
