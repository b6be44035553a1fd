// Package effectcheck finds what the effects of a program make odd: values that
// are computed and thrown away, effects that keep a parallel function from running
// in parallel, and recursion that nothing can end.
//
// It rests on package effect, which says what evaluating an expression may do, and
// on the dataflow graph. Read analyzer.go first.
package effectcheck
