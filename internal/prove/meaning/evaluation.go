package meaning

import (
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// A need ends an evaluation that depends on an assumption. The alternatives cover all instances of
// the case; each is tried on a copy of it.
type need struct{ alts []func(*Case) }

// A vacuous case has no instances: an operator refuses its operands, or the types of the sides
// differ, so that the rule is not applied.
type vacuous struct{ why string }

// An unknown ends a proof.
type unknown struct{ why string }

func (e *evaluation) need(alts ...func(*Case)) { panic(need{alts}) }

func (e *evaluation) unknown(why string) { panic(unknown{why}) }

func (e *evaluation) vacuous(why string) { panic(vacuous{why}) }

// An evaluation gives the terms of a rule their meaning in a case.
type evaluation struct {
	rule    *termpkg.Rule
	c       *scalar.Context
	assumed *Case
	known   map[*termpkg.Term]Value
	extents map[string]*term
	numbers map[*termpkg.Term]int
	opaque  bool // axes are not distinguished where ranks or attributes are not known
	right   bool // the right side is evaluated
	demands []demand
	names   map[string]string // of labels, the same in all cases
	lenient *bool
	symbols map[string]Mode // dtypes that may be any of a mode
}

// extent is a symbol for an extent, or what is assumed to equal it.
func (e *evaluation) extent(name string) *term {
	if known := e.extents[name]; known != nil {
		return known
	}
	x := scalar.Symbol(name)
	if v := e.assumed.values[name]; v != nil {
		x = v
	}
	e.extents[name] = x
	e.c.Facts = e.c.Facts.With(scalar.Guard{Kind: scalar.AtLeast, P: x})
	return x
}

// numbered gives the terms of a rule numbers.
func numbered(r *termpkg.Rule) map[*termpkg.Term]int {
	numbers := map[*termpkg.Term]int{}
	for _, side := range []*termpkg.Term{r.Left, r.Right} {
		termpkg.Walk(side, func(t *termpkg.Term) {
			if _, known := numbers[t]; !known {
				numbers[t] = len(numbers)
			}
		})
	}
	return numbers
}
