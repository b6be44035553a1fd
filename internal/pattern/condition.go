package pattern

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A ConditionKind says what a condition is. The comment gives its Operands.
type ConditionKind uint8

const (
	Given   ConditionKind = iota // ()     Value
	Named                        // ()     Name: what was matched under it; of Ask alone
	Ask                          // (x…)   Name: a question of Questions, about what was matched
	Element                      // (x i)  `shape(x)[0]`
	Array                        // (x…)   `[x, y]`
	Compare                      // (x y)  Name: == != < <= > >= in
	Compute                      // (x y)  Name: + - * / %; (x) -
	Both                         // (x y)  and
	Either                       // (x y)  or
	Not                          // (x)
)

// A Condition is an expression about what was matched. It is true, false, or
// not known, and holds only if it is true.
type Condition struct {
	Kind     ConditionKind
	Name     string
	Value    op.Value
	Operands []*Condition
	Span     syntax.Span
}

// A Question is a function of conditions, with the kinds of its operands.
type Question struct {
	Name     string
	Operands []ConditionKind // Named, or Given for a string
	Doc      string
}

// Questions are all functions that conditions may ask.
var Questions = []Question{
	{"attr", []ConditionKind{Named, Given}, "the value of an attribute of a call"},
	{"dtype", []ConditionKind{Named}, "the element type, as a string"},
	{"shape", []ConditionKind{Named}, "the list of the extents"},
	{"rank", []ConditionKind{Named}, "how many dimensions there are"},
	{"value", []ConditionKind{Named}, "the value of a constant"},
	{"uses", []ConditionKind{Named}, "at how many places it is used"},
	{"size", []ConditionKind{Named}, "how many elements there are"},
	{"depth", []ConditionKind{Named}, "the depth of a FractalTensor"},
	{"is_pure", []ConditionKind{Named}, "whether evaluating it has no effect"},
}
