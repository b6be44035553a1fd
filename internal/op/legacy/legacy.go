package legacy

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// A Call is a call as a program writes it.
type Call struct {
	Operator string
	Operands int
	Attrs    []op.Named
	Oldest   bool // under the header `v0.0.4`, which TVM 0.6 prints
}

// has reports whether the call writes an attribute.
func (c *Call) has(name string) bool {
	return slices.ContainsFunc(c.Attrs, func(a op.Named) bool { return a.Name == name })
}

// value is what the call writes for an attribute, None for nothing.
func (c *Call) value(name string) op.Value {
	for _, a := range c.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return op.Value{}
}

// A Reading says which call of today an old call is.
type Reading struct {
	Operator string            // today's name
	Operands []Operand         // today's operands in their order; nil: those that are written
	Rename   map[string]string // today's names of attributes
	Values   map[string]Value  // today's values of attributes, by the names that are written
	Drop     []string          // attributes that are gone
	Add      []Attr            // attributes that had a default, or none
	Today    string            // what is written today, as a sentence

	// UpTo07: TVM 0.8 writes it as today.
	UpTo07 bool
	// Unwritable: text of today has no way to say it.
	Unwritable bool
	// Doubtful: the call has a meaning today too, which is taken unless types refuse it.
	Doubtful bool
}

// An Operand says where one of today's operands comes from: from one that is written, by
// its index, or from the attribute Attr. Text is written for one that had a default; it
// is "" where nothing can be. A Tuple was a list, `[a, b]`.
type Operand struct {
	From  int
	Attr  string
	Text  string
	Tuple bool
}

// A Value is an attribute's value, and how it is written.
type Value struct {
	Value op.Value
	Text  string
}

// An Attr is an attribute with its value.
type Attr struct {
	Name string
	Value
}

// An entry is one old form of calls of an operator.
type entry struct {
	operands      [2]int   // how many operands it has, from the least to the most
	with, without []string // attributes that it has, and has not
	oldest        bool     // under the header `v0.0.4` alone
	reading       Reading
	make          func(c *Call, r *Reading) // what depends on the values
}

func (e *entry) matches(c *Call) bool {
	if c.Operands < e.operands[0] || c.Operands > e.operands[1] || e.oldest && !c.Oldest {
		return false
	}
	return !slices.ContainsFunc(e.with, func(name string) bool { return !c.has(name) }) && !slices.ContainsFunc(e.without, c.has)
}

// Read finds the old form of a call, nil where it has none.
func Read(c *Call) *Reading {
	for i := range table[c.Operator] {
		if e := &table[c.Operator][i]; e.matches(c) {
			r := e.reading
			if r.Operator == "" {
				r.Operator = c.Operator
			}
			if e.make != nil {
				e.make(c, &r)
			}
			r.UpTo07 = !until08[c.Operator]
			return &r
		}
	}
	return nil
}

// Known reports whether an operator has old forms.
func Known(operator string) bool { return table[operator] != nil }

// printed are the operators that only compilers write into programs, so that their names
// alone show that a program is printed.
var printed = map[string]bool{
	"memory.alloc_storage": true, "memory.alloc_tensor": true, "memory.shape_func": true, "memory.invoke_tvm_op": true,
	"memory.kill": true, "vm.shape_func": true,
}

// Printed reports whether the name of an operator shows that a program is printed.
func Printed(operator string) bool { return printed[operator] }

// Each visits the old forms of all operators, each with a call that has it.
func Each(visit func(name string, call *Call, r *Reading)) {
	for name, entries := range table {
		for _, e := range entries {
			call := &Call{Operator: name, Operands: e.operands[0], Oldest: e.oldest}
			for _, attr := range e.with {
				call.Attrs = append(call.Attrs, op.Named{Name: attr})
			}
			visit(name, call, Read(call))
		}
	}
}
