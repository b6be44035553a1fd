package schema

import (
	"fmt"
	"slices"
	"strings"
)

// Codes of faults.
const (
	arityMismatch    = "arity-mismatch"
	unknownAttribute = "unknown-attribute"
	attributeValue   = "attribute-value"
	dtypeMismatch    = "dtype-mismatch"
)

// Omitted represents the type of an input or output that a node leaves out by an
// empty name.
const Omitted = "-"

// A Use is a node, as far as its form is checked.
type Use struct {
	// The types of the inputs and outputs, as ONNX spells them: "tensor(float)".
	// "" is an unknown type, and Omitted represents an empty name. A type of an
	// output is one that the model declares.
	Inputs, Outputs []string
	Attributes      []Given
}

// A Given is an attribute of a node. A type of UndefinedAttr is not checked.
type Given struct {
	Name string
	Type AttributeType
}

// A Fault is what is wrong with a node's form.
type Fault struct {
	Input, Output int    // the index of what is wrong, otherwise -1
	Attribute     string // its name, otherwise ""
	Code          string // arity-mismatch, unknown-attribute, attribute-value, dtype-mismatch
	Message       string
	Note          string // how to fix it, or "" if nothing is known
}

func fault(code, format string, args ...any) *Fault {
	return &Fault{Input: -1, Output: -1, Code: code, Message: fmt.Sprintf(format, args...)}
}

// Check returns what is wrong with the form of a node: the first fault, or none.
//
// The rules and their order are those of OpSchema::Verify and
// OpSchema::CheckInputOutputType in ONNX's onnx/defs/schema.cc: numbers of inputs
// and outputs, omitted ones, attributes, types. Values of attributes and shapes
// are left to the operators. The cost is linear in the size of the node.
func (s *Schema) Check(n Use) []Fault {
	checks := [...]func(Use) *Fault{s.checkInputs, s.checkOutputs, s.checkAttributes, s.checkRequired, s.checkTypes}
	for _, check := range checks {
		if f := check(n); f != nil {
			return []Fault{*f}
		}
	}
	return nil
}

func (s *Schema) checkInputs(n Use) *Fault {
	given := len(n.Inputs)
	if given < s.MinInputs || s.MaxInputs >= 0 && given > s.MaxInputs {
		f := fault(arityMismatch, "`%s` has %s, and %s given", s.Op, span(s.MinInputs, s.MaxInputs, "input"), countGiven(given))
		if given < s.MinInputs {
			f.Note = s.noteTooFew(n)
		} else {
			f.Input = s.MaxInputs
			f.Note = s.noteTooMany(given)
		}
		return f
	}
	for i, name := range n.Inputs {
		if i >= len(s.Inputs) {
			break
		}
		if name == Omitted && s.Inputs[i].Option == Single {
			f := fault(arityMismatch, "%s of `%s` is omitted, and the operator requires it", s.inputName(i), s.Op)
			f.Input = i
			f.Note = "its type is " + s.describe(s.Inputs[i])
			return f
		}
	}
	return nil
}

func (s *Schema) checkOutputs(n Use) *Fault {
	given := len(n.Outputs)
	if given < s.MinOutputs || s.MaxOutputs >= 0 && given > s.MaxOutputs {
		f := fault(arityMismatch, "`%s` has %s, and %s given", s.Op, span(s.MinOutputs, s.MaxOutputs, "output"), countGiven(given))
		if f.Note = listFormals("outputs", s.Outputs); given > s.MinOutputs {
			f.Output = s.MaxOutputs
		}
		return f
	}
	if s.outputCounts != nil && !slices.Contains(s.outputCounts, given) {
		f := fault(arityMismatch, "`%s` has %s outputs, and %s given", s.Op, either(s.outputCounts), countGiven(given))
		f.Note = listFormals("outputs", s.Outputs)
		return f
	}
	for i, name := range n.Outputs {
		if i >= len(s.Outputs) {
			break
		}
		if name == Omitted && s.Outputs[i].Option == Single {
			f := fault(arityMismatch, "%s of `%s` has no name, and the operator requires it", s.outputName(i), s.Op)
			f.Output = i
			f.Note = "name the output, even if nothing reads it"
			return f
		}
	}
	return nil
}

