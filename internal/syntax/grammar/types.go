package grammar

// Type is a type, or a dimension without arithmetic.
type Type interface{ tree() *Tree }

// NamedType is a type's name and its arguments.
type NamedType struct {
	Name     string         `parser:"@Name"`
	Brackets *TypeArguments `parser:"( '[' @@ ']'"`
	Parens   *TypeArguments `parser:"| '(' @@ ')' )?"`
}

// FunctionType is the type of a function.
type FunctionType struct {
	TypeParameters *TypeParameters `parser:"( 'fn' | 'fun' ) @@?"`
	Parameters     *TypeArguments  `parser:"'(' @@ ')'"`
	Result         Type            `parser:"'->' @@"`
	Where          *Where          `parser:"@@?"`
}

// ResultType is the type after the parameters of a definition or function
// literal. A `where` after it is the definition's, not that of a function
// type at its end.
type ResultType interface{ tree() *Tree }

// ResultFunctionType is a function type without constraints.
type ResultFunctionType struct {
	TypeParameters *TypeParameters `parser:"( 'fn' | 'fun' ) @@?"`
	Parameters     *TypeArguments  `parser:"'(' @@ ')'"`
	Result         ResultType      `parser:"'->' @@"`
}

// TupleType is a tuple of types, a type in parentheses, or a shape.
type TupleType struct {
	Arguments *TypeArguments `parser:"'(' @@ ')'"`
}

// ListType is a shape in brackets.
type ListType struct {
	Arguments *TypeArguments `parser:"'[' @@ ']'"`
}

// AtomicType is a type or dimension of one token.
type AtomicType struct {
	Hole string `parser:"@Hole"`
	Any  string `parser:"| @'?'"`
	Meta string `parser:"| @Meta"`
	Int  string `parser:"| @Int"`
}

// TypeArguments are what stands between the brackets of a type.
type TypeArguments struct {
	List     []TypeArgument `parser:"( @@ ( ',' @@ )*"`
	Trailing bool           `parser:"@','? )?"`
}

// TypeArgument is a type, a dimension, or one of these by name.
type TypeArgument interface{ tree() *Tree }

// NamedTypeArgument is `dtype=float32`.
type NamedTypeArgument struct {
	Name  string    `parser:"(?= Name '=') @Name '='"`
	Value TypeValue `parser:"@@"`
}

// TypeValue is the value of a type's argument.
type TypeValue interface{ tree() *Tree }

// TypeLiteral is an argument that is no type and no dimension.
type TypeLiteral struct {
	String string `parser:"@String"`
	Float  string `parser:"| @Float"`
}

// Dimension is a type, or arithmetic on dimensions.
type Dimension struct {
	First     *DimensionProduct   `parser:"@@"`
	Operators []string            `parser:"( @( '+' | Minus | Sign )"`
	Rest      []*DimensionProduct `parser:"@@ )*"`
}

// DimensionProduct is a product or quotient of dimensions.
type DimensionProduct struct {
	First     *DimensionPower   `parser:"@@"`
	Operators []string          `parser:"( @( '*' | '/' )"`
	Rest      []*DimensionPower `parser:"@@ )*"`
}

// DimensionPower is a power of dimensions.
type DimensionPower struct {
	First     *DimensionUnary   `parser:"@@"`
	Operators []string          `parser:"( @'^'"`
	Rest      []*DimensionUnary `parser:"@@ )*"`
}

// DimensionUnary is a dimension with its signs.
type DimensionUnary struct {
	Operators []string `parser:"@Minus*"`
	Negative  string   `parser:"( @Sign @Int"`
	Type      Type     `parser:"| @@ )"`
}
