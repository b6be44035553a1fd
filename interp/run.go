package interp

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/interp/compile"
	"github.com/fraccheck/fraccheck/interp/machine"
)

// What a run is asked for and what it gives (interp/machine).
type (
	// An Entry is what Run evaluates.
	Entry = compile.Entry
	// Options bound a run. Zero values are no bounds.
	Options = machine.Options
	// Stats are what a run took.
	Stats = machine.Stats
	// A Cost is what a definition took in a run.
	Cost = machine.Cost
	// An OperatorCost is what the calls of an operator took.
	OperatorCost = machine.OperatorCost
	// A Fault is why a run came to no value.
	Fault = machine.Fault
	// A FaultKind sorts faults.
	FaultKind = machine.FaultKind
	// A Call is a place that a run was at when it failed.
	Call = machine.Call
	// A Debugger follows a run.
	Debugger = machine.Debugger
	// A Stop is a run that waits for a Debugger.
	Stop = machine.Stop
	// A Frame is an open call of a run that waits.
	Frame = machine.Frame
	// A Local is a variable of a frame.
	Local = machine.Local
	// A View is a value of a run.
	View = machine.View
)

// The kinds of faults.
const (
	ProgramFault  = machine.ProgramFault
	ZeroFault     = machine.ZeroFault
	RangeFault    = machine.RangeFault
	LengthFault   = machine.LengthFault
	ShapeFault    = machine.ShapeFault
	MatchFault    = machine.MatchFault
	CycleFault    = machine.CycleFault
	DepthFault    = machine.DepthFault
	StepFault     = machine.StepFault
	MemoryFault   = machine.MemoryFault
	StopFault     = machine.StopFault
	InternalFault = machine.InternalFault
)

// Runs reports whether calls of an operator can be run: some are typed only.
func Runs(o *op.Op) bool { return machine.Runs(o) }
