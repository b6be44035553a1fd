package optest

import "github.com/fraccheck/fraccheck/internal/op"

// A Machine runs kernels on one core and without limits. Kernels that call
// functions of a program cannot use it.
type Machine struct{ op.Machine }

func (Machine) Parallel(n, _ int, body func(from, to int) error) error { return body(0, n) }
func (Machine) Charge(int64) error                                     { return nil }
func (Machine) Allocate(int64) error                                   { return nil }
