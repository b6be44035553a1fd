package machine

import "sync/atomic"

// A FastPath is a way of evaluation that gives what plain evaluation gives,
// sooner. Whether one was taken shows in no result, so runs count them: the
// tests of one hold that it is taken.
type FastPath uint8

const (
	OperatorsFused   FastPath = iota // elementwise operators in one pass
	ElementsFused                    // a function on blocks of elements
	SwishFused                       // x·σ(x) as one function
	ChunksFused                      // chunks of a reduction side by side
	ProductsBatched                  // one product of matrices for all elements
	BindingsForked                   // bindings side by side
	LayersOverlapped                 // scans along diagonals
	FastPathCount
)

// A tally counts the fast paths taken in an engine's runs.
type tally [FastPathCount]atomic.Int64

func (m *machine) countFastPath(s FastPath) { m.engine.taken[s].Add(1) }

// Taken is how often a fast path was taken in the engine's runs.
func (e *Engine) Taken(s FastPath) int64 { return e.taken[s].Load() }
