package library

import "strings"

// A Name says what a foreign name is called here. Operator is the name to write
// in its place, "" where no name alone serves; Say is a sentence about what to
// write or what differs, "" where the name says all.
type Name struct{ Operator, Say string }

// modules are what precedes names in other languages: `np.exp`.
var modules = []string{
	"torch.nn.functional.", "torch.nn.", "torch.special.", "torch.linalg.", "torch.", "jax.numpy.", "jax.nn.", "jax.lax.", "jax.",
	"jnp.", "lax.", "numpy.linalg.", "numpy.", "np.linalg.", "np.", "tf.math.", "tf.nn.", "tf.linalg.", "tf.keras.layers.", "tf.", "keras.layers.", "keras.",
	"F.", "nn.functional.", "relax.op.nn.", "relax.op.", "relax.", "relay.nn.", "relay.op.", "relay.", "R.nn.", "R.",
	"onnx.", "math.", "nn.", "linalg.", "functools.", "itertools.", "operator.",
}

// Lookup finds what a name means; known tells which operators there are. A name
// after a module is looked up without it. ok is false where nothing is known.
func Lookup(name string, known func(operator string) bool) (n Name, ok bool) {
	if n, ok := table[name]; ok {
		return n, true
	}
	for _, module := range modules {
		bare, ok := strings.CutPrefix(name, module)
		if !ok {
			continue
		}
		if here := pythonic[bare]; here != "" && fromPython(module) {
			return Name{Operator: here}, true
		}
		return plain(bare, known)
	}
	return Name{}, false
}

// plain finds what a name without its module means: the operator of that name, of
// that name in the family `nn`, or another.
func plain(bare string, known func(string) bool) (Name, bool) {
	if n, ok := table[bare]; ok {
		return n, true
	}
	switch {
	case known(bare):
		return Name{Operator: bare}, true
	case known("nn." + bare):
		return Name{Operator: "nn." + bare}, true
	}
	return Name{}, false
}

// Each visits every name of the table.
func Each(visit func(name string, n Name)) {
	for name, n := range table {
		visit(name, n)
	}
}

// otherPositions are functions whose arguments by position mean other things in one library
// than in another: PyTorch's `transpose(x, 0, 1)` swaps two dimensions, NumPy's is given a
// permutation.
var otherPositions = map[string]bool{"transpose": true}

// OtherPositions reports whether what the arguments of an operator's namesake by position mean
// depends on the library.
func OtherPositions(operator string) bool { return otherPositions[operator] }

// elementwise are operators that combine two tensors element by element, by the name of the
// reduction that Python uses for both: `max(x, y)`. Its `sum(x, start)` is none of them.
var elementwise = map[string]string{"max": "maximum", "min": "minimum"}

// Elementwise gives the operator of two operands that a call of a reduction with two is
// meant to be; "" where there is none.
func Elementwise(reduction string) string { return elementwise[reduction] }
