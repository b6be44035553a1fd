package grammar

// The types of this package are the productions of the grammar: a type's name
// is the name of its production, and its fields' tags, read one after the
// other, are its right side. `@` marks what a field captures, `@@` another
// production; (?= …) and (?! …) look ahead by one or two tokens.

// An Item is one piece of a file: what the grammar describes.
type Item struct {
	Attributes []string `parser:"@Attribute*"`
	Body       ItemBody `parser:"@@?"`
}

// ItemBody is what an item says.
type ItemBody interface{ tree() *Tree }

// Version is the header of a file.
type Version struct {
	Text string `parser:"@Version"`
}

// Metadata is the end of a file.
type Metadata struct {
	Text string `parser:"@Metadata"`
}

// Definition defines a function.
type Definition struct {
	Name           string          `parser:"'def' @Global"`
	TypeParameters *TypeParameters `parser:"@@?"`
	Parameters     *Parameters     `parser:"@@"`
	Result         ResultType      `parser:"( '->' @@ )?"`
	Where          *Where          `parser:"@@?"`
	Body           *Block          `parser:"Newline? @@"`
}

// Data defines an algebraic data type as the documents write it.
type Data struct {
	Name           string          `parser:"'data' @Name"`
	TypeParameters *TypeParameters `parser:"@@?"`
	Constructors   []*Constructor  `parser:"'{' ( @@ ','? )* '}'"`
}

// TypeDefinition defines an algebraic data type as Relay writes it, an alias
// or an opaque type.
type TypeDefinition struct {
	Name           string          `parser:"'type' @Name"`
	TypeParameters *TypeParameters `parser:"@@?"`
	Braces         bool            `parser:"( @'{'"`
	Constructors   []*Constructor  `parser:"( @@ ','? )* '}'"`
	Alias          Type            `parser:"| '=' @@ )?"`
}

// Extern declares an opaque type.
type Extern struct {
	Name           string          `parser:"'extern' 'type' @Name"`
	TypeParameters *TypeParameters `parser:"@@?"`
}

// Constructor is one constructor with its fields.
type Constructor struct {
	Name   string         `parser:"@Name"`
	Fields *TypeArguments `parser:"( ':'? '(' @@ ')' )?"`
	Result ResultType     `parser:"( '->' @@ )?"`
}

// Import makes another file's names visible.
type Import struct {
	Path string `parser:"'import' @String ';'?"`
}

// Assertion states whether two types are equivalent.
type Assertion struct {
	Not   bool         `parser:"'assert' @'!'? 'equiv'"`
	Left  TypeArgument `parser:"'(' @@"`
	Right TypeArgument `parser:"',' @@ ','? ')'"`
}

// Declaration gives a global's type without its body.
type Declaration struct {
	Name string `parser:"@Global ':'"`
	Type Type   `parser:"@@"`
}

// Alias names a type.
type Alias struct {
	Name string `parser:"@Name '='"`
	Type Type   `parser:"@@"`
}

// Program is a top-level expression with its bindings.
type Program struct {
	Body *Sequence `parser:"(?! ( 'def' | 'data' | 'type' | 'import' ) EOF) @@"`
}
