// Package machine runs code: on one core in the order in which it is written, or
// on several with the same results, bit for bit.
//
// An Engine runs functions of a code.Program. The machine (machine.go) keeps its
// frames on a stack of its own (stack.go), so recursion is bounded by memory alone,
// and calls in tail position reuse their frame. Functions on FractalTensors are
// forms (form.go): they work on slots and call functions of the program (applier.go).
// Their parallel loops run on a work-stealing pool (scheduler.go).
//
// # The same results on any number of cores
//
// A parallel loop over [0, n) is cut into pieces that are decided by n alone, or whose
// results do not depend on where they are cut. A piece writes only places of its own, so
// that no lock orders the writes. Sums are bracketed by the length (fold.go): chunks
// from the left, then pairwise. The fault of a loop is that of the lowest index, as in a
// sequential run. Functions with effects run in order (mustBeOrdered).
//
// # Fast paths
//
// Several ways of evaluation give what the plain one gives, sooner (fast_path.go counts
// them). Each is given up, and the plain way taken, where anything fails, so that the
// fault reported is the first in the order of the program.
//
//   - Functions of numbers are traced and run on whole blocks of elements (trace.go,
//     trace_code.go, trace_run.go): `map` of 1,000,000 numbers takes a tenth to a
//     thirtieth of the time of calls.
//   - Products of matrices in them are computed for all elements at once
//     (batched_product.go): a dense layer over 2,000 rows takes a quarter.
//   - Fused operators run in one pass over their elements (fast_path.go): chains of three
//     to five operators take 0.6 of the processor time, and half of the memory.
//   - Chunks of a reduction are folded side by side (reduce.go): sums take a fifth, other
//     functions a quarter.
//   - Tasks of a fork run on several cores (fast_path.go).
//
// The figures are of paired runs (BenchmarkFractal, BenchmarkProductOfAll). A path that
// shows nothing there or on the networks of BenchmarkNets is deleted.
//
// # Limits and debugging
//
// Limits and cancellation are looked at every thousand steps (run.go). Failures are
// Faults with their place (fault.go). A debugger (stop.go) is notified of each point that code
// compiled for stepping comes to, and looks at frames and values while the run waits.
//
// Read run.go first, then machine.go with stack.go, and form.go.
package machine