func (s *Schema) checkAttributes(n Use) *Fault {
	if name, ok := repeated(n.Attributes); ok {
		return attributeFault(name, attributeValue, "`%s` has the attribute %s twice", s.Op, quote(name))
	}
	for _, given := range n.Attributes {
		a := s.Attribute(given.Name)
		switch {
		case a == nil && (s.unchecked || strings.HasPrefix(given.Name, "__")):
			// Names that begin with two underscores are for a runtime's own use.
		case a == nil:
			return s.unknown(given.Name)
		case given.Type != a.Type && given.Type != UndefinedAttr:
			return attributeFault(a.Name, attributeValue, "`%s` of `%s` is %s; it must be %s", a.Name, s.Op, given.Type.kind(), a.Type.kind())
		}
	}
	return nil
}

// repeated finds a name that two attributes have. Nodes with more attributes than
// an operator has are hostile, and must not cost their square.
func repeated(all []Given) (string, bool) {
	if len(all) > 32 {
		seen := make(map[string]bool, len(all))
		for _, a := range all {
			if seen[a.Name] {
				return a.Name, true
			}
			seen[a.Name] = true
		}
		return "", false
	}
	for i, a := range all {
		for _, earlier := range all[:i] {
			if earlier.Name == a.Name {
				return a.Name, true
			}
		}
	}
	return "", false
}

func attributeFault(name, code, format string, args ...any) *Fault {
	f := fault(code, format, args...)
	f.Attribute = name
	return f
}

func (s *Schema) checkRequired(n Use) *Fault {
	for _, a := range s.Attributes {
		if !a.Required || slices.ContainsFunc(n.Attributes, func(g Given) bool { return g.Name == a.Name }) {
			continue
		}
		f := attributeFault(a.Name, attributeValue, "`%s` needs the attribute `%s`", s.Op, a.Name)
		f.Note = fmt.Sprintf("add `%s`, which is %s", a.Name, a.Type.kind())
		return f
	}
	return nil
}

// A binding is a constraint's name with the type that a node uses for it, and
// the input that has this type.
type binding struct {
	constraint, actual string
	input              int // -1 for one that an output made
}

// bindings are at most as many as an operator has constraints.
type bindings []binding

func (b bindings) of(constraint string) *binding {
	for i := range b {
		if b[i].constraint == constraint {
			return &b[i]
		}
	}
	return nil
}

// checkTypes checks types against constraints. The first homogeneous value of a
// constraint binds its name, and the others must have the same type.
func (s *Schema) checkTypes(n Use) *Fault {
	var buffer [4]binding
	bound := bindings(buffer[:0])
	for i, actual := range n.Inputs {
		formal := s.Input(i)
		if formal == nil || actual == "" || actual == Omitted {
			continue
		}
		if !s.allows(*formal, actual) {
			f := fault(dtypeMismatch, "%s of `%s` is %s; it must be %s", s.inputName(i), s.Op, actual, s.describe(*formal))
			f.Input = i
			f.Note = s.noteType(n, i, actual)
			return f
		}
		if !formal.Homogeneous {
			continue
		}
		if b := bound.of(formal.Type); b == nil {
			bound = append(bound, binding{formal.Type, actual, i})
		} else if b.actual != actual {
			return s.unequal(*b, i, actual)
		}
	}
	return s.checkOutputTypes(n, bound)
}

func (s *Schema) checkOutputTypes(n Use, bound bindings) *Fault {
	for i, actual := range n.Outputs {
		formal := s.Output(i)
		if formal == nil || actual == "" || actual == Omitted {
			continue
		}
		if b := bound.of(formal.Type); formal.Homogeneous && b != nil && b.actual != actual {
			f := fault(dtypeMismatch, "%s of `%s` is declared as %s; it is %s", s.outputName(i), s.Op, actual, b.actual)
			f.Output = i
			if b.input >= 0 {
				f.Note = fmt.Sprintf("it has the type of %s", s.inputName(b.input))
			}
			return f
		}
		if !s.allows(*formal, actual) {
			f := fault(dtypeMismatch, "%s of `%s` is declared as %s; it can only be %s", s.outputName(i), s.Op, actual, s.describe(*formal))
			f.Output = i
			return f
		}
		if formal.Homogeneous && bound.of(formal.Type) == nil {
			bound = append(bound, binding{formal.Type, actual, -1})
		}
	}
	return nil
}

// unequal is the fault of an input whose type differs from an earlier one of the
// same constraint.
func (s *Schema) unequal(earlier binding, i int, actual string) *Fault {
	f := fault(dtypeMismatch, "%s of `%s` is %s, and %s is %s; both must have the same type",
		s.inputName(i), s.Op, actual, s.inputName(earlier.input), earlier.actual)
	f.Input = i
	f.Note = noteUnequal(earlier, i, actual)
	return f
}

func (s *Schema) allows(f Formal, actual string) bool {
	for allowed := range s.allowed(f) {
		if allowed == actual {
			return true
		}
	}
	return false
}
