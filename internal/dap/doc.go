// Package dap serves the Debug Adapter Protocol: a program is run sequentially, in code
// that is compiled for stepping (interp.Step), and the client reads its state while it waits.
//
// In go the messages of one client, out come responses and events.
//
//	server.go      requests are answered in turn, by a table; responses and events are sent
//	queue.go       messages are read all the time, so that a request can be cancelled
//	launch.go      what is run: a file, a definition with arguments, an expression, a position
//	run.go         the run: where it stops, waiting, stepping, limits
//	back.go        stepping back, by running again
//	breakpoint.go  breakpoints, logpoints, filters
//	inspect.go     frames, scopes, variables
//	evaluate.go    expressions in a frame
//	value.go       whole values, as editors show them
//	source.go      files, lines and columns
//
// # Goroutines
//
// There are three: one reads messages (queue.fill), one answers requests, one runs the program. The run
// stops by waiting in a callback of the interpreter (session.wait). While it does, requests read its
// frames and values without copies, because a run that waits changes nothing.
//
//   - session.mu guards what requests change of a session while it runs, and is held shortly: the run
//     takes it at every point.
//   - session.inspecting is held by a request that reads the state of the run, and by a run that
//     ends while it waits, which would free its frames.
//   - What only handlers of the kind `waiting` and the run use (compiled expressions) needs no lock:
//     either the run waits, or such a request is refused.
//   - The run goes on only after the response of the request that released it was sent (server.after),
//     so that a client never sees an event of the new state before the answer of the old one.
//
// # Points
//
// The interpreter calls back at points: when a function is entered, before an expression and after it.
// A stop is decided by the point, the depth of the call stack and the step that was asked for
// (session.steppedTo). A run is deterministic, so that its points have numbers that are the same in every
// run. Stepping back is running again up to a smaller number, in time with the run so far.
//
// # Limits
//
// A run has the limits of its launch: steps, memory, time without the time for which it waits. An
// evaluation has limits of its own (evaluate.go). Answers are cut into windows: mostFrames, mostParts,
// mostHandles.
package dap
