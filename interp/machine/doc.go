// Package machine runs code: on one core in the order in which it is written, or
// on several with the same results, bit for bit.
//
// An Engine runs functions of a code.Program. The machine (machine.go) keeps its
// frames on a stack of its own (stack.go), so recursion is bounded by memory alone,
// and calls in tail position reuse their frame. Functions on FractalTensors are
// forms (form.go): they work on slots and call functions of the program. Their
// parallel loops run on a work-stealing pool (scheduler.go).
//
// Several ways of evaluation give what the plain one gives, sooner (fast_path.go
// counts them): functions of numbers are traced and run on whole blocks of elements
// (trace.go, trace_code.go, trace_run.go), products of matrices in them for all
// elements at once (batched_product.go), fused operators in one pass (fused_run.go),
// chunks of a reduction side by side (reduce.go), tasks of a fork side by side
// (fork_run.go), and stacked scans along the diagonals of layers and time
// (wavefront.go). Each is given up, and the plain way taken, where anything fails, so
// that the failure reported is the first in the order of the program.
//
// Who debugs a run (stop.go) is told of each point that code compiled for stepping comes
// to, and looks at its frames and values while it waits.
//
// Limits and cancellation are looked at every thousand steps (run.go). Failures are
// Faults with their place (fault.go).
//
// Read run.go first, then machine.go with stack.go, and form.go.
package machine
