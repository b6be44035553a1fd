package foreign

// elementwise are operators that combine two tensors element by element, by the name of the
// reduction that Python uses for both: `max(x, y)`. Its `sum(x, start)` is none of them.
var elementwise = map[string]string{"max": "maximum", "min": "minimum"}

// Elementwise gives the operator of two operands that a call of a reduction with two is
// meant to be; "" where there is none.
func Elementwise(reduction string) string { return elementwise[reduction] }
