// Package worker evaluates programs in a child process, so that one that takes
// all memory or never ends takes nobody with it.
//
// The parent has a Worker: it starts the process when it is first needed, keeps
// it warm, kills it where it does not stop, and replaces it when it died. The
// child calls Serve. Between them go frames: four bytes of length, the most
// significant first, and so many bytes of JSON.
//
// Read protocol.go first, then serve.go (the child) and client.go (the parent).
package worker
