// Package interp evaluates typed programs. It is the face of three packages: code
// (instructions, values in registers, programs), compile (typed trees to code) and
// machine (execution, parallel work, limits).
//
// Compile prepares a typecheck.Module; Program.Run evaluates a top-level expression
// or a definition and gives a value or a Fault. Definitions are compiled when an
// entry first needs them.
//
// Read program.go first, then the package comments of code, compile and machine.
package interp
