package shadow

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Trouble is what is wrong with a result.
type Trouble uint8

const (
	Overflow  Trouble = iota // a number beyond the dtype: infinite, wrapped or saturated
	Undefined                // a number that the exact function does not have either
	Lost                     // digits that rounding has lost
)

// An Event is the first operator at which a number is not what it should be.
type Event struct {
	Site
	Trouble Trouble
	// Cast reports that an integer became another one by a conversion.
	Cast bool
	// Variable reports that the operands depend on an argument of the evaluation.
	Variable bool
}

// lossShare is the part of the largest number of a tensor that its shadow may differ by
// before the tensor counts as lost.
const lossShare = 0.1

// A computation is a call of an operator in the program's dtypes, with what it is compared
// with.
type computation struct {
	site   Site
	args   []*Tensor // the tensors among the operands
	steps  bool      // see op.Steps
	intact bool      // the shadows of integers say nothing: see op.Modular
}

// variable reports whether an operand depends on an argument.
func (c *computation) variable() bool {
	for _, t := range c.args {
		if t.variable {
			return true
		}
	}
	return false
}

// origin is the event of the first operand for which holds reports true.
func (c *computation) origin(holds func(*Tensor) bool) *Event {
	for _, t := range c.args {
		if t.Origin != nil && holds(t) {
			return t.Origin
		}
	}
	return nil
}

func (c *computation) any(holds func(*Tensor) bool) bool {
	for _, t := range c.args {
		if holds(t) {
			return true
		}
	}
	return false
}

func isSpoilt(t *Tensor) bool { return t.spoilt }
func isLost(t *Tensor) bool   { return t.lost }
func isCast(t *Tensor) bool   { return t.Origin != nil && t.Origin.Cast }

// result makes a tensor of a result in the program's dtypes, of the result in wide dtypes of
// the same operands (local), and of that of their shadows; nil where there is none. pole
// reports whether an infinite element of local represents a pole of the function.
func (c *computation) result(program, local, shadow *value.Array, pole func(element int) bool) *Tensor {
	t := &Tensor{Program: program, Shadow: program, Exact: true, variable: c.variable()}
	switch {
	case program.Dtype == value.Bool:
		c.judgeTruth(t, shadow)
	case program.Dtype.IsFloat() && !program.Dtype.IsStored():
		c.judgeFloats(t, local, shadow, pole)
	case program.Dtype.IsInteger() && !program.Dtype.IsStored():
		c.judgeIntegers(t, local, shadow)
	}
	return t
}

// judgeTruth compares truth values, which differ for a reason only where an operand is
// spoilt: else a comparison of rounded numbers may go either way.
func (c *computation) judgeTruth(t *Tensor, shadow *value.Array) {
	if shadow == nil || shadow.Dtype != value.Bool || !c.any(isSpoilt) || shadow.Len() != t.Program.Len() {
		return
	}
	t.Shadow = shadow
	t.Exact = !differ(t.Program, shadow, 0)
	if !t.Exact {
		t.spoilt, t.Origin = true, c.origin(isSpoilt)
	}
}

func (c *computation) judgeIntegers(t *Tensor, local, shadow *value.Array) {
	if _, ok := wide(t.Program.Dtype); !ok || c.intact || local == nil {
		t.Shadow = widened(t.Program)
		if c.any(isSpoilt) {
			t.spoilt, t.Origin, t.Exact = true, c.origin(isSpoilt), false
		}
		return
	}
	spoilt := c.any(isSpoilt)
	if !spoilt && !c.any(isCast) || shadow == nil {
		shadow = local // what was rounded before is not compared with exact integers
	}
	t.Shadow = shadow
	t.Exact = !differ(t.Program, shadow, 0)
	switch {
	case spoilt && !t.Exact:
		t.spoilt, t.Origin = true, c.origin(isSpoilt)
	case !t.Exact && differ(t.Program, local, 0):
		t.spoilt, t.Origin = true, &Event{Site: c.site, Trouble: Overflow, Variable: t.variable}
	case !t.Exact:
		t.Origin = c.origin(isCast)
	}
}

func (c *computation) judgeFloats(t *Tensor, local, shadow *value.Array, pole func(int) bool) {
	program := floats(t.Program)
	bad := firstBad(program)
	if bad >= 0 {
		t.spoilt = true
		t.Origin = c.badOrigin(program, bad, local, pole)
	}
	if shadow == nil || c.steps && !c.any(isSpoilt) {
		shadow = local
	}
	if shadow == nil || shadow.Len() != len(program) {
		t.Shadow = widened(t.Program)
		if c.any(isSpoilt) && bad < 0 {
			t.spoilt, t.Origin = true, c.origin(isSpoilt)
		}
		return
	}
	t.Shadow = shadow
	if bad >= 0 {
		t.Exact = false
		return
	}
	exact := floats(shadow)
	if firstBad(exact) >= 0 {
		t.Shadow = widened(t.Program) // the shadows took another way around a pole
		return
	}
	t.Exact = !differ(t.Program, shadow, 0)
	if t.Exact {
		return
	}
	c.judgeLoss(t, program, exact, local)
}

