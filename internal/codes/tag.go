package codes

// A Tag is a set of things that are true of all findings of a code.
type Tag uint8

const (
	// Unnecessary: the place holds text that could be left out. Editors fade it.
	Unnecessary Tag = 1 << iota
	// Tidy: the finding speaks of tidiness alone. It is not reported in the
	// untagged blocks of documents: what is written to show something need not
	// be used.
	Tidy
	// Unrelated: findings of the code have nothing in common, and one may be the
	// reason of another, so that their fixes are not made together.
	Unrelated
	// Inert: the fixes change what no run looks at (comments, attributes), so that
	// there is no need to check the text that they leave.
	Inert
	// OptIn: findings of the code are matters of taste, and shown only where a
	// configuration gives the code a severity.
	OptIn
	// Cumulative: a fix leaves the others of such codes to be found again, so that of
	// several that touch the first is made.
	Cumulative
)

var tags = map[Code]Tag{
	SyntaxError:           Unrelated,
	BranchInvariant:       Cumulative,
	CommonSubexpression:   Cumulative,
	LoopInvariant:         Cumulative,
	DiscardedValue:        Unnecessary | Tidy,
	RedundantMatch:        Unnecessary,
	ShadowedBinding:       Tidy,
	UnreachableCase:       Unnecessary,
	UnreachablePattern:    Unnecessary,
	UnusedBinding:         Unnecessary | Tidy,
	UnusedDefinition:      Unnecessary | Tidy,
	UnusedParameter:       Unnecessary | Tidy | OptIn,
	UnusedPatternVariable: Unnecessary | Tidy,
	UnusedSuppression:     Unnecessary | Inert,
	StaleTypeComment:      Inert,
}

// Has tells whether a code has all of the tags.
func (c Code) Has(t Tag) bool { return tags[c]&t == t }
