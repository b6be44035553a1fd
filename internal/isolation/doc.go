// Package isolation keeps a crash from taking more with it than what caused it: work is done in
// subprocesses, and the next one leaves out what the last one crashed at.
//
// Go recovers from a panic, and not from a stack that is too deep, from memory that is used up,
// or from a kill by the system: these end the process. So the process that a user started does
// not work itself. It starts a subprocess (Start, Retry), and when that crashed another one, in
// serialized mode: a subprocess that does one thing at a time and writes down what it is before
// it begins (Recorder). The starter reads that when the process has crashed (Log), and tells the
// next one to leave it out (Attempt).
//
// The first crash has no name, since no record is written before one: a check without a crash
// pays for a process and for nothing else. With k subjects that crash, k + 1 attempts crash.
//
// The crash log is one small file that holds what is being done now; what was written survives
// the process, whatever ended it, on every system. A subprocess ends when its starter does, in
// whatever way that ended: the starter holds one end of a pipe, and the subprocess waits for it
// to be closed, which the system does with all files of a process that is gone (Start, Follow).
// Where files cannot be handed on besides the usual three (Windows), it goes on.
//
// Two commands work so: `fraccheck check` (cmd/fraccheck, one task, retried from its beginning)
// and the language server (lsp/supervise, a conversation, continued).
//
// Read log.go first.
package isolation
