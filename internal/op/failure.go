package op

// Failures is the set of things that a call which was checked may fail on when
// it runs. The zero value says that nothing is known: the call may fail on
// anything. Limits of a run (time, memory) can stop every call and do not count.
type Failures uint16

const (
	// Never is a member of every known set, and all there is of a total operator.
	Never Failures = 1 << iota

	onExtent
	onDtype
	onZero
	onIndex
	onEmpty
	onLength
	onFunction
	onAttribute
)

const (
	OnExtent    = Never | onExtent    // an extent that types leave open (`?`) does not fit the others
	OnDtype     = Never | onDtype     // a dtype that the kernel does not compute: where there is a Map, it gives nil; else no value has it, as `float32x4`
	OnZero      = Never | onZero      // an integer divisor is 0
	OnIndex     = Never | onIndex     // an index, or a bound among the arguments, is out of range
	OnEmpty     = Never | onEmpty     // there are no elements to give one of
	OnLength    = Never | onLength    // FractalTensors have different lengths
	OnFunction  = Never | onFunction  // a function that is an argument fails
	OnAttribute = Never | onAttribute // an attribute that is computed, or a count among the arguments, has a value that is refused
)

// Known reports whether the set is one: the zero value is none.
func (f Failures) Known() bool { return f != 0 }

// May reports whether one of the causes can make a call fail; it can where nothing
// is known.
func (f Failures) May(causes Failures) bool { return f == 0 || f&causes&^Never != 0 }

// Total reports whether calls fail on none but the causes given, which the caller
// has ruled out.
func (f Failures) Total(ruledOut Failures) bool { return f != 0 && f&^ruledOut&^Never == 0 }
