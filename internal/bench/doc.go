// Package bench makes the programs that the benchmarks read: annotated ADT
// code, operator chains, network dumps as TVM prints them, and a match that is
// hard for a naive exhaustiveness check. Each function returns the text of a
// whole file, always the same for the same arguments, and every program is
// free of errors. docs/performance.md names the figures that they are compared
// with.
//
// Read suite.go first: it names the inputs that the benchmarks run on.
package bench
