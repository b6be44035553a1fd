package complexity

import "github.com/fraccheck/fraccheck/complexity/solving"

// What bounds are of, and why there are none, as package solving has it.
type (
	Metric = solving.Metric
	Loss   = solving.Loss
	Reason = solving.Reason
	Step   = solving.Step
)

// The metrics; see solving.Metric.
const (
	Work   = solving.Work
	Tick   = solving.Tick
	Span   = solving.Span
	Memory = solving.Memory
)

// The reasons that others ask for; see solving.Reason.
const (
	NoBody  = solving.NoBody
	Stopped = solving.Stopped
)
