// Package worker evaluates programs in a child process, so that one that takes
// all memory or never ends takes nobody with it.
//
// The parent has a Worker: it starts the process when it is first needed, keeps
// it warm, kills it where it does not stop, and replaces it when it died. The
// child calls Serve. Between them go frames: four bytes of length, the most
// significant first, and so many bytes of JSON.
//
// Requests are answered as they come to their end, in any order; each has a number. The files of a
// request are a snapshot that the child works out from the one before and from what changed
// (server.advance), in the order in which requests arrive. So a request sees the texts that the
// editor had when it was sent, whatever is edited while it runs.
//
// A run that is asked to end is given some time, and then its process is killed: an evaluation
// may be in the middle of a kernel that does not look at its context. Whoever else waited for that
// process asks the next one (errStuck).
//
// Values of runs can be kept in the child, since they may be larger than what goes over a pipe: a
// client asks for parts of them by a handle (store.go).
//
// Read protocol.go first, then serve.go (the child) and client.go (the parent).
package worker
