package code

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Point is a place of code at which a run may stop: code that is compiled for stepping
// has an instruction for each.
type Point struct {
	Kind      PointKind
	Node      syntax.NodeID // of the function's item
	Register  int           // with the value, where it is known
	Statement bool          // the expression is one that steps stop at: a binding's value, a body, a result
}

// A PointKind is when a point is reached.
type PointKind uint8

const (
	EntryPoint  PointKind = iota // a function was called, its parameters are bound
	BeforePoint                  // an expression is about to be evaluated
	AfterPoint                   // it has a value
)

// A Variable is a local variable of code that is compiled for stepping, with those that
// were bound before it.
type Variable struct {
	Name     string
	Node     syntax.NodeID // that binds it
	Type     types.Type
	Where    Storage
	Register int  // of the frame: the variable's, or that of the environment
	Field    int  // of the environment or closure
	Inner    int  // of an environment that a closure captured
	Graph    bool // a graph binding, which may have no value yet
	Outer    *Variable
}

// A Storage is where a variable is kept.
type Storage uint8

const (
	InRegister Storage = iota
	InEnvironment
	InClosure            // a field of what register 0 holds
	InClosureEnvironment // a field of an environment that is one
)

// A ScopeChange is the place of code from which on other variables are seen.
type ScopeChange struct {
	PC    int
	Scope *Variable
}

// Scope gives the variables that are seen at a word of code, the last one first.
func (f *Function) Scope(pc int) *Variable {
	i, found := slices.BinarySearchFunc(f.Scopes, pc, func(c ScopeChange, pc int) int { return c.PC - pc })
	for found && i+1 < len(f.Scopes) && f.Scopes[i+1].PC == pc {
		i++
	}
	if !found {
		i--
	}
	if i < 0 {
		return nil
	}
	return f.Scopes[i].Scope
}
