package op

// A Rebinding gives new values to variables: a variable that stands as one of
// the parameters has its new value in all that is evaluated after the call, in
// the same activation. Kernel gives the new values as a tuple, one for each of
// Params in their order; its work is counted in the operator's cost.
type Rebinding struct {
	Params []int
	Kernel Kernel
}
