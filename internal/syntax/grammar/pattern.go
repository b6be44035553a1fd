package grammar

// TypedPattern is a pattern with its annotation.
type TypedPattern struct {
	Pattern Pattern `parser:"@@"`
	Type    Type    `parser:"( ':' @@ )?"`
}

// Pattern is what a clause, a binding or a parameter takes apart.
type Pattern interface{ tree() *Tree }

// AtomicPattern is a pattern without parts.
type AtomicPattern struct {
	Wild     string `parser:"@Hole"`
	Variable string `parser:"| @( Local | Numbered ) @Segment*"`
	Int      string `parser:"| @( Sign | ArmSign )? @Int"`
	Bool     string `parser:"| @Bool"`
}

// NamedPattern is a constructor with its fields, or a name.
type NamedPattern struct {
	Name   string        `parser:"@Name"`
	Fields *PatternGroup `parser:"@@?"`
}

// PatternGroup is a row of patterns in parentheses.
type PatternGroup struct {
	List     []*TypedPattern `parser:"'(' ( @@ ( ',' @@ )*"`
	Trailing bool            `parser:"@','? )? ')'"`
}
