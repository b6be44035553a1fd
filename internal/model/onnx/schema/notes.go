package schema

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/spelling"
)

// unknown is the fault of an attribute that the signature does not have. Other
// versions of the operator often explain it: an attribute came later, or it has
// become an input.
func (s *Schema) unknown(name string) *Fault {
	f := attributeFault(name, unknownAttribute, "`%s` has no attribute %s", s.Op, quote(name))
	for i, input := range s.Inputs {
		if input.Name == name {
			f.Note = fmt.Sprintf("give it as input %d, which it is since %s", i, s.opset(s.sinceInput(name)))
			return f
		}
	}
	if later := s.versions.with(name); later > s.Since {
		f.Note = fmt.Sprintf("it came with %s; import that or a later one, or remove the attribute", s.opset(later))
		return f
	} else if later > 0 {
		f.Note = fmt.Sprintf("%s removed it; remove the attribute", s.opset(s.versions.without(name)))
		return f
	}
	names := make([]string, len(s.Attributes))
	for i, a := range s.Attributes {
		names[i] = a.Name
	}
	if near, ok := spelling.Nearest(name, names); ok {
		f.Message += fmt.Sprintf("; did you mean `%s`?", near)
	} else if len(names) > 0 {
		f.Note = "its attributes are `" + strings.Join(names, "`, `") + "`"
	} else {
		f.Note = "it has no attributes; remove this one"
	}
	return f
}

// with is the version since which an operator has an attribute of a name: the
// oldest of the last versions in a row that have it. It is 0 if none has.
func (o *operator) with(name string) int64 {
	var since int64
	for i := len(o.versions) - 1; i >= 0; i-- {
		if o.schema(i).Attribute(name) != nil {
			since = o.versions[i].since
		} else if since > 0 {
			break
		}
	}
	return since
}

// without is the first version after the last one that has an attribute.
func (o *operator) without(name string) int64 {
	var since int64
	for i := len(o.versions) - 1; i >= 0 && o.schema(i).Attribute(name) == nil; i-- {
		since = o.versions[i].since
	}
	return since
}

// sinceInput is the first version that has an input of a name.
func (s *Schema) sinceInput(name string) int64 {
	o := s.versions
	for i := range o.versions {
		for _, input := range o.schema(i).Inputs {
			if input.Name == name {
				return o.versions[i].since
			}
		}
	}
	return s.Since
}

// noteTooFew lists the inputs that a node needs. One that the node gives as an
// attribute was an attribute in an earlier version.
func (s *Schema) noteTooFew(n Use) string {
	for i, input := range s.Inputs {
		for _, given := range n.Attributes {
			if given.Name == input.Name && i >= len(n.Inputs) {
				return fmt.Sprintf("`%s` is input %d since %s, no attribute any more", input.Name, i, s.opset(s.sinceInput(input.Name)))
			}
		}
	}
	return listFormals("inputs", s.Inputs)
}

// noteTooMany says which later version has as many inputs as are given, if one has.
func (s *Schema) noteTooMany(given int) string {
	o := s.versions
	for i := range o.versions {
		later := o.schema(i)
		if later.Since <= s.Since || later.Deprecated || later.MaxInputs >= 0 && later.MaxInputs < given {
			continue
		}
		name := later.Input(s.MaxInputs).Name
		note := fmt.Sprintf("input %d is `%s` since %s; import that or a later one", s.MaxInputs, name, s.opset(later.Since))
		if s.Attribute(name) != nil {
			note += ", or use the attribute of this name"
		}
		return note
	}
	return listFormals("inputs", s.Inputs)
}

// noteType says how the i-th input gets a type that its constraint allows.
func (s *Schema) noteType(n Use, i int, actual string) string {
	o, formal := s.versions, *s.Input(i)
	for j := range o.versions {
		later := o.schema(j)
		if input := later.Input(i); later.Since > s.Since && input != nil && later.allows(*input, actual) {
			return fmt.Sprintf("%s allows it: import that or a later one", s.opset(later.Since))
		}
	}
	if to, ok := castTarget(actual, s.wanted(n, i)); ok {
		return fmt.Sprintf("insert a Cast to %s before input %d", to, i)
	}
	wantsTensor := false
	for allowed := range s.allowed(formal) {
		wantsTensor = wantsTensor || strings.HasPrefix(allowed, "tensor(")
	}
	switch former, _, _ := strings.Cut(actual, "("); {
	case former == "seq" && wantsTensor:
		return "SequenceAt gives one element of a sequence, ConcatFromSequence joins all"
	case former == "optional":
		return "OptionalGetElement gives the value of an optional"
	}
	return ""
}

// wanted are the types that the i-th input can have: the one of another input of
// its constraint, if an allowed one is there.
func (s *Schema) wanted(n Use, i int) []string {
	formal := s.Input(i)
	if formal.Homogeneous {
		for j, actual := range n.Inputs {
			if other := s.Input(j); other != nil && other.Homogeneous && other.Type == formal.Type && s.allows(*other, actual) {
				return []string{actual}
			}
		}
	}
	return s.Allowed(*formal)
}

// noteUnequal says which of two inputs of one constraint to convert: the one whose
// type has less of the numbers.
func noteUnequal(earlier binding, i int, actual string) string {
	if to, ok := castTarget(earlier.actual, []string{actual}); ok && breadth(actual) > breadth(earlier.actual) {
		return fmt.Sprintf("insert a Cast to %s before input %d", to, earlier.input)
	}
	if to, ok := castTarget(actual, []string{earlier.actual}); ok {
		return fmt.Sprintf("insert a Cast to %s before input %d", to, i)
	}
	return ""
}

func (s *Schema) opset(version int64) string { return opset(s.Domain, version) }
