package complete

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Candidates for an expression or a type are ranked by how likely each is. A cost is the logarithm of
// a probability, in quarters of a bit: with 4 more, a candidate is half as likely. It is the sum
// of the costs of independent signals, as in a naive Bayes classifier: of the kind of expression in
// its role (the tables below), of its type, of where its name is around, of how often programs use
// it. The tables were counted, and the weights of signals were fitted, in the programs of
// `complexity/testdata`, `interp/testdata` and `typecheck/testdata` and in networks that TVM printed;
// TestMeasure has others.

// kinds of expressions, as the tables of costs have them.
const (
	localKind = iota
	globalKind
	constructorKind
	operatorKind
	truthKind
	fnKind
	ifKind
	matchKind
	kinds
)

// kindCosts are those of the kinds in each role. The first operand of an operator sign has the role of
// the whole, too, since the sign may not be there yet.
var kindCosts = [roles][kinds]int{
	otherRole:     {4, 10, 10, 10, 26, 14, 20, 20},
	boundRole:     {11, 9, 10, 7, 41, 12, 27, 26},
	graphRole:     {3, 39, 35, 5, 52, 38, 52, 41},
	firstRole:     {1, 30, 34, 19, 46, 12, 46, 46},
	laterRole:     {1, 33, 29, 15, 44, 44, 44, 44},
	argumentRole:  {2, 12, 10, 25, 27, 19, 37, 42},
	infixRole:     {1, 12, 27, 16, 46, 46, 39, 46},
	conditionRole: {0, 21, 40, 17, 40, 40, 40, 40},
	elementRole:   {2, 18, 11, 15, 23, 28, 33, 42},
	scrutineeRole: {0, 18, 29, 33, 37, 37, 37, 37},
	tailRole:      {8, 10, 11, 11, 25, 28, 13, 11},
	topRole:       {22, 2, 23, 9, 39, 15, 39, 33},
}

// calleeCosts are those of what has its arguments already.
var calleeCosts = [roles][operatorKind + 1]int{
	otherRole:     {16, 5, 5, 5},
	boundRole:     {22, 7, 8, 5},
	graphRole:     {43, 35, 32, 0},
	firstRole:     {28, 15, 16, 1},
	laterRole:     {30, 19, 15, 1},
	argumentRole:  {20, 5, 4, 19},
	infixRole:     {16, 3, 19, 7},
	conditionRole: {7, 4, 16, 12},
	elementRole:   {12, 10, 5, 7},
	scrutineeRole: {21, 1, 14, 21},
	tailRole:      {17, 6, 7, 7},
	topRole:       {30, 2, 22, 8},
}

// The weights of signals. Those that speak for a candidate are subtracted.
var weights = [...]int{
	unknownCost: 6, misfitCost: 26, impossibleCost: 53,
	usedCost: 4, usedMoreCost: 0, unusedOrderCost: 4, usedOrderCost: 5, inCallCost: 7,
	sameNameGain: 14, likeNameGain: 6, sameArgumentGain: 5,
	importedCost: 2, preludeCost: 16, namedBeforeGain: 2, namedOftenGain: 2, namedBehindGain: 4, newGain: 8,
	recursionGain: 8, matchedGain: 4, refusedCost: 12, pairGain: 10,
}

const (
	unknownCost = iota
	misfitCost
	impossibleCost
	usedCost         // of a variable that something names already
	usedMoreCost     // and of each further use
	unusedOrderCost  // of being after another one that nothing names
	usedOrderCost    // of being bound further away
	inCallCost       // of a variable that the same call has
	sameNameGain     // a variable that is called as the parameter
	likeNameGain     // or by a longer name
	sameArgumentGain // what another call of the same callee has in this place
	importedCost
	preludeCost
	namedBeforeGain // a name that precedes the cursor
	namedOftenGain  // for each doubling
	namedBehindGain
	newGain       // a definition before the cursor that nothing names yet
	recursionGain // the definition itself, in a branch
	matchedGain   // a constructor that the clause takes apart
	refusedCost   // of an operator that takes nothing that is in scope
	pairGain      // an operator that takes what was computed last and the next parameter
)

// bits is the cost of a probability.
func bits(p float64) int { return int(math.Round(-4 * math.Log2(p))) }

// spread is the cost of being at a place of an order.
func spread(weight, i int) int { return int(float64(weight) * math.Log2(float64(1+i))) }

func (f fit) cost() int {
	return [...]int{fits: 0, unknown: weights[unknownCost], misfits: weights[misfitCost]}[f]
}

// costOfKind is that of a kind of expressions at the stand-in.
func (s *scene) costOfKind(kind int) int {
	e := s.evidence()
	switch {
	case !e.called:
		return kindCosts[e.role][kind]
	case kind < len(calleeCosts[e.role]):
		return calleeCosts[e.role][kind]
	}
	return weights[impossibleCost]
}

// kindOfWord are the keywords that begin expressions.
var kindOfWord = map[string]int{"fn": fnKind, "if": ifKind, "match": matchKind}

// costOfWord is that of a keyword's form.
func (s *scene) costOfWord(p phrase, i int) int {
	kind, ok := kindOfWord[p.word]
	switch {
	case p.where == topLevel:
		return s.costOfKind(globalKind)
	case !ok:
		return weights[impossibleCost] + i
	case kind == fnKind:
		return s.costOfFunction()
	}
	return s.costOfKind(kind)
}

// costOfFunction is that of a function literal: where another type is wanted, it is none.
func (s *scene) costOfFunction() int {
	switch e := s.expectation(); {
	case e.isFunction():
		return 0
	case s.isArgument() && (e.tensor || !e.anything()):
		return weights[impossibleCost]
	}
	return s.costOfKind(fnKind)
}

// isArgument reports whether the stand-in is given to a call by its place.
func (s *scene) isArgument() bool {
	call := s.above(1)
	return s.item.Kind(call) == syntax.Call && s.item.Call(call).Callee != s.node()
}

// attributeCost is that of an attribute's name: nothing else comes where the call has its arguments,
// and it is unlikely before.
func attributeCost(full bool) int {
	if full {
		return 2
	}
	return weights[impossibleCost] - 10
}