// judgeLoss sets the origin of a finite result that differs from its shadow.
func (c *computation) judgeLoss(t *Tensor, program, exact []float64, local *value.Array) {
	difference, largest := spread(program, exact)
	t.lost = difference > lossShare*largest
	switch {
	case t.lost && c.any(isSpoilt):
		t.Origin = c.origin(isSpoilt)
		return
	case t.lost && c.origin(isLost) != nil:
		t.Origin = c.origin(isLost)
		return
	}
	if difference >= wholeDifference {
		if t.Origin = c.origin(isCast); t.Origin != nil {
			return
		}
		integers := len(c.args) > 0 && c.args[0].Program.Dtype.IsInteger()
		if integers && local != nil && differ(t.Program, local, 0) && isWhole(exact) && isWhole(program) && !c.any(isSpoilt) {
			t.Origin = &Event{Site: c.site, Trouble: Lost, Cast: true, Variable: t.variable}
			return
		}
	}
	if t.lost {
		t.Origin = &Event{Site: c.site, Trouble: Lost, Variable: t.variable}
	}
}

// wholeDifference is how far integers that became floats are from others.
const wholeDifference = 0.5

func isWhole(xs []float64) bool {
	for _, x := range xs {
		if x != math.Trunc(x) {
			return false
		}
	}
	return true
}

// badOrigin is the event at which a result became infinite or NaN; nil where the text writes
// an infinity.
func (c *computation) badOrigin(program []float64, bad int, local *value.Array, pole func(int) bool) *Event {
	if c.any(isSpoilt) {
		if o := c.origin(isSpoilt); o != nil {
			return o
		}
		if bad = firstNaN(program); bad < 0 || c.any(hasNaN) {
			return nil
		}
		return &Event{Site: c.site, Trouble: Undefined, Variable: c.variable()}
	}
	e := &Event{Site: c.site, Trouble: Overflow, Variable: c.variable()}
	if local == nil || local.Len() != len(program) {
		if program[bad] != program[bad] {
			e.Trouble = Undefined
		}
		return e
	}
	switch x := floats(local)[bad]; {
	case x != x:
		e.Trouble = Undefined
	case math.IsInf(x, 0) && pole(bad):
		e.Trouble = Undefined
	}
	return e
}

func hasNaN(t *Tensor) bool { return t.Program.Dtype.IsFloat() && firstNaN(floats(t.Program)) >= 0 }

func firstNaN(xs []float64) int {
	for i, x := range xs {
		if x != x {
			return i
		}
	}
	return -1
}

// firstBad is the first element that is infinite or NaN; -1 where there is none.
func firstBad(xs []float64) int {
	for i, x := range xs {
		if x-x != 0 {
			return i
		}
	}
	return -1
}

// spread is the greatest difference of finite numbers from exact ones, and the greatest
// magnitude of these.
func spread(xs, exact []float64) (difference, largest float64) {
	for i, x := range xs {
		difference = max(difference, math.Abs(x-exact[i]))
		largest = max(largest, math.Abs(exact[i]))
	}
	return difference, largest
}

// differ reports whether numbers of two arrays of one shape differ by more than a bound.
func differ(a, b *value.Array, bound float64) bool {
	if a.Len() != b.Len() {
		return true
	}
	if a.Dtype.IsInteger() && b.Dtype == value.Int64 {
		x, y := value.Elems[int64](a.Contiguous().Convert(value.Int64)), value.Elems[int64](b)
		for i := range x {
			if x[i] != y[i] {
				return true
			}
		}
		return false
	}
	x, y := floats(a), floats(b)
	for i := range x {
		if x[i] != y[i] && !(x[i] != x[i] && y[i] != y[i]) && !(math.Abs(x[i]-y[i]) <= bound) {
			return true
		}
	}
	return false
}

// A Failure is what a result shows.
type Failure struct {
	*Event
	// Difference is how far the result is from its shadow, in a tensor by number (Tensor);
	// infinite where it is infinite or NaN, wrapped or saturated.
	Difference float64
	Tensor     int
}

// Failures are the events that the tensors of a result show, and the largest magnitude of
// each of its tensors' shadows.
func Failures(v Value) (found []Failure, largest []float64) {
	for i, t := range Tensors(v) {
		most := 0.0
		if t.Program.Dtype != value.Bool {
			for _, x := range floats(t.Shadow) {
				if math.Abs(x) > most && !math.IsInf(x, 0) {
					most = math.Abs(x)
				}
			}
		}
		largest = append(largest, most)
		if t.Origin == nil || t.Exact && !t.spoilt {
			continue
		}
		f := Failure{Event: t.Origin, Tensor: i, Difference: math.Inf(1)}
		if t.Program.Dtype.IsFloat() && firstBad(floats(t.Program)) < 0 {
			f.Difference, _ = spread(floats(t.Program), floats(t.Shadow))
		}
		found = append(found, f)
	}
	return found, largest
}

// span is where an event stands in its item.
func (s Site) Span() syntax.Span { return s.Item.Span(s.Node) }
