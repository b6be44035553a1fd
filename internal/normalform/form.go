package normalform

import "slices"

// A Form is one of the three normal forms.
type Form uint8

const (
	ANF Form = iota
	GNF
	BBNF
)

var formNames = []string{"anf", "gnf", "bbnf"}

func (f Form) String() string { return formNames[f] }

// FormNames are the names of the forms, as ParseForm takes them.
func FormNames() []string { return slices.Clone(formNames) }

// ParseForm is the form of a name; false for other names.
func ParseForm(name string) (Form, bool) {
	i := slices.Index(formNames, name)
	return Form(max(i, 0)), i >= 0
}

// A Style says how a form is written where it leaves a choice.
type Style uint8

const (
	Nested Style = iota // what is used once stands in its place
	Relay               // GNF only: each call is bound on a line of its own, as TVM prints programs
)
