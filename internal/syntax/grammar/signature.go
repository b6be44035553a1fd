package grammar

// TypeParameters are the type variables of a definition, a function or a
// type.
type TypeParameters struct {
	Angle  []*TypeParameter `parser:"( '<' ( @@ ( ',' @@ )* ','? )? '>'"`
	Square []*TypeParameter `parser:"| '[' ( @@ ( ',' @@ )* ','? )? ']' )"`
}

// TypeParameter is a type variable; its kind says nothing that its uses do
// not say.
type TypeParameter struct {
	Name string `parser:"@Name"`
	Kind Type   `parser:"( ':' @@ )?"`
}

// Parameters are a function's parameters and its attributes.
type Parameters struct {
	List     []ParameterPart `parser:"'(' ( @@ ( ',' @@ )*"`
	Trailing bool            `parser:"@','? )? ')'"`
}

// ParameterPart is what stands between the commas of a parameter list.
type ParameterPart interface{ trees() []*Tree }

// Parameter is one parameter, any irrefutable pattern.
type Parameter struct {
	Pattern    Pattern          `parser:"@@"`
	Attributes []*NamedArgument `parser:"( '{' ( @@ ','? )+ '}' )?"`
	Type       Type             `parser:"( ':' @@ )?"`
}

// Where holds the constraints that a signature leaves open.
type Where struct {
	Constraints []*Constraint `parser:"'where' @@ ( WhereComma @@ )*"`
}

// Constraint is one operator's type relation.
type Constraint struct {
	Operator  string         `parser:"@Name '('"`
	Arguments *TypeArguments `parser:"@@ ')' '='"`
	Result    *Dimension     `parser:"@@"`
}
