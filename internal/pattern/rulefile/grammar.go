package rulefile

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of the expressions of a rule: patterns, attributes' values, and
// conditions, which differ by their operators. How strongly operators bind is
// decided afterwards (infix.go), and so is what names and calls mean.

// expression is a chain after names: `conv = nn.conv2d(_, _)`.
type expression struct {
	Pos, EndPos lexer.Position
	Names       []*bound `parser:"@@*"`
	Chain       *chain   `parser:"@@"`
}

// bound is a name before what it names.
type bound struct {
	Pos  lexer.Position
	Name string `parser:"@Bound '='"`
}

// chain is a row of operands with operators between them.
type chain struct {
	First *operand `parser:"@@"`
	Rest  []*link  `parser:"@@*"`
}

// link is an operator with the operand to its right.
type link struct {
	Pos      lexer.Position
	Operator string   `parser:"@( Infix | '*' | '-' )"`
	Operand  *operand `parser:"@@"`
}

// operand is a head between prefixes and what follows it.
type operand struct {
	Pos, EndPos lexer.Position
	Prefixes    []*prefix `parser:"@@*"`
	Head        *head     `parser:"@@"`
	Tails       []*tail   `parser:"@@*"`
}

// prefix is an operator before its operand.
type prefix struct {
	Pos      lexer.Position
	Operator string `parser:"@( Prefix | '-' )"`
}

// head is what an operand begins with.
type head struct {
	Pos, EndPos lexer.Position
	Name        string `parser:"  @Name"`
	Literal     string `parser:"| @Literal"`
	Star        bool   `parser:"| @'*'"`
	Group       *items `parser:"| '(' @@ ')'"`
	List        *items `parser:"| '[' @@ ']'"`
}

// tail is a call, an index, a projection, or a form written after its operand.
type tail struct {
	Pos, EndPos lexer.Position
	Call        *items      `parser:"  '(' @@ ')'"`
	Index       *expression `parser:"| '[' @@ ']'"`
	Field       string      `parser:"| '.' ( @Int"`
	Method      *method     `parser:"      | @@ )"`
}

// method is a form after the operand that it is about.
type method struct {
	Pos      lexer.Position
	Name     string `parser:"@Method"`
	Operands *items `parser:"'(' @@ ')'"`
}

// items are what is between brackets.
type items struct {
	Pos      lexer.Position
	List     []*item `parser:"( @@ ( ',' @@ )*"`
	Trailing bool    `parser:"  @','? )?"`
}

// item is one of them: `...`, a piece of a program, a clause of a match, or an
// expression.
type item struct {
	Pos, EndPos lexer.Position
	Open        bool        `parser:"  @Ellipsis"`
	Fragment    string      `parser:"| @Fragment"`
	Body        *expression `parser:"  ( '=>' @@ )?"`
	Value       *expression `parser:"| @@"`
}

// parser reads one expression; it is built when it is first needed.
var parser = sync.OnceValue(func() *participle.Parser[expression] {
	return participle.MustBuild[expression](participle.Lexer(definition{}))
})
