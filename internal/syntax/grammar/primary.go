package grammar

// Primary is an expression that holds together without parentheses.
type Primary interface{ tree() *Tree }

// Function is a function literal.
type Function struct {
	TypeParameters *TypeParameters `parser:"( 'fn' | 'fun' ) @@?"`
	Parameters     *Parameters     `parser:"@@"`
	Result         ResultType      `parser:"( '->' @@ )?"`
	Body           *Block          `parser:"Newline? @@"`
}

// If is a choice by a condition.
type If struct {
	Condition *Expression `parser:"'if' @@"`
	Then      *Block      `parser:"Newline? @@"`
	ElseIf    *If         `parser:"( 'else' ( @@"`
	Else      *Block      `parser:"| Newline? @@ ) )?"`
}

// Match is a choice by patterns.
type Match struct {
	Keyword   string      `parser:"@( 'match' | 'match?' )"`
	Scrutinee *Expression `parser:"@@"`
	Clauses   []Clause    `parser:"'{' ( @@ ','? Newline* )* '}'"`
}

// Clause is one case of a match.
type Clause interface{ tree() *Tree }

// CaseClause is a clause as the documents write it.
type CaseClause struct {
	Pattern *TypedPattern `parser:"(?! 'case' '=>') 'case' @@"`
	Body    *Block        `parser:"@@"`
}

// ArrowClause is a clause as Relay writes it.
type ArrowClause struct {
	Pattern *TypedPattern `parser:"@@"`
	Body    *Sequence     `parser:"'=>' @@"`
}

// LetExpression is a binding with all that follows it.
type LetExpression struct {
	Binding Binding   `parser:"(?= 'let' | 'free_var') @@ ( ';' | Newline )"`
	Body    *Sequence `parser:"@@"`
}

// Group is a tuple, or an expression in parentheses.
type Group struct {
	First    *Sequence     `parser:"'(' ( @@"`
	Rest     []*Expression `parser:"( ',' @@ )*"`
	Trailing bool          `parser:"@','? )? ')'"`
}

// List is a literal of a FractalTensor.
type List struct {
	Elements []*Expression `parser:"'[' ( @@ ( ',' @@ )*"`
	Trailing bool          `parser:"@','? )? ']'"`
}

// Number is a number with its sign.
type Number struct {
	Sign  string `parser:"@( Sign | ArmSign )?"`
	Int   string `parser:"( @Int"`
	Float string `parser:"| @Float )"`
}

// Variable is a local with its tail segments.
type Variable struct {
	Name     string   `parser:"@( Local | Numbered )"`
	Segments []string `parser:"@Segment*"`
}

// Atom is an expression of one token.
type Atom struct {
	Bool   string `parser:"@Bool"`
	String string `parser:"| @String"`
	Meta   string `parser:"| @Meta"`
	Hole   string `parser:"| @( '?' | Placeholder )"`
	Global string `parser:"| @Global"`
	Name   string `parser:"| (?! 'case' ( Name | Keyword | Bool | Hole | Local | Numbered )) @Name"`
}
