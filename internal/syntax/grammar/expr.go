package grammar

// Expression is a chain of `||`; the productions below it bind more strongly,
// level by level, all from the left.
type Expression struct {
	First     *Conjunction   `parser:"@@"`
	Operators []string       `parser:"( @'||'"`
	Rest      []*Conjunction `parser:"@@ )*"`
}

// Conjunction is a chain of `&&`.
type Conjunction struct {
	First     *Equality   `parser:"@@"`
	Operators []string    `parser:"( @'&&'"`
	Rest      []*Equality `parser:"@@ )*"`
}

// Equality is a chain of `==` and `!=`.
type Equality struct {
	First     *Comparison   `parser:"@@"`
	Operators []string      `parser:"( @( '==' | '!=' )"`
	Rest      []*Comparison `parser:"@@ )*"`
}

// Comparison is a chain of `<`, `<=`, `>` and `>=`.
type Comparison struct {
	First     *Sum     `parser:"@@"`
	Operators []string `parser:"( @( '<' | '<=' | '>' | '>=' )"`
	Rest      []*Sum   `parser:"@@ )*"`
}

// Sum is a chain of `+` and `-`.
type Sum struct {
	First     *Product   `parser:"@@"`
	Operators []string   `parser:"( @( '+' | Minus | Sign )"`
	Rest      []*Product `parser:"@@ )*"`
}

// Product is a chain of `*` and `/`.
type Product struct {
	First     *Unary   `parser:"@@"`
	Operators []string `parser:"( @( '*' | '/' )"`
	Rest      []*Unary `parser:"@@ )*"`
}

// Unary is an operand after prefix operators.
type Unary struct {
	Operators []string `parser:"@( '!' | Minus )*"`
	Operand   *Postfix `parser:"@@"`
}

// Postfix is a primary expression with what follows it.
type Postfix struct {
	Head  Primary `parser:"@@"`
	Tails []Tail  `parser:"@@*"`
}

// Tail is a call, an index or a projection.
type Tail interface{ apply(*Tree) *Tree }

// Call holds the arguments of a call.
type Call struct {
	Arguments []Argument `parser:"( Open | LineOpen ) ( @@ ( ',' @@ )* ','? )? ')'"`
}

// Argument is what stands between the commas of a call.
type Argument interface{ trees() []*Tree }

// Positional is an argument without a name.
type Positional struct {
	Value *Expression `parser:"@@"`
}

// PrintedType is a type that TVM prints after the operands of a call.
type PrintedType struct {
	Type Type `parser:"(?= '('* 'Tensor' '[' '(') @@"`
}

// Attributes are named arguments; there need not be commas between them.
type Attributes struct {
	List []*NamedArgument `parser:"@@+"`
}

// NamedArgument is an argument with its name.
type NamedArgument struct {
	Name  string      `parser:"(?= Name '=') @Name '='"`
	Value *Expression `parser:"@@"`
}

// Index holds the index of an element.
type Index struct {
	Value *Expression `parser:"'[' @@ ']'"`
}

// Projection names a field of a tuple by its number.
type Projection struct {
	Field string `parser:"'.' @Int"`
}
