package effect

import (
	"math/bits"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
)

// A Summary says what evaluating may do. Of a definition it is what calling it
// may do, once its arguments are there.
type Summary struct {
	Does  Actions
	Fails Failures
	Calls Params
}

// Actions is a set of things that can be observed, or be missed, besides a
// value.
type Actions uint8

const (
	Makes    Actions = 1 << iota // makes a reference
	Reads                        // reads a reference
	Writes                       // writes a reference
	Rebinds                      // gives a variable of the activation another value
	Recurs                       // may call itself: its text does not bound its steps
	Diverges                     // may not end
	Opaque                       // calls what is not known: may do and fail on anything

	anyAction = Opaque<<1 - 1
	// effects are the actions whose order can be observed.
	effects = Makes | Reads | Writes | Rebinds | Opaque
)

var actionNames = [...]string{"makes", "reads", "writes", "rebinds", "recurs", "diverges", "opaque"}

// Failures is a set of causes on which a run may fail.
type Failures uint8

const (
	OnMatch    Failures = 1 << iota // no clause or pattern fits
	OnIndex                         // an index is out of range, or there is no element to give
	OnDivision                      // an integer divisor is 0
	OnShape                         // a tensor has another shape than is declared or needed
	OnLength                        // FractalTensors have different lengths
	OnCycle                         // a graph binding needs itself
	OnOther                         // a dtype, an attribute, a constant that is not there

	anyFailure = OnOther<<1 - 1
)

var failureNames = [...]string{"match", "index", "division", "shape", "length", "cycle", "other"}

// Params is a set of parameters that are functions and may be called, by their
// position. Of an expression, the positions from the number of the definition's
// parameters on are those of functions inside it that are around the expression.
type Params uint64

// maxParams is how many parameters are distinguished; calls of others are Opaque.
const maxParams = 64

// Unknown is what anything may do.
var Unknown = Summary{Does: anyAction, Fails: anyFailure}

// And is what two expressions may do, one after the other.
func (s Summary) And(t Summary) Summary {
	if (s.Does|t.Does)&Opaque != 0 {
		return Unknown
	}
	return Summary{s.Does | t.Does, s.Fails | t.Fails, s.Calls | t.Calls}
}

// Pure reports whether s has no effect whose order could be observed, and depends on none. It may
// fail and may not end.
func (s Summary) Pure() bool { return s.Does&effects == 0 && s.Calls == 0 }

// Total reports whether s ends with a value. It may have effects.
func (s Summary) Total() bool {
	return s.Fails == 0 && s.Does&(Diverges|Opaque) == 0 && s.Calls == 0
}

// Equal makes a Summary a fact.
func (s Summary) Equal(f analysis.Fact) bool { return s == f }

// String lists what may be, for tests and messages: `writes, fails on index`.
func (s Summary) String() string {
	if s.Does&Opaque != 0 {
		return "anything"
	}
	parts := named(uint(s.Does), actionNames[:])
	if s.Fails != 0 {
		parts = append(parts, "fails on "+strings.Join(named(uint(s.Fails), failureNames[:]), " or "))
	}
	for rest := uint64(s.Calls); rest != 0; rest &= rest - 1 {
		parts = append(parts, "calls parameter "+strconv.Itoa(bits.TrailingZeros64(rest)))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

func named(set uint, names []string) []string {
	var found []string
	for ; set != 0; set &= set - 1 {
		found = append(found, names[bits.TrailingZeros(set)])
	}
	return found
}
