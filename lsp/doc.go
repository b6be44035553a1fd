// Package lsp is the language server: the Language Server Protocol 3.18 over a stream,
// answered from snapshots of the workspace. It reads messages, keeps their order, limits their
// time, and routes each request to the feature that answers it (packages hover, navigation,
// actions, completion, structure, lenses, commands, panels over package request). The
// diagnostics, which nobody asks for, are its own.
//
// The order of work is what keeps answers right:
//
//   - Notifications (opening, editing and closing documents, files that changed on disk, the
//     lifecycle) are handled on the goroutine that reads, in the order of the wire. Each makes
//     another view.
//   - Every other request takes the view that is current when it arrives and is answered from
//     it on a goroutine of its own, while later messages come in.
//   - Diagnostics of open documents are found by one more goroutine (diagnoser.go), those of
//     closed files by another that waits for the first (closed_files.go).
//   - What is not an answer leaves through goroutines that may wait for the client (outbox.go,
//     refresh.go), so that a client that does not read never delays an edit.
//
// Only the client's settings come in beside the messages, because they are asked for
// (configuration.go). Whoever makes another view holds server.state.
//
// Read server.go first, then route.go (which features there are), answer.go (a request from
// its arrival to its answer) and diagnoser.go. Positions are byte offsets everywhere but at
// the border (request.Mapper).
package lsp
