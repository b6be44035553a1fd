// Package term has rewrite rules as two terms over the same variables: the programs that a pattern
// matches, and the expression that its template writes. Read makes one Rule for each choice among the
// alternatives (`|`) of a pattern. A pattern that matches programs without a common form, such as
// any_depth, has no term, and Read's error names it.
//
// A name of the rule is one term, which both sides share: the right side of
// `match c = exp(x) with c + 1` has the left side as its operand. So terms are graphs without cycles,
// and a term that is there twice is evaluated once.
//
// term.go has the terms; pattern.go reads patterns, template.go reads templates.
package term

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Kind says what a term is. The comment gives its Args.
type Kind uint8

const (
	Variable    Kind = iota // ()        any expression; Name
	Constant                // ()        any constant; Name
	Number                  // ()        Value; Dtype, NoDtype for any, and of any shape then
	Local                   // ()        what Lambda binds under Name
	Call                    // (x…)      of the operator Op, with Given and PassedOn attributes
	Tuple                   // (x…)
	Project                 // (x)       component Index
	List                    // (x…)      a FractalTensor
	Lambda                  // (body)    Params
	Apply                   // (f x…)
	Global                  // ()        the definition Name of the prelude, with its @
	Constructor             // ()        Name
	Operator                // ()        Op as a function
	If                      // (c t e)
	Answer                  // ()        Asked, as an operand
)

// A Term is a node of a side of a rule.
type Term struct {
	Kind   Kind
	Name   string
	Args   []*Term
	Params []string
	Index  int
	Value  op.Value
	Dtype  types.Dtype

	Op       *op.Op
	Given    []Attribute // as they are written, in their order
	PassedOn []*Term     // the calls whose written attributes are passed on
	Asked    *Question
	Pattern  bool // attributes that are not given have any value
}

// An Attribute is one that a call gives.
type Attribute struct {
	Name  string
	Value op.Value // where Asked is nil
	Asked *Question
}

// A Question in a template is replaced by what is known of a term: its shape, an attribute.
type Question struct {
	Word  string // attr, shape, dtype, rank, size, value
	Of    *Term
	Attr  string
	Index int // of the list that is the answer; -1 for all of it
}

// A Check is a condition that a pattern has on a part of it.
type Check struct {
	Of         *Term
	Dtype      string              // has_dtype; "" for none
	Shape      *pattern.Shape      // has_shape
	Attributes []pattern.Attribute // has_attr of what is no operator's call here
}

// A Rule is a rule for one choice among the alternatives of its pattern.
type Rule struct {
	Source      *pattern.Rule
	Left, Right *Term
	Names       map[string]*Term
	Where       []*pattern.Condition
	Checks      []Check
	Variables   []*Term // of the left side, by their first places; Constants and Numbers too
}

// Walk visits a term and its parts, each once, the parts first.
func Walk(root *Term, visit func(*Term)) { walk(root, map[*Term]bool{}, visit) }

func walk(t *Term, seen map[*Term]bool, visit func(*Term)) {
	if t == nil || seen[t] {
		return
	}
	seen[t] = true
	for _, a := range t.Args {
		walk(a, seen, visit)
	}
	visit(t)
}

// Calls are the calls of operators of a side, each once, the operands first.
func Calls(root *Term) (calls []*Term) {
	Walk(root, func(t *Term) {
		if t.Kind == Call {
			calls = append(calls, t)
		}
	})
	return calls
}
