// Package lifeline ends a process at once when the one that started it is gone, in whatever way
// that ended: the starter holds one end of a pipe, and the process waits for the other
// one to be closed, which the system does with all files of what is dead.
//
// Attach is for the starter, Follow for the process that it starts. Where files cannot be
// handed on besides the usual three (Windows), both do nothing.
package lifeline

import "os"

// A Line is the starter's end.
type Line struct{ held, passed *os.File }

// Started gives up the end that the process has now.
func (l *Line) Started() {
	if l.passed != nil {
		l.passed.Close()
	}
}

// Close lets go of a process that has ended, or ends it.
func (l *Line) Close() {
	if l.held != nil {
		l.held.Close()
	}
}

// variable is the environment variable with the number of the file that is the pipe.
const variable = "FRACCHECK_LIFELINE"
