// Package interp runs typed programs: on one core in the order in which they
// are written, or on several with the same results, bit for bit.
//
// Compile prepares a typecheck.Module; Program.Run evaluates a top-level
// expression or a definition. Definitions become bytecode for a register
// machine when an entry first needs them. A machine keeps its frames on a stack
// of its own, so recursion is bounded by memory alone, and calls in tail
// position reuse their frame.
//
// A value in a register is a slot of two words (slot.go): scalars lie in it
// unboxed, with a pointer that tells their dtype, so that polymorphic code needs
// no types. Parallel functions run on a work-stealing pool (scheduler.go);
// functions of scalars that they apply are traced and run on whole blocks of
// elements (trace.go, block.go), and products of matrices in them for all elements
// at once (lift.go). Elementwise operators are computed in one pass across
// bindings that are read once (web.go, postpone.go, chain.go). Bindings that do
// not need each other run side by side (fork.go), and stacked scans along the
// diagonals of layers and time (wave.go); both are given up, and evaluated
// plainly, where anything fails.
//
// Read program.go first, then opcode.go, machine.go (with stack.go) and builder.go.
package interp
