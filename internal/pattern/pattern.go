package pattern

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Kind says what a pattern matches. The comment gives its Parts by position.
type Kind uint8

const (
	Wildcard      Kind = iota // ()            `_`: anything
	Variable                  // ()            Name: a wildcard that a rule declares, or what a Capture of this name matched
	Capture                   // (p)           as p, and names it
	Constant                  // ()            Value: a constant all of whose elements are this; of Dtype, if that is not ""
	Expression                // ()            Text: an expression that is equal to this one
	Local                     // ()            `is_var`: a variable; of this Name (without `%`), if that is not ""
	AnyConstant               // ()            `is_constant()`
	Operator                  // ()            Name: the operator itself; `ref`, `ref_read` and `ref_write` too
	Global                    // ()            Name (without `@`): the global itself
	Constructor               // ()            Name: the constructor itself
	Call                      // (f p…)        a call of f, which may be any pattern; Open: with any arguments
	Tuple                     // (p…)          Open: of any number
	List                      // (p…)          `[p, q]`
	Projection                // (p)           `p.0`: Index; of any component, if that is AnyIndex
	Function                  // (p… body)     a function literal, or a definition reached by its global; Open: with any parameters
	If                        // (c t f)
	Let                       // (v value body)
	Match                     // (p q…)        Clauses are the program patterns, q their bodies; Open: with any clauses
	HasType                   // ()            Text: a type
	HasDtype                  // ()            Name
	HasShape                  // ()            Shape
	HasAttributes             // ()            Attributes
	OfKind                    // ()            Operation: an operator of this kind
	Or                        // (p q)         p first
	And                       // (p q)         both, on the same expression
	Dominates                 // (parent path child)
	AnyDepth                  // (p)           an expression that is or contains one that p matches
	Recursive                 // (p)           as p, which may lead back here; Name is what a rule calls it
)

// AnyIndex is the Index of a projection of any component.
const AnyIndex = -1

// A Pattern is one node. The fields beside Kind and Parts are those that Kind
// names; the others are zero.
type Pattern struct {
	Kind       Kind
	Open       bool // `...`: the operands are not said
	Name       string
	Parts      []*Pattern
	Index      int
	Operation  op.Kind
	Value      op.Value
	Dtype      string
	Text       *Fragment
	Shape      Shape
	Attributes []Attribute
	Clauses    []*Fragment
	// Span is where the pattern stands in its rule file; empty where it was not
	// read from one.
	Span syntax.Span
}

// An Attribute is a name with its value, of a call, a function or an operator.
type Attribute struct {
	Name  string
	Value op.Value
	Span  syntax.Span
}

// A Shape is what HasShape asks for.
type Shape struct {
	Extents []int64 // AnyExtent for `?`
	Open    bool    // `...` at its end: any further extents
}

// PlaceOf is where a node of the fragment is in the rule file.
func (f *Fragment) PlaceOf(n syntax.NodeID) syntax.Span {
	return f.Item.Span(n).Shift(f.Span.Start - f.Start)
}

// AnyExtent is `?` in a shape.
const AnyExtent int64 = -1

// A Fragment is a piece of a program within a rule: an expression, a type, a
// match's pattern, a program.
type Fragment struct {
	Text string
	Item *syntax.Item  // what it was parsed as; nil for a program, which has many
	Node syntax.NodeID // the fragment's own node there
	// Start is where Text begins in the item's, which may have words before it.
	Start int32
	// Span is where Text is in the rule file.
	Span syntax.Span
}
