package amortize

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/steps"
)

// A System asks for bounds of several functions at once.
type System struct {
	// Arity is how many arguments each unknown has.
	Arity []int
	// Preferred is how many of an unknown's arguments, the last ones, are rather depended
	// on than others: they are never more than one of these. Short lists go on in zeros.
	Preferred []int
	// Inequalities are what the unknowns have to satisfy.
	Inequalities []Inequality
	// Meter counts the steps of solving; nil for no bound.
	Meter *steps.Meter
}

// An Inequality says what holds on one path: for all naturals in place of its
// variables for which everything in Known is at least 0, Unknown(Args) ≥ Σ Costs + Σ Calls.
type Inequality struct {
	Variables int
	Unknown   int
	Args      []linear.Form
	Costs     []Cost
	Calls     []Call
	Known     []linear.Form
}

// A Cost is a known polynomial of affine arguments.
type Cost struct {
	Polynomial
	Args []linear.Form
}

// A Call is Times ≥ 0 times an unknown of affine arguments.
type Call struct {
	Times   int64
	Unknown int
	Args    []linear.Form
}

// degree is the largest degree of a cost.
func (s *System) degree() int {
	degree := 0
	for _, q := range s.Inequalities {
		for _, c := range q.Costs {
			degree = max(degree, c.Degree())
		}
	}
	return degree
}
