package syntax

// A Suspect is a declaration that an error contradicts: if its type is wrong, the error follows
// from that.
type Suspect struct {
	Item   *Item
	Span   Span   // of what is declared, or of its type
	Aspect string // in what it is contradicted: errors of one cause agree in it
	// Shared is set of what has no value of its own that could show that its type is wrong: the
	// field of a constructor.
	Shared bool
	// First is set of the first of several values that must have one type: the others have fixes
	// by which they would be like it, and it may be the one that differs.
	First bool
	// Arity is the number of arguments or fields that is used of a constructor whose declaration
	// has another number; 0 of other errors.
	Arity int
}

// declaration is the suspect without what one error says of it alone.
func (s Suspect) declaration() Suspect {
	s.First = false
	return s
}

// An Accusation is an error that contradicts declarations.
type Accusation struct {
	Item     *Item // that the error is in
	Suspects []Suspect
	Fixed    bool // the error has a fix, and so perhaps a cause of its own
}

// A Cause is the error that another one follows from, and the declaration that both contradict.
type Cause struct {
	Error   int // -1 of an error with a cause of its own
	Suspect Suspect
}

// Causes finds which errors follow from others, by error.
//
// Of the errors in an item that contradict one of its declarations, or a field, the others follow
// from the first, unless they have fixes. An error that contradicts a declaration of another item
// follows from one there: without that, the declaration is as its own item wants it.
func Causes(all []Accusation) (causes []Cause) {
	causes = make([]Cause, len(all))
	accused := map[Suspect]int{} // by the first error, where the declaration is
	for i, a := range all {
		causes[i].Error = -1
		for _, s := range a.Suspects {
			if first, ok := accused[s.declaration()]; ok && (!a.Fixed || s.First) && (s.Item == a.Item || s.Shared) {
				causes[i] = Cause{first, s}
				break
			}
		}
		for _, s := range a.Suspects {
			if _, before := accused[s.declaration()]; !before && causes[i].Error < 0 && (s.Item == a.Item || s.Shared) {
				accused[s.declaration()] = i
			}
		}
	}
	stays := make([]bool, len(all)) // another error follows from it
	for i, a := range all {
		for _, s := range a.Suspects {
			if first, ok := accused[s.declaration()]; ok && s.Item != a.Item && first != i && causes[first].Error < 0 && causes[i].Error < 0 && !stays[i] {
				causes[i], stays[first] = Cause{first, s}, true
			}
		}
	}
	for i, c := range causes { // an error that others follow from may follow from one in another item
		if c.Error >= 0 && causes[c.Error].Error >= 0 {
			causes[i] = causes[c.Error]
		}
	}
	return causes
}

// Following are what an error shows if others follow from it: the declaration that is perhaps
// wrong, and the first of the others.
func Following(causes []Cause) map[int][]Shown {
	const most = 4
	found := map[int][]Shown{}
	for i, c := range causes {
		if c.Error < 0 || len(found[c.Error]) >= most {
			continue
		}
		if found[c.Error] == nil {
			found[c.Error] = []Shown{{Declaration: &c.Suspect, Message: "the type that is declared here may be wrong"}}
		}
		found[c.Error] = append(found[c.Error], Shown{Error: i, Message: "this may have the same cause"})
	}
	return found
}

// A Shown is a place that an error shows: a declaration or, without one, another error.
type Shown struct {
	Declaration *Suspect
	Error       int
	Message     string
}
